import { createExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { Categories } from './categories.schema.ts'
import { ListingsRpc } from './index.ts'
import type { ListType } from './list-types.schema.ts'
import type { ListingPage } from './listings.schema.ts'
import { categoryCounts, endedEvents, listings } from './tables.ts'
import { categoriesOf, findCategory, slugOf } from './taxonomy.schema.ts'
import { ask, publish, publishEvent, publishJob, testEnv } from './testing.ts'

const db = database(testEnv)
const find = async (listType: string, category = '') =>
  (await (await ask('GET', `getCategories?listType=${listType}${category && `&category=${category}`}`)).json()) as Categories
const countOf = async (listType: ListType, category: string, sub?: string) => {
  const { categories, subs } = await find(listType, category)
  return (sub ? subs! : categories).find(({ id }) => id === (sub ?? category))!.count
}
const tick = () => new ListingsRpc(createExecutionContext(), testEnv).tick(now())
const save = async (user: TestUser, call: string, product: object) => {
  const answer = await ask('POST', call, { as: user, body: { product } })
  expect(answer.status).toBe(200)
}
/** The counts that a count over all listings gives. */
const countAll = () =>
  db
    .select({
      listType: listings.listType,
      category: listings.category,
      subCategory: listings.subCategory,
      count: sql<number>`count(*)`,
    })
    .from(listings)
    .where(sql`enabled = 1 and deleted_at is null and (ends_at is null or ends_at > (select until from ended_events))`)
    .groupBy(listings.listType, listings.category, listings.subCategory)
    .orderBy(sql`1, 2, 3`)
const storedCounts = () => db.select().from(categoryCounts).where(sql`count <> 0`).orderBy(sql`1, 2, 3`)

describe('getCategories', () => {
  let user: TestUser
  beforeAll(async () => {
    user = await signedIn(testEnv)
  })

  it.each(['services', 'JOBS', 'events'])('answers all categories of %s in display order, with names in both languages', async (type) => {
    const { categories, subs } = await find(type)
    expect(categories.map(({ id }) => id)).toEqual(categoriesOf(type.toLowerCase() as ListType).map(({ id }) => id))
    expect(categories.every(({ en, ja, count }) => en && ja && count >= 0)).toBe(true)
    expect(subs).toBeNull()
  })

  it('answers the subcategories of a category, and none of an unknown one', async () => {
    expect((await find('services', 'design')).subs!.map(({ id }) => id)).toContain('logo')
    expect((await find('services', 'meetup')).subs).toBeNull()
    expect((await find('events', 'meetup')).subs).not.toBeNull()
  })

  it.each(['listType=shops', `category=${'x'.repeat(61)}`])('refuses %s', async (query) => {
    const answer = await ask('GET', `getCategories?${query}`)
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'invalid_body'])
  })

  it('counts a listing while it is published, in its category and subcategory', async () => {
    const counts = async () => [await countOf('services', 'photo'), await countOf('services', 'photo', 'food')]
    const [all, food] = (await counts()) as [number, number]
    const id = await publish(user, { category: 'photo', subCategory: 'food' })
    expect(await counts()).toEqual([all + 1, food + 1])
    const toggle = (enabled: boolean) => ask('POST', 'toggleService', { as: user, body: { serviceId: id, enabled } })
    await toggle(false)
    expect(await counts()).toEqual([all, food])
    await toggle(true)
    await toggle(true)
    expect(await counts()).toEqual([all + 1, food + 1])
    const [row] = await db.select().from(listings).where(eq(listings.id, id))
    await db.update(listings).set({ category: 'photo', subCategory: 'stock', title: row!.title }).where(eq(listings.id, id))
    expect(await counts()).toEqual([all + 1, food])
    await ask('POST', 'deleteListing', { as: user, body: { id } })
    expect(await counts()).toEqual([all, food])
  })

  it('takes an event out of the counts when it is over, once, and counts it again if it is moved', async () => {
    const before = await countOf('events', 'hackathon')
    const id = await publishEvent(user, { category: 'hackathon' })
    expect(await countOf('events', 'hackathon')).toBe(before + 1)
    // It ends just after the events that were taken out before, which other test files may have published.
    const [{ until } = { until: 0 }] = await db.select().from(endedEvents)
    await db
      .update(listings)
      .set({ endsAt: until + 1 })
      .where(eq(listings.id, id))
    expect(await countOf('events', 'hackathon')).toBe(before + 1)
    while (now() <= until) await scheduler.wait(50)
    await tick()
    expect(await countOf('events', 'hackathon')).toBe(before)
    await tick()
    await db.update(listings).set({ enabled: false }).where(eq(listings.id, id))
    expect(await countOf('events', 'hackathon')).toBe(before)
    await db
      .update(listings)
      .set({ enabled: true, endsAt: now() + 9999 })
      .where(eq(listings.id, id))
    expect(await countOf('events', 'hackathon')).toBe(before + 1)
  })

  it('has the counts of a count over all listings after any changes', async () => {
    const ids = [await publishJob(user, { category: 'qa' }), await publish(user), await publishEvent(user)]
    await save(user, 'addService', { id: ids[1], ...(await draftOf(ids[1]!)), category: 'audio', subCategory: 'lyrics' })
    await db.delete(listings).where(eq(listings.id, ids[0]!))
    // Other test files write at the same time, so both are read in one transaction.
    const [stored, counted] = await db.batch([storedCounts(), countAll()])
    expect(stored).toEqual(counted)
  })
})

const draftOf = async (id: number) => {
  const { title, descriptionPreview, description, options, media } = (await (
    await ask('GET', `getListing?listType=services&id=${id}`)
  ).json()) as { title: string; descriptionPreview: string; description: string; options: object; media: { id: string }[] }
  return { title, descriptionPreview, description, options, media: media.map((one) => one.id) }
}

describe('a list of a category', () => {
  const page = async (params: Record<string, string>) =>
    (await (await ask('GET', `query?${new URLSearchParams(params)}`)).json()) as ListingPage

  it('has the listings in the languages of the reader first, over several pages, each once', async () => {
    const user = await signedIn(testEnv)
    const first = await publish(user, { category: 'translation', subCategory: 'legal' })
    const [row] = await db.select().from(listings).where(eq(listings.id, first))
    const { id: _, ...copy } = row!
    const langs = Array.from({ length: 59 }, (_, i) => (i % 2 ? 'ja' : 'en'))
    await db.insert(listings).values(langs.map((lang) => ({ ...copy, lang, idempotencyKey: null })))
    const read = async (params: Record<string, string>) => {
      const cards = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer: ListingPage = await page({ category: 'translation', ...params, ...(cursor && { cursor }) })
        // Other test files may publish in the same category.
        cards.push(...answer.services.filter(({ poster }) => poster.userId === user.id))
        cursor = answer.next
      }
      return cards
    }
    const all = await read({})
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a))
    const japanese = await read({ languages: 'ja' })
    expect(japanese.map(({ lang }) => lang)).toEqual([...Array(29).fill('ja'), ...Array(31).fill('en')])
    expect(new Set(japanese.map(({ id }) => id)).size).toBe(60)
    expect((await read({ languages: 'ko,ja', subCategory: 'legal' })).map(({ id }) => id)).toEqual(japanese.map(({ id }) => id))
    expect((await read({ languages: 'ko' })).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect((await read({ lang: 'ja', languages: 'en' })).map(({ id }) => id)).toEqual(japanese.slice(0, 29).map(({ id }) => id))
    expect(await read({ subCategory: 'subtitles', languages: 'ja' })).toEqual([])
  })
})

describe('slugs of categories', () => {
  it.each(['services', 'jobs', 'events'] as const)('each category and subcategory of %s is found by its own slug', (type) => {
    for (const category of categoriesOf(type)) {
      expect(findCategory(type, slugOf(category.id))).toEqual({ category, sub: null })
      for (const [id, label] of Object.entries(category.subs))
        expect(findCategory(type, slugOf(category.id), slugOf(id))).toEqual({ category, sub: { id, label } })
      expect(slugOf(category.id)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
  })

  it('unknown slugs, and subcategories of other categories, are not found', () => {
    expect(findCategory('services', 'nothing')).toBeNull()
    expect(findCategory('jobs', 'ai_engineer')).toBeNull()
    expect(findCategory('services', 'design', 'unity')).toBeNull()
    expect(findCategory('services', 'design', 'toString')).toBeNull()
  })
})
