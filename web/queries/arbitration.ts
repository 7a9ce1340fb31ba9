import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Arbitration, DisputePage } from '../../workers/orders/decisions.schema.ts'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** How often to poll (ms). Arbitrators get no pushes about the orders of others. */
const POLL_MS = 60_000

/** The open disputes, for admins. Those that have been open longest come first. */
export const disputesQuery = infiniteQueryOptions({
  queryKey: keys.disputes,
  queryFn: async ({ pageParam, signal }): Promise<DisputePage> =>
    (await orders.getDisputes.$get({ query: { cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  refetchInterval: POLL_MS,
  retry: false,
})

/** A dispute to decide, for admins who are not a party. */
export const arbitrationQuery = (orderId: string) =>
  queryOptions({
    queryKey: keys.arbitration(orderId),
    queryFn: async (): Promise<Arbitration> => (await orders.getArbitration.$get({ query: { orderId } })).json(),
    refetchInterval: POLL_MS,
    retry: false,
  })

/** Stores the reason for a decision on `refund` (the token's smallest units), before the wallet sends the decision. */
export async function saveDecisionReason(orderId: string, refund: bigint, reason: string): Promise<void> {
  await orders.addDecisionReason.$post({ json: { orderId, refund: String(refund), reason } })
}
