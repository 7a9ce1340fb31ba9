import { queryOptions } from '@tanstack/react-query'
import type { CityFound } from '../../../workers/listings/cities.schema.ts'
import type { Listings } from '../../../workers/listings/listings.schema.ts'
import { listings } from '../../lib/api.ts'
import { locale } from '../../lib/i18n.ts'
import type { ListType } from '../../lib/paths.ts'

/** A listing whole. The edge puts it into the page's first data under this key; the inbox makes it stale under the same. */
export const listingQuery = <Type extends ListType>(listType: Type, id: number) =>
  queryOptions({
    queryKey: ['listing', listType, id],
    queryFn: async ({ signal }): Promise<Listings[Type]> => {
      const query = { listType, id: String(id) }
      return (await (await listings.getListing.$get({ query }, { init: { signal } })).json()) as Listings[Type]
    },
  })

/** Cities of a country whose name begins like this in some language; the largest ones for an empty text. */
export async function findCities(country: string, text: string): Promise<CityFound[]> {
  const query = { country, text, lang: locale() }
  return (await (await listings.queryCities.$get({ query })).json()).cities
}
