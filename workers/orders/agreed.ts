import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL condition: the payment of the order `o` matches its quote, or its seller has accepted it. Anybody can place any number of other orders
 * with any wallet, so until then the seller is not notified of an order, and its buyer does not learn whose wallet they have paid.
 *
 * Statuses 0, 2 and 3 are Proposed, Cancelled and Rejected, which an order can have without having been accepted.
 */
export const isAgreed = (o: string): SQL =>
  sql.raw(`(${o}.terms_state = 'ok' or ${o}.status not in (0, 2, 3) or exists (select 1 from chain_events a indexed by chain_events_history
    where a.chain_id = ${o}.chain_id and a.contract = ${o}.contract and a.order_id = ${o}.order_id and a.name = 'AcceptOrder'))`)

/** SQL condition: the user is the buyer of the order `o` and may not know its seller yet. */
export const isSellerHidden = (o: string, userId: number): SQL =>
  sql`(${sql.raw(o)}.buyer_id is ${userId} and ${sql.raw(o)}.seller_id is not ${userId} and not ${isAgreed(o)})`
