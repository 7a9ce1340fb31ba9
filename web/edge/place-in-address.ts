import { type CityFound, cityKey } from '../../workers/listings/cities.schema.ts'
import { findCountryCode } from '../../workers/listings/country-names.ts'
import type { Ask } from './pages.ts'

/** The GeoNames id of a city by a name in any language: the largest with this name, or else whose name begins so; null if there is none. */
async function findCityId(country: string, name: string, get: Ask['get']): Promise<string | null> {
  const query = new URLSearchParams({ country, text: name })
  const answer = await get('LISTINGS', `/api/listings/queryCities?${query}`).catch(() => null)
  if (!answer?.ok) return null
  const { cities } = (await answer.json()) as { cities: CityFound[] }
  const key = cityKey(name)
  const found = cities.find(({ en, ja }) => [en, ja].some((one) => cityKey(one ?? '') === key)) ?? cities[0]
  return found ? String(found.cityId) : null
}

/**
 * The query of an address whose place is named (`country=Japan&city=Kyoto`) with its code and id, which the pages of results read. Null if
 * there is nothing to replace; an unknown city is left out.
 */
export async function replacePlaceNames(search: URLSearchParams, get: Ask['get']): Promise<URLSearchParams | null> {
  const read = (name: string): string => (search.get(name) ?? '').trim().slice(0, 100)
  const [country, city] = [read('country'), read('city')]
  const code = country && findCountryCode(country)
  const isNamed = city !== '' && !/^\d+$/.test(city)
  if (!code || (code === country && !isNamed)) return null
  const replaced = new URLSearchParams(search)
  replaced.set('country', code)
  const id = isNamed ? await findCityId(code, city, get) : city
  if (id) replaced.set('city', id)
  else replaced.delete('city')
  return replaced
}
