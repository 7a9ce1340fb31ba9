import { beforeEach, describe, expect, it } from 'vitest'
import { orders } from '../orders/tables.ts'
import { chainEvents } from '../orders/work-tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { signedIn } from '../shared/testing.ts'
import type { ListingPage } from './listings.schema.ts'
import { listingStandings } from './standing-tables.ts'
import { refreshStandings } from './standings.ts'
import { ask, publish, testEnv } from './testing.ts'

const db = database(testEnv)
const HOUR = 3600
const DAY = 24 * HOUR

/** Inserts an order of a listing as the indexer stores it; `answeredAfter` (seconds) is when the seller accepted or declined it. */
async function addOrder(
  serviceId: number,
  { answeredAfter, by = 'AcceptOrder', ...overrides }: Partial<typeof orders.$inferInsert> & { answeredAfter?: number; by?: string },
) {
  const createdAt = overrides.createdAt ?? now() - 10 * DAY
  const [id, orderId] = [opaqueId(), opaqueId()]
  await db.insert(orders).values({
    ...{ id, chainId: 31337, contract: '0x1', orderId, ref: '0x0', termsState: 'ok', serviceId, buyer: '0x2', seller: '0x3', buyerId: 7 },
    ...{ sellerId: 1, token: '0x4', price: '1', feeBps: 1000, delivery: 1, status: 5, statusAt: createdAt + DAY, createdAt, terms: '{}' },
    ...overrides,
  })
  if (answeredAfter === undefined) return
  await db.insert(chainEvents).values({
    ...{
      chainId: 31337,
      contract: '0x1',
      orderId,
      id: opaqueId(),
      transactionHash: opaqueId(),
      ordinal: 0,
      blockNumber: 1,
      blockHash: '0x',
    },
    ...{ logIndex: 0, timestamp: createdAt + answeredAfter, name: by, status: 1, args: '{}' },
  })
}

/** Counts now, whatever the age of the stored rows. Returns completed orders and seconds by listing. */
async function recount(): Promise<Record<number, [completed: number, answerSeconds: number]>> {
  await db.delete(listingStandings)
  await refreshStandings(db)
  const rows = await db.select().from(listingStandings)
  return Object.fromEntries(rows.map((row) => [row.listingId, [row.completed, row.answerSeconds]]))
}

beforeEach(async () => {
  await db.delete(orders)
  await db.delete(chainEvents)
})

describe('the standing of a listing', () => {
  it('counts each buyer with a completed order once, and orders with a matching quote of half a year only', async () => {
    for (const buyerId of [7, 7, 8]) await addOrder(1, { buyerId })
    await addOrder(1, { buyerId: 9, status: 4 })
    await addOrder(1, { buyerId: 10, termsState: 'unknown' })
    await addOrder(1, { buyerId: 11, createdAt: now() - 181 * DAY })
    expect((await recount())[1]![0]).toBe(2)
  })

  it('has the mean time until orders were accepted or declined', async () => {
    await addOrder(1, { answeredAfter: HOUR })
    await addOrder(1, { answeredAfter: 3 * HOUR, by: 'RejectOrder', status: 3 })
    expect(await recount()).toEqual({ 1: [1, 2 * HOUR] })
  })

  it('counts the wait of an order without an answer: until now, or until the buyer cancelled it, and at most a week', async () => {
    await addOrder(1, { status: 0, createdAt: now() - 2 * DAY })
    const createdAt = now() - 20 * DAY
    await addOrder(2, { status: 2, createdAt, statusAt: createdAt + DAY })
    await addOrder(3, { status: 0, createdAt: now() - 90 * DAY })
    const standings = await recount()
    expect(standings[1]![1]).toBeGreaterThanOrEqual(2 * DAY)
    expect(standings[1]![1]).toBeLessThan(2 * DAY + 60)
    expect([standings[2], standings[3]]).toEqual([
      [0, DAY],
      [0, 7 * DAY],
    ])
  })

  it('is counted at most once an hour', async () => {
    await addOrder(1, {})
    await recount()
    await addOrder(2, {})
    await refreshStandings(db)
    expect(await db.select().from(listingStandings)).toHaveLength(1)
    await db.update(listingStandings).set({ at: now() - HOUR })
    await refreshStandings(db)
    expect(await db.select().from(listingStandings)).toHaveLength(2)
  })

  it('moves a listing up in a search, with more completed orders or sooner answers', async () => {
    const user = await signedIn(testEnv)
    const [busy, quick, other] = [
      await publish(user, { title: 'Dunnart sketches' }),
      await publish(user, { title: 'Dunnart sketches' }),
      await publish(user, { title: 'Dunnart sketches' }),
    ]
    for (let buyerId = 1; buyerId <= 20; buyerId++) await addOrder(busy, { buyerId, answeredAfter: 5 * DAY })
    await addOrder(quick, { answeredAfter: HOUR })
    await addOrder(other, { answeredAfter: 5 * DAY })
    await recount()
    const answer = await ask('GET', 'query?text=dunnart')
    const found = ((await answer.json()) as ListingPage).services.map(({ id }) => id)
    expect(found.toSorted()).toEqual([busy, quick, other])
    // Without orders, the newest would come first.
    expect(found.at(-1)).toBe(other)
  })
})
