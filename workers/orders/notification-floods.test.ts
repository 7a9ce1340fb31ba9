import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { notifications } from '../notifications/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { ORIGIN, randomAddress, signedIn, type TestUser } from '../shared/testing.ts'
import type { OrdersEnv } from './env.ts'
import worker from './index.ts'
import { selectReplaced, selectSteps, sendNotifications } from './notifications.ts'
import { STATUS } from './orders.schema.ts'
import { orders } from './tables.ts'
import { db, insertOrder, testEnv } from './testing.ts'
import { chainEvents, pendingNotifications } from './work-tables.ts'

let seller: TestUser
let buyer: TestUser
let orderId: string
beforeEach(async () => {
  await db.delete(pendingNotifications)
  seller = await signedIn(testEnv)
  buyer = await signedIn(testEnv)
  orderId = await insertOrder(buyer, seller, {
    status: STATUS.indexOf('disputed'),
    // Evidence of the first ten minutes belongs to the reason of the dispute, and makes no notification.
    statusAt: now() - 3600,
    terms: '{"title":"Logo"}',
  })
})

// Other test files use the same contract, and count its impossible events.
afterEach(() => db.run(sql`delete from chain_events where order_id in (select order_id from orders where seller_id = ${seller.id})`))

/** Stores an event of an order as pending. Returns the id of the event. */
async function insertEvent(name: string, block: number, args: object = {}, of = orderId, logIndex = 0): Promise<string> {
  const [order] = await db.select().from(orders).where(eq(orders.id, of))
  const { chainId, contract, orderId: number } = order!
  const [id, hash] = [opaqueId(), `0x${opaqueId()}`]
  const position = { ordinal: 0, blockNumber: block, blockHash: hash, logIndex, timestamp: now() - 1000 + block }
  const event = { id, chainId, contract, orderId: number, transactionHash: hash, name, args: JSON.stringify(args) }
  await db.insert(chainEvents).values({ ...event, ...position })
  await db.insert(pendingNotifications).values({ source: 'event', sourceId: id })
  return id
}
const lower = (block: number, bps: number) => insertEvent('UpdateDispute', block, { amount: String(bps) })
const pending = async () =>
  (await db.select().from(pendingNotifications).orderBy(asc(pendingNotifications.id))).map(({ sourceId }) => sourceId)
/** A fake notifications area that stores the events it gets in `passed`, and fails if `isBroken` is true for one of them. */
function areaThat(isBroken: (event: NotificationEvent) => boolean = () => false) {
  const passed: NotificationEvent[] = []
  const notify = async (events: NotificationEvent[]) => {
    if (events.some(isBroken)) throw new Error('broken')
    passed.push(...events)
  }
  return { passed, env: { ...testEnv, NOTIFICATIONS: { notify } as never } as OrdersEnv }
}

/** The seller's list of notifications: kind and refund (basis points). */
const entries = async () =>
  (await db.select().from(notifications).where(eq(notifications.userId, seller.id))).map(({ kind, params }) => [
    kind,
    JSON.parse(params).refundBps,
  ])

describe('changed asks and offers of a dispute', () => {
  it('are passed once for each order and name, with the newest refund, in whatever order they became pending', async () => {
    await insertEvent('DisputeOrder', 1, { amount: '9000' })
    for (const [block, bps] of [
      [4, 6000],
      [2, 8000],
      [3, 7000],
    ] as const)
      await lower(block, bps)
    await insertEvent('CounterDispute', 5, { amount: '1000' })
    await insertEvent('CounterDispute', 6, { amount: '1500' })
    const { passed, env } = areaThat()
    await sendNotifications(db, env)
    expect(passed.map(({ kind, params }) => [kind, params.refundBps])).toEqual([
      ['disputeOpened', 9000],
      ['disputeLowered', 6000],
      ['disputeOffered', 1500],
    ])
    expect(await pending()).toEqual([])
  })

  it('have one notification in the list, with the newest refund, even if an older event is passed again', async () => {
    const [first] = [await lower(9, 9000), await sendNotifications(db, testEnv)]
    for (const [block, bps, logIndex] of [
      [10, 8000, 9],
      [10, 7000, 10],
      [100, 6000, 0],
    ] as const) {
      await insertEvent('UpdateDispute', block, { amount: String(bps) }, orderId, logIndex)
      await sendNotifications(db, testEnv)
      expect(await entries()).toEqual([['disputeLowered', bps]])
    }
    await db.insert(pendingNotifications).values({ source: 'event', sourceId: first })
    await sendNotifications(db, testEnv)
    expect(await entries()).toEqual([['disputeLowered', 6000]])
  })

  it('in large numbers do not make other events wait for the next run', async () => {
    const number = sql`(select order_id from orders where id = ${orderId})`
    await db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
      insert into chain_events (chain_id, contract, transaction_hash, ordinal, id, order_id, block_number, block_hash, log_index, timestamp,
        name, args) select o.chain_id, o.contract, o.id || n.i, 0, o.id || n.i, o.order_id, n.i, '0x1', 0, ${now()}, 'UpdateDispute',
        json_object('amount', 9999 - n.i) from n, orders o where o.id = ${orderId}`)
    await db.run(sql`insert into pending_notifications (source, source_id) select 'event', id from chain_events where order_id = ${number}`)
    const other = await insertOrder(buyer, seller)
    await insertEvent('AcceptOrder', 1, {}, other)
    const { passed, env } = areaThat()
    await sendNotifications(db, env)
    expect(passed.map(({ kind, params }) => [kind, params.refundBps]).sort()).toEqual([
      ['disputeLowered', 7499],
      ['orderAccepted', undefined],
    ])
    expect(await pending()).toEqual([])
  })

  it('and the other events of their transaction are found by indexes that do not read all events of an order', async () => {
    const plan = (query: ReturnType<typeof sql>) => db.all<{ detail: string }>(sql`explain query plan ${query}`)
    const steps = (await plan(selectSteps(db, ['a', 'b']).getSQL())).map(({ detail }) => detail)
    expect(steps).toContainEqual(
      expect.stringMatching(/^SEARCH e USING INDEX sqlite_autoindex_chain_events_\d \(chain_id=\? AND transaction_hash=\?\)$/),
    )
    const dropped = (await plan(selectReplaced)).map(({ detail }) => detail)
    expect(dropped).toContainEqual(
      expect.stringMatching(/^SEARCH n USING INDEX chain_events_history \(chain_id=\? AND contract=\? AND order_id=\? AND name=\?\)$/),
    )
    expect([...steps, ...dropped].filter((detail) => /chain_events_order|SCAN (e|n|chain_events)\b/.test(detail))).toEqual([])
  })
})

describe('events that always fail', () => {
  it('delay the other events for a few runs only, and stay pending', async () => {
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.push(await insertEvent('AcceptOrder', i + 1, {}, await insertOrder(buyer, seller)))
    const broken = [ids[0]!, ids[5]!, ids[6]!]
    const { passed, env } = areaThat(({ key }) => broken.includes(key))
    for (let run = 0; run < 8; run++) await sendNotifications(db, env).catch(() => {})
    expect(passed.map(({ key }) => key).sort()).toEqual(ids.filter((id) => !broken.includes(id)).sort())
    expect((await pending()).sort()).toEqual(broken.sort())
  })

  it('do not make a run call the area more than four times', async () => {
    for (let i = 0; i < 20; i++) await insertEvent('AcceptOrder', i + 1, {}, await insertOrder(buyer, seller))
    let calls = 0
    const notify = () => {
      calls += 1
      return Promise.reject(new Error('down'))
    }
    await expect(sendNotifications(db, { NOTIFICATIONS: { notify } as never })).rejects.toThrow('down')
    expect([calls, (await pending()).length]).toEqual([4, 20])
  })
})

describe('events of orders without a matching quote', () => {
  it('in large numbers come after all others, also after those that became pending later or failed before', async () => {
    const cheap = await insertOrder(buyer, seller, { termsState: 'unknown' })
    await db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
      insert into chain_events (chain_id, contract, transaction_hash, ordinal, id, order_id, block_number, block_hash, log_index, timestamp,
        name, args) select o.chain_id, o.contract, o.id || n.i, 0, o.id || n.i, o.order_id, n.i, '0x1', 0, ${now()}, 'AcceptOrder', '{}'
      from n, orders o where o.id = ${cheap}`)
    await db.run(sql`insert into pending_notifications (source, source_id, unquoted) select 'event', e.id, 1
      from chain_events e join orders o on o.order_id = e.order_id where o.id = ${cheap}`)
    const ids = [await insertEvent('AcceptOrder', 2000), await insertEvent('DeliverOrder', 2001)]
    const down = areaThat(() => true)
    await expect(sendNotifications(db, down.env)).rejects.toThrow('broken')
    const { passed, env } = areaThat()
    await sendNotifications(db, env)
    expect(passed.length).toBeLessThan(1500)
    expect(passed.map(({ key }) => key)).toEqual(expect.arrayContaining(ids))
    await sendNotifications(db, env)
    expect([passed.length, await pending()]).toEqual([1502, []])
  })

  it('are read by the index of the outbox', async () => {
    const plan = await db.all<{ detail: string }>(
      sql`explain query plan select * from pending_notifications order by unquoted, id limit 1000`,
    )
    expect(plan.map(({ detail }) => detail)).toEqual(['SCAN pending_notifications USING INDEX pending_notifications_turn'])
  })
})

it('a call answers before its notifications are sent; they are sent after the answer', async () => {
  const answered = Promise.withResolvers<void>()
  const notify = async (events: NotificationEvent[]) => {
    await answered.promise
    await testEnv.NOTIFICATIONS.notify(events)
  }
  const context = createExecutionContext()
  const headers = { origin: ORIGIN, 'x-address': randomAddress(), 'content-type': 'application/json', cookie: buyer.cookie }
  const body = JSON.stringify({ orderId, statement: 'The drafts are missing.' })
  const request = new Request(`${ORIGIN}/api/orders/addEvidence`, { method: 'POST', headers, body })
  const answer = await worker.fetch(request, { ...testEnv, NOTIFICATIONS: { notify } as never }, context)
  expect(answer.status).toBe(200)
  const kinds = async () =>
    (
      await db
        .select()
        .from(notifications)
        .where(inArray(notifications.userId, [seller.id]))
    ).map(({ kind }) => kind)
  expect(await kinds()).toEqual([])
  answered.resolve()
  await waitOnExecutionContext(context)
  expect(await kinds()).toEqual(['evidenceAdded'])
})
