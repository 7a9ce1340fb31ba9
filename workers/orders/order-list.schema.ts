import { type InferOutput, maxValue, minValue, object, optional, picklist, pipe, regex, string, toNumber } from 'valibot'
import { singleLineText } from '../shared/text-fields.schema.ts'
import { MAX_SEARCH, type Order } from './orders.schema.ts'
import { TABS, type Tab } from './statuses.schema.ts'

/** Number of orders on a page of getMyOrders: the default and the maximum. */
const ORDERS_PAGE = { usual: 25, most: 100 }

/** Query of getMyOrders. Without `tab` the answer is one list without pages, for old clients that do not support pages. */
export const ordersQuery = object({
  /** `auto` chooses a tab: requests if there are any with a matching quote, else disputes, else open. */
  tab: optional(picklist(['auto', 'all', ...TABS])),
  /** The viewer's role in the orders; without it, both. */
  role: optional(picklist(['buyer', 'seller'])),
  /** Words of the title or of the other party's name, or the order's number. */
  text: optional(singleLineText(MAX_SEARCH), ''),
  /** The `next` of the previous page: `[position].[id]`. */
  cursor: optional(pipe(string(), regex(/^-?\d{1,12}\.[\w-]{22}$/, 'cursor'))),
  limit: optional(
    pipe(string(), regex(/^\d{1,3}$/, 'whole'), toNumber(), minValue(1, 'too_low'), maxValue(ORDERS_PAGE.most, 'too_high')),
    String(ORDERS_PAGE.usual),
  ),
})
export type OrdersQuery = InferOutput<typeof ordersQuery>

/** The orders that wait for the user, and whether one has ended. */
export interface WaitingOrders {
  count: number
  hasEnded: boolean
}

/** A page of a member's orders. */
export interface OrderPage {
  orders: Order[]
  /** The tab of these orders; null for those of all tabs. */
  tab: Tab | null
  /** Orders in each tab, MAX_COUNT at most; of a search, those that it found. Null if a search has not looked at all orders in one call. */
  counts: Record<Tab, number> | null
  /** The cursor of the next page, null on the last. A page of a search may have few orders or none, and still have a next page. */
  next: string | null
}
