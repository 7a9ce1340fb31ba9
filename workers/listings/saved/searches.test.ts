import { createExecutionContext } from 'cloudflare:test'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { notificationSettings, notifications } from '../../notifications/tables.ts'
import { database } from '../../shared/db.ts'
import { now } from '../../shared/ids.ts'
import { raceBefore } from '../../shared/racing.testing.ts'
import { users } from '../../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../../shared/testing.ts'
import { eraseUser } from '../erase-user.ts'
import { ListingsRpc } from '../index.ts'
import { savedMatches, savedSearches } from '../saved-tables.ts'
import { changedListings } from '../tables.ts'
import { ask, createCity, publish, publishEvent, publishJob, testEnv } from '../testing.ts'
import { matchSearches, SEARCHES_PER_RUN, selectNew } from './match-searches.ts'
import { deleteOldMatches, notifyMatches } from './notify-matches.ts'
import { type Alert, nextMorning, type SavedMatchPage, type SavedSearch, SEARCH_LIMITS } from './searches.schema.ts'

const db = database(testEnv)
const DAY = 86_400
let seller: TestUser
let me: TestUser
beforeEach(async () => {
  // Another one each time, because a seller may publish only some listings an hour.
  seller = await signedIn(testEnv, { name: 'Kenji Sato' })
  // The searches of other tests would take up the runs of this one.
  await db.delete(savedSearches)
  await db.delete(savedMatches)
  me = await signedIn(testEnv)
})

const post = (as: TestUser | undefined, call: string, body: unknown) => ask('POST', call, { body, ...(as && { as }) })
const json = async <T>(answer: Response | Promise<Response>) => (await (await answer).json()) as T
const saveSearch = (as: TestUser | undefined, query: object, alert: Alert = 'now', name = 'Logos') =>
  post(as, 'saveSearch', { query, name, alert, timeZone: 'Asia/Tokyo' })
const save = async (as: TestUser, ...rest: [object, Alert?, string?]) =>
  (await json<{ search: SavedSearch }>(saveSearch(as, ...rest))).search
const searchesOf = async (as: TestUser) => (await json<{ searches: SavedSearch[] }>(ask('GET', 'getSavedSearches', { as }))).searches
const matchesOf = async (as: TestUser) => (await json<SavedMatchPage>(ask('GET', 'getMatches', { as }))).matches
const foundBy = async (as: TestUser) => (await matchesOf(as)).map(({ card }) => card.id)
/** Runs what the cron runs. */
const run = async (at = now()) => {
  await matchSearches(db, at)
  await notifyMatches(db, testEnv, at)
}
const notificationsOf = async ({ id }: TestUser) =>
  (
    await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, id), eq(notifications.kind, 'newMatches')))
  ).map(({ params, readAt, mailDue }) => ({
    ...(JSON.parse(params) as { title: string; count: number; listings: number[] }),
    readAt,
    mailDue,
  }))
const unique = () => `zq${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`

describe('saved searches of others', () => {
  it('need a session', async () => {
    for (const call of ['getSavedSearches', 'getMatches']) expect(await codeOf(await ask('GET', call))).toBe('unauthorized')
    for (const call of ['saveSearch', 'changeSavedSearch', 'deleteSavedSearch', 'markMatchesSeen'])
      expect(await codeOf(await post(undefined, call, {}))).toBe('unauthorized')
  })

  it('cannot be changed, deleted or marked as seen', async () => {
    const [stranger, word] = [await signedIn(testEnv), unique()]
    const search = await save(me, { text: word })
    const listing = await publish(seller, { title: `A sign of ${word}` })
    await run()
    const change = { id: search.id, name: 'Mine', alert: 'never', timeZone: 'Asia/Tokyo' }
    expect(await codeOf(await post(stranger, 'changeSavedSearch', change))).toBe('not_found')
    await post(stranger, 'deleteSavedSearch', { id: search.id })
    const [match] = await matchesOf(me)
    await post(stranger, 'markMatchesSeen', { upTo: match!.id })
    expect(await searchesOf(me)).toEqual([{ ...search, unseen: 1 }])
    expect([await foundBy(me), await foundBy(stranger), (await matchesOf(me))[0]!.isNew]).toEqual([[listing], [], true])
  })
})

it('alerts do not wait for another part of the cron that fails', async () => {
  const word = unique()
  await save(me, { text: word })
  await db.insert(changedListings).values({ listingId: await publish(seller, { title: `A sign of ${word}` }), at: now() })
  const env = { ...testEnv, INDEXNOW_KEY: 'key-for-tests', APP_ORIGINS: 'no address' }
  await expect(new ListingsRpc(createExecutionContext(), env).tick(now())).rejects.toThrow('Invalid URL')
  expect(await notificationsOf(me)).toMatchObject([{ count: 1 }])
  await db.delete(changedListings)
})

describe('saveSearch', () => {
  it.each([
    ['nothing to search', {}],
    ['only an order', { sort: 'newest' }],
    ['a text that is too short', { text: 'a' }],
    ['an unknown category', { category: 'nothing' }],
    ['a category of another type', { type: 'JOBS', category: 'meetup' }],
    ['a subcategory without a category', { text: 'logo', subCategory: 'logo' }],
    ['an unknown city', { text: 'logo', city: 'Nowhere at all' }],
    ['a wrong price', { text: 'logo', minPrice: '-1' }],
    ['a wrong type', { text: 'logo', type: 'STORES' }],
  ])('rejects %s and stores nothing', async (_, query) => {
    expect((await saveSearch(me, query)).status).toBe(422)
    expect(await searchesOf(me)).toEqual([])
  })

  it('rejects a wrong name, alert or time zone', async () => {
    const body = { query: { text: 'logo' }, name: 'Logos', alert: 'now', timeZone: 'Asia/Tokyo' }
    for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(81) }, { alert: 'hourly' }, { timeZone: 'Mars/Base' }])
      expect((await post(me, 'saveSearch', { ...body, ...wrong })).status).toBe(422)
  })

  it('stores places by code and id, and the same search once, with its newest name and alert', async () => {
    const city = await createCity('JP', 'Otaruzaka', '小樽坂')
    const query = { type: 'JOBS', text: ' logo ', local: 'true', country: 'Japan', city: String(city), minPrice: '5000000' }
    await save(me, query, 'now')
    const search = await save(me, query, 'daily', 'Near me')
    expect(search).toMatchObject({ name: 'Near me', alert: 'daily', unseen: 0 })
    expect(search.query).toEqual({
      type: 'jobs',
      text: 'logo',
      category: '',
      subCategory: '',
      local: true,
      country: 'JP',
      city: String(city),
      minPrice: 5_000_000,
      sort: 'best',
    })
    expect(await searchesOf(me)).toEqual([search])
  })

  it('rejects one search more than the limit, but changes one that is saved', async () => {
    const rows = Array.from({ length: SEARCH_LIMITS.searches - 1 }, (_, i) => ({
      userId: me.id,
      name: 'x',
      query: `{"text":"${i}"}`,
      alert: 'never',
      timeZone: 'UTC',
      seen: 0,
      createdAt: 1,
    }))
    await db.insert(savedSearches).values(rows)
    await save(me, { text: 'logo' })
    expect(await codeOf(await saveSearch(me, { text: 'poster' }))).toBe('saved_search_limit')
    expect((await save(me, { text: 'logo' }, 'never')).alert).toBe('never')
  })

  it('leaves no row if the account is deleted during the call', async () => {
    const race = raceBefore('insert into saved_searches', async () => {
      await db.update(users).set({ deletedAt: now() }).where(eq(users.id, me.id))
    })
    expect(await codeOf(await saveSearch(me, { text: 'logo' }))).toBe('unauthorized')
    race.restore()
    expect(race.happened).toBe(true)
    expect(await db.select().from(savedSearches).where(eq(savedSearches.userId, me.id))).toEqual([])
  })
})

describe('an alert at once', () => {
  it('has what was published later, once, and is one notification for all searches and categories', async () => {
    const word = unique()
    const old = await publish(seller, { title: `An old sign of ${word}` })
    await save(me, { text: word }, 'now', 'Signs')
    await save(me, { type: 'SERVICES', category: 'design' }, 'now', 'Design')
    await save(me, { type: 'JOBS', category: 'illustrator' }, 'now', 'Illustration')
    const both = await publish(seller, { title: `A new sign of ${word}` })
    const job = await publishJob(seller)
    await run()
    await run()
    expect((await foundBy(me)).sort()).toEqual([both, job].sort())
    expect(await foundBy(me)).not.toContain(old)
    const [notification, ...others] = await notificationsOf(me)
    expect(others).toEqual([])
    expect(notification).toMatchObject({ count: 2, listings: [job, both].sort((a, b) => b - a) })
    expect(notification!.title.split(', ')).toHaveLength(2)
  })

  it('leaves out own, hidden and deleted listings, and events that are over', async () => {
    const word = unique()
    await save(me, { type: 'all', text: word })
    const title = `A sign of ${word}`
    await publish(me, { title })
    await publish(seller, { title, enabled: false })
    const [hidden, deleted, over] = [
      await publish(seller, { title }),
      await publish(seller, { title }),
      await publishEvent(seller, { title }),
    ]
    await post(seller, 'toggleService', { serviceId: hidden, enabled: false })
    await post(seller, 'deleteListing', { id: deleted })
    await db.run(sql`update listings set ends_at = ${now() - 1} where id = ${over}`)
    await run()
    expect([await foundBy(me), await notificationsOf(me)]).toEqual([[], []])
  })

  it('has a listing when it is first shown, but not again after it was hidden', async () => {
    const word = unique()
    await save(me, { text: word })
    const listing = await publish(seller, { title: `A sign of ${word}`, enabled: false })
    await run()
    expect(await foundBy(me)).toEqual([])
    const show = (enabled: boolean) => post(seller, 'toggleService', { serviceId: listing, enabled })
    await show(true)
    await run()
    expect(await foundBy(me)).toEqual([listing])
    await db.delete(savedMatches)
    await show(false)
    await show(true)
    await run()
    expect(await foundBy(me)).toEqual([])
  })

  it('applies the filters of the search, but not those by rating and age', async () => {
    const word = unique()
    await save(me, { text: word, category: 'design', maxPrice: '100000000', rating: '4', within: '7' })
    const options = (price: number) => ({ Basic: { price, delivery: 7, description: 'One direction, two rounds.', features: [] } })
    const cheap = await publish(seller, { title: `A sign of ${word}`, options: options(50_000_000) })
    await publish(seller, { title: `A sign of ${word}`, options: options(200_000_000) })
    await run()
    expect(await foundBy(me)).toEqual([cheap])
  })

  it('counts unseen matches together in one unread notification, and starts from zero once they are seen', async () => {
    const word = unique()
    const search = await save(me, { text: word })
    await db
      .update(users)
      .set({ email: `aiko${me.id}@example.com` })
      .where(eq(users.id, me.id))
    await publish(seller, { title: `One sign of ${word}` })
    await run()
    const [first] = await notificationsOf(me)
    await publish(seller, { title: `Two signs of ${word}` })
    await run()
    const [second, ...others] = await notificationsOf(me)
    expect([first!.count, second!.count, others]).toEqual([1, 2, []])
    expect(second!.mailDue).toBe(first!.mailDue)
    expect((await searchesOf(me))[0]!.unseen).toBe(2)
    const [newest] = await matchesOf(me)
    await post(me, 'markMatchesSeen', { upTo: newest!.id })
    expect((await searchesOf(me))[0]!.unseen).toBe(0)
    const third = await publish(seller, { title: `Three signs of ${word}` })
    await run()
    expect(await notificationsOf(me)).toMatchObject([{ count: 1, listings: [third], title: search.name }])
  })

  it('that was seen before its notification waits for nothing, so that it takes no place of others', async () => {
    const word = unique()
    await save(me, { text: word })
    await publish(seller, { title: `A sign of ${word}` })
    await matchSearches(db)
    const [match] = await matchesOf(me)
    await post(me, 'markMatchesSeen', { upTo: match!.id })
    await notifyMatches(db, testEnv)
    expect(await notificationsOf(me)).toEqual([])
    expect(await db.select({ notified: savedMatches.notified }).from(savedMatches)).toEqual([{ notified: true }])
  })

  it('is not lost if the database cannot be reached for a moment', async () => {
    const word = unique()
    await save(me, { text: word })
    const listing = await publish(seller, { title: `A sign of ${word}` })
    const realFetch = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input as Request, init)
      if ((await request.clone().text()).includes('as searchId')) throw new TypeError('unreachable')
      return realFetch(request)
    })
    // A client takes the function when it is made.
    await expect(matchSearches(database(testEnv))).rejects.toThrow()
    vi.restoreAllMocks()
    await run()
    expect(await foundBy(me)).toEqual([listing])
  })

  it('is found in one pass over the index, and not by a look for each new listing', async () => {
    await save(me, { category: 'design', country: 'JP' })
    const [search] = await db.select().from(savedSearches).where(eq(savedSearches.userId, me.id))
    const plan = (await db.all(sql`explain query plan ${selectNew(search!, search!.seen + 10)}`)) as { detail: string }[]
    const reads = plan.map(({ detail }) => detail).filter((detail) => detail.includes('search_terms'))
    expect(reads).toHaveLength(1)
    // An equals sign stands for a look by the id.
    expect(reads[0]).not.toContain(':=')
  })

  it.each(['{', 'null', '[]', '{"text":"logo"}'])('stays possible for all others when one search is damaged: %s', async (query) => {
    const word = unique()
    const damaged = await save(me, { text: 'logo' })
    await db.update(savedSearches).set({ query }).where(eq(savedSearches.id, damaged.id))
    await save(me, { text: word })
    const listing = await publish(seller, { title: `A sign of ${word}` })
    await run()
    expect(await foundBy(me)).toEqual([listing])
    expect(await searchesOf(me)).toHaveLength(1)
  })

  it('continues in the next run when there are more searches than one run compares', async () => {
    const word = unique()
    const seen = (await db.all<{ n: number }>(sql`select coalesce(max(number), 0) as n from publications`))[0]!.n
    const query = JSON.stringify((await save(me, { text: word })).query)
    const others = await Promise.all(Array.from({ length: 3 }, () => signedIn(testEnv, { wallet: false })))
    const row = { name: 'x', alert: 'now', timeZone: 'UTC', createdAt: 1 }
    const older = Array.from({ length: SEARCHES_PER_RUN }, (_, i) => ({
      ...row,
      userId: others[i % 3]!.id,
      query: query.replace(word, `${word}${i}`),
      seen: seen - 1,
    }))
    await db.insert(savedSearches).values(older)
    const listing = await publish(seller, { title: `A sign of ${word}` })
    await run()
    expect(await foundBy(me)).toEqual([])
    await run()
    expect(await foundBy(me)).toEqual([listing])
  })

  it('finds nothing twice when runs overlap', async () => {
    const word = unique()
    await save(me, { text: word })
    await publish(seller, { title: `A sign of ${word}` })
    await Promise.all([run(), run(), run()])
    expect(await foundBy(me)).toHaveLength(1)
    expect(await notificationsOf(me)).toMatchObject([{ count: 1 }])
  })
})

describe('the other alerts', () => {
  it('a daily one waits for the morning in the time zone of the settings, and covers all searches', async () => {
    await db.insert(notificationSettings).values({ userId: me.id, timeZone: 'America/New_York' })
    const [one, other] = [unique(), unique()]
    await save(me, { text: one }, 'daily', 'One')
    await save(me, { text: other }, 'daily', 'Other')
    const ids = [await publish(seller, { title: `A sign of ${one}` }), await publish(seller, { title: `A sign of ${other}` })]
    await run()
    expect([await foundBy(me), await notificationsOf(me)]).toEqual([[], []])
    const morning = nextMorning('America/New_York', now())
    await run(morning - 1)
    expect(await foundBy(me)).toEqual([])
    await run(morning)
    expect((await foundBy(me)).sort()).toEqual(ids.sort())
    expect(await notificationsOf(me)).toMatchObject([{ count: 2 }])
    const rows = await db.select().from(savedSearches).where(eq(savedSearches.userId, me.id))
    for (const { dueAt } of rows) expect(dueAt).toBe(nextMorning('America/New_York', morning))
  })

  it('a notification waits for a daily search that is still to be compared', async () => {
    const [word, other] = [unique(), unique()]
    await save(me, { text: word })
    await save(me, { text: other }, 'daily')
    for (const one of [word, other]) await publish(seller, { title: `A sign of ${one}` })
    await matchSearches(db)
    const morning = nextMorning('Asia/Tokyo', now())
    await notifyMatches(db, testEnv, morning)
    expect(await notificationsOf(me)).toEqual([])
    await run(morning)
    expect(await notificationsOf(me)).toMatchObject([{ count: 2 }])
  })

  it('a daily one with an unknown time zone is sent at eight in UTC, and stops no other', async () => {
    const [word, other] = [unique(), unique()]
    const damaged = await save(me, { text: word }, 'daily')
    await save(me, { text: other }, 'daily')
    await db.update(savedSearches).set({ timeZone: 'Mars/Base' }).where(eq(savedSearches.id, damaged.id))
    const ids = [await publish(seller, { title: `A sign of ${word}` }), await publish(seller, { title: `A sign of ${other}` })]
    const morning = nextMorning('Asia/Tokyo', now())
    await run(morning)
    expect((await foundBy(me)).sort()).toEqual(ids.sort())
    const [row] = await db.select().from(savedSearches).where(eq(savedSearches.id, damaged.id))
    expect(row!.dueAt).toBe(nextMorning('UTC', morning))
  })

  it.each(['changeSavedSearch', 'saveSearch'])(
    'none is sent without one, and turning it on by %s does not report older listings',
    async (call) => {
      const word = unique()
      const { id, name } = await save(me, { text: word }, 'never')
      await publish(seller, { title: `A sign of ${word}` })
      await run()
      await post(me, call, { id, name, query: { text: word }, alert: 'now', timeZone: 'Asia/Tokyo' })
      await run()
      expect(await foundBy(me)).toEqual([])
      const later = await publish(seller, { title: `Another sign of ${word}` })
      await run()
      expect(await foundBy(me)).toEqual([later])
    },
  )
})

describe('matches', () => {
  it('have pages, the newest first, without gaps', async () => {
    const search = await save(me, { text: unique() })
    const ids: number[] = []
    for (let i = 0; i < 26; i++) ids.push(await publishJob(await signedIn(testEnv)))
    await db.insert(savedMatches).values(ids.map((listingId) => ({ userId: me.id, listingId, searchId: search.id, foundAt: now() })))
    const first = await json<SavedMatchPage>(ask('GET', 'getMatches', { as: me }))
    const second = await json<SavedMatchPage>(ask('GET', `getMatches?cursor=${first.next}`, { as: me }))
    expect([...first.matches, ...second.matches].map(({ card }) => card.id)).toEqual(ids.toReversed())
    expect([first.matches.length, second.next]).toEqual([24, null])
  })

  it('are left out once their listing is hidden, and deleted with their search, by age, and with an account', async () => {
    const [word, leaver] = [unique(), await signedIn(testEnv)]
    const search = await save(me, { text: word })
    const hidden = await publish(seller, { title: `A sign of ${word}` })
    const theirs = await publish(leaver, { title: `Their sign of ${word}` })
    await run()
    await post(seller, 'toggleService', { serviceId: hidden, enabled: false })
    expect([await foundBy(me), (await searchesOf(me))[0]!.unseen]).toEqual([[theirs], 1])
    await eraseUser(db, leaver.id)
    const rows = () => db.select().from(savedMatches).where(eq(savedMatches.userId, me.id))
    expect((await rows()).map(({ listingId }) => listingId)).toEqual([hidden])
    await db.update(savedMatches).set({ foundAt: now() - 31 * DAY })
    await deleteOldMatches(db)
    expect(await rows()).toEqual([])
    const again = await publish(seller, { title: `Again a sign of ${word}` })
    await run()
    expect(await foundBy(me)).toEqual([again])
    await post(me, 'deleteSavedSearch', { id: search.id })
    expect([await rows(), await searchesOf(me)]).toEqual([[], []])
  })
})
