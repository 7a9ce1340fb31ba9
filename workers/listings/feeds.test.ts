import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { follows } from '../auth/tables.ts'
import { orders } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { ListingPage } from './listings.schema.ts'
import { listings } from './tables.ts'
import { areaEnv, ask, publish } from './testing.ts'

const db = database(areaEnv)
const DAY = 86_400
const page = async (feed: string, options: { as?: TestUser; cursor?: string } = {}) =>
  (await (
    await ask('GET', `query?feed=${feed}${options.cursor ? `&cursor=${options.cursor}` : ''}`, options.as ? { as: options.as } : {})
  ).json()) as ListingPage
const idsOf = ({ services }: ListingPage) => services.map((card) => card.id)
/** All pages of a feed. */
async function all(feed: string, as?: TestUser): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | undefined; ; ) {
    const one = await page(feed, { ...(as && { as }), ...(cursor && { cursor }) })
    ids.push(...idsOf(one))
    if (!one.next) return ids
    cursor = one.next
  }
}

/** An order as the chain would leave it. */
const order = (serviceId: number, buyerId: number, over: Partial<typeof orders.$inferInsert> = {}) => ({
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
  ...over,
})

/** Somebody with this many listings, straight into the table, oldest first. */
async function seller(count: number): Promise<{ user: TestUser; ids: number[] }> {
  const user = await signedIn(areaEnv)
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
  it.each(['', 'newest', 'TRENDING'])('there is none called %j', async (feed) =>
    expect((await ask('GET', `query?feed=${feed}`)).status).toBe(422),
  )
  it.each(['x', '1', '0.0', '1.-1', "1.1' or 1"])('there is no place %j in one', async (cursor) =>
    expect((await ask('GET', `query?feed=trending&cursor=${encodeURIComponent(cursor)}`)).status).toBe(422),
  )

  it('news are the newest on offer of everybody, page by page', async () => {
    const { user, ids } = await seller(30)
    await db.update(listings).set({ enabled: false }).where(sql`id = ${ids[29]}`)
    await db.update(listings).set({ deletedAt: 1 }).where(sql`id = ${ids[28]}`)
    const found = await all('news', user)
    expect(found.slice(0, 28)).toEqual(ids.slice(0, 28).reverse())
    expect(new Set(found).size).toBe(found.length)
  })

  it('nobody follows without a session, and following nobody shows nothing', async () => {
    expect(await codeOf(await ask('GET', 'query?feed=following'))).toBe('unauthorized')
    expect(await page('following', { as: await signedIn(areaEnv) })).toEqual({ services: [], next: null })
  })

  it('shows what those offer whom one follows, newest first, and nothing of others or of what is hidden', async () => {
    const [me, one, two, other] = [await signedIn(areaEnv), await seller(20), await seller(20), await seller(5)]
    await db.insert(follows).values([one, two].map(({ user }) => ({ followerId: me.id, followeeId: user.id, at: 1 })))
    await db.insert(follows).values({ followerId: other.user.id, followeeId: me.id, at: 1 })
    await db.update(listings).set({ enabled: false }).where(sql`id = ${two.ids[19]}`)
    expect(await all('following', me)).toEqual([...one.ids, ...two.ids.slice(0, 19)].sort((a, b) => b - a))
  })

  it('looks listings up by the people one follows', async () => {
    const plan = (await db.all(sql`explain query plan select l.id from follows f cross join listings l
      where f.follower_id = 1 and l.user_id = f.followee_id and l.enabled and l.id < 99 order by l.id desc limit 25`)) as {
      detail: string
    }[]
    expect(plan.map(({ detail }) => detail).join('\n')).toMatch(/SEARCH f .*\nSEARCH l USING INDEX \w+ \(user_id=\?\)/)
  })
})

describe('trending', () => {
  let ids: number[] = []
  let buyers: number[] = []
  beforeAll(async () => {
    await db.delete(orders)
    ;({ ids } = await seller(60))
    buyers = await Promise.all(Array.from({ length: 4 }, async () => (await signedIn(areaEnv)).id))
  })
  const [A, B, C, D, E, F, G, H] = [3, 7, 11, 15, 19, 23, 27, 31]

  it('is what most people ordered in seven days, then what is newest', async () => {
    const by = (place: number, ...who: number[]) => who.map((i) => order(ids[place]!, buyers[i]!))
    await db.insert(orders).values([
      ...by(A!, 0, 1, 2),
      ...by(B!, 0, 1),
      // As many, and newer: before it.
      ...by(C!, 2, 3),
      // One buyer counts once, however often they order.
      ...by(D!, 0, 0, 0, 0),
      ...by(E!, 1),
      // None of these: too long ago, not agreed upon here, taken back, refused.
      ...[0, 1, 2, 3].map((i) => order(ids[F!]!, buyers[i]!, { createdAt: now() - 7 * DAY - 60 })),
      ...[0, 1, 2, 3].map((i) => order(ids[G!]!, buyers[i]!, { termsState: 'unknown' })),
      ...[0, 1].map((i) => order(ids[H!]!, buyers[i]!, { status: 2 })),
      ...[2, 3].map((i) => order(ids[H!]!, buyers[i]!, { status: 3 })),
    ])
    const top = [A, C, B, E, D].map((place) => ids[place!]!)
    const rest = ids.filter((id) => !top.includes(id)).reverse()
    const found = await all('trending')
    expect(found.slice(0, 60)).toEqual([...top, ...rest])
    expect(new Set(found).size).toBe(found.length)
  })

  it('leaves out what is not on offer any more', async () => {
    await db.update(listings).set({ enabled: false }).where(sql`id = ${ids[A!]}`)
    expect(idsOf(await page('trending'))).not.toContain(ids[A!])
    await db.update(listings).set({ enabled: true }).where(sql`id = ${ids[A!]}`)
    expect(idsOf(await page('trending'))[0]).toBe(ids[A!])
  })

  it.each([23, 24, 25, 49])('goes on without a gap where %i trend', async (count) => {
    await db.delete(orders)
    await db.insert(orders).values(ids.slice(0, count).map((id) => order(id, buyers[0]!)))
    const found = await all('trending')
    expect(found.slice(0, 60)).toEqual([...ids.slice(0, count).reverse(), ...ids.slice(count).reverse()])
    expect(new Set(found).size).toBe(found.length)
  })

  it('without any order is what is newest', async () => {
    await db.delete(orders)
    expect(idsOf(await page('trending'))).toEqual(idsOf(await page('news')))
  })
})
