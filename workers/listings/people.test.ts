import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { profiles } from '../auth/tables.ts'
import { orders } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { signedIn } from '../shared/testing.ts'
import type { ListingPage } from './listings.schema.ts'
import { forget, renamed } from './people.ts'
import { listingMedia, listings } from './tables.ts'
import { areaEnv, ask, publish } from './testing.ts'

const db = database(areaEnv)
const hits = async (text: string) =>
  ((await (await ask('GET', `query?text=${encodeURIComponent(text)}`)).json()) as ListingPage).services.map(({ id }) => id)

describe('a new name', () => {
  it('is what listings are found by, and the old one is not', async () => {
    const user = await signedIn(areaEnv, { name: 'Quirin Oldname' })
    const [one, hidden] = [await publish(user), await publish(user)]
    await ask('POST', 'toggleService', { as: user, body: { serviceId: hidden, enabled: false, listType: 'services' } })
    expect(await hits('Oldname')).toEqual([one])
    await db.update(profiles).set({ name: '小林 Newname' }).where(eq(profiles.userId, user.id))
    await renamed(db, user.id)
    await renamed(db, user.id)
    expect([await hits('Oldname'), await hits('Newname'), await hits('小林')]).toEqual([[], [one], [one]])
    await ask('POST', 'toggleService', { as: user, body: { serviceId: hidden, enabled: true, listType: 'services' } })
    expect(await hits('小林')).toEqual([hidden, one])
  })

  it('reaches every listing of somebody with many', { timeout: 30_000 }, async () => {
    const user = await signedIn(areaEnv, { name: 'Before' })
    const [row] = await db
      .select()
      .from(listings)
      .where(eq(listings.id, await publish(user)))
    const { id: _, ...copy } = row!
    await db.insert(listings).values(Array.from({ length: 249 }, () => ({ ...copy, idempotencyKey: opaqueId() })))
    await db.update(profiles).set({ name: 'Zebulon' }).where(eq(profiles.userId, user.id))
    await renamed(db, user.id)
    const [found] = (await db.all(sql`select count(*) as n from listings_fts where listings_fts match 'head : zebulon'`)) as { n: number }[]
    expect(found!.n).toBe(250)
  })

  it('of somebody who lists nothing changes nothing', async () => renamed(db, (await signedIn(areaEnv)).id))
})

describe('somebody who left', () => {
  it('has no listings, and of ordered ones an empty row', async () => {
    const [user, other] = [await signedIn(areaEnv, { name: 'Wanda Leaving' }), await signedIn(areaEnv, { name: 'Stays' })]
    const [plain, ordered, theirs] = [await publish(user), await publish(user), await publish(other)]
    await db.insert(orders).values({
      id: opaqueId(),
      chainId: 31337,
      contract: '0x1',
      orderId: opaqueId(),
      ref: '0x0',
      termsState: 'ok',
      serviceId: ordered,
      buyer: '0x2',
      seller: '0x3',
      token: '0x4',
      price: '1',
      feeBps: 1000,
      delivery: 1,
      status: 5,
      statusAt: now(),
      createdAt: now(),
      terms: '{}',
    })
    await forget(db, user.id)
    const rows = await db.select().from(listings).where(eq(listings.userId, user.id))
    expect(rows).toMatchObject([
      { id: ordered, enabled: false, deletedAt: expect.any(Number), title: '', descriptionPreview: '', description: '', options: '{}' },
    ])
    expect(await hits('Leaving')).toEqual([])
    for (const id of [plain, ordered]) {
      expect((await ask('GET', `getListing?id=${id}`, { as: user })).status).toBe(404)
      expect(await db.select().from(listingMedia).where(eq(listingMedia.listingId, id))).toEqual([])
    }
    await forget(db, user.id)
    expect((await db.select().from(listings).where(eq(listings.userId, user.id)))[0]!.deletedAt).toBe(rows[0]!.deletedAt)
    expect((await ask('GET', `getListing?id=${theirs}`)).status).toBe(200)
  })
})
