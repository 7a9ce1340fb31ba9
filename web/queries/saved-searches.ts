import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { SavedMatchPage, SavedSearch } from '../../workers/listings/saved/searches.schema.ts'
import { listings, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The viewer's saved searches and followed categories, the newest first. For signed-in members only. */
export const savedSearchesQuery = queryOptions({
  queryKey: keys.savedSearches,
  queryFn: async ({ signal }): Promise<SavedSearch[]> =>
    (await (await listings.getSavedSearches.$get(undefined, { init: { signal } })).json()).searches,
})

/** What the viewer's searches have found, newest first, page by page. */
export const matchesQuery = infiniteQueryOptions({
  queryKey: keys.matches,
  queryFn: async ({ pageParam, signal }): Promise<SavedMatchPage> =>
    (await listings.getMatches.$get({ query: { cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

/** Marks matches as seen. They stay marked as new on screen until the page is opened again. */
export const useMarkMatchesSeen = () =>
  useMutation({
    mutationFn: async (upTo: number) => (await listings.markMatchesSeen.$post({ json: { upTo } })).json(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.savedSearches }),
  })
