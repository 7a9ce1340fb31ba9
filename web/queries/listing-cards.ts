import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ListingPage } from '../../workers/listings/listings.schema.ts'
import { listings } from '../lib/api.ts'
import type { CardFilter } from '../lib/card-filter.ts'
import { firstKeys } from '../lib/first-keys.ts'

/** The query of the call for a filter. */
export const toRequest = (filter: CardFilter) => ({
  ...filter,
  type: filter.type?.toUpperCase(),
  userId: filter.userId?.toString(),
  enabled: filter.enabled && ('true' as const),
})

/** Listings, page by page: the newest of a tab or a member, or a feed. */
export const cardsQuery = (filter: CardFilter) =>
  infiniteQueryOptions({
    queryKey: firstKeys.listingCardsOf(filter),
    queryFn: async ({ pageParam, signal }): Promise<ListingPage> => {
      const query = { ...toRequest(filter), cursor: pageParam ?? undefined }
      return (await listings.query.$get({ query }, { init: { signal } })).json()
    },
    // Who goes back to a list after reading a listing finds all of its pages.
    gcTime: 30 * 60_000,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
