import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PostReportList, PostReportPage, ReportedItem, ReportPart } from '../../workers/creators/post-reports.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** The things of a part with open reports, oldest first, or those that are hidden; for admins of the Platform contract. */
export const postReportsQuery = (list: PostReportList, part: ReportPart) =>
  infiniteQueryOptions({
    queryKey: keys.postReportList(list, part),
    queryFn: async ({ pageParam, signal }): Promise<PostReportPage> =>
      (await creators.getPostReports.$get({ query: { list, part, cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    retry: false,
  })

/** What shows a thing, besides the lists of reports. */
function keysOf(thing: ReportedItem) {
  if ('pid' in thing) return [keys.posts, keys.postComments(thing.pid)]
  return thing.kind === 'person' ? [keys.profile(Number(thing.id))] : [keys.listings, keys.listingCards]
}

/** Decides the open reports about a thing, shows a hidden one again, or hides one that was reported before. */
export function useDecidePostReports(thing: ReportedItem) {
  const { kind, id, version } = thing
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (action: 'hide' | 'dismiss' | 'restore') => {
      await creators.decidePostReports.$post({ json: { kind, id, action, version } })
    },
    onSettled: () => {
      for (const queryKey of [keys.postReports, keys.panel, ...keysOf(thing)]) void cache.invalidateQueries({ queryKey })
    },
  })
}
