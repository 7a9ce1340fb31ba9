import { queryOptions } from '@tanstack/react-query'
import type { Listings } from '../../workers/listings/listings.schema.ts'
import { listings } from '../lib/api.ts'
import { firstKeys } from '../lib/first-keys.ts'
import type { ListType } from '../lib/paths.ts'

/** A complete listing. The edge fills the cache under this key, and the inbox invalidates it. */
export const listingQuery = <Type extends ListType>(listType: Type, id: number) =>
  queryOptions({
    queryKey: firstKeys.listing(listType, id),
    queryFn: async ({ signal }): Promise<Listings[Type]> => {
      const query = { listType, id: String(id) }
      return (await (await listings.getListing.$get({ query }, { init: { signal } })).json()) as Listings[Type]
    },
  })
