import { and, eq, gt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { ENDED } from '../orders/orders.schema.ts'
import { orders, quotes } from '../orders/tables.ts'

/** After an offer's last second its payment may still be on its way through blocks and cron (seconds). */
export const LATE_PAYMENT = 300

/**
 * Condition for orders that are not at an end. What a stranger sent a wallet without having agreed on anything here, and its owner
 * has not taken on, is none: anybody could tie anybody's account or wallet down with it, and only its buyer waits.
 */
export const openOrders = (buys: SQL, sells: SQL) =>
  and(or(buys, and(sells, or(eq(orders.termsState, 'ok'), gt(orders.status, 0)))), notInArray(orders.status, ENDED))

/** Condition for offers that may still be paid, or may have been a moment ago. */
export const openOffers = (buys: SQL, sells: SQL, at: number) =>
  and(
    or(buys, sells),
    gt(quotes.validUntil, at - LATE_PAYMENT),
    sql`not exists (select 1 from ${orders} where ${orders.ref} = ${quotes.ref} and ${orders.buyerId} = ${quotes.buyerId})`,
  )
