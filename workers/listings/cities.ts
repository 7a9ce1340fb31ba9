import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { translationOf } from '../shared/locales.schema.ts'
import { valid } from '../shared/valid.ts'
import { CITIES_SHOWN, type CityFound, citiesRequest, cityKey } from './cities.schema.ts'
import type { ListingsEnv } from './env.ts'

/** The highest code point: appended to a prefix, it is the upper bound of all names with the prefix. */
const HIGHEST = '\u{10ffff}'

interface Row {
  id: number
  name: string
  nameJa: string | null
}

export const cityRoutes = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  /** Finds cities of a country by the beginning of their name in any language, largest first. */
  .get('/queryCities', valid('query', citiesRequest), async (c) => {
    const { cityId, country, text, lang } = c.req.valid('query')
    const key = cityKey(text)
    const columns = sql`select id, name, name_ja as nameJa`
    const query = cityId
      ? sql`${columns} from cities where id = ${cityId} and country = ${country}`
      : key
        ? sql`${columns} from (
          select city_id, max(population) as people from city_names
          where country = ${country} and key >= ${key} and key < ${key + HIGHEST}
          group by city_id order by people desc, city_id limit ${CITIES_SHOWN}
        ) join cities on id = city_id order by people desc, id`
        : sql`${columns} from cities where country = ${country} order by population desc, id limit ${CITIES_SHOWN}`
    const rows = (await database(c.env).all(query)) as Row[]
    const cities = rows.map(({ id, name, nameJa }): CityFound => {
      const names = { en: name, ja: nameJa ?? name }
      return { cityId: id, name: translationOf(names, lang), ...names }
    })
    c.header('cache-control', 'public, max-age=60')
    return c.json({ cities })
  })
