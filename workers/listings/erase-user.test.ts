import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orders } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { signedIn } from '../shared/testing.ts'
import { eraseUser } from './erase-user.ts'
import type { ListingPage } from './listings.schema.ts'
import { listingMedia, listings } from './tables.ts'
import { ask, publish, testEnv } from './testing.ts'

const db = database(testEnv)
const findIds = async (text: string) =>
  ((await (await ask('GET', `query?text=${encodeURIComponent(text)}`)).json()) as ListingPage).services.map(({ id }) => id)

describe('eraseUser', () => {
  it('deletes the listings of the user, but keeps an empty row for each listing with orders', async () => {
    const [user, other] = [await signedIn(testEnv, { name: 'Wanda Leaving' }), await signedIn(testEnv, { name: 'Stays' })]
    const [unordered, ordered, foreign] = [await publish(user), await publish(user), await publish(other)]
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
    await eraseUser(db, user.id)
    const rows = await db.select().from(listings).where(eq(listings.userId, user.id))
    expect(rows).toMatchObject([
      { id: ordered, enabled: false, deletedAt: expect.any(Number), title: '', descriptionPreview: '', description: '', options: '{}' },
    ])
    expect(await findIds('Leaving')).toEqual([])
    for (const id of [unordered, ordered]) {
      expect((await ask('GET', `getListing?id=${id}`, { as: user })).status).toBe(404)
      expect(await db.select().from(listingMedia).where(eq(listingMedia.listingId, id))).toEqual([])
    }
    await eraseUser(db, user.id)
    expect((await db.select().from(listings).where(eq(listings.userId, user.id)))[0]!.deletedAt).toBe(rows[0]!.deletedAt)
    expect((await ask('GET', `getListing?id=${foreign}`)).status).toBe(200)
  })
})
