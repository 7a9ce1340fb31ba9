import { createExecutionContext } from 'cloudflare:test'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { notifications } from '../notifications/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { disputeOf } from './history.ts'
import { OrdersRpc } from './index.ts'
import { STATE_MACHINE, STATUS, type Status } from './orders.schema.ts'
import { FEEDS } from './price-feeds.ts'
import { dueStatement, REMINDERS, sendReminders } from './reminders.ts'
import { orders } from './tables.ts'
import { db, insertOrder, testEnv } from './testing.ts'
import { chainEvents, prices } from './work-tables.ts'

const DAY = 86_400
let buyer: TestUser
let seller: TestUser
beforeEach(async () => {
  buyer = await signedIn(testEnv)
  seller = await signedIn(testEnv)
})

const insert = (status: Status, statusAt: number, overrides: Partial<typeof orders.$inferInsert> = {}) =>
  insertOrder(buyer, seller, { status: STATUS.indexOf(status), statusAt, terms: '{"title":"Logo"}', ...overrides })
const remind = () => sendReminders(db, testEnv)
const remindersOf = async (user: TestUser) =>
  (await db.select().from(notifications).where(eq(notifications.userId, user.id)).orderBy(asc(notifications.id))).map(
    ({ kind, params }) => [kind, JSON.parse(params) as NotificationEvent['params']] as const,
  )
/** Stores the first offer in the dispute of an order. */
async function offer(id: string, timestamp: number): Promise<void> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  const { chainId, contract, orderId } = order!
  const hash = `0x${opaqueId()}`
  await db.insert(chainEvents).values({
    chainId,
    contract,
    orderId,
    transactionHash: hash,
    ordinal: 0,
    id: opaqueId(),
    blockNumber: 1,
    blockHash: hash,
    logIndex: 0,
    timestamp,
    name: 'CounterDispute',
    args: '{"amount":"2500"}',
  })
}

describe.each([
  ['accepted', 7 * DAY, { delivery: 7 }, 'deliveryDue', ['seller']],
  ['delivered', 14 * DAY, {}, 'releaseDue', ['buyer']],
  ['disputed', 60 * DAY, {}, 'settleDue', ['buyer', 'seller']],
] as const)('an order that is %s', (status, time, overrides, kind, roles) => {
  it('has its reminder a day before the deadline, once, and for the party that must act', async () => {
    const at = now()
    const until = at + DAY - 60
    await insert(status, until - time, overrides)
    await remind()
    await remind()
    const expected = [[kind, { title: 'Logo', until }]]
    expect(await remindersOf(buyer)).toEqual(roles.includes('buyer' as never) ? expected : [])
    expect(await remindersOf(seller)).toEqual(roles.includes('seller' as never) ? expected : [])
    const dispute = disputeOf([{ name: 'DisputeOrder', timestamp: until - time, args: { amount: '1' } }])
    expect(STATE_MACHINE[status].waits!.until({ statusAt: until - time, delivery: 7, dispute })).toBe(until)
  })

  it('has none earlier, and none after the deadline', async () => {
    await insert(status, now() + DAY + 60 - time, overrides)
    await insert(status, now() - 1 - time, overrides)
    await remind()
    expect([await remindersOf(buyer), await remindersOf(seller)]).toEqual([[], []])
  })

  it('has none for a party without an account', async () => {
    await insert(status, now() + DAY - 60 - time, { ...overrides, buyerId: null, sellerId: null })
    await remind()
    expect([await remindersOf(buyer), await remindersOf(seller)]).toEqual([[], []])
  })
})

it.each(REMINDERS)('the orders for $kind of the $to are selected by an index', async (reminder) => {
  const [first] = await db.all<{ detail: string }>(sql`explain query plan ${dueStatement(reminder, 1)}`)
  expect(first!.detail).toMatch(
    {
      deliveryDue: /^SEARCH orders USING INDEX orders_due_delivery /,
      releaseDue: /^SEARCH orders USING INDEX orders_due_release /,
      // This partial index contains only disputed orders, so a scan of it is fast.
      settleDue: /^SCAN orders USING INDEX orders_due_settlement$/,
    }[reminder.kind as 'deliveryDue'],
  )
})

it.each(REMINDERS.filter(({ kind }) => kind === 'settleDue'))(
  'the first offer for $kind of the $to is found by the name of the event, without sorting',
  async (reminder) => {
    const plan = (await db.all<{ detail: string }>(sql`explain query plan ${dueStatement(reminder, 1)}`)).map(({ detail }) => detail)
    const ofEvents = plan.filter((detail) => / e USING /.test(detail))
    expect(ofEvents.length).toBeGreaterThan(0)
    for (const detail of ofEvents)
      expect(detail).toBe('SEARCH e USING INDEX chain_events_history (chain_id=? AND contract=? AND order_id=? AND name=?)')
    expect(plan.filter((detail) => /TEMP B-TREE/.test(detail))).toEqual(['USE TEMP B-TREE FOR ORDER BY'])
  },
)

it.each(['proposed', 'completed', 'cancelled', 'rejected'] as const)('an order that is %s has no reminder', async (status) => {
  for (const time of [7, 14, 60]) await insert(status, now() + DAY - 60 - time * DAY)
  await remind()
  expect([await remindersOf(buyer), await remindersOf(seller)]).toEqual([[], []])
})

it('work of one day has its reminder twelve hours before it is due', async () => {
  await insert('accepted', now() - DAY / 2 + 60, { delivery: 1 })
  await remind()
  expect(await remindersOf(seller)).toEqual([])
  await db
    .update(orders)
    .set({ statusAt: now() - DAY / 2 - 60 })
    .where(eq(orders.sellerId, seller.id))
  await remind()
  expect(await remindersOf(seller)).toMatchObject([['deliveryDue', {}]])
})

it('a reminder about a place at an event says so', async () => {
  const due = now() + DAY - 60
  const terms = '{"title":"Jazz night","event":{"start":1,"end":2}}'
  await insert('accepted', due - 7 * DAY, { delivery: 7, terms })
  await insert('delivered', due - 14 * DAY, { terms })
  await remind()
  const params = { title: 'Jazz night', isEvent: true, until: due }
  expect([await remindersOf(seller), await remindersOf(buyer)]).toEqual([[['deliveryDue', params]], [['releaseDue', params]]])
})

it('the first offer in a dispute moves the deadline, and the new one has its own reminder', async () => {
  const opened = now() + DAY - 60 - 60 * DAY
  const id = await insert('disputed', opened)
  await remind()
  await offer(id, opened + 10 * DAY)
  await remind()
  expect(await remindersOf(buyer)).toHaveLength(1)
  await db
    .update(chainEvents)
    .set({ timestamp: opened + 60 })
    .where(sql`args = '{"amount":"2500"}' and timestamp = ${opened + 10 * DAY}`)
  await remind()
  expect((await remindersOf(buyer)).map(([, { until }]) => until)).toEqual([opened + 60 * DAY, opened + 60 * DAY + 60])
})

it('orders of a deleted account and damaged orders do not prevent the reminders of other orders', async () => {
  const deleted = await signedIn(testEnv)
  const due = now() + DAY - 60 - 7 * DAY
  for (let i = 0; i < 201; i++) await insert('accepted', due - 60, { sellerId: deleted.id })
  await insert('accepted', due - 60, { terms: '{"title' })
  await db.update(users).set({ deletedAt: now() }).where(eq(users.id, deleted.id))
  await insert('accepted', due)
  await remind()
  expect((await remindersOf(seller)).map(([, { title }]) => title)).toEqual(['', 'Logo'])
})

it('the cron sends a reminder once the notifications area is back, and stores the prices while the area is down', async () => {
  await db.delete(prices)
  await insert('delivered', now() + DAY - 60 - 14 * DAY)
  const down = { ...testEnv, NOTIFICATIONS: { notify: () => Promise.reject(new Error('down')) } as never }
  await expect(new OrdersRpc(createExecutionContext(), down).tick()).rejects.toThrow('down')
  expect((await db.select({ feed: prices.feed }).from(prices)).map(({ feed }) => feed).sort()).toEqual(['coinbase', 'kraken'])
  expect(await remindersOf(buyer)).toEqual([])
  await Promise.all([1, 2, 3].map(() => new OrdersRpc(createExecutionContext(), testEnv).tick()))
  expect(await remindersOf(buyer)).toHaveLength(1)
})

it('the cron sends a reminder although an earlier step fails, and then throws', async () => {
  await insert('delivered', now() + DAY - 60 - 14 * DAY)
  const feed = vi.spyOn(FEEDS, 'coinbase').mockRejectedValue(new Error('broken'))
  await expect(new OrdersRpc(createExecutionContext(), testEnv).tick()).rejects.toThrow('broken')
  feed.mockRestore()
  expect(await remindersOf(buyer)).toHaveLength(1)
})
