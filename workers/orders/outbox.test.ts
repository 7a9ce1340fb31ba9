import { createExecutionContext } from 'cloudflare:test'
import { eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { now, opaqueId } from '../shared/ids.ts'
import { deliverySteps } from './delivery-tables.ts'
import type { OrdersEnv } from './env.ts'
import { OrdersRpc } from './index.ts'
import { RELEASE_AFTER } from './orders.schema.ts'
import { openRoomsAndNotify, selectRoomless } from './outbox.ts'
import { orders } from './tables.ts'
import { chatOf, createUser, db, insertOrder, testEnv } from './testing.ts'
import { failedRooms, outbox, pendingNotifications } from './work-tables.ts'

it('opens the rooms and sends the pushes of quoted orders before those of many orders without a quote', async () => {
  await db.update(orders).set({ roomId: opaqueId() }).where(isNull(orders.roomId))
  await db.delete(outbox)
  const [seller, buyer] = [await createUser('Aiko Mori'), await createUser('Ben Carter')]
  const quoted = await insertOrder(buyer, seller, { createdAt: now() - 3600, roomId: null })
  const cheap: string[] = []
  for (let i = 0; i < 25; i++) cheap.push(await insertOrder(buyer, seller, { createdAt: now(), termsState: 'unknown', roomId: null }))
  const pushOf = (orderId: string) => ({ orderId, userIds: JSON.stringify([buyer.id]), createdAt: now() })
  await db.insert(outbox).values([...Array.from({ length: 250 }, (_, i) => pushOf(cheap[i % 25]!)), pushOf(quoted)])
  const [opened, pushed]: [string[], string[]] = [[], []]
  const openRoom = async ({ orderId }: { orderId: string }) => {
    opened.push(orderId)
    return opaqueId()
  }
  const notify = async (_: number[], { orderId }: { orderId: string }) => void pushed.push(orderId)
  await openRoomsAndNotify(db, { ...testEnv, CHAT: chatOf({ openRoom, notify: notify as never }) } as OrdersEnv)
  expect([opened[0], opened.length, pushed[0]]).toEqual([quoted, 20, quoted])
  expect(await db.select().from(outbox).where(eq(outbox.orderId, quoted))).toEqual([])
})

/**
 * A chat area that fails to open the rooms of orders for which `isBroken` is true. `opened` lists the orders whose rooms it was asked to
 * open.
 */
function brokenChat(isBroken: (orderId: string) => boolean) {
  const opened: string[] = []
  const openRoom = async ({ orderId }: { orderId: string }) => {
    opened.push(orderId)
    if (isBroken(orderId)) throw new Error('broken')
    return opaqueId()
  }
  return { opened, env: { ...testEnv, CHAT: chatOf({ openRoom }) } as OrdersEnv }
}
const setFailed = (retryAt: number) => db.update(failedRooms).set({ retryAt })

describe('rooms that fail', () => {
  beforeEach(async () => {
    await db.update(orders).set({ roomId: opaqueId() }).where(isNull(orders.roomId))
    await db.delete(failedRooms)
  })

  it('do not delay those of other orders, even if they always fail and their orders have a quote', async () => {
    const [seller, buyer] = [await createUser('Aiko Mori'), await createUser('Ben Carter')]
    const broken = new Set<string>()
    for (let i = 0; i < 25; i++) broken.add(await insertOrder(buyer, seller, { createdAt: now(), roomId: null }))
    const cheap = await insertOrder(buyer, seller, { createdAt: now() - 60, termsState: 'unknown', roomId: null })
    const { opened, env } = brokenChat((id) => broken.has(id))
    await openRoomsAndNotify(db, env)
    expect(opened).toHaveLength(20)
    await openRoomsAndNotify(db, env)
    expect(opened).toContain(cheap)
    expect((await db.select().from(orders).where(eq(orders.id, cheap)))[0]!.roomId).not.toBeNull()
    const later = await insertOrder(buyer, seller, { createdAt: now() - 90, termsState: 'unknown', roomId: null })
    await setFailed(0)
    opened.length = 0
    await openRoomsAndNotify(db, env)
    expect(opened).toHaveLength(21)
    expect(opened[0]).toBe(later)
  })

  it('are tried again by the next run, then after pauses of up to an hour; the rows of opened rooms are deleted later', async () => {
    const [seller, buyer] = [await createUser('Aiko Mori'), await createUser('Ben Carter')]
    const id = await insertOrder(buyer, seller, { roomId: null })
    const { opened, env } = brokenChat(() => true)
    const pauses: number[] = []
    for (let i = 0; i < 9; i++) {
      await openRoomsAndNotify(db, env)
      const [row] = await db.select().from(failedRooms).where(eq(failedRooms.orderId, id))
      expect(row!.tries).toBe(i + 1)
      // A second may pass in between.
      pauses.push(Math.max(0, Math.ceil((row!.retryAt - now()) / 60)))
      await setFailed(now())
    }
    expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60])
    await setFailed(now() + 60)
    await openRoomsAndNotify(db, env)
    expect(opened).toHaveLength(9)
    await setFailed(now())
    await openRoomsAndNotify(db, brokenChat(() => false).env)
    expect((await db.select().from(orders).where(eq(orders.id, id)))[0]!.roomId).not.toBeNull()
    await setFailed(now() - 8 * 86_400)
    await openRoomsAndNotify(db, env)
    expect(await db.select().from(failedRooms)).toEqual([])
  })

  it('and rooms that were never tried are selected by an index', async () => {
    const plans = await Promise.all(
      selectRoomless(db, 1).map((query) => db.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`)),
    )
    expect(plans.flat().map(({ detail }) => detail)).toEqual([
      'SCAN orders USING INDEX orders_roomless',
      'CORRELATED SCALAR SUBQUERY 1',
      expect.stringMatching(/^SEARCH f USING .*INDEX .*\(order_id=\?\)$/),
      'SEARCH failed_rooms USING INDEX failed_rooms_retry (retry_at<?)',
      expect.stringMatching(/^SEARCH orders USING INDEX sqlite_autoindex_orders_1 \(id=\?\)$/),
    ])
  })
})

it('a run of the cron calls notifications twice and then chat twice, however many orders wait', async () => {
  const [seller, buyer] = [await createUser('Aiko Mori'), await createUser('Ben Carter')]
  for (let i = 0; i < 40; i++) {
    const orderId = await insertOrder(buyer, seller, { roomId: null, terms: i === 0 ? '{"title' : '{}' })
    await db.insert(outbox).values({ orderId, userIds: JSON.stringify([buyer.id, seller.id]), createdAt: now() })
    const pending = { source: 'delivery', sourceId: opaqueId() }
    await db.insert(pendingNotifications).values(pending)
    await db.insert(deliverySteps).values({ id: pending.sourceId, orderId, number: 1, kind: 'changes', message: 'x', createdAt: now() })
  }
  // Reminders have a call of their own.
  await insertOrder(buyer, seller, { status: 4, statusAt: now() + 86_000 - RELEASE_AFTER })
  const calls: string[] = []
  const counted = (name: string, result: (list: object[]) => unknown) => async (list: object[]) => {
    calls.push(name)
    return result(list)
  }
  const CHAT = {
    openRooms: counted('openRooms', (list) => list.map(opaqueId)),
    notifyMany: counted('notifyMany', (list) => list.map(() => true)),
    // Offers have a test of their own.
    offerNotifications: async () => [],
  }
  const NOTIFICATIONS = { notify: counted('notify', () => undefined) }
  await new OrdersRpc(createExecutionContext(), { ...testEnv, CHAT, NOTIFICATIONS } as never).tick()
  expect(calls).toEqual(['notify', 'notify', 'openRooms', 'notifyMany'])
  await db.update(orders).set({ roomId: opaqueId() }).where(isNull(orders.roomId))
})
