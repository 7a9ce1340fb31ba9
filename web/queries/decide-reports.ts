import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReportedThing, ReportList, ReportPage } from '../../workers/orders/reports.schema.ts'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The things with open reports, or those that are hidden, for admins. */
export const reportsQuery = (list: ReportList) =>
  infiniteQueryOptions({
    queryKey: keys.reportList(list),
    queryFn: async ({ pageParam, signal }): Promise<ReportPage> =>
      (await orders.getReports.$get({ query: { list, cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    retry: false,
  })

/** Decides the open reports about a thing, or shows a hidden one again. */
export function useDecideReports({ kind, id, version }: ReportedThing) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: 'hide' | 'dismiss' | 'restore') => orders.decideReports.$post({ json: { kind, id, action, version } }),
    onSettled: () => {
      for (const queryKey of [keys.reports, keys.panel, keys.reviews, keys.listings, keys.listingCards])
        void client.invalidateQueries({ queryKey })
    },
  })
}
