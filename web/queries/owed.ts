import { queryOptions } from '@tanstack/react-query'
import type { OwedPayment } from '../../workers/orders/orders.schema.ts'
import { orders, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The payments that are owed to the viewer's wallets. Every step of an order marks them as stale. */
export const owedQuery = queryOptions({
  queryKey: keys.owed,
  queryFn: async (): Promise<OwedPayment[]> => (await (await orders.getOwed.$get()).json()).owed,
  staleTime: 300_000,
})

/** Reads the owed payments again, after a withdrawal. */
export const refreshOwed = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.owed })
