import { queryOptions } from '@tanstack/react-query'
import type { Order, Quote, QuoteRequest, Rate } from '../../../workers/orders/orders.schema.ts'
import { orders } from '../../lib/api.ts'
import { formatToken } from '../../lib/format.ts'
import { config } from '../../lib/page-data.ts'

/** The inbox makes changes appear at once; this is for when it cannot be reached (ms). */
const POLL_MS = 300_000

/** One's own orders, newest first. */
export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: async (): Promise<Order[]> => (await (await orders.getMyOrders.$get()).json()).orders,
  refetchInterval: POLL_MS,
})

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: async (): Promise<Order> => (await orders.getOrder.$get({ query: { id } })).json(),
    refetchInterval: POLL_MS,
  })

/** Terms for a purchase, fixed by the server; the same question answers the same quote while this page lives. */
export const quoteQuery = (request: QuoteRequest, attempt: string) =>
  queryOptions({
    queryKey: ['quote', request, attempt],
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
  queryKey: ['price'],
  queryFn: async (): Promise<Rate> => (await orders.getPrice.$get()).json(),
  staleTime: 60_000,
})

/** The linked account that will most likely pay. */
export const payerQuery = (linked: readonly `0x${string}`[]) =>
  queryOptions({
    queryKey: ['payer', linked],
    queryFn: async () => (await (await import('../../wallet/transactions.ts')).likelyAccount(linked)) ?? null,
    staleTime: 0,
    gcTime: 0,
  })

/** What an account holds of each token, by token address. The reader of the chain is loaded with the first question. */
export const balancesQuery = (account: `0x${string}` | null | undefined) =>
  queryOptions({
    queryKey: ['balances', account],
    queryFn: async () => (await import('../../wallet/transactions.ts')).balances(account!),
    staleTime: 10_000,
  })

/** `240.00 USDC`, with the symbol and decimals of a token's address; smallest units for one we do not know. */
export function tokenAmount(amount: bigint | string, token: string): string {
  const known = config().tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase())
  return known ? formatToken(amount, known.decimals, known.symbol) : `${amount} ?`
}
