import { and, eq, gt, notInArray, or, type SQL } from 'drizzle-orm'
import { ENDED } from '../orders/orders.schema.ts'
import { orders } from '../orders/tables.ts'

/**
 * Condition for orders that are not at an end. What a stranger sent a wallet without having agreed on anything here, and its owner
 * has not taken on, is none: anybody could tie anybody's account or wallet down with it, and only its buyer waits.
 */
export const openOrders = (buys: SQL, sells: SQL) =>
  and(or(buys, and(sells, or(eq(orders.termsState, 'ok'), gt(orders.status, 0)))), notInArray(orders.status, ENDED))
