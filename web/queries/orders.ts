import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OrderPage, WaitingOrders } from '../../workers/orders/order-list.schema.ts'
import { type Order, type Rate, type Role, role as roleOf } from '../../workers/orders/orders.schema.ts'
import type { Tab } from '../../workers/orders/statuses.schema.ts'
import { orders, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** How often to poll (ms). The inbox reports changes at once, so polling matters only if the inbox cannot be reached. */
const POLL_MS = 300_000
/** How often and for how long to poll after a step of the viewer (ms), until its result is on the page. */
const STEP_POLL_MS = 3000
const STEP_WAIT_MS = 15_000

/** The order of the viewer's last step, its newest transaction before the step, and until when to wait for another one. */
let awaited: { id: string; transaction: string | undefined; until: number } | undefined

const newestTransaction = (order: Order) => order.history.at(-1)?.transactionHash

/** Loads the orders every few seconds after a step, until the order has a newer transaction than `before`, at most {@link STEP_WAIT_MS}. */
export function awaitStep(before: Order): void {
  awaited = { id: before.id, transaction: newestTransaction(before), until: Date.now() + STEP_WAIT_MS }
  void queryClient.invalidateQueries({ queryKey: keys.orders })
}

/** How long to wait before a query that shows this order loads it again (ms). */
function pollMs(order: Order | undefined): number {
  const isAwaited = order && order.id === awaited?.id && newestTransaction(order) === awaited.transaction && Date.now() < awaited.until
  return isAwaited ? STEP_POLL_MS : POLL_MS
}

/** Which of the viewer's orders to list. Without a tab the server chooses one, without a role it lists both. */
export interface OrderFilter {
  tab?: Tab | undefined
  role?: Role | undefined
  /** Words of the title or of the other party's name, or the order's number. */
  text: string
}

/** The viewer's orders, newest first, in pages. */
export const orderListQuery = ({ tab, role, text }: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: keys.orderList({ tab, role, text }),
    queryFn: async ({ pageParam, signal }): Promise<OrderPage> => {
      const page = { tab: pageParam.tab ?? tab ?? 'auto', cursor: pageParam.next ?? undefined } as const
      return (await orders.getMyOrders.$get({ query: { ...page, role, text: text || undefined } }, { init: { signal } })).json()
    },
    initialPageParam: { tab: null, next: null } as Pick<OrderPage, 'tab' | 'next'>,
    getNextPageParam: ({ tab: shown, next }) => (next === null ? null : { tab: shown, next }),
    refetchInterval: ({ state }) => pollMs(state.data?.pages.flatMap((page) => page.orders).find(({ id }) => id === awaited?.id)),
    // While another filter loads, the old list stays on the page.
    placeholderData: keepPreviousData,
  })

/** The side of the orders in the lists loaded so far: `buyer` if the member has only bought, else `seller`. */
export function loadedSide(me: number): Role {
  const lists = queryClient.getQueriesData<InfiniteData<OrderPage>>({ queryKey: keys.orderLists })
  const loaded = lists.flatMap(([, list]) => list?.pages.flatMap((page) => page.orders) ?? [])
  return loaded.length > 0 && loaded.every((order) => roleOf(order, me) === 'buyer') ? 'buyer' : 'seller'
}

/** The number of orders that wait for the viewer, and whether one has ended. */
export const waitingOrdersQuery = queryOptions({
  queryKey: keys.waiting,
  queryFn: async (): Promise<WaitingOrders> => (await orders.getWaitingOrders.$get()).json(),
  refetchInterval: POLL_MS,
})

/** One order, by the id that addresses use. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.order(id),
    queryFn: async (): Promise<Order> => (await orders.getOrder.$get({ query: { id } })).json(),
    refetchInterval: ({ state }) => pollMs(state.data),
  })

/** The price of one ETH, for estimates before there is a quote, and to know whether a payment in ETH is possible. */
export const ethPriceQuery = queryOptions({
  queryKey: keys.ethPrice,
  queryFn: async (): Promise<Rate> => (await orders.getPrice.$get()).json(),
  staleTime: 60_000,
  // The error is shown at once. The page asks again regularly.
  retry: false,
})
