import { and, eq, gt, notInArray, or, type SQL } from 'drizzle-orm'
import { FINAL_STATUSES } from '../orders/statuses.schema.ts'
import { orders } from '../orders/tables.ts'

/**
 * SQL condition: orders that are not finished and count for the account. An order that was paid to a seller's wallet without a valid quote,
 * and that the seller has not accepted, counts only for its buyer; otherwise strangers could block the deletion of an account or wallet.
 */
export const openOrders = (isBuyer: SQL, isSeller: SQL) =>
  and(or(isBuyer, and(isSeller, or(eq(orders.termsState, 'ok'), gt(orders.status, 0)))), notInArray(orders.status, FINAL_STATUSES))
