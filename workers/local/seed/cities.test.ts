import { createClient } from '@libsql/client/http'
import { expect, it } from 'vitest'
import { cityKey } from '../../listings/cities.schema.ts'
import { testDatabase } from '../world/test-database.ts'
import { readCities, seedCities } from './cities.ts'

const cities = readCities()

it('the data contains well-known cities with their English and Japanese names', () => {
  expect(cities.length).toBeGreaterThan(120_000)
  const called = (country: string, name: string) =>
    cities.find((one) => one.country === country && one.name === name && one.population > 50_000)
  const japanese: [country: string, name: string, ja: string][] = [
    ['JP', 'Tokyo', '東京'],
    ['JP', 'Kobe', '神戸'],
    ['JP', 'Yokohama', '横浜'],
    ['JP', 'Naha', '那覇'],
    ['JP', 'Tsukuba', 'つくば'],
    ['JP', 'Yokkaichi', '四日市'],
    ['FR', 'Paris', 'パリ'],
    ['US', 'New York City', 'ニューヨーク'],
    ['CN', 'Shanghai', '上海'],
    ['KR', 'Seoul', 'ソウル'],
    ['DE', 'Munich', 'ミュンヘン'],
  ]
  expect(japanese.map(([country, name]) => [country, name, called(country, name)?.nameJa])).toEqual(japanese)
  expect(called('DE', 'Munich')!.keys).toEqual(expect.arrayContaining(['munich', 'munchen', 'muenchen', cityKey('ミュンヘン')]))
  expect(called('JP', 'Kobe')).toMatchObject({ latitude: 34.6913, longitude: 135.183 })
  expect(new Set(cities.map(({ id }) => id)).size).toBe(cities.length)
})

it('the script writes the cities into a database, and nothing when it runs again', async () => {
  const url = await testDatabase()
  const some = () => cities.slice(-12_000)
  const written = await seedCities(url, undefined, some)
  expect([written, await seedCities(url, undefined, some)]).toEqual([12_000, 0])
  // Older databases have the cities without coordinates.
  const db = createClient({ url })
  await db.execute('update cities set latitude = null, longitude = null')
  expect([await seedCities(url, undefined, some), await seedCities(url, undefined, some)]).toEqual([12_000, 0])
  expect((await db.execute('select count(*) as n from cities where latitude is null or longitude is null')).rows[0]!.n).toBe(0)
  const { rows } = await db.execute('select count(*) as n, count(distinct city_id) as m from city_names')
  expect(Number(rows[0]!.n)).toBeGreaterThan(written)
  expect(Number(rows[0]!.m)).toBe(written)
})
