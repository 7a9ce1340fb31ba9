import { literal, object } from 'valibot'

/** What somebody types before their account is deleted; in every language the same, so that it can be told in one word. */
export const DELETE_WORD = 'DELETE'

/** Body of deleteAccount. */
export const deleteAccountRequest = object({ confirm: literal(DELETE_WORD, 'confirm') })

/** Details of `orders_open`: what keeps an account from being deleted. */
export interface OpenOrders {
  /** Orders that are not at an end. */
  orders: number
  /** When the last offer that may still be paid is over, UTC seconds; null where there is none. */
  offersUntil: number | null
}
