import { createExecutionContext } from 'cloudflare:test'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { encodeFunctionData, type Hex } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testUsdcAbi } from '../../contracts/abi/TestUSDC.ts'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { RETENTION } from '../notifications/notify.ts'
import { notifications } from '../notifications/tables.ts'
import { now } from '../shared/ids.ts'
import { call, type TestUser } from '../shared/testing.ts'
import { apply } from './apply.ts'
import type { OrdersEnv } from './env.ts'
import worker, { OrdersRpc } from './index.ts'
import { NEWS_AGE, sendNotifications } from './notifications.ts'
import { type Order, type Quote, RELEASE_AFTER } from './orders.schema.ts'
import { reviews } from './review-tables.ts'
import { orders, quotes } from './tables.ts'
import { act, createUser, db, deployed, insertOrder, MINTER, node, pay, publish, shownPlan, testEnv, transact, usdc } from './testing.ts'
import { chainEvents, pendingNotifications } from './work-tables.ts'

let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  serviceId = await publish(seller)
})
beforeEach(async () => {
  await db.delete(notifications).where(inArray(notifications.userId, [seller.id, buyer.id]))
})

const ask = (path: string, as: TestUser, body: object, env: OrdersEnv = testEnv) =>
  call(worker, env, createExecutionContext(), 'POST', `/api/orders/${path}`, { as, body })
const report = async (transactionHash: Hex, as = buyer, env = testEnv) => {
  const answer = await ask('addOrder', as, { transactionHash, chainId: 31337 }, env)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { orderId: string }).orderId
}
const quote = async () =>
  (await (
    await ask('quoteOrder', buyer, { serviceId, plan: 'Studio', shown: shownPlan(), token: usdc, account: buyer.address })
  ).json()) as Quote
/** Buys the service; returns the order's id and its number on chain. */
async function buy(env = testEnv): Promise<{ id: string; number: string }> {
  const id = await report(await pay(buyer.address, await quote()), buyer, env)
  const [row] = await db.select({ number: orders.orderId }).from(orders).where(eq(orders.id, id))
  return { id, number: row!.number }
}
const step = async (as: TestUser, verb: Parameters<typeof act>[1], number: string, refund?: number) =>
  report(await act(as.address, verb, number, refund), as)
/** The kinds of a member's notifications, oldest first, with the refund in percent. */
const kindsOf = async (user: TestUser) => {
  const rows = await db.select().from(notifications).where(eq(notifications.userId, user.id)).orderBy(asc(notifications.id))
  return rows.map(({ kind, params }) => {
    const { refundBps } = JSON.parse(params) as { refundBps?: number }
    return refundBps === undefined ? kind : `${kind} ${refundBps / 100}%`
  })
}
/** The stored events of an order as they are passed to `apply`; `overrides` replaces fields. */
const eventsOf = async (number: string, overrides: { timestamp?: number } = {}) =>
  (await db.select().from(chainEvents).where(eq(chainEvents.orderId, number))).map(({ chainId, contract, args, ...event }) => ({
    ...event,
    args: JSON.parse(args) as object as never,
    ...overrides,
  }))
const countPending = async () => (await db.select().from(pendingNotifications)).length

describe('the on-chain steps', () => {
  it('notify the other party, with the title and the time of the step', async () => {
    const { id, number } = await buy()
    const [row] = await db.select().from(notifications).where(eq(notifications.userId, seller.id))
    const [event] = await db.select().from(chainEvents).where(eq(chainEvents.orderId, number))
    expect(row).toMatchObject({
      kind: 'orderPlaced',
      thingKind: 'order',
      thingId: id,
      eventKey: event!.id,
      at: event!.timestamp,
      readAt: null,
    })
    expect(JSON.parse(row!.params)).toEqual({ title: 'Logo and identity' })
    await step(seller, 'accept', number)
    await step(seller, 'deliver', number)
    await step(buyer, 'complete', number)
    expect([await kindsOf(buyer), await kindsOf(seller)]).toEqual([
      ['orderAccepted', 'orderDelivered'],
      ['orderPlaced', 'orderCompleted'],
    ])
    expect(await countPending()).toBe(0)
  })

  it('of an order for a place at an event notify the host that the place is paid, and say that it is an event', async () => {
    const { id, number } = await buy()
    await db.delete(notifications).where(eq(notifications.userId, seller.id))
    const terms = sql`json_set(terms, '$.event', json('{"start":1,"end":2}'))`
    const [order] = await db.update(orders).set({ terms }).where(eq(orders.id, id)).returning({ ref: orders.ref })
    await db.update(quotes).set({ terms }).where(eq(quotes.ref, order!.ref))
    const [event] = await db.select().from(chainEvents).where(eq(chainEvents.orderId, number))
    await db.insert(pendingNotifications).values({ source: 'event', sourceId: event!.id })
    await sendNotifications(db, testEnv)
    expect(await kindsOf(seller)).toEqual(['placePaid'])
    await step(seller, 'accept', number)
    const rows = await db
      .select()
      .from(notifications)
      .where(inArray(notifications.userId, [seller.id, buyer.id]))
    expect(rows.map(({ kind, params }) => [kind, JSON.parse(params)])).toEqual([
      ['placePaid', { title: 'Logo and identity', isEvent: true }],
      ['orderAccepted', { title: 'Logo and identity', isEvent: true }],
    ])
  })

  it('of a payment that could not be sent notify the party that it is owed to, once', async () => {
    const { id, number } = await buy()
    await step(seller, 'accept', number)
    await step(seller, 'deliver', number)
    const setBlacklisted = (functionName: 'blacklist' | 'unBlacklist') =>
      transact(MINTER, usdc, encodeFunctionData({ abi: testUsdcAbi, functionName, args: [seller.address as Hex] }))
    await setBlacklisted('blacklist')
    try {
      const hash = await act(buyer.address, 'complete', number)
      await Promise.all([report(hash, buyer), report(hash, seller)])
      await new OrdersRpc(createExecutionContext(), testEnv).tick()
    } finally {
      await setBlacklisted('unBlacklist')
    }
    expect([await kindsOf(buyer), await kindsOf(seller)]).toEqual([
      ['orderAccepted', 'orderDelivered'],
      ['orderPlaced', 'paymentOwed', 'orderCompleted'],
    ])
    const [row] = await db.select().from(notifications).where(eq(notifications.kind, 'paymentOwed'))
    expect([row?.thingId, row?.params]).toEqual([id, '{"title":"Logo and identity"}'])
    const answer = await call(worker, testEnv, createExecutionContext(), 'GET', `/api/orders/getOrder?id=${id}`, { as: seller })
    const { history, owedTo } = (await answer.json()) as Order
    expect(owedTo).toEqual(['seller'])
    expect(history.map(({ name }) => name)).toEqual(['NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder'])
  })

  it('of a rejected and of a cancelled order notify the other party', async () => {
    const [one, two] = [await buy(), await buy()]
    await step(seller, 'reject', one.number)
    await step(buyer, 'cancel', two.number)
    expect([await kindsOf(buyer), await kindsOf(seller)]).toEqual([['orderRejected'], ['orderPlaced', 'orderPlaced', 'orderCancelled']])
  })

  it('of a dispute notify the other party of each ask and offer, and of the accepted offer once', async () => {
    const { number } = await buy()
    await step(seller, 'accept', number)
    await step(seller, 'deliver', number)
    await step(buyer, 'dispute', number, 6000)
    await step(seller, 'counter', number, 2500)
    await step(buyer, 'lower', number, 5000)
    await step(buyer, 'agree', number, 2500)
    expect((await kindsOf(buyer)).slice(2)).toEqual(['disputeOffered 25%'])
    expect((await kindsOf(seller)).slice(1)).toEqual(['disputeOpened 60%', 'disputeLowered 50%', 'disputeAgreed 25%'])
  })

  it('of a conceded dispute notify the buyer', async () => {
    const { number } = await buy()
    await step(seller, 'accept', number)
    await step(seller, 'deliver', number)
    await step(buyer, 'dispute', number, 6000)
    await step(seller, 'concede', number, 6000)
    expect((await kindsOf(buyer)).at(-1)).toBe('disputeAgreed 60%')
  })

  it('of a payment that the seller releases after 14 days notify only the buyer', async () => {
    const snapshot = await node<Hex>('evm_snapshot')
    const { id, number } = await buy()
    try {
      await step(seller, 'accept', number)
      await step(seller, 'deliver', number)
      const [order] = await db.select().from(orders).where(eq(orders.id, id))
      await node('evm_setNextBlockTimestamp', order!.statusAt + RELEASE_AFTER + 1)
      await step(seller, 'release', number)
      expect([await kindsOf(buyer), await kindsOf(seller)]).toEqual([['orderAccepted', 'orderDelivered', 'orderReleased'], ['orderPlaced']])
    } finally {
      // Other tests on this chain expect the current time.
      await node('evm_revert', snapshot)
      await db.delete(chainEvents).where(eq(chainEvents.orderId, number))
      await db.delete(orders).where(eq(orders.id, id))
    }
  })

  it('notify once if both parties report them several times at the same moment, and the cron runs', async () => {
    const { number } = await buy()
    const hash = await act(seller.address, 'accept', number)
    await Promise.all([report(hash, seller), report(hash, buyer), report(hash, seller)])
    await new OrdersRpc(createExecutionContext(), testEnv).tick()
    expect(await kindsOf(buyer)).toEqual(['orderAccepted'])
  })

  it('notify nobody if they are older than 90 days', async () => {
    const { id, number } = await buy()
    await db.delete(notifications).where(eq(notifications.userId, seller.id))
    expect(NEWS_AGE).toBeLessThanOrEqual(RETENTION / 2)
    await apply(db, deployed, await eventsOf(number, { timestamp: now() - NEWS_AGE - 60 }), { after: null })
    expect(await countPending()).toBe(0)
    await apply(db, deployed, await eventsOf(number, { timestamp: now() - NEWS_AGE + 60 }), { after: null })
    await sendNotifications(db, testEnv)
    expect(await kindsOf(seller)).toEqual(['orderPlaced'])
    await db.delete(orders).where(eq(orders.id, id))
  })
})

/** A worker environment in which the notifications area is down. */
const down = { ...testEnv, NOTIFICATIONS: { notify: () => Promise.reject(new Error('down')) } as never }

describe('while the notifications area is down', () => {
  it('a step is stored, and notifies when the area is back', async () => {
    const { id } = await buy(down)
    expect([await kindsOf(seller), await countPending()]).toEqual([[], 1])
    expect((await db.select().from(orders).where(eq(orders.id, id))).length).toBe(1)
    await new OrdersRpc(createExecutionContext(), testEnv).tick()
    expect([await kindsOf(seller), await countPending()]).toEqual([['orderPlaced'], 0])
  })

  it('an event that the area has stored before it failed notifies once', async () => {
    const halfDown = {
      ...testEnv,
      NOTIFICATIONS: {
        async notify(events: NotificationEvent[]) {
          await testEnv.NOTIFICATIONS.notify(events)
          throw new Error('the answer was lost')
        },
      } as never,
    }
    await buy(halfDown)
    expect([await kindsOf(seller), await countPending()]).toEqual([['orderPlaced'], 1])
    await sendNotifications(db, testEnv)
    expect([await kindsOf(seller), await countPending()]).toEqual([['orderPlaced'], 0])
  })

  it('an event that a reorg has removed in the meantime notifies nobody, and is removed from the outbox', async () => {
    const { number } = await buy(down)
    await db.delete(chainEvents).where(eq(chainEvents.orderId, number))
    await sendNotifications(db, testEnv)
    expect([await kindsOf(seller), await countPending()]).toEqual([[], 0])
  })

  it('an event that a reorg removes and stores again during a run notifies in the next run', async () => {
    const [{ number }] = [await buy(down), await buy(down)]
    const removed = await eventsOf(number)
    await db.delete(chainEvents).where(eq(chainEvents.orderId, number))
    const during = {
      ...testEnv,
      NOTIFICATIONS: {
        async notify(events: NotificationEvent[]) {
          await testEnv.NOTIFICATIONS.notify(events)
          await apply(db, deployed, removed, { after: null })
        },
      } as never,
    }
    await sendNotifications(db, during)
    expect([await kindsOf(seller), await countPending()]).toEqual([['orderPlaced'], 1])
    await sendNotifications(db, testEnv)
    expect([await kindsOf(seller), await countPending()]).toEqual([['orderPlaced', 'orderPlaced'], 0])
  })
})

describe('reviews', () => {
  const review = 'Three drafts, and the second one fits.'

  it('notify both parties when they become visible, not before; an answer notifies the author of the review', async () => {
    const orderId = await insertOrder(buyer, seller, { serviceId, terms: '{"title":"Logo"}' })
    await ask('addReview', buyer, { orderId, review })
    expect([await kindsOf(seller), await kindsOf(buyer)]).toEqual([[], []])
    await ask('addReview', seller, { orderId, review })
    expect([await kindsOf(seller), await kindsOf(buyer)]).toEqual([['reviewReceived'], ['reviewReceived']])

    const [received] = await db.select().from(reviews).where(eq(reviews.subjectId, seller.id))
    for (const answer of ['Thank you!', 'Thank you very much!'])
      expect((await ask('answerReview', seller, { id: received!.id, answer })).status).toBe(200)
    expect(await kindsOf(buyer)).toEqual(['reviewReceived', 'reviewAnswered'])
    expect(await countPending()).toBe(0)
  })

  it('notify the reviewed party when 14 days have passed', async () => {
    const orderId = await insertOrder(buyer, seller, { serviceId })
    await ask('addReview', buyer, { orderId, review })
    await db
      .update(reviews)
      .set({ visibleAt: now() - 1 })
      .where(eq(reviews.orderId, orderId))
    await new OrdersRpc(createExecutionContext(), testEnv).tick()
    expect(await kindsOf(seller)).toEqual(['reviewReceived'])
  })

  it('notify nobody if an admin has hidden them while the notifications area was down', async () => {
    const orderId = await insertOrder(buyer, seller, { serviceId })
    for (const author of [buyer, seller]) await ask('addReview', author, { orderId, review }, down)
    expect(await countPending()).toBe(2)
    await db.update(reviews).set({ hiddenAt: now(), visible: false }).where(eq(reviews.orderId, orderId))
    await sendNotifications(db, testEnv)
    expect([await kindsOf(seller), await kindsOf(buyer), await countPending()]).toEqual([[], [], 0])
  })

  it('notify nobody if they have been visible for more than 90 days, as one that an admin shows again', async () => {
    const orderId = await insertOrder(buyer, seller, { serviceId })
    for (const author of [buyer, seller]) await ask('addReview', author, { orderId, review }, down)
    const ofSeller = and(eq(reviews.orderId, orderId), eq(reviews.subjectId, seller.id))
    await db
      .update(reviews)
      .set({ visibleAt: now() - 91 * 86_400 })
      .where(ofSeller)
    await sendNotifications(db, testEnv)
    expect([await kindsOf(seller), await kindsOf(buyer), await countPending()]).toEqual([[], ['reviewReceived'], 0])
  })
})

it('a step of an order whose seller has no account notifies nobody, and is removed from the outbox', async () => {
  const stranger = '0x00000000000000000000000000000000000057a9'
  await node('anvil_setBalance', stranger, '0xde0b6b3a7640000')
  const id = await report(await pay(buyer.address, { seller: stranger }))
  expect(id).toMatch(/^[\w-]{22}$/)
  expect([await kindsOf(buyer), await countPending()]).toEqual([[], 0])
})
