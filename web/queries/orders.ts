import { queryOptions } from '@tanstack/react-query'
import type { Order, Quote, QuoteRequest, Rate } from '../../workers/orders/orders.schema.ts'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The inbox makes changes appear at once; this is for when it cannot be reached (ms). */
const POLL_MS = 300_000

/** One's own orders, newest first. */
export const ordersQuery = queryOptions({
  queryKey: keys.orders,
  queryFn: async (): Promise<Order[]> => (await (await orders.getMyOrders.$get()).json()).orders,
  refetchInterval: POLL_MS,
})

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.order(id),
    queryFn: async (): Promise<Order> => (await orders.getOrder.$get({ query: { id } })).json(),
    refetchInterval: POLL_MS,
  })

/** Terms for a purchase, fixed by the server; the same question answers the same quote while this page lives. */
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

/** What one ETH costs, for sums before there is a quote. */
export const rateQuery = queryOptions({
  queryKey: keys.ethPrice,
  queryFn: async (): Promise<Rate> => (await orders.getPrice.$get()).json(),
  staleTime: 60_000,
})
