import { queryOptions } from '@tanstack/react-query'
import type { Places } from '../../workers/listings/listings.schema.ts'
import { listings } from '../lib/api.ts'
import type { CardFilter } from '../lib/card-filter.ts'
import { keys } from '../lib/query-keys.ts'
import { toRequest } from './listing-cards.ts'

/** A city with the number of results there. */
export type MapCity = Places['cities'][number]

/** The cities of the local listings that a filter finds, with how many listings each has. */
export const placesQuery = (filter: CardFilter) =>
  queryOptions({
    queryKey: keys.placesOf(filter),
    queryFn: async ({ signal }): Promise<Places> =>
      (await listings.queryPlaces.$get({ query: toRequest(filter) }, { init: { signal } })).json(),
  })
