import { sql } from 'drizzle-orm'
import { LATE_PAYMENT } from '../auth/my-data.schema.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'

/**
 * Keeps of somebody whose account was deleted what their orders need: the orders, with the names that were shown. Their face goes,
 * and so do quotes that were never paid and cannot be any more.
 */
export async function forget(db: Database, userId: number): Promise<void> {
  const party = (table: 'orders' | 'quotes', role: 'buyer' | 'seller') =>
    db.run(sql`update ${sql.raw(table)} set terms = json_replace(terms, ${`$.${role}.image`}, null)
      where ${sql.raw(`${role}_id`)} = ${userId} and json_extract(terms, ${`$.${role}.image`}) is not null`)
  await db.batch([
    // One that may still be paid is what the payment is compared with; this is called again when none can come any more.
    db.run(sql`delete from quotes where (buyer_id = ${userId} or seller_id = ${userId}) and valid_until < ${now() - LATE_PAYMENT}
      and not exists (select 1 from orders o where o.ref = quotes.ref and o.buyer_id = quotes.buyer_id)`),
    // Alike in both, or an order folded anew from its quote would be taken for a changed one.
    party('orders', 'buyer'),
    party('orders', 'seller'),
    party('quotes', 'buyer'),
    party('quotes', 'seller'),
  ])
}
