import { infiniteQueryOptions } from '@tanstack/react-query'
import type { JobType } from '../../workers/listings/jobs.schema.ts'
import type { Feed, ListingPage, Sort } from '../../workers/listings/listings.schema.ts'
import type { Currency, Period } from '../../workers/listings/money.schema.ts'
import { listings } from '../lib/api.ts'
import { firstKeys } from '../lib/first-keys.ts'
import type { ListType } from '../lib/paths.ts'

/** Which listings to show. The edge fills the cache for tabs without filters, feeds and profiles, under the same keys. */
export interface CardFilter {
  type?: ListType
  userId?: number | undefined
  local?: 'true' | 'false'
  /** ISO 3166 code. */
  country?: string | undefined
  /** GeoNames id. */
  city?: string | undefined
  /** Without it, owners also see their hidden listings. */
  enabled?: true
  /** One of the feeds, instead of all other fields. */
  feed?: Feed
  /** Search text. */
  text?: string
  /** The other fields of the call `query`, in its units. */
  category?: string
  subCategory?: string
  minPrice?: string | undefined
  maxPrice?: string | undefined
  delivery?: string
  rating?: string
  lang?: string
  within?: string
  contract?: JobType
  minSalary?: string
  currency?: Currency
  period?: Period
  from?: string | undefined
  to?: string | undefined
  sort?: Sort
  languages?: string
}

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
