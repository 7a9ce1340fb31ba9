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

/** A payment for a quote may arrive this long after the quote has expired (seconds): it may still wait for a block or for the cron. */
export const LATE_PAYMENT = 300
