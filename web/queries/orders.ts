import { queryOptions } from '@tanstack/react-query'
import type { Order, Quote, QuoteRequest, Rate } from '../../workers/orders/orders.schema.ts'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** How often to poll (ms). The inbox reports changes at once, so polling matters only if the inbox cannot be reached. */
const POLL_MS = 300_000

/** The viewer's orders, newest first. */
export const ordersQuery = queryOptions({
  queryKey: keys.orders,
  queryFn: async (): Promise<Order[]> => (await (await orders.getMyOrders.$get()).json()).orders,
  refetchInterval: POLL_MS,
})

/** One order, by the id that addresses use. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.order(id),
    queryFn: async (): Promise<Order> => (await orders.getOrder.$get({ query: { id } })).json(),
    refetchInterval: POLL_MS,
  })

/** A quote. The same request and attempt make the same idempotency key, so they get the same quote. */
export const quoteQuery = (request: QuoteRequest, attempt: string) =>
  queryOptions({
    queryKey: keys.quote(request, attempt),
    queryFn: async (): Promise<Quote> => {
      const key = `${attempt} ${request.applicationId ?? request.plan} ${request.token} ${request.hours} ${request.account}`
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
      const idempotencyKey = Array.from(new Uint8Array(digest).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
      return (await orders.quoteOrder.$post({ json: request }, { headers: { 'idempotency-key': idempotencyKey } })).json()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The price of one ETH, for estimates before there is a quote. */
export const ethPriceQuery = queryOptions({
  queryKey: keys.ethPrice,
  queryFn: async (): Promise<Rate> => (await orders.getPrice.$get()).json(),
  staleTime: 60_000,
})
