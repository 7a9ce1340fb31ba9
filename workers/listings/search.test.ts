import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { users } from '../shared/tables.ts'
import { clearLimits, signedIn, type TestUser } from '../shared/testing.ts'
import { cityKey } from './cities.schema.ts'
import type { ListingPage, Related } from './listings.schema.ts'
import { indexPerson } from './search/people.ts'
import { cityNames } from './tables.ts'
import { ask, createCity, publish, publishEvent, publishJob, testEnv } from './testing.ts'

async function findPage(params: Record<string, string>, as?: TestUser): Promise<ListingPage> {
  const answer = await ask('GET', `query?${new URLSearchParams(params)}`, { as })
  expect(answer.status).toBe(200)
  return answer.json()
}
const findIds = async (params: Record<string, string>, as?: TestUser) => (await findPage(params, as)).services.map(({ id }) => id)

describe('query', () => {
  it('finds words, prefixes and Japanese words in any order, titles before descriptions, and titles with other words later', async () => {
    const user = await signedIn(testEnv)
    const text = (words: string) => `<p>${words} ${'and more about how it is made, by hand and with care. '.repeat(3)}</p>`
    const old = await publish(user, { title: 'Marzipan sculptures', category: 'illustration' })
    const body = await publish(user, { title: 'Wedding cakes', description: text('With marzipan, if you like.') })
    const young = await publish(user, { title: 'Tiny MARZIPAN animals' })
    const japanese = await publish(user, { title: '鯨の水墨画を描きます', description: text('墨') })
    expect(await findIds({ text: 'marzipan' })).toEqual([old, young, body])
    // The beginning of a word is looked for in titles and names only.
    expect(await findIds({ text: 'marzip' })).toEqual([young, old])
    expect(await findIds({ text: 'marzipan sculptures' })).toEqual([old, young])
    expect(await findIds({ text: 'marzipan', category: 'illustration' })).toEqual([old])
    for (const part of ['鯨', '水墨画', '墨画', '画を描', 'の水墨画を描きます', '鯨　水墨'])
      expect((await findIds({ text: part }))[0]).toBe(japanese)
    expect(await findIds({ text: '墨汁' })).toEqual([])
    expect((await findIds({ text: '画水墨' }))[0]).toBe(japanese)
  })

  it('distinguishes voiced and unvoiced kana', async () => {
    const user = await signedIn(testEnv)
    const id = await publish(user, { title: 'がまぐちの財布' })
    expect([await findIds({ text: 'がまぐち' }), await findIds({ text: 'かまくち' })]).toEqual([[id], []])
  })

  it('has no gaps or repeats between pages if a listing is added meanwhile', async () => {
    const user = await signedIn(testEnv)
    const all: number[] = []
    for (let i = 0; i < 30; i++) all.unshift(await publish(user, { title: `Porcelain teapot number ${i}` }))
    await clearLimits(testEnv, user.id, 'newListing')
    for (const params of [{ text: 'porcelain' }, { userId: String(user.id) }, { text: 'porcelain', userId: String(user.id) }] as Record<
      string,
      string
    >[]) {
      const first = await findPage(params)
      expect(first.services.map(({ id }) => id)).toEqual(all.slice(0, 24))
      const late = await publish(user, { title: 'A porcelain teapot that came late' })
      const second = await findPage({ ...params, cursor: first.next! })
      expect(second).toMatchObject({ next: null })
      expect(second.services.map(({ id }) => id)).toEqual(all.slice(24))
      await ask('POST', 'deleteListing', { as: user, body: { id: late, listType: 'services' } })
    }
  })

  it('lists matches in titles before matches in descriptions, across two pages without repeats', async () => {
    const user = await signedIn(testEnv)
    const description = `<p>${'A velociraptor made of paper, folded by hand from a single sheet. '.repeat(3)}</p>`
    for (let i = 0; i < 20; i++) await publish(user, { description })
    for (let i = 0; i < 10; i++) await publish(user, { title: `Velociraptor ${i}` })
    const first = await findPage({ text: 'velociraptor' })
    const second = await findPage({ text: 'velociraptor', cursor: first.next! })
    expect(first.services.slice(0, 10).every(({ title }) => title.startsWith('Velociraptor'))).toBe(true)
    expect([first.services.length, second.services.length, second.next]).toEqual([24, 6, null])
    expect(new Set([...first.services, ...second.services].map(({ id }) => id)).size).toBe(30)
  })

  it('shows disabled listings to their owner only', async () => {
    const [owner, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [on, off] = [await publish(owner), await publish(owner, { enabled: false })]
    const userId = String(owner.id)
    expect(await findIds({ userId }, owner)).toEqual([off, on])
    expect(await findIds({ userId, enabled: 'false' }, owner)).toEqual([off])
    for (const stranger of [other, undefined]) {
      expect(await findIds({ userId }, stranger)).toEqual([on])
      expect(await findIds({ userId, enabled: 'false' }, stranger)).toEqual([])
    }
  })

  it('accepts the type in upper and lower case, and refuses unknown types and invalid parameters', async () => {
    const user = await signedIn(testEnv)
    await publish(user)
    for (const type of ['SERVICES', 'services']) expect((await findIds({ type })).length).toBeGreaterThan(0)
    for (const type of ['JOBS', 'events']) expect(await findPage({ type, userId: String(user.id) })).toEqual({ services: [], next: null })
    for (const bad of ['type=STORES', 'cursor=1', 'cursor=0.1;drop', 'userId=me', 'enabled=maybe'])
      expect((await ask('GET', `query?${bad}`)).status).toBe(422)
    expect((await ask('POST', 'query', { body: {} })).status).toBe(405)
  })

  it('filters by online or local, by country and by city', async () => {
    const user = await signedIn(testEnv)
    const [oslo, bergen] = [await createCity('NO', 'Oslo', 'オスロ'), await createCity('NO', 'Bergen', null)]
    for (const [type, post] of [
      ['services', publish],
      ['jobs', publishJob],
      ['events', publishEvent],
    ] as const) {
      const at = (city: number) =>
        ({ local: true, country: 'NO', city, ...(type === 'events' && { eventType: 'IN_PERSON' }) }) as Record<string, unknown>
      const [online, one, other] = [await post(user), await post(user, at(oslo)), await post(user, at(bergen))]
      const seen = async (params: Record<string, string>) => {
        const all = await findIds({ type, userId: String(user.id), ...params })
        return [online, one, other].filter((id) => all.includes(id))
      }
      expect(await seen({})).toEqual([online, one, other])
      expect(await seen({ local: 'false' })).toEqual([online])
      expect(await seen({ local: 'true' })).toEqual([one, other])
      expect(await seen({ local: 'true', country: 'NO' })).toEqual([one, other])
      expect(await seen({ local: 'true', country: 'SE' })).toEqual([])
      expect(await findIds({ type, local: 'true', country: 'NO', city: String(bergen) })).toEqual([other])
      expect(await seen({ local: 'false', country: 'NO' })).toEqual([])
      expect(await seen({ local: 'false', city: String(oslo) })).toEqual([])
    }
    expect((await ask('GET', 'query?local=maybe')).status).toBe(422)
  })

  it('accepts a location by name, alias, code or id, and refuses unknown names', async () => {
    const user = await signedIn(testEnv)
    const [oslo, other] = [await createCity('NO', 'Oslo', 'オスロ'), await createCity('US', 'Oslo', null)]
    const names = (id: number, country: string, population: number, ...all: string[]) =>
      all.map((name) => ({ country, key: cityKey(name), cityId: id, population }))
    await database(testEnv)
      .insert(cityNames)
      .values([...names(oslo, 'NO', 700_000, 'Oslo', 'オスロ', 'Kristiania'), ...names(other, 'US', 300, 'Oslo')])
    const place = (country: string, city: number) => ({ local: true, country, city }) as Record<string, unknown>
    const [norway, america] = [await publish(user, place('NO', oslo)), await publish(user, place('US', other))]
    const seen = (params: Record<string, string>) => findIds({ type: 'services', userId: String(user.id), ...params })
    for (const country of ['NO', 'no', 'Norway', ' norway ', 'ノルウェー']) expect(await seen({ country })).toEqual([norway])
    for (const country of ['US', 'USA', 'United States', 'アメリカ', 'アメリカ合衆国']) expect(await seen({ country })).toEqual([america])
    for (const city of [String(oslo), 'Oslo', 'OSLO', 'おすろ', 'kristiania']) expect(await seen({ city })).toEqual([norway])
    expect(await seen({ city: 'Oslo', country: 'USA' })).toEqual([america])
    // Cloudflare's code for visitors without a country.
    expect(await seen({ country: 'XX' })).toEqual([america, norway])
    for (const [name, value] of [
      ['country', 'Norwegia'],
      ['country', '%'],
      ['city', 'Atlantis'],
      ['city', '🙂'],
      ['city', "Oslo' or 1=1 --"],
    ] as const) {
      const answer = await ask('GET', `query?${new URLSearchParams({ [name]: value })}`)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: name, rule: 'unknown' } } })
    }
    expect((await ask('GET', `query?country=${'x'.repeat(101)}`)).status).toBe(422)
  })

  it('accepts subcategory as an alias of subCategory', async () => {
    const user = await signedIn(testEnv)
    const [garden] = [await publish(user, { category: 'home', subCategory: 'garden' }), await publish(user, { category: 'home' })]
    const seen = (params: Record<string, string>) => findIds({ type: 'services', userId: String(user.id), ...params })
    expect(await seen({ subcategory: 'garden' })).toEqual([garden])
    expect(await seen({ subCategory: 'garden' })).toEqual([garden])
    expect(await seen({ subCategory: 'garden', subcategory: 'cleaning' })).toEqual([garden])
  })

  it('returns people whose name matches the text, each once', async () => {
    const [zenobia, other] = [await signedIn(testEnv, { name: 'Zenobia Quill' }), await signedIn(testEnv)]
    for (let i = 0; i < 2; i++) await publish(zenobia, { title: 'Letters by hand' })
    await publish(other, { title: 'A quill like that of Zenobia' })
    await indexPerson(database(testEnv), zenobia.id)
    const creators = [{ user_id: zenobia.id, name: 'Zenobia Quill', title: '', image: null, creator: null }]
    for (const type of ['SERVICES', 'ALL'])
      for (const text of ['zenobia', 'Quill zen']) expect((await findPage({ type, text })).creators).toEqual(creators)
    expect((await findPage({ text: 'letters' })).creators).toEqual([])
    expect(await findPage({ userId: String(zenobia.id) })).not.toHaveProperty('creators')
  })

  it('finds a person by their username only if they have a profile, which the hit leads to', async () => {
    const db = database(testEnv)
    const [quillon, nobody] = [await signedIn(testEnv, { name: 'Quillon Ash' }), await signedIn(testEnv, { name: '' })]
    for (const [user, username] of [
      [quillon, 'quokkafan_ash'],
      [nobody, 'quokkafan_two'],
    ] as const) {
      await db.update(users).set({ username }).where(eq(users.id, user.id))
      await indexPerson(db, user.id)
    }
    const person = { user_id: quillon.id, name: 'Quillon Ash', title: '', image: null, creator: null }
    expect((await findPage({ text: 'quokkafan' })).creators).toEqual([person])
  })

  it('suggests listings of every type, services first, without disabled ones', async () => {
    const user = await signedIn(testEnv)
    const suggest = async (text: string, as?: TestUser) => {
      const { services, next } = await findPage({ type: 'ALL', text }, as)
      expect(next).toBe(null)
      return services.map(({ listType, id }) => [listType, id])
    }
    const title = '琥珀の指輪をつくる amberings'
    const services: number[] = []
    for (let i = 0; i < 7; i++) services.unshift(await publish(user, { title }))
    const job = await publishJob(user, { title })
    expect(await suggest('琥珀')).toEqual([...services.slice(0, 5).map((id) => ['services', id]), ['jobs', job]])
    const events = [await publishEvent(user, { title }), await publishEvent(user, { title }), await publishEvent(user, { title })]
    const expected = [
      ...services.slice(0, 3).map((id) => ['services', id]),
      ['jobs', job],
      ...events
        .slice(1)
        .reverse()
        .map((id) => ['events', id]),
    ]
    for (const text of ['琥珀', '指輪', 'amberi', '琥珀 指輪']) expect(await suggest(text)).toEqual(expected)
    await publishJob(user, { title, enabled: false })
    expect(await suggest('琥珀', user)).toEqual(expected)
    for (const text of ['', ' ', 'a', '！']) expect(await suggest(text)).toEqual([])
  })

  it.each([
    '"',
    "' OR 1=1 --",
    'head:logo',
    'a* b*',
    'NEAR(x y)',
    '( ) AND',
    '^logo',
    '-logo',
    'NOT',
    '{head}:x',
    '\u0000logo',
    '%_',
    '日"本',
  ])('does not fail for the text %j', async (text) => void (await findPage({ text })))

  it('uses indexes for listing and searching', async () => {
    const explain = async (sql: string) =>
      (await database(testEnv).$client.execute(`explain query plan ${sql}`)).rows.map((row) => String(row.detail))
    const listed = await explain(
      "select id from listings where list_type = 'services' and deleted_at is null and enabled = 1 and id < 99 order by id desc limit 25",
    )
    expect(listed.join()).toContain('listings_newest')
    expect(listed.join()).not.toContain('TEMP B-TREE')
    for (const [where, index] of [
      ['local = 0', 'listings_local'],
      ["country = 'JP'", 'listings_country'],
      ['city_id = 7', 'listings_city'],
    ]) {
      const on = `deleted_at is null and enabled = 1 and ${where}`
      const newest = await explain(`select id from listings where list_type = 'jobs' and ${on} and id < 99 order by id desc limit 25`)
      expect(newest.join()).toContain(index)
      const soonest = await explain(
        `select id from listings where list_type = 'events' and ${on} and ends_at > 99 order by ends_at, id limit 25`,
      )
      expect(soonest.join()).toContain(index!.replace('_', '_upcoming_'))
      expect([...newest, ...soonest].join()).not.toContain('TEMP B-TREE')
    }
    const found = await explain(
      `select rowid from search_terms where search_terms match '"s1~logo" OR "s3~logo"' and rowid < 99 order by rowid desc limit 25`,
    )
    expect(found.join()).not.toContain('TEMP B-TREE')
  })
})

describe('related', () => {
  const related = async (id: number | string) => (await (await ask('GET', `related?id=${id}`)).json()) as Related
  const idsOf = ({ seller, related }: Related) => [seller, related].map((list) => list.map(({ id }) => id))

  it('returns other services of the seller, and services of other sellers with the same subcategory first', async () => {
    const [me, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const at = { category: 'home', subCategory: 'cleaning' }
    const id = await publish(me, at)
    const mine = [await publish(me), await publish(me, at)]
    const near = [await publish(other, at), await publish(other, { category: 'home', subCategory: 'garden' })]
    await publish(other, { category: 'design' })
    const found = await related(id)
    expect(idsOf(found)[0]).toEqual(mine.toReversed())
    expect(idsOf(found)[1]!.slice(0, 2)).toEqual([near[0], near[1]])
    expect(found.seller[0]).toMatchObject({ listType: 'services', poster: { userId: me.id } })

    // A disabled or deleted service is not shown as related, and has no related services.
    await ask('POST', 'toggleService', { as: me, body: { serviceId: mine[0], enabled: false } })
    await ask('POST', 'deleteListing', { as: other, body: { id: near[0] } })
    expect(idsOf(await related(id))[0]).toEqual([mine[1]])
    expect(idsOf(await related(id))[1]).not.toContain(near[0])
    await ask('POST', 'toggleService', { as: me, body: { serviceId: id, enabled: false } })
    expect(await related(id)).toEqual({ seller: [], related: [] })
    for (const bad of ['', '0', '-1', 'x', '99999999999']) expect((await ask('GET', `related?id=${bad}`)).status).toBe(422)
    expect(await related(2_000_000_000)).toEqual({ seller: [], related: [] })
  })

  it('uses an index', async () => {
    const plan = (await database(testEnv).$client.execute(`explain query plan
      select id from listings where category = (select 'home') and list_type = 'services' and enabled = 1 and deleted_at is null
      order by id desc limit 200`)) as unknown as { rows: { detail: string }[] }
    const details = plan.rows.map(({ detail }) => detail).join('; ')
    expect(details).toContain('listings_category')
    expect(details).not.toContain('TEMP B-TREE')
  })
})
