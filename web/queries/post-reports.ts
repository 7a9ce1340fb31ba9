import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PostReportList, PostReportPage, ReportedPost } from '../../workers/creators/post-reports.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** The posts and comments with open reports, oldest first, or those that are hidden; for admins of the Platform contract. */
export const postReportsQuery = (list: PostReportList) =>
  infiniteQueryOptions({
    queryKey: keys.postReportList(list),
    queryFn: async ({ pageParam, signal }): Promise<PostReportPage> =>
      (await creators.getPostReports.$get({ query: { list, cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    retry: false,
  })

/** Decides the open reports about a post or a comment, or shows a hidden one again. */
export function useDecidePostReports({ kind, id, pid }: Pick<ReportedPost, 'kind' | 'id' | 'pid'>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (action: 'hide' | 'dismiss' | 'restore') => {
      await creators.decidePostReports.$post({ json: { kind, id, action } })
    },
    onSettled: () => {
      for (const queryKey of [keys.postReports, keys.posts, keys.postComments(pid)]) void cache.invalidateQueries({ queryKey })
    },
  })
}
