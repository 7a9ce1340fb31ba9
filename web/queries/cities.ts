import type { City, CityFound } from '../../workers/listings/cities.schema.ts'
import { listings, queryClient } from '../lib/api.ts'
import { locale } from '../lib/i18n.ts'
import { keys } from '../lib/query-keys.ts'

/** A city by its GeoNames id; null if there is none. */
export const cityQuery = (country: string, cityId: string) => ({
  queryKey: keys.city(country, cityId),
  queryFn: async (): Promise<City | null> =>
    (await (await listings.queryCities.$get({ query: { country, cityId } })).json()).cities[0] ?? null,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Stores a city that was just chosen in the query cache. */
export const setCity = (country: string | null, city: City): unknown =>
  queryClient.setQueryData(keys.city(country, String(city.cityId)), city)

/** Cities of a country whose name in some language starts with `text`; for an empty text, the country's largest cities. */
export async function findCities(country: string, text: string): Promise<CityFound[]> {
  const query = { country, text, lang: locale() }
  return (await (await listings.queryCities.$get({ query })).json()).cities
}
