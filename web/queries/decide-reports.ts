import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReportKind, ReportPage } from '../../workers/orders/reports.schema.ts'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The things with open reports, for admins. */
export const reportsQuery = infiniteQueryOptions({
  queryKey: keys.reports,
  queryFn: async ({ pageParam, signal }): Promise<ReportPage> =>
    (await orders.getReports.$get({ query: { cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  retry: false,
})

/** Decides the open reports about a thing. */
export function useDecideReports() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: { kind: ReportKind; id: string; action: 'hide' | 'dismiss' }) => orders.decideReports.$post({ json: decision }),
    onSettled: () => {
      for (const queryKey of [keys.reports, keys.reviews, keys.listings, keys.listingCards]) void client.invalidateQueries({ queryKey })
    },
  })
}
