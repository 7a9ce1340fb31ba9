import { literal, object } from 'valibot'

/** What somebody types before their account is deleted; in every language the same, so that it can be told in one word. */
export const DELETE_WORD = 'DELETE'

/** Body of deleteAccount. */
export const deleteAccountRequest = object({ confirm: literal(DELETE_WORD, 'confirm') })

/** Details of `orders_open`: what keeps an account from being deleted. */
export interface OpenOrders {
  /** Orders that are not at an end. */
  orders: number
}

/** After a quote's last second its payment may still be on its way through blocks and cron (seconds). */
export const LATE_PAYMENT = 300
