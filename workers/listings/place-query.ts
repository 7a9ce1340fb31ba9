import { sql } from 'drizzle-orm'
import { COUNTRIES } from '../shared/countries.schema.ts'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { cityKey } from './cities.schema.ts'
import { countryNamed } from './country-names.ts'

/** Where listings are asked for: an ISO code and a GeoNames id; undefined is anywhere. */
export interface PlaceAsked {
  country: string | undefined
  city: number | undefined
}

const unknown = (path: string) => new ApiError('invalid_body', { path, rule: 'unknown' })

/**
 * A place as people name it: a country by code or name, a city by id or by any of its names. Of cities with one name it is the largest, in
 * the country where one is told. Throws `invalid_body` for a name nobody goes by: to leave it out would answer listings from anywhere. Of
 * codes only the network's own for no country (`XX`, `T1`) mean anywhere.
 */
export async function placeAsked(db: Database, asked: { country: string; city: string }): Promise<PlaceAsked> {
  const land = asked.country.trim()
  const country = countryNamed(land) ?? undefined
  if (land && !country && !/^[a-z][a-z0-9]$/i.test(land)) throw unknown('country')
  const name = asked.city.trim()
  if (!name) return { country, city: undefined }
  if (/^[1-9]\d{0,9}$/.test(name)) return { country, city: Number(name) }
  const key = cityKey(name)
  const lands = sql.join(
    (country ? [country] : COUNTRIES).map((code) => sql`${code}`),
    sql`, `,
  )
  const [found] = (await db.all(sql`select city_id as id from city_names
    where country in (${lands}) and key = ${key} order by population desc, city_id limit 1`)) as { id: number }[]
  if (!key || !found) throw unknown('city')
  return { country, city: found.id }
}
