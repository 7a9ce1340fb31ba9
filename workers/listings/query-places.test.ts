import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { signedIn } from '../shared/testing.ts'
import type { Places } from './listings.schema.ts'
import { cities } from './tables.ts'
import { ask, createCity, publish, publishEvent, testEnv } from './testing.ts'

const find = async (params: Record<string, string>) => {
  const answer = await ask('GET', `queryPlaces?${new URLSearchParams(params)}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as Places).cities
}

describe('queryPlaces', () => {
  let [kyoto, lisbon, nowhere] = [0, 0, 0]
  beforeAll(async () => {
    const user = await signedIn(testEnv)
    const db = database(testEnv)
    kyoto = await createCity('JP', 'Kyoto', '京都市')
    lisbon = await createCity('PT', 'Lisbon', null)
    nowhere = await createCity('JP', 'Nowhere', null)
    await db.update(cities).set({ latitude: 35.02, longitude: 135.75 }).where(eq(cities.id, kyoto))
    await db.update(cities).set({ latitude: 38.72, longitude: -9.13 }).where(eq(cities.id, lisbon))
    const at = (country: string, city: number) => ({ local: true, country, city, category: 'hospitality' }) as const
    await publish(user, { ...at('JP', kyoto), title: 'Walks along the quiet canal' })
    await publish(user, { ...at('JP', kyoto), title: 'Tea beside the canal' })
    await publish(user, { ...at('PT', lisbon), title: 'A canal boat to sleep in' })
    await publish(user, { ...at('JP', nowhere), title: 'A canal without coordinates' })
    await publish(user, { title: 'A drawing of a canal' })
    await publishEvent(user, { title: 'Canal swimming', eventType: 'IN_PERSON', local: true, country: 'JP', city: kyoto })
  })

  it('counts local listings by city, the most first, with names and coordinates', async () => {
    expect(await find({ text: 'canal' })).toEqual([
      { cityId: kyoto, country: 'JP', en: 'Kyoto', ja: '京都市', latitude: 35.02, longitude: 135.75, count: 2 },
      { cityId: lisbon, country: 'PT', en: 'Lisbon', ja: 'Lisbon', latitude: 38.72, longitude: -9.13, count: 1 },
    ])
    expect((await find({ category: 'hospitality' })).map(({ count }) => count)).toEqual([2, 1])
  })

  it('applies the filters of a query', async () => {
    const found = async (params: Record<string, string>) => (await find({ text: 'canal', ...params })).map(({ en, count }) => [en, count])
    expect(await found({ country: 'PT' })).toEqual([['Lisbon', 1]])
    expect(await found({ type: 'events' })).toEqual([['Kyoto', 1]])
    expect(await found({ text: 'tea canal' })).toEqual([['Kyoto', 1]])
    expect(await found({ maxPrice: '1' })).toEqual([])
    expect(await found({ local: 'false' })).toEqual([])
    expect(await found({ text: 'c' })).toEqual([])
    expect([await found({ type: 'all' }), await found({ feed: 'news' })]).toEqual([[], []])
  })
})
