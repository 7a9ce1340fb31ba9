import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { selectConversations } from '../chat/conversations.ts'
import { roomMembers, rooms } from '../chat/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { apply } from './apply.ts'
import type { OrderEvent } from './logs.ts'
import { ask, getOrder } from './order-calls.testing.ts'
import type { OrderPage } from './order-list.schema.ts'
import { STATUS, type Status } from './orders.schema.ts'
import { openRoomsAndNotify, selectRoomless } from './outbox.ts'
import { orders, quotes } from './tables.ts'
import { db, deployed, publish, testEnv, usdc } from './testing.ts'
import { pendingNotifications } from './work-tables.ts'

let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  // Orders of other test files must not wait for rooms or notifications.
  await db.update(orders).set({ roomId: orders.id })
  await db.delete(pendingNotifications)
  seller = await signedIn(testEnv, { name: 'Aiko Mori' })
  buyer = await signedIn(testEnv, { name: 'Ben Carter' })
  serviceId = await publish(seller)
})

const hex = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
/** A contract of this file alone, whose events the tests make up. */
const contract = { chainId: deployed.chainId, orderBook: hex().slice(0, 42) as `0x${string}` }
const STEPS: Record<string, Status> = {
  NewOrder: 'proposed',
  AcceptOrder: 'accepted',
  CancelOrder: 'cancelled',
  RejectOrder: 'rejected',
  DeliverOrder: 'delivered',
  CompleteOrder: 'completed',
  DisputeOrder: 'disputed',
  AcceptDispute: 'completed',
}
let block = 100
/** The events of one order, each in its own block; the first is its NewOrder, whose id is that of the order. */
function eventsOf(steps: string[], terms: object, { from = buyer, to = seller } = {}): OrderEvent[] {
  const number = String(2 ** 40 + block)
  const opened = { buyer: from.address, seller: to.address, token: usdc, price: '240000000', productId: String(serviceId), delivery: '7' }
  const fees = { feeBps: '1000', arbitrationFeeBps: '500', validUntil: '4000000000' }
  return ['NewOrder', ...steps].map((name) => {
    block += 1
    const position = { ordinal: 0, blockNumber: block, blockHash: hex(), logIndex: 0, timestamp: now() - 100_000 + block }
    const args =
      name === 'NewOrder' ? { ...opened, ...fees, ...terms } : { by: from.address, ...(name === 'DisputeOrder' && { amount: '5000' }) }
    return { id: opaqueId(), transactionHash: hex(), orderId: number, ...position, name, status: STATUS.indexOf(STEPS[name]!), args }
  })
}
const store = async (events: OrderEvent[]) => expect(await apply(db, contract, events, { after: null })).toBe('applied')
/** Stores a quote between two users; `overrides` replaces columns. Returns its `ref`. */
async function insertQuote(overrides: Partial<typeof quotes.$inferInsert> = {}): Promise<string> {
  const ref = hex()
  const names = { seller: { name: 'Aiko Mori', image: null }, buyer: { name: 'Ben Carter', image: null } }
  const parties = { buyerId: buyer.id, sellerId: seller.id, buyer: buyer.address, seller: seller.address }
  const fees = { feeBps: 1000, arbitrationFeeBps: 500, delivery: 7, createdAt: 1, validUntil: 4_000_000_000 }
  const price = { token: usdc, amount: '240000000', priceUsd: 240_000_000 }
  const terms = JSON.stringify({ title: 'Quoted logo', plan: 'Studio', ...names })
  const row = { ref, chainId: contract.chainId, contract: contract.orderBook, serviceId, ...parties, ...price, ...fees, terms }
  await db.insert(quotes).values({ ...row, ...overrides })
  return ref
}
const read = async <T>(path: string, as: TestUser) => (await (await ask('GET', path, as)).json()) as T
const list = (as: TestUser, query = 'tab=auto') => read<OrderPage>(`getMyOrders?${query}`, as)
const finds = async (as: TestUser, text: string, id: string) =>
  (await list(as, `tab=all&limit=100&text=${encodeURIComponent(text)}`)).orders.some((order) => order.id === id)
const waiting = async (as: TestUser) => (await read<{ count: number }>('getWaitingOrders', as)).count
const notified = (as: TestUser, orderId?: string) =>
  db
    .select({ kind: notifications.kind, params: notifications.params, orderId: notifications.thingId })
    .from(notifications)
    .where(and(eq(notifications.userId, as.id), orderId === undefined ? undefined : eq(notifications.thingId, orderId)))

/** Every way in which an order can continue after its payment, with each of its beginnings. */
const DISPUTED = ['AcceptOrder', 'DeliverOrder', 'DisputeOrder']
const STORIES = [
  [],
  ['CancelOrder'],
  ['RejectOrder'],
  ['AcceptOrder'],
  ['AcceptOrder', 'CancelOrder'],
  ['AcceptOrder', 'RejectOrder'],
  ['AcceptOrder', 'DeliverOrder'],
  ['AcceptOrder', 'DeliverOrder', 'CompleteOrder'],
  DISPUTED,
  [...DISPUTED, 'AcceptDispute'],
]
/** The quote that an order names, the title that its seller then sees, and whether its buyer has seen that title in their own quote. */
const QUOTES = {
  ok: { ref: () => insertQuote(), title: 'Quoted logo', isOwn: true },
  unknown: { ref: async () => hex(), title: 'Logo and identity', isOwn: false },
  'unequal in its price': { ref: () => insertQuote({ amount: '1' }), title: 'Quoted logo', isOwn: true },
  'unequal, with the ref of others': { ref: () => insertQuote({ buyer: hex() }), title: 'Logo and identity', isOwn: false },
}
const settle = () => openRoomsAndNotify(db, testEnv)
/** How the events arrive. Of an order whose NewOrder is not stored yet, nothing can be sent. */
const ARRIVALS: Record<string, (events: OrderEvent[]) => Promise<void>> = {
  'one after the other': async (events) => {
    for (const event of events) {
      await store([event])
      await settle()
    }
  },
  'all at once': async (events) => {
    await store(events)
    await settle()
  },
  'in reverse order': async (events) => {
    for (const event of events.toReversed()) await store([event])
    await settle()
  },
}

describe.each(Object.entries(QUOTES))('an order whose terms are %s', (state, { ref, title, isOwn }) => {
  it.each(Object.entries(ARRIVALS))('names the seller to the buyer only once it is agreed, with events %s', async (arrival, arrive) => {
    for (const steps of STORIES) {
      const events = eventsOf(steps, { ref: await ref() })
      const { id } = events[0]!
      await arrive(events)
      const isAgreed = state === 'ok' || steps.includes('AcceptOrder')
      const status = STEPS[steps.at(-1) ?? 'NewOrder']!
      const about = `${steps.join()} ${arrival}`

      const sold = await getOrder(id, seller)
      const parties = { buyer_id: buyer.id, buyer_name: 'Ben Carter', seller_id: seller.id, seller_name: 'Aiko Mori' }
      expect(sold, about).toMatchObject({
        ...parties,
        title,
        status_: STATUS.indexOf(status),
        terms: state.split(' ')[0]!.replace(',', ''),
      })
      const bought = await getOrder(id, buyer)
      const hidden = { seller_id: null, seller_name: '', seller_image: null, room: null, title: isOwn ? title : '' }
      expect(bought, about).toEqual(isAgreed ? sold : { ...sold, ...hidden })
      if (!isAgreed) expect(JSON.stringify(bought)).not.toContain('Aiko')
      for (const as of [buyer, seller]) {
        const listed = (await list(as, 'tab=all&limit=100')).orders.find((order) => order.id === id)
        expect(listed, about).toEqual(as === buyer ? bought : sold)
      }
      expect([await finds(buyer, 'aiko', id), await finds(seller, 'ben', id)], about).toEqual([isAgreed, true])
      expect([await finds(buyer, 'logo', id), await finds(seller, 'logo', id)], about).toEqual([isAgreed || isOwn, true])

      const members = await db
        .select({ userId: roomMembers.userId })
        .from(roomMembers)
        .innerJoin(rooms, eq(rooms.id, roomMembers.roomId))
        .where(eq(rooms.orderId, id))
      if (!isAgreed) expect(members, about).toEqual([])
      else if (state === 'ok' || !['cancelled', 'rejected'].includes(status)) expect(members, about).toHaveLength(2)

      const toSeller = (await notified(seller, id)).map(({ kind }) => kind)
      if (!isAgreed) expect(toSeller, about).toEqual([])
      else if (state === 'ok') expect(toSeller, about).toContain('orderPlaced')
      if (status === 'rejected') {
        const [rejected] = (await notified(buyer, id)).filter(({ kind }) => kind === 'orderRejected')
        expect(JSON.parse(rejected!.params), about).toEqual({ title: isAgreed ? title : '' })
      }
      expect(await db.select().from(pendingNotifications)).toEqual([])
      await db.delete(orders).where(eq(orders.id, id))
    }
  })
})

describe('250 orders without a quote', () => {
  /** Makes a member with one real customer among 250 orders of a cent, of which some were cancelled. */
  async function flooded(steps: string[] = []) {
    const [target, spammer] = [await signedIn(testEnv, { name: 'Target' }), await signedIn(testEnv, { name: 'Spammer' })]
    const cheap = () => eventsOf(Math.random() < 0.2 ? ['CancelOrder'] : [], { price: '1', ref: hex() }, { from: spammer, to: target })
    const real = eventsOf(steps, { ref: await insertQuote({ sellerId: target.id, seller: target.address }) }, { to: target })
    const flood = (count: number) => Array.from({ length: count }, cheap).flat()
    const before = flood(125)
    await store([...before, ...real, ...flood(125)])
    for (let run = 0; run < 3; run += 1) await settle()
    return { target, spammer, id: real[0]!.id }
  }

  it('leave the request of a real customer first in the list, the only one that is counted, and the only notification', async () => {
    const { target, id } = await flooded()
    const page = await list(target)
    expect([page.tab, page.orders[0]!.id, page.orders.length]).toEqual(['requests', id, 25])
    expect(await waiting(target)).toBe(1)
    expect(await notified(target)).toEqual([{ kind: 'orderPlaced', params: '{"title":"Quoted logo"}', orderId: id }])
  })

  it('do not decide which tab opens, also not in a search for the title of the real order', async () => {
    const { target, id } = await flooded(['AcceptOrder'])
    const page = await list(target)
    // The only one that waits for the seller is the real order, for its delivery.
    expect([page.tab, page.orders.map((order) => order.id), await waiting(target)]).toEqual(['open', [id], 1])
    // They are not hidden.
    expect(page.counts!.requests).toBeGreaterThan(150)
    await db
      .update(orders)
      .set({ terms: '{"title":"Quoted logo"}' })
      .where(and(eq(orders.sellerId, target.id), sql`terms_state <> 'ok'`))
    const found = await list(target, 'tab=auto&text=quoted')
    expect([found.tab, found.orders.map((order) => order.id)]).toEqual(['open', [id]])
    expect((await list(target, 'tab=auto&text=spammer')).tab).toBe('requests')
  })

  it('open no room, so that the only conversation is that with the real customer', async () => {
    const { target, spammer, id } = await flooded()
    const conversations = await selectConversations(db, target.id, 'all', undefined)
    expect(conversations.map((one) => [one.room.orderId, one.userId])).toEqual([[id, buyer.id]])
    expect(await db.select().from(roomMembers).where(eq(roomMembers.userId, spammer.id))).toEqual([])
  })

  it('are not read when rooms are opened', async () => {
    const { target } = await flooded()
    const [untried] = selectRoomless(db, now())
    expect((await untried).filter((order) => order.sellerId === target.id)).toEqual([])
    const plan = await db.all<{ detail: string }>(sql`explain query plan ${untried.getSQL()}`)
    expect(plan.map(({ detail }) => detail)).toContain('SCAN orders USING INDEX orders_roomless')
  })

  it('get a room for the buyer and the seller once the seller accepts one of them', async () => {
    const { target, spammer } = await flooded()
    const [chosen] = (await list(target, 'tab=requests')).orders.slice(1)
    const [, accept] = eventsOf(['AcceptOrder'], {})
    await store([{ ...accept!, orderId: chosen!.order_id }])
    await settle()
    const seen = await getOrder(chosen!.id, spammer)
    expect(seen).toMatchObject({ seller_id: target.id, seller_name: 'Target', room: expect.stringMatching(/^[\w-]{22}$/) })
    expect((await db.select().from(roomMembers).where(eq(roomMembers.roomId, seen.room!))).map(({ userId }) => userId).sort()).toEqual(
      [target.id, spammer.id].sort(),
    )
    expect((await notified(spammer)).map(({ kind }) => kind)).toEqual(['orderAccepted'])
  })
})

it('an order that gets its quote only after a reorg notifies its seller then', async () => {
  const ref = await insertQuote()
  const [first, second] = [eventsOf([], { ref }), eventsOf([], { ref })]
  await store([...first, ...second])
  await settle()
  const { id } = second[0]!
  expect([(await getOrder(id, seller)).terms, await notified(seller, id)]).toEqual(['unknown', []])
  const { blockNumber } = first[0]!
  expect(await apply(db, contract, [], { after: null, from: blockNumber, to: blockNumber, hash: hex() })).toBe('applied')
  await settle()
  expect((await getOrder(id, seller)).terms).toBe('ok')
  expect((await notified(seller, id)).map(({ kind }) => kind)).toEqual(['orderPlaced'])
  await db.run(sql`delete from cursors where contract = ${contract.orderBook}`)
  await db.delete(orders).where(inArray(orders.id, [id]))
})
