import { createExecutionContext } from 'cloudflare:test'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { now, opaqueId } from '../shared/ids.ts'
import { profiles, users } from '../shared/tables.ts'
import { call, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { deliverySteps } from './delivery-tables.ts'
import { listOrders, waitingOrders } from './find-orders.ts'
import worker from './index.ts'
import type { OrderPage, OrdersQuery } from './order-list.schema.ts'
import { isTurn, MAX_COUNT, STATUS, type Status } from './orders.schema.ts'
import { TAB_OF } from './statuses.schema.ts'
import { orders } from './tables.ts'
import { db, deployed, insertOrder, testEnv, usdc } from './testing.ts'
import { chainEvents } from './work-tables.ts'

let me: TestUser
let other: TestUser
let stranger: TestUser
beforeEach(async () => {
  me = await signedIn(testEnv, { name: 'Aiko Mori' })
  other = await signedIn(testEnv, { name: '田中 花子' })
  stranger = await signedIn(testEnv, { name: 'Passer-by' })
})

type Query = Partial<Record<'tab' | 'role' | 'text' | 'cursor' | 'limit', string>>
const ask = (as: TestUser | undefined, query: Query = {}) =>
  call(
    worker,
    testEnv,
    createExecutionContext(),
    'GET',
    `/api/orders/getMyOrders?${new URLSearchParams(query as Record<string, string>)}`,
    { ...(as && { as }) },
  )
const list = async (query: Query = {}, as = me) => {
  const answer = await ask(as, { tab: 'auto', ...query })
  expect(answer.status).toBe(200)
  return (await answer.json()) as OrderPage
}
const ids = async (query: Query = {}, as = me) => (await list(query, as)).orders.map(({ id }) => id)
const statusOf = (status: Status) => STATUS.indexOf(status)
/** Inserts an order of which the user is the buyer or, with `sold`, the seller. */
const insert = (
  status: Status,
  { sold = false, title = '', ...more }: Partial<typeof orders.$inferInsert> & { sold?: boolean; title?: string } = {},
) => insertOrder(sold ? other : me, sold ? me : other, { status: statusOf(status), terms: JSON.stringify({ title }), ...more })
/** Inserts many orders, a minute apart, newest first. Returns their ids in this order. */
async function insertMany(count: number, fill: (i: number) => Partial<typeof orders.$inferInsert> = () => ({})): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: opaqueId(),
    chainId: deployed.chainId,
    contract: deployed.orderBook,
    orderId: String(crypto.getRandomValues(new Uint32Array(1))[0]! + 2 ** 33 + i * 2 ** 33),
    ref: '0x',
    termsState: 'ok',
    serviceId: 1,
    buyer: me.address,
    seller: other.address,
    buyerId: me.id,
    sellerId: other.id,
    token: usdc,
    price: '1000000',
    feeBps: 1000,
    delivery: 7,
    status: statusOf('completed'),
    statusAt: 1,
    terms: '{}',
    createdAt: 1_700_000_000 - 60 * i,
    ...fill(i),
  }))
  await db.run(sql`insert into orders (id, chain_id, contract, order_id, ref, terms_state, service_id, buyer, seller, buyer_id, seller_id, token,
      price, fee_bps, delivery, status, status_at, terms, created_at)
    select value ->> 'id', value ->> 'chainId', value ->> 'contract', value ->> 'orderId', value ->> 'ref', value ->> 'termsState',
      value ->> 'serviceId', value ->> 'buyer', value ->> 'seller', value ->> 'buyerId', value ->> 'sellerId', value ->> 'token',
      value ->> 'price', value ->> 'feeBps', value ->> 'delivery', value ->> 'status', value ->> 'statusAt', value ->> 'terms',
      value ->> 'createdAt' from json_each(${JSON.stringify(rows)})`)
  return rows.map(({ id }) => id)
}
/** Reads all pages of a list. */
async function readAll(query: Query): Promise<{ sizes: number[]; ids: string[] }> {
  const pages = [await list(query)]
  while (pages.at(-1)!.next) pages.push(await list({ ...query, cursor: pages.at(-1)!.next! }))
  return { sizes: pages.map((page) => page.orders.length), ids: pages.flatMap((page) => page.orders.map(({ id }) => id)) }
}

describe('getMyOrders refuses', () => {
  it('a guest', async () => {
    expect(await codeOf(await ask(undefined, { tab: 'open' }))).toBe('unauthorized')
  })

  it.each([
    { tab: 'closed' },
    { role: 'admin' },
    { limit: '0' },
    { limit: '101' },
    { limit: '-1' },
    { limit: '1e2' },
    { cursor: 'x' },
    { cursor: '1.short' },
    { cursor: "1'.aaaaaaaaaaaaaaaaaaaaaa" },
    { cursor: '1234567890123.aaaaaaaaaaaaaaaaaaaaaa' },
    { text: 'x'.repeat(81) },
    { text: '\ud83d\ude00'.repeat(81) },
  ])('the query %o', async (query) => {
    expect(await codeOf(await ask(me, { tab: 'all', ...query }))).toBe('invalid_body')
  })

  it('more than 600 calls in a minute', async () => {
    await exhaustLimit(testEnv, { person: me.id }, 'GET /api/orders/getMyOrders')
    expect(await codeOf(await ask(me, { tab: 'open' }))).toBe('too_many_requests')
    expect((await ask(other, { tab: 'open' })).status).toBe(200)
  })
})

describe('getMyOrders never shows', () => {
  it('the orders of others, for any tab, role, text or cursor', async () => {
    await insert('proposed', { title: 'Secret logo' })
    const own = await insertOrder(stranger, stranger, { status: 0, createdAt: now() + 10 })
    for (const query of [{}, { tab: 'all' }, { role: 'seller' }, { text: 'Secret' }, { tab: 'all', cursor: `${now() + 100}.${own}` }])
      expect((await ids(query, stranger)).filter((id) => id !== own)).toEqual([])
    expect((await list({ text: 'Secret' }, stranger)).counts).toEqual({ open: 0, requests: 0, disputes: 0, completed: 0 })
    expect(
      await (await call(worker, testEnv, createExecutionContext(), 'GET', '/api/orders/getWaitingOrders', { as: stranger })).json(),
    ).toEqual({ count: 0, hasEnded: false })
  })

  it('the orders after a cursor of another user', async () => {
    await insertMany(3)
    const [first] = (await list({ tab: 'completed' })).orders
    expect(await ids({ tab: 'completed', cursor: `${first!.date}.${first!.id}` }, stranger)).toEqual([])
  })
})

describe('a list of orders', () => {
  it('has the orders and the count of each tab, for both roles or for the chosen one', async () => {
    const bought: Record<string, string> = {}
    const sold: Record<string, string> = {}
    for (const status of STATUS) {
      bought[status] = await insert(status)
      sold[status] = await insert(status, { sold: true })
    }
    const tabs = {
      open: ['accepted', 'delivered'],
      requests: ['proposed'],
      disputes: ['disputed'],
      completed: ['cancelled', 'rejected', 'completed'],
    }
    for (const [tab, statuses] of Object.entries(tabs)) {
      const page = await list({ tab })
      expect(page).toMatchObject({ tab, next: null, counts: { open: 4, requests: 2, disputes: 2, completed: 6 } })
      expect(page.orders.map(({ id }) => id).sort()).toEqual(statuses.flatMap((status) => [bought[status], sold[status]]).sort())
      expect((await ids({ tab, role: 'buyer' })).sort()).toEqual(statuses.map((status) => bought[status]).sort())
      expect((await ids({ tab, role: 'seller' })).sort()).toEqual(statuses.map((status) => sold[status]).sort())
    }
    expect((await list({ role: 'seller' })).counts).toEqual({ open: 2, requests: 1, disputes: 1, completed: 3 })
    expect(await list({ tab: 'all' })).toMatchObject({ tab: null, orders: { length: 14 } })
  })

  it('contains an order between two wallets of the same member once, with the member as the buyer', async () => {
    const own = await insertOrder(me, me, { status: statusOf('accepted') })
    expect(await list()).toMatchObject({ orders: [{ id: own }], counts: { open: 1 } })
    expect(await ids({ role: 'buyer' })).toEqual([own])
    expect(await ids({ role: 'seller' })).toEqual([])
  })

  it('opens with requests, else disputes, else the open ones', async () => {
    await insert('completed')
    expect(await list()).toMatchObject({ tab: 'open', orders: [] })
    await insert('accepted')
    expect((await list()).tab).toBe('open')
    await insert('disputed', { sold: true })
    expect((await list()).tab).toBe('disputes')
    await insert('proposed')
    expect((await list()).tab).toBe('requests')
    expect((await list({ role: 'seller' })).tab).toBe('disputes')
  })

  it('comes in pages, newest first, each order once, also if many have the same time', async () => {
    const inserted = await insertMany(60, (i) => ({ createdAt: 1_700_000_000 - 60 * Math.floor(i / 30) }))
    const { ids: read, sizes } = await readAll({ tab: 'completed' })
    expect(sizes).toEqual([25, 25, 10])
    expect(read.toSorted()).toEqual(inserted.toSorted())
    expect((await readAll({ tab: 'all', limit: '7' })).ids).toEqual(read)
    const times = await db.select({ id: orders.id, at: orders.createdAt }).from(orders).where(inArray(orders.id, read))
    const timeOf = new Map(times.map(({ id, at }) => [id, at]))
    expect(read.map((id) => timeOf.get(id)!)).toEqual(read.map((id) => timeOf.get(id)!).toSorted((a, b) => b - a))
  })

  it('shows orders without a matching quote after all others, also on later pages', async () => {
    const dust = await insertMany(60, () => ({ termsState: 'unknown', createdAt: now() + 1000, status: 0 }))
    const real = await insertMany(3, () => ({ status: 0 }))
    const { ids: read } = await readAll({ tab: 'requests' })
    expect(read.slice(0, 3)).toEqual(real)
    expect(read.slice(3).toSorted()).toEqual(dust.toSorted())
  })

  it('counts at most MAX_COUNT orders in a tab', async () => {
    await insertMany(MAX_COUNT + 5)
    expect((await list()).counts).toMatchObject({ completed: MAX_COUNT, open: 0 })
  })

  it('leaves out an order that cannot be read, and shows the others', async () => {
    const [broken, good] = await insertMany(2, (i) => (i === 0 ? { terms: '{' } : {}))
    expect(await ids({ tab: 'completed' })).toEqual([good])
    expect(await ids({ tab: 'completed', text: '田中' })).toEqual([good])
    await db.delete(orders).where(eq(orders.id, broken!))
  })

  it('without parameters has the open orders and the newest 200 ended ones, as before there were pages', async () => {
    const ended = await insertMany(205)
    const open = await insertMany(30, () => ({ status: statusOf('accepted'), createdAt: 5 }))
    const page = (await (await ask(me)).json()) as OrderPage
    expect(page).toMatchObject({ tab: null, counts: null, next: null })
    expect(
      page.orders
        .slice(0, 30)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(open.toSorted())
    expect(page.orders.slice(30).map(({ id }) => id)).toEqual(ended.slice(0, 200))
  })
})

describe('a search of orders', () => {
  const found = async (text: string, query = {}) => (await ids({ tab: 'all', text, ...query })).length

  it('finds words of the title and of the other party’s name in any order, and the number of the order', async () => {
    const id = await insert('completed', { title: 'Logo and identity', orderId: '8800000001' })
    await insert('completed', { title: 'Portrait photos' })
    for (const text of ['logo', 'LOGO', 'identity logo', 'go', '8800000001', '#8800000001', '花子 logo', '　ｌｏｇｏ　'])
      expect({ text, ids: await ids({ tab: 'all', text }) }).toEqual({ text, ids: [id] })
    for (const text of ['880000000', 'logo portrait', 'Aiko']) expect({ text, count: await found(text) }).toEqual({ text, count: 0 })
    expect(await found('田中')).toBe(2)
  })

  it('finds Japanese inside a sentence, and accented and Cyrillic letters in lower and upper case', async () => {
    await insert('completed', { title: '和菓子の包装デザインをします' })
    await insert('completed', { title: 'ÉCOLE — Логотип' })
    for (const text of ['包装', 'デザイン', 'ﾃﾞｻﾞｲﾝ', 'école', 'логотип', 'ЛОГОТИП', 'École'])
      expect({ text, count: await found(text) }).toEqual({ text, count: 1 })
  })

  it('treats every character literally', async () => {
    await insert('completed', { title: '100% wool_socks' })
    await insert('completed', { title: 'A plain title' })
    for (const text of ['%', '_', '100%', 'wool_']) expect({ text, count: await found(text) }).toEqual({ text, count: 1 })
    for (const text of ["'", '"', '\\', '*', "' or 1=1 --", '{"a":1}', '[', '\u0000x', '\ud800', '\u202e!', 'woolxsocks'])
      expect({ text, count: await found(text) }).toEqual({ text, count: 0 })
    // These texts are empty after cleaning, so they do not filter.
    for (const text of ['', ' ', '\u200b\u202e']) expect({ text, count: await found(text) }).toEqual({ text, count: 2 })
  })

  it('finds the current name of the other party, and the username of one without a profile', async () => {
    await insert('completed')
    await db.update(profiles).set({ name: 'Yuki Sato' }).where(eq(profiles.userId, other.id))
    expect([await found('yuki'), await found('田中')]).toEqual([1, 0])
    await db.delete(profiles).where(eq(profiles.userId, other.id))
    await db
      .update(users)
      .set({ username: `early_${other.id}` })
      .where(eq(users.id, other.id))
    expect(await found(`early_${other.id}`)).toBe(1)
  })

  it('counts in each tab what it found, and opens a tab with results', async () => {
    await insert('completed', { title: 'Logo' })
    await insert('rejected', { title: 'Logo', sold: true })
    await insert('proposed', { title: 'Portrait' })
    expect(await list({ text: 'logo' })).toMatchObject({
      tab: 'completed',
      orders: { length: 2 },
      counts: { open: 0, requests: 0, disputes: 0, completed: 2 },
    })
    expect(await list({ text: 'logo', role: 'buyer' })).toMatchObject({ orders: { length: 1 }, counts: { completed: 1 } })
    expect(await list({ text: 'logo', tab: 'requests' })).toMatchObject({ tab: 'requests', orders: [], counts: { completed: 2 } })
    expect(await list({ text: 'nothing' })).toMatchObject({ tab: 'open', orders: [] })
  })

  it('looks at 1,000 orders per call and continues from there', async () => {
    const all = await insertMany(2100, (i) => ({ terms: JSON.stringify({ title: i % 700 === 699 ? 'Logo' : 'Portrait' }) }))
    const first = await list({ tab: 'completed', text: 'logo' })
    expect(first.orders.map(({ id }) => id)).toEqual([all[699]])
    // Later pages may have more results, so the total numbers are not known yet.
    expect(first.counts).toBeNull()
    const { ids: read, sizes } = await readAll({ tab: 'completed', text: 'logo' })
    expect(read).toEqual([all[699], all[1399], all[2099]])
    expect(sizes).toEqual([1, 1, 1])
  })

  it('comes in pages as well', async () => {
    const all = await insertMany(40, () => ({ terms: '{"title":"Logo"}' }))
    expect(await readAll({ tab: 'completed', text: 'logo' })).toEqual({ sizes: [25, 15], ids: all })
  })
})

describe('getWaitingOrders', () => {
  const waiting = async () =>
    (await call(worker, testEnv, createExecutionContext(), 'GET', '/api/orders/getWaitingOrders', { as: me })).json()

  /** Stores events of the disputed order, one in each block. */
  const insertEvents = async (id: string, names: readonly string[]) => {
    const [order] = await db.select().from(orders).where(eq(orders.id, id))
    const { chainId, contract, orderId } = order!
    const shared = { chainId, contract, orderId, ordinal: 0, blockHash: '0x', logIndex: 0, timestamp: 1, args: '{"amount":"1000"}' }
    const rows = names.map((name, blockNumber) => ({ ...shared, id: opaqueId(), transactionHash: `0x${opaqueId()}`, blockNumber, name }))
    await db.insert(chainEvents).values(rows)
  }
  const insertSteps = (orderId: string, kinds: readonly string[]) =>
    db.insert(deliverySteps).values(kinds.map((kind, i) => ({ id: opaqueId(), orderId, number: i + 1, kind, message: '', createdAt: 1 })))
  const eventEnding = (end: number) => ({ terms: JSON.stringify({ event: { start: 1, end }, revisions: 0 }) })
  const [ASK, LOWER, OFFER] = ['DisputeOrder', 'UpdateDispute', 'CounterDispute']

  interface State {
    status: Status
    order?: Partial<typeof orders.$inferInsert>
    events?: string[]
    steps?: string[]
  }
  /** What a state is, the state, and whose turn it is. */
  it.each<[string, State, ('buyer' | 'seller')?]>([
    ['a request', { status: 'proposed' }, 'seller'],
    ['an accepted order', { status: 'accepted' }, 'seller'],
    ['an accepted order with a prepared delivery', { status: 'accepted', steps: ['delivery'] }, 'seller'],
    ['an accepted order with damaged terms', { status: 'accepted', order: { terms: '{"event":' } }, 'seller'],
    ['a place at an event that is not over', { status: 'accepted', order: eventEnding(now() + 3600) }],
    ['a place at an event that is over', { status: 'accepted', order: eventEnding(now() - 1) }, 'seller'],
    ['a delivery', { status: 'delivered', steps: ['delivery'] }, 'buyer'],
    ['a delivery without a message or file', { status: 'delivered' }, 'buyer'],
    ['requested changes', { status: 'delivered', steps: ['delivery', 'changes'] }, 'seller'],
    ['a second delivery', { status: 'delivered', steps: ['delivery', 'changes', 'delivery'] }, 'buyer'],
    ['a delivered place', { status: 'delivered', order: eventEnding(now() - 1) }, 'buyer'],
    ['a dispute', { status: 'disputed', events: [ASK] }, 'seller'],
    ['a dispute about requested changes', { status: 'disputed', events: [ASK], steps: ['delivery', 'changes'] }, 'seller'],
    ['a lowered ask', { status: 'disputed', events: [ASK, LOWER, LOWER] }, 'seller'],
    ['an offer', { status: 'disputed', events: [ASK, OFFER] }, 'buyer'],
    ['a lowered ask after an offer', { status: 'disputed', events: [ASK, OFFER, LOWER] }, 'seller'],
    ['an offer after a lowered ask', { status: 'disputed', events: [ASK, LOWER, OFFER, LOWER, OFFER] }, 'buyer'],
    ['a cancelled order', { status: 'cancelled' }],
    ['a rejected order', { status: 'rejected' }],
    ['a completed order', { status: 'completed', steps: ['delivery'] }],
    ['an order that a dispute has completed', { status: 'completed', events: [ASK, OFFER] }],
  ])('counts %s for the party whose turn it is, as the list shows it', async (_, { status, order, events, steps }, turn) => {
    for (const role of ['buyer', 'seller'] as const) {
      me = await signedIn(testEnv)
      const id = await insert(status, { sold: role === 'seller', ...order })
      if (events) await insertEvents(id, events)
      if (steps) await insertSteps(id, steps)
      expect([role, await waiting()]).toEqual([role, { count: Number(role === turn), hasEnded: TAB_OF[status] === 'completed' }])
      // An order whose terms are damaged is not in the list.
      for (const shown of (await list({ tab: 'all' })).orders) expect(isTurn(shown, role, now())).toBe(role === turn)
    }
  })

  it('adds up both roles, and counts an order of one member with both roles once, as its buyer', async () => {
    await insert('proposed', { sold: true })
    await insert('accepted', { sold: true })
    await insert('delivered')
    await insertOrder(me, me, { status: statusOf('proposed') })
    expect(await waiting()).toMatchObject({ count: 3 })
    await insertOrder(me, me, { status: statusOf('delivered') })
    expect(await waiting()).toMatchObject({ count: 4 })
  })

  it('refuses a guest', async () => {
    expect(await codeOf(await call(worker, testEnv, createExecutionContext(), 'GET', '/api/orders/getWaitingOrders'))).toBe('unauthorized')
  })
})

describe('the statements', () => {
  const planOf = async (query: Partial<OrdersQuery>) => {
    const statement = listOrders(7, { tab: 'auto', role: undefined, text: '', cursor: undefined, limit: 25, ...query } as never)
    const rows = await db.all<{ detail: string }>(sql`explain query plan ${statement}`)
    return rows.map(({ detail }) => detail).filter((detail) => /orders|ORDER BY/.test(detail))
  }
  const LIST = /^SEARCH orders USING INDEX orders_(buyer|seller)_list \((buyer|seller)_id=\? AND status=\?( AND <expr><\?)?\)$/
  const QUOTED = /^SEARCH orders USING INDEX orders_(buyer|seller)_list \((buyer|seller)_id=\? AND status=\? AND <expr>>\?\)$/
  const COUNT = /^SEARCH orders USING COVERING INDEX orders_(buyer|seller)_list \((buyer|seller)_id=\? AND status=\?\)$/

  it('read a list and its counts through their indexes, without sorting', async () => {
    for (const query of [
      {},
      { tab: 'completed' },
      { tab: 'all' },
      { role: 'seller' },
      { tab: 'completed', cursor: `5.${opaqueId()}` },
    ] as const) {
      const plan = await planOf(query)
      const counted = plan.filter((line) => COUNT.test(line))
      const listed = plan.filter((line) => LIST.test(line))
      const quoted = plan.filter((line) => QUOTED.test(line))
      expect([...counted, ...listed, ...quoted].toSorted()).toEqual(plan.toSorted())
      expect(counted).toHaveLength('role' in query ? 7 : 14)
      expect(quoted).toHaveLength('role' in query ? 1 : 2)
      expect(listed.length).toBeGreaterThan(0)
    }
    const later = await planOf({ tab: 'completed', cursor: `5.${opaqueId()}` })
    expect(later.filter((line) => line.includes('<expr><?'))).toHaveLength(6)
  })

  it('read the waiting orders through the indexes of the list, of the steps and of the events, without sorting', async () => {
    const rows = await db.all<{ detail: string }>(sql`explain query plan ${waitingOrders(7, now())}`)
    const plan = rows.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN)|ORDER BY/.test(detail) && detail !== 'SCAN o')
    const isList = (line: string) => [LIST, QUOTED].some((pattern) => pattern.test(line.replace('COVERING ', '')))
    expect(plan.filter(isList)).toHaveLength(6)
    const others = new Set(plan.filter((line) => !isList(line)))
    expect([...others].toSorted()).toEqual([
      'SEARCH e USING COVERING INDEX chain_events_history (chain_id=? AND contract=? AND order_id=? AND name=?)',
      'SEARCH s USING INDEX delivery_steps_order (order_id=?)',
    ])
  })

  it('are one for the session and one for the orders', async () => {
    await insertMany(30)
    const statements: string[] = []
    const real = globalThis.fetch
    vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
      const request = new Request(input, init)
      const body = await request.clone().text()
      statements.push(...[...body.matchAll(/"sql":"/g)].map(() => body))
      return real(request)
    })
    for (const query of [{}, { text: '田中' }, { tab: 'completed', limit: '5' }]) {
      statements.length = 0
      await list(query)
      expect(statements).toHaveLength(2)
    }
    statements.length = 0
    await ask(me)
    expect(statements).toHaveLength(2)
    statements.length = 0
    await call(worker, testEnv, createExecutionContext(), 'GET', '/api/orders/getWaitingOrders', { as: me })
    expect(statements).toHaveLength(2)
    vi.stubGlobal('fetch', real)
  })
})
