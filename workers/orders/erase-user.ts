import { sql } from 'drizzle-orm'
import { LATE_PAYMENT } from '../auth/my-data.schema.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'

/**
 * Removes a deleted account's picture from its orders and quotes, and deletes its reports and its quotes that can no longer be paid. The
 * orders stay, with the names that were shown, and so do the reviews, without a name.
 */
export async function eraseUser(db: Database, userId: number): Promise<void> {
  const erasePicture = (table: 'orders' | 'quotes', role: 'buyer' | 'seller') =>
    db.run(sql`update ${sql.raw(table)} set terms = json_replace(terms, ${`$.${role}.image`}, null)
      where ${sql.raw(`${role}_id`)} = ${userId} and json_extract(terms, ${`$.${role}.image`}) is not null`)
  await db.batch([
    // A quote that may still be paid stays: the payment is checked against it. Auth calls this again once no payment can arrive.
    db.run(sql`delete from quotes where (buyer_id = ${userId} or seller_id = ${userId}) and valid_until < ${now() - LATE_PAYMENT}
      and not exists (select 1 from orders o where o.ref = quotes.ref and o.buyer_id = quotes.buyer_id)`),
    // The terms must stay equal in orders and quotes, or recomputing an order from its quote would count as a change.
    erasePicture('orders', 'buyer'),
    erasePicture('orders', 'seller'),
    erasePicture('quotes', 'buyer'),
    erasePicture('quotes', 'seller'),
    db.run(sql`delete from reports where reporter_id = ${userId}`),
    // In the room of an order the messages stay, and hidden ones stay hidden. In the others chat deletes them.
    db.run(sql`delete from hidden_messages where subject_id = ${userId} and room_id in (select id from rooms where pair is not null)`),
    // Earlier versions of what the account wrote. What it has left in reviews and answers can no longer be changed.
    db.run(sql`update reports set content = null where kind in ('review', 'answer')
      and thing_id in (select id from reviews where author_id = ${userId} or (subject_id = ${userId} and answer is not null))`),
  ])
}
