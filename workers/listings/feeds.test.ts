import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { follows } from '../auth/tables.ts'
import { orders } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { ListingPage } from './listings.schema.ts'
import { savedListings } from './saved-tables.ts'
import { listings } from './tables.ts'
import { ask, publish, testEnv } from './testing.ts'
import { trends } from './trend-tables.ts'
import { refreshTrends } from './trends.ts'

const db = database(testEnv)
const DAY = 86_400
const getPage = async (feed: string, options: { as?: TestUser; cursor?: string } = {}) =>
  (await (
    await ask('GET', `query?feed=${feed}${options.cursor ? `&cursor=${options.cursor}` : ''}`, options.as ? { as: options.as } : {})
  ).json()) as ListingPage
const idsOf = ({ services }: ListingPage) => services.map((card) => card.id)
/** Reads all pages of a feed. */
async function getAllIds(feed: string, as?: TestUser): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await getPage(feed, { ...(as && { as }), ...(cursor && { cursor }) })
    ids.push(...idsOf(page))
    if (!page.next) return ids
    cursor = page.next
  }
}

/** The row of an order, as the indexer stores it. */
const orderRow = (serviceId: number, buyerId: number, overrides: Partial<typeof orders.$inferInsert> = {}) => ({
  id: opaqueId(),
  chainId: 31337,
  contract: '0x1',
  orderId: opaqueId(),
  ref: '0x0',
  termsState: 'ok',
  serviceId,
  buyer: '0x2',
  seller: '0x3',
  buyerId,
  sellerId: 1,
  token: '0x4',
  price: '1',
  feeBps: 1000,
  delivery: 1,
  status: 0,
  statusAt: now(),
  createdAt: now() - DAY,
  terms: '{}',
  ...overrides,
})

/** Creates a user with `count` listings, inserted directly into the table. Returns the ids, oldest first. */
async function createSeller(count: number): Promise<{ user: TestUser; ids: number[] }> {
  const user = await signedIn(testEnv)
  const first = await publish(user)
  const [row] = await db.select().from(listings).where(sql`id = ${first}`)
  const { id: _, ...copy } = row!
  const more = await db
    .insert(listings)
    .values(Array.from({ length: count - 1 }, () => ({ ...copy, idempotencyKey: opaqueId() })))
    .returning({ id: listings.id })
  return { user, ids: [first, ...more.map(({ id }) => id)] }
}

describe('feeds', () => {
  it.each(['', 'newest', 'TRENDING'])('refuse the name %j', async (feed) =>
    expect((await ask('GET', `query?feed=${feed}`)).status).toBe(422),
  )
  it.each(['x', '1', '0.0', '1.-1', "1.1' or 1"])('refuse the cursor %j', async (cursor) =>
    expect((await ask('GET', `query?feed=trending&cursor=${encodeURIComponent(cursor)}`)).status).toBe(422),
  )

  it('the feed "news" lists published listings, newest first, page by page without repeats', async () => {
    const { user, ids } = await createSeller(30)
    await db.update(listings).set({ enabled: false }).where(sql`id = ${ids[29]}`)
    await db.update(listings).set({ deletedAt: 1 }).where(sql`id = ${ids[28]}`)
    const found = await getAllIds('news', user)
    expect(found.slice(0, 28)).toEqual(ids.slice(0, 28).reverse())
    expect(new Set(found).size).toBe(found.length)
  })

  it('the feed "following" requires a session, and is empty for a member who follows no other member', async () => {
    expect(await codeOf(await ask('GET', 'query?feed=following'))).toBe('unauthorized')
    expect(await getPage('following', { as: await signedIn(testEnv) })).toEqual({ services: [], next: null })
  })

  it('the feed "following" lists only published listings of followed members, newest first', async () => {
    const [me, one, two, other] = [await signedIn(testEnv), await createSeller(20), await createSeller(20), await createSeller(5)]
    await db.insert(follows).values([one, two].map(({ user }) => ({ followerId: me.id, followeeId: user.id, at: 1 })))
    await db.insert(follows).values({ followerId: other.user.id, followeeId: me.id, at: 1 })
    await db.update(listings).set({ enabled: false }).where(sql`id = ${two.ids[19]}`)
    expect(await getAllIds('following', me)).toEqual([...one.ids, ...two.ids.slice(0, 19)].sort((a, b) => b - a))
  })

  it('the feed "following" finds the listings of followed members with an index', async () => {
    const plan = (await db.all(sql`explain query plan select l.id from follows f cross join listings l
      where f.follower_id = 1 and l.user_id = f.followee_id and l.enabled and l.id < 99 order by l.id desc limit 25`)) as {
      detail: string
    }[]
    expect(plan.map(({ detail }) => detail).join('\n')).toMatch(/SEARCH f .*\nSEARCH l USING INDEX \w+ \(user_id=\?\)/)
  })
})

/** Computes the scores now, whatever the age of the stored ones. */
async function recompute() {
  await db.delete(trends)
  await refreshTrends(db)
}

describe('trending', () => {
  let ids: number[] = []
  let buyers: number[] = []
  beforeAll(async () => {
    await db.delete(orders)
    await db.delete(savedListings)
    ;({ ids } = await createSeller(60))
    buyers = await Promise.all(Array.from({ length: 4 }, async () => (await signedIn(testEnv)).id))
  })
  const [A, B, C, D, E, F, G, H] = [3, 7, 11, 15, 19, 23, 27, 31]

  it('lists the listings with the most buyers in the last seven days first, then the newest listings', async () => {
    const ordersOf = (index: number, ...buyerIndexes: number[]) => buyerIndexes.map((i) => orderRow(ids[index]!, buyers[i]!))
    await db.insert(orders).values([
      ...ordersOf(A!, 0, 1, 2),
      ...ordersOf(B!, 0, 1),
      // C has as many buyers as B and is newer, so it comes before B.
      ...ordersOf(C!, 2, 3),
      // A buyer counts once.
      ...ordersOf(D!, 0, 0, 0, 0),
      ...ordersOf(E!, 1),
      // These do not count: too old, without a matching quote, cancelled, rejected.
      ...[0, 1, 2, 3].map((i) => orderRow(ids[F!]!, buyers[i]!, { createdAt: now() - 7 * DAY - 60 })),
      ...[0, 1, 2, 3].map((i) => orderRow(ids[G!]!, buyers[i]!, { termsState: 'unknown' })),
      ...[0, 1].map((i) => orderRow(ids[H!]!, buyers[i]!, { status: 2 })),
      ...[2, 3].map((i) => orderRow(ids[H!]!, buyers[i]!, { status: 3 })),
    ])
    await recompute()
    const top = [A, C, B, E, D].map((index) => ids[index!]!)
    const rest = ids.filter((id) => !top.includes(id)).reverse()
    const found = await getAllIds('trending')
    expect(found.slice(0, 60)).toEqual([...top, ...rest])
    expect(new Set(found).size).toBe(found.length)
  })

  it('leaves out disabled listings', async () => {
    await db.update(listings).set({ enabled: false }).where(sql`id = ${ids[A!]}`)
    expect(idsOf(await getPage('trending'))).not.toContain(ids[A!])
    await db.update(listings).set({ enabled: true }).where(sql`id = ${ids[A!]}`)
    expect(idsOf(await getPage('trending'))[0]).toBe(ids[A!])
  })

  it.each([23, 24, 25, 49])('continues with the newest listings, without a gap, after %i trending listings', async (count) => {
    await db.delete(orders)
    await db.insert(orders).values(ids.slice(0, count).map((id) => orderRow(id, buyers[0]!)))
    await recompute()
    const found = await getAllIds('trending')
    expect(found.slice(0, 60)).toEqual([...ids.slice(0, count).reverse(), ...ids.slice(count).reverse()])
    expect(new Set(found).size).toBe(found.length)
  })

  it('has the same first page as the feed "news" if there are no orders', async () => {
    await db.delete(orders)
    await recompute()
    expect(idsOf(await getPage('trending'))).toEqual(idsOf(await getPage('news')))
  })

  it('counts saves of the last seven days, but a buyer counts more, and many saves not more than two buyers', async () => {
    const saves = (index: number, count: number, savedAt = now()) =>
      Array.from({ length: count }, (_, i) => ({ userId: 1_000_000 + i, listingId: ids[index]!, listId: 'x', title: 'x', savedAt }))
    await db.insert(savedListings).values([...saves(A!, 3), ...saves(B!, 40), ...saves(C!, 40, now() - 7 * DAY - 60)])
    await db.insert(orders).values([orderRow(ids[D!]!, buyers[0]!), ...[0, 1, 2].map((i) => orderRow(ids[E!]!, buyers[i]!))])
    await recompute()
    expect(idsOf(await getPage('trending')).slice(0, 4)).toEqual([E, B, D, A].map((index) => ids[index!]!))
  })

  it('computes the scores at most every ten minutes', async () => {
    await recompute()
    const before = idsOf(await getPage('trending'))
    await db.insert(orders).values([0, 1, 2, 3].map((i) => orderRow(ids[H!]!, buyers[i]!)))
    await refreshTrends(db)
    expect(idsOf(await getPage('trending'))).toEqual(before)
    await db.update(trends).set({ at: now() - 601 })
    await refreshTrends(db)
    expect(idsOf(await getPage('trending'))[0]).toBe(ids[H!])
  })
})
