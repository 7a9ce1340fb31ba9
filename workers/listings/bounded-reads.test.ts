import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import type { ListingPage } from './listings.schema.ts'
import { MAX_CHECKED } from './search/candidates.ts'
import { listings } from './tables.ts'
import { ask, createCity, publish, publishEvent, publishJob, serviceDraft, testEnv } from './testing.ts'

const db = database(testEnv)
let user: TestUser
beforeAll(async () => {
  user = await signedIn(testEnv)
})

/** The ids of all pages of a list, of the listings of `user`. */
async function findIds(params: Record<string, string>): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await ask('GET', `query?${new URLSearchParams({ ...params, ...(cursor && { cursor }) })}`)
    const { services, next } = (await answer.json()) as ListingPage
    ids.push(...services.filter(({ poster }) => poster.userId === user.id).map(({ id }) => id))
    cursor = next
  }
  return ids
}

const TITLE = 'Behind the others'
const IN_INDEX = '"s0~countrypn"'
/**
 * Stores newer listings of the same country, Pitcairn, where no other test has any. They match no other filter, and are hidden, so that they
 * change no other list.
 */
async function hideBehind(id: number, count: number): Promise<void> {
  const [row] = await db.select().from(listings).where(eq(listings.id, id))
  const { id: _, ...copy } = row!
  const others = { options: '{}', priceUsd: 0, createdAt: now() - 7 * 86_400 }
  const hidden = { ...copy, ...others, title: TITLE, enabled: false, idempotencyKey: null }
  for (let left = count; left > 0; left -= 500) await db.insert(listings).values(Array(Math.min(left, 500)).fill(hidden))
  await db.run(sql`insert into search_terms (rowid, terms) select id, 's0~countrypn' from listings
    where title = ${TITLE} and id > (select max(rowid) from search_terms where search_terms match ${IN_INDEX})`)
}
afterAll(async () => {
  await db.run(sql`delete from search_terms where rowid in (select id from listings where title = ${TITLE})`)
  await db.delete(listings).where(eq(listings.title, TITLE))
})

describe('a list with filters that no index knows', () => {
  it('reads a limited number of listings for a page, however many there are', async () => {
    const id = await publish(user, { local: true, country: 'PN', city: await createCity('PN', 'Adamstown', null) })
    const find = (filter: Record<string, string>) => findIds({ country: 'PN', ...filter })
    await hideBehind(id, MAX_CHECKED - 1)
    const filters: Record<string, string>[] = [{ delivery: '30' }, { minPrice: '1' }, { within: '1' }]
    for (const filter of filters) expect(await find(filter)).toEqual([id])
    await hideBehind(id, 1)
    for (const filter of filters) expect(await find(filter)).toEqual([])
    expect(await find({})).toEqual([id])
    expect(await find({ userId: String(user.id), delivery: '30' })).toEqual([id])
  })

  it('finds what has all of them, in the languages of the reader first, over several pages', async () => {
    const city = await createCity('IS', 'Vik', null)
    const at = { category: 'video', subCategory: 'editing', local: true, country: 'IS', city } as const
    const plan = (delivery: number) => ({ options: { Basic: { ...serviceDraft([]).options.Basic!, delivery } } })
    const [english, slow, japanese] = [
      await publish(user, { ...at, ...plan(3), lang: 'en' }),
      await publish(user, { ...at, ...plan(30), lang: 'en' }),
      await publish(user, { ...at, ...plan(3), lang: 'ja' }),
    ]
    const elsewhere = await publish(user, { category: 'video', ...plan(3) })
    const here = { category: 'video', country: 'IS' }
    expect(await findIds({ ...here, languages: 'en' })).toEqual([slow, english, japanese])
    expect(await findIds({ ...here, languages: 'ko', delivery: '3' })).toEqual([japanese, english])
    expect(await findIds({ ...here, lang: 'en' })).toEqual([slow, english])
    expect(await findIds({ country: 'IS', subCategory: 'editing' })).toEqual([japanese, slow, english])
    expect(await findIds({ category: 'video', delivery: '3', languages: 'en,ja,ko' })).toEqual([elsewhere, japanese, english])
    expect(await findIds({ ...here, cursor: `0.${slow}` })).toEqual([english])
  })

  it('has the pay of jobs, and sorts events by their end', async () => {
    const pay = (amount: number) => ({ category: 'writer', salary: { amount, currency: 'JPY', period: 'month' } }) as const
    const [low, high] = [await publishJob(user, pay(200_000)), await publishJob(user, pay(400_000))]
    const paid = { type: 'jobs', category: 'writer', currency: 'JPY', period: 'month' }
    expect(await findIds({ ...paid, minSalary: '100000' })).toEqual([high, low])
    expect(await findIds({ ...paid, minSalary: '300000' })).toEqual([high])
    const inDays = (days: number) => ({ category: 'film', event_date: now() + days * 86_400 })
    const [late, soon, next] = [
      await publishEvent(user, inDays(29)),
      await publishEvent(user, inDays(3)),
      await publishEvent(user, inDays(15)),
    ]
    expect(await findIds({ type: 'events', category: 'film' })).toEqual([soon, next, late])
    const [from, to] = [String(now() + 10 * 86_400), String(now() + 20 * 86_400)]
    expect(await findIds({ type: 'events', category: 'film', from })).toEqual([next, late])
    expect(await findIds({ type: 'events', category: 'film', from, to })).toEqual([next])
    const [row] = await db.select({ endsAt: listings.endsAt }).from(listings).where(eq(listings.id, soon))
    expect(await findIds({ type: 'events', category: 'film', cursor: `${row!.endsAt}.${soon}` })).toEqual([next, late])
  })
})
