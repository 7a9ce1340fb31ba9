import { literal, object } from 'valibot'

/** The word that users type to confirm the deletion of their account. The same in every language. */
export const DELETE_WORD = 'DELETE'

/** Body of deleteAccount. */
export const deleteAccountRequest = object({ confirm: literal(DELETE_WORD, 'confirm') })

/** Details of `orders_open`: what prevents the deletion of an account. */
export interface OpenOrders {
  /** The number of orders that are not finished. */
  orders: number
}

/**
 * How long after a quote has expired its payment may still arrive (seconds): the transaction may wait for a block, and its event log for
 * the cron.
 */
export const LATE_PAYMENT = 300
