import { sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'

/**
 * Keeps of somebody whose account was deleted what their orders need: the orders, with the names that were shown. Their face goes,
 * and so do offers that were never taken.
 */
export async function forget(db: Database, userId: number): Promise<void> {
  const party = (table: 'orders' | 'quotes', role: 'buyer' | 'seller') =>
    db.run(sql`update ${sql.raw(table)} set terms = json_replace(terms, ${`$.${role}.image`}, null)
      where ${sql.raw(`${role}_id`)} = ${userId} and json_extract(terms, ${`$.${role}.image`}) is not null`)
  await db.batch([
    db.run(sql`delete from quotes where (buyer_id = ${userId} or seller_id = ${userId})
      and not exists (select 1 from orders o where o.ref = quotes.ref and o.buyer_id = quotes.buyer_id)`),
    // Alike in both, or an order folded anew from its quote would be taken for a changed one.
    party('orders', 'buyer'),
    party('orders', 'seller'),
    party('quotes', 'buyer'),
    party('quotes', 'seller'),
  ])
}
