import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import type { CityFound } from './cities.schema.ts'
import { cityKey } from './cities.schema.ts'
import { cities, cityNames } from './tables.ts'
import { ask, testEnv } from './testing.ts'

const db = database(testEnv)
const query = (country: string, text: string, lang = 'en') => ask('GET', `queryCities?${new URLSearchParams({ country, text, lang })}`)
const findNames = async (country: string, text: string, lang?: string) =>
  ((await (await query(country, text, lang)).json()) as { cities: CityFound[] }).cities.map(({ name }) => name)

const CITIES: [id: number, country: string, name: string, nameJa: string | null, population: number, keys: string[]][] = [
  [1, 'FR', 'Saint-Étienne', 'サンテティエンヌ', 176_280, ['Saint-Étienne', 'Saint-Etienne', 'サンテティエンヌ']],
  [2, 'FR', 'Saint-Denis', null, 96_128, ['Saint-Denis']],
  [3, 'FR', 'Saintes', null, 31_000, ['Saintes']],
  [4, 'JP', 'Kanazawa', '金沢', 458_937, ['Kanazawa', '金沢', 'かなざわ', 'カナザワ']],
  [5, 'JP', 'Kamakura', '鎌倉', 166_016, ['Kamakura', '鎌倉', 'かまくら']],
  [6, 'DE', 'Gießen', null, 74_000, ['Gießen', 'Giessen']],
  [7, 'US', 'Saint Paul', null, 300_000, ['Saint Paul']],
]

describe('queryCities', () => {
  it.each([
    '',
    'country=XX',
    'country=J',
    'country=JP%27--',
    'country=JP&lang=xx',
    'country=JP&cityId=tokyo',
    'cityId=4',
    `country=JP&text=${'x'.repeat(101)}`,
  ])('refuses the query %j', async (bad) => expect((await ask('GET', `queryCities?${bad}`)).status).toBe(422))

  it('finds cities of a country by the beginning of a name in any language, largest first', async () => {
    await db.insert(cities).values(CITIES.map(([id, country, name, nameJa, population]) => ({ id, country, name, nameJa, population })))
    const names = CITIES.flatMap(([cityId, country, , , population, keys]) =>
      [...new Set(keys.map(cityKey))].map((key) => ({ cityId, country, key, population })),
    )
    await db.insert(cityNames).values(names)
    expect(await findNames('FR', 'saint')).toEqual(['Saint-Étienne', 'Saint-Denis', 'Saintes'])
    expect(await findNames('fr', ' SAINT ÉT')).toEqual(['Saint-Étienne'])
    expect(await findNames('FR', 'saint et', 'ja')).toEqual(['サンテティエンヌ'])
    expect(await findNames('FR', 'サンテ')).toEqual(['Saint-Étienne'])
    expect(await findNames('JP', 'ka', 'ja')).toEqual(['金沢', '鎌倉'])
    for (const text of ['金', 'かな', 'カナ', 'ｶﾅ', 'Kana']) expect(await findNames('JP', text, 'ja')).toEqual(['金沢'])
    for (const text of ['Gießen', 'giess', 'GIES']) expect(await findNames('DE', text)).toEqual(['Gießen'])
    expect(await findNames('US', 'saint')).toEqual(['Saint Paul'])
    expect(await findNames('FR', 'nowhere')).toEqual([])
    expect(await findNames('FR', "saint%' or 1=1 --")).toEqual([])
    expect(await findNames('FR', '')).toEqual(['Saint-Étienne', 'Saint-Denis', 'Saintes'])
    const [first] = ((await (await query('JP', 'kanazawa', 'ja')).json()) as { cities: CityFound[] }).cities
    expect(first).toEqual({ cityId: 4, name: '金沢', en: 'Kanazawa', ja: '金沢' })
    // A city can be read by its id, but only with its own country.
    expect(await (await ask('GET', 'queryCities?country=JP&cityId=4')).json()).toEqual({ cities: [{ ...first, name: 'Kanazawa' }] })
    for (const none of ['country=FR&cityId=4', 'country=JP&cityId=999'])
      expect(await (await ask('GET', `queryCities?${none}`)).json()).toEqual({ cities: [] })
    expect((await query('JP', 'ka')).headers.get('cache-control')).toBe('public, max-age=60')
  })

  it('uses an index', async () => {
    const plan = (
      await db.$client.execute("explain query plan select city_id from city_names where country = 'JP' and key >= 'ka' and key < 'kb'")
    ).rows
      .map(({ detail }) => String(detail))
      .join()
    expect(plan).toMatch(/SEARCH city_names USING .*INDEX .*country=\? AND key>\? AND key<\?/)
  })
})
