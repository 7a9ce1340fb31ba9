import { sql } from 'drizzle-orm'
import { COUNTRIES } from '../shared/countries.schema.ts'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { cityKey } from './cities.schema.ts'
import { findCountryCode } from './country-names.ts'

/** The location to filter listings by: an ISO country code and a GeoNames id of a city. Undefined means anywhere. */
export interface PlaceFilter {
  country: string | undefined
  city: number | undefined
}

const unknownPlace = (path: string) => new ApiError('invalid_body', { path, rule: 'unknown' })

/**
 * Resolves a country (code or name) and a city (id or any of its names). If several cities have the name, the largest is used, within
 * the country if one is given. Throws `invalid_body` for an unknown name, because ignoring it would return listings from anywhere. Unknown
 * two-letter codes mean anywhere: Cloudflare uses `XX` and `T1` for visitors without a country.
 */
export async function resolvePlace(db: Database, request: { country: string; city: string }): Promise<PlaceFilter> {
  const countryText = request.country.trim()
  const country = findCountryCode(countryText) ?? undefined
  if (countryText && !country && !/^[a-z][a-z0-9]$/i.test(countryText)) throw unknownPlace('country')
  const cityText = request.city.trim()
  if (!cityText) return { country, city: undefined }
  if (/^[1-9]\d{0,9}$/.test(cityText)) return { country, city: Number(cityText) }
  const key = cityKey(cityText)
  const countries = sql.join(
    (country ? [country] : COUNTRIES).map((code) => sql`${code}`),
    sql`, `,
  )
  const [found] = (await db.all(sql`select city_id as id from city_names
    where country in (${countries}) and key = ${key} order by population desc, city_id limit 1`)) as { id: number }[]
  if (!key || !found) throw unknownPlace('city')
  return { country, city: found.id }
}
