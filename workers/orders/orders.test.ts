import { createExecutionContext } from 'cloudflare:test'
import { eq, like } from 'drizzle-orm'
import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { users } from '../auth/tables.ts'
import { roomMembers, rooms } from '../chat/tables.ts'
import { listings } from '../listings/tables.ts'
import { now } from '../shared/ids.ts'
import { call, codeOf, signedIn, type TestUser, useUp } from '../shared/testing.ts'
import { apply } from './apply.ts'
import type { OrdersEnv } from './env.ts'
import worker from './index.ts'
import type { Order, Quote } from './orders.schema.ts'
import { adopt, settle } from './settle.ts'
import { chainEvents, cursors, orders, outbox } from './tables.ts'
import { act, db, deployed, node, OWNER, pay, person, publish, testEnv, transact, usdc } from './testing.ts'

type Added = { orderId: string; roomId: string }
let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  seller = await person('Aiko Mori')
  buyer = await person('Ben Carter')
  serviceId = await publish(seller)
})

const ask = (method: 'GET' | 'POST', path: string, as: TestUser, body: object = {}, env: OrdersEnv = testEnv) =>
  call(worker, env, createExecutionContext(), method, `/api/orders/${path}`, { as, body })
const add = (transactionHash: Hex, as = buyer, more: object = {}, env = testEnv) =>
  ask('POST', 'addOrder', as, { transactionHash, chainId: 31337, ...more }, env)
const added = async (hash: Hex, as = buyer) => {
  const answer = await add(hash, as)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Added
}
const quote = async (as = buyer, over: object = {}) => {
  const answer = await ask('POST', 'quoteOrder', as, { serviceId, plan: 'Studio', token: usdc, account: as.address, ...over })
  return (await answer.json()) as Quote
}
const order = async (id: string, as = buyer) => (await (await ask('GET', `getOrder?id=${id}`, as)).json()) as Order
const bought = async () => added(await pay(buyer.address, await quote()))
const count = async () => (await db.select({ id: chainEvents.id }).from(chainEvents)).length

describe('addOrder refuses, and changes nothing', () => {
  let before: number
  beforeEach(async () => {
    before = await count()
  })
  const refused = async (answer: Response, code: string) => {
    expect(await codeOf(answer)).toBe(code)
    expect(await count()).toBe(before)
  }

  it('a guest', async () => {
    await refused(await call(worker, testEnv, createExecutionContext(), 'POST', '/api/orders/addOrder'), 'unauthorized')
  })

  it('a transaction nobody knows', () => add(`0x${'12'.repeat(32)}`).then((answer) => refused(answer, 'transaction_not_found')))

  it('the forty-first hash that leads nowhere, without asking the node, and gives back what led somewhere', async () => {
    const me = await person('Eager')
    await useUp(testEnv, { person: me.id }, 'transactionTold', 1)
    const mine = await pay(me.address, { seller: seller.address })
    await added(mine, me)
    before = await count()
    await refused(await add(`0x${'13'.repeat(32)}`, me), 'transaction_not_found')
    const [real, asked] = [globalThis.fetch, [] as string[]]
    vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) => {
      asked.push(String(input))
      return real(input, init)
    })
    const answer = await add(`0x${'14'.repeat(32)}`, me)
    vi.unstubAllGlobals()
    expect([answer.status, await codeOf(answer), asked.includes(testEnv.RPC_URL)]).toEqual([429, 'too_many_requests', false])
  })

  it('one that is not mined yet', async () => {
    await node('evm_setAutomine', false)
    const hash = await pay(buyer.address, await quote())
    await refused(await add(hash), 'transaction_pending')
    await node('evm_setAutomine', true)
    await node('evm_mine')
  })

  it('one that failed', async () => {
    await refused(await add(await pay(buyer.address, { ...(await quote()), validUntil: 1 })), 'transaction_failed')
  })

  it('one that has nothing to do with the OrderBook', async () => {
    await refused(await add(await transact(buyer.address, seller.address, '0x', { value: 1n })), 'transaction_foreign')
    await refused(await add(await transact(buyer.address, usdc, '0x18160ddd')), 'transaction_foreign')
  })

  it('an order of other people', async () => {
    const hash = await pay(buyer.address, await quote())
    await refused(await add(hash, await person('Passer-by')), 'transaction_foreign')
  })

  it('another chain', async () => {
    const hash = await pay(buyer.address, await quote())
    await refused(await add(hash, buyer, { chainId: 8453 }), 'transaction_foreign')
  })

  it('what is no hash, naming the field', async () => {
    const answer = await add('0x12')
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: 'transactionHash' } } })
  })

  it('a step of an order it has not seen made: the cron brings both', async () => {
    await pay(buyer.address, await quote())
    await refused(await add(await act(seller.address, 'accept', await lastNumber()), seller), 'transaction_pending')
  })

  it('a GET', async () => expect(await codeOf(await ask('GET', 'addOrder', buyer))).toBe('method_not_allowed'))
})

/** The number of the newest order, from the newest NewOrder log. */
async function lastNumber(): Promise<bigint> {
  const contract = (await quote()).contract
  const logs = await node<{ topics: Hex[] }[]>('eth_getLogs', { address: contract, fromBlock: '0x0', toBlock: 'latest' })
  return BigInt(logs.findLast((log) => log.topics.length === 4)!.topics[1]!)
}

describe('an order', () => {
  it('joins what was paid with what was quoted, and opens one room for two', async () => {
    const terms = await quote()
    const { orderId, roomId } = await added(await pay(buyer.address, terms))
    expect(await order(orderId)).toMatchObject({
      id: orderId,
      room: roomId,
      service_id: serviceId,
      title: 'Logo and identity',
      plan: 'Studio',
      seller: seller.address,
      buyer: buyer.address,
      seller_id: seller.id,
      buyer_id: buyer.id,
      seller_name: 'Aiko Mori',
      buyer_name: 'Ben Carter',
      price: '240000000',
      fee: '24000000',
      sellerGets: '216000000',
      status_: 0,
      delivery: 7,
      terms: 'ok',
      history: [{ name: 'NewOrder' }],
    })
    const members = await db.select({ userId: roomMembers.userId }).from(roomMembers).where(eq(roomMembers.roomId, roomId))
    expect(members.map(({ userId }) => userId).sort()).toEqual([seller.id, buyer.id].sort())
    expect(await db.select({ title: rooms.title }).from(rooms).where(eq(rooms.id, roomId))).toEqual([{ title: 'Logo and identity' }])
  })

  it('is the same however often and by whomever it is told', async () => {
    const hash = await pay(buyer.address, await quote())
    const answers = await Promise.all([added(hash), added(hash), added(hash, seller), added(hash.toUpperCase().replace('X', 'x') as Hex)])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const events = await db.select().from(chainEvents).where(eq(chainEvents.transactionHash, hash))
    expect(events).toHaveLength(1)
  })

  it('takes no word of the client beside the hash', async () => {
    const hash = await pay(buyer.address, await quote())
    const answer = await add(hash, buyer, { orderId: 7, order: '{"price":"1"}', contract: zeroAddress })
    expect(await order(((await answer.json()) as Added).orderId)).toMatchObject({ price: '240000000', terms: 'ok' })
  })

  it('goes through its life, told by either side', async () => {
    const { orderId } = await bought()
    const { order_id } = await order(orderId)
    for (const [who, verb, status] of [
      [seller, 'accept', 1],
      [seller, 'deliver', 4],
      [buyer, 'complete', 5],
    ] as const) {
      expect((await added(await act(who.address, verb, order_id), who)).orderId).toBe(orderId)
      expect(await order(orderId, seller)).toMatchObject({ status_: status })
    }
    expect((await order(orderId)).history.map(({ name }) => name)).toEqual(['NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder'])
  })

  it('is what the last block says, also when it is told backwards', async () => {
    const paid = await pay(buyer.address, await quote())
    const number = await lastNumber()
    const accepted = await act(seller.address, 'accept', number)
    const delivered = await act(seller.address, 'deliver', number)
    const { orderId } = await added(paid)
    await added(delivered, seller)
    expect(await order(orderId)).toMatchObject({ status_: 4 })
    await added(accepted, seller)
    expect(await order(orderId)).toMatchObject({ status_: 4, history: [{}, { name: 'AcceptOrder' }, { name: 'DeliverOrder' }] })
  })

  it('is flagged where it is not what was quoted, and still shown to both', async () => {
    const terms = await quote()
    const unequal = async (over: object) => {
      const { orderId } = await added(await pay(buyer.address, { ...terms, ...over }))
      return order(orderId, seller)
    }
    expect(await unequal({ amount: '239000000' })).toMatchObject({ terms: 'unequal', price: '239000000', title: 'Logo and identity' })
    expect(await unequal({ delivery: 6 })).toMatchObject({ terms: 'unequal', delivery: 6 })
    // An old rate or price must not be paid long after it was quoted: the contract believes whoever pays about the time.
    expect(await unequal({ validUntil: 4_000_000_000 })).toMatchObject({ terms: 'unequal' })
    expect(await unequal({ productId: 4242 })).toMatchObject({ terms: 'unequal', service_id: 4242 })
    expect(await unequal({ token: zeroAddress, amount: '1000' })).toMatchObject({ terms: 'unequal', token: zeroAddress })
  })

  it('is as quoted where a fee fell before the payment, and flagged where somebody let it be higher', async () => {
    const special = await person('Lower Fee')
    const own = await publish(special)
    const charge = (feeBps: bigint) =>
      transact(
        OWNER,
        deployed.orderBook,
        encodeFunctionData({ abi: orderBookAbi, functionName: 'setCustomFee', args: [special.address, feeBps] }),
      )
    const paid = async (over: object = {}) => {
      const terms = await quote(buyer, { serviceId: own })
      await charge('feeBps' in over ? 1200n : 800n)
      const { orderId } = await added(await pay(buyer.address, { ...terms, ...over }))
      await charge(1000n)
      return order(orderId, special)
    }
    expect(await paid()).toMatchObject({ terms: 'ok', feeBps: 800 })
    expect(await paid({ feeBps: 2000 })).toMatchObject({ terms: 'unequal', feeBps: 1200 })
  })

  it('shows nothing of a quote to somebody who only copied its ref', async () => {
    const terms = await quote()
    const thief = await person('Copy Cat')
    const accomplice = await person('Other Seller')
    const { orderId } = await added(await pay(thief.address, { ...terms, seller: accomplice.address }), thief)
    const seen = await order(orderId, thief)
    expect(seen).toMatchObject({ terms: 'unequal', title: '', plan: '', buyer_name: 'Copy Cat', seller_id: accomplice.id })
    // and the real buyer is not kept from paying
    expect(await order((await added(await pay(buyer.address, terms))).orderId)).toMatchObject({ terms: 'ok' })
  })

  it('made without a quote says so, and takes its title from the listing', async () => {
    const { orderId } = await added(await pay(buyer.address, { seller: seller.address, productId: serviceId }))
    expect(await order(orderId)).toMatchObject({ terms: 'unknown', title: 'Logo and identity', plan: '' })
  })

  it('made without a quote says nothing of a listing that was hidden or deleted', async () => {
    for (const state of [{ enabled: false }, { enabled: false, deletedAt: now() }]) {
      const productId = await publish(seller, { title: 'Not for strangers', ...state })
      const { orderId, roomId } = await added(await pay(buyer.address, { seller: seller.address, productId }))
      const [room] = await db.select({ title: rooms.title }).from(rooms).where(eq(rooms.id, roomId))
      expect([(await order(orderId)).title, room!.title]).toEqual(['', ''])
    }
  })

  it('made without a quote keeps the title it was made with, whatever becomes of the listing', async () => {
    const productId = await publish(seller, { title: 'As it was seen' })
    const { orderId } = await added(await pay(buyer.address, { seller: seller.address, productId }))
    await db.update(listings).set({ title: 'Written while hidden', enabled: false }).where(eq(listings.id, productId))
    await added(await act(seller.address, 'accept', await lastNumber()), seller)
    expect(await order(orderId)).toMatchObject({ title: 'As it was seen', status_: 1 })
  })

  it('is not buried under orders nobody agreed to', async () => {
    const { orderId } = await bought()
    const first = await db.select().from(orders).where(eq(orders.id, orderId))
    const dust = Array.from({ length: 600 }, (_, i) => {
      const id = `dust${String(i).padStart(18, '0')}`
      return { ...first[0]!, id, orderId: String(1e9 + i), roomId: id, termsState: 'unknown', createdAt: now() + 1000, price: '1' }
    })
    for (let i = 0; i < dust.length; i += 50) await db.insert(orders).values(dust.slice(i, i + 50))
    const seen = (await (await ask('GET', 'getMyOrders', seller)).json()) as { orders: Order[] }
    expect(seen.orders.map(({ id }) => id)).toContain(orderId)
    expect(seen.orders.length).toBeLessThan(500)
    await db.delete(orders).where(like(orders.id, 'dust%'))
  })

  it('is nobody else’s to see', async () => {
    const { orderId } = await bought()
    const stranger = await person('Passer-by')
    expect(await codeOf(await ask('GET', `getOrder?id=${orderId}`, stranger))).toBe('order_not_found')
    expect(await (await ask('GET', 'getMyOrders', stranger)).json()).toEqual({ orders: [] })
    const mine = (await (await ask('GET', 'getMyOrders', seller)).json()) as { orders: Order[] }
    expect(mine.orders.map(({ id }) => id)).toContain(orderId)
    expect(await codeOf(await ask('GET', 'getOrder?id=short', buyer))).toBe('invalid_body')
  })

  it('calls a buyer without a profile by the username, as it was at the purchase once the account is gone', async () => {
    const lone = await person('')
    const named = (username: string | null) => db.update(users).set({ username }).where(eq(users.id, lone.id))
    await named(`early_${lone.id}`)
    const terms = await quote(lone)
    const { orderId } = await added(await pay(lone.address, terms), lone)
    await named(`late_${lone.id}`)
    expect(await order(orderId, seller)).toMatchObject({ terms: 'ok', buyer_name: `late_${lone.id}` })
    await named(null)
    expect(await order(orderId, seller)).toMatchObject({ buyer_name: `early_${lone.id}` })
  })

  it('finds its person when the wallet is linked afterwards', async () => {
    const { address } = await person('Earlier')
    const lone = await signedIn(testEnv, { wallet: false, name: 'Linked Later' })
    const wallet = `0x${'77'.repeat(20)}` as const
    const { orderId } = await added(await pay(buyer.address, { seller: wallet, productId: serviceId }))
    expect(await order(orderId)).toMatchObject({ seller_id: null, room: null })
    const { accounts } = await import('../auth/tables.ts')
    await db.insert(accounts).values({ address: wallet, userId: lone.id, provider: 'test', linkedAt: 1 })
    await adopt(db)
    await settle(db, testEnv)
    const seen = await order(orderId, lone)
    expect(seen.seller_id).toBe(lone.id)
    expect(seen.room).toMatch(/^[\w-]{22}$/)
    expect(address).toMatch(/^0x/)
  })
})

describe('beside the cron, addOrder', () => {
  const here = { chainId: deployed.chainId, contract: deployed.orderBook }
  const eventsOf = (hash: Hex) => db.select().from(chainEvents).where(eq(chainEvents.transactionHash, hash))
  const newestBlock = () => node<{ number: Hex; hash: string }>('eth_getBlockByNumber', 'latest', false)
  afterEach(async () => {
    vi.restoreAllMocks()
    await db.delete(cursors)
  })

  it('leaves nothing where a reorg and the cron came by after it had read', async () => {
    const hash = await pay(buyer.address, await quote())
    const from = Number((await newestBlock()).number)
    const real = globalThis.fetch
    let raced = false
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const answer = await real(input, init)
      if (raced || !String(init?.body).includes('eth_getBlockByNumber')) return answer
      raced = true
      await node('anvil_reorg', 1, [])
      await node('anvil_mine', '0x1')
      const { number, hash: blockHash } = await newestBlock()
      await apply(db, deployed, [], { after: null, from, to: Number(number), hash: blockHash })
      return answer
    })
    expect(await codeOf(await add(hash))).toBe('transaction_pending')
    expect(raced).toBe(true)
    expect(await eventsOf(hash)).toEqual([])
  })

  it('does not believe a node whose chain is not the one that was read', async () => {
    const hash = await pay(buyer.address, await quote())
    const { number } = await newestBlock()
    await db.insert(cursors).values({ ...here, blockNumber: Number(number), blockHash: `0x${'e'.repeat(64)}`, updatedAt: 1 })
    expect(await codeOf(await add(hash))).toBe('transaction_pending')
    expect(await eventsOf(hash)).toEqual([])
  })

  it('finds what the cron overlooked, and what it wrote meanwhile', async () => {
    const hash = await pay(buyer.address, await quote())
    const { number, hash: blockHash } = await newestBlock()
    await db.insert(cursors).values({ ...here, blockNumber: Number(number), blockHash, updatedAt: 1 })
    const { orderId } = await added(hash)
    const [event] = await eventsOf(hash)
    expect(event).toMatchObject({ id: orderId })
    await db.insert(cursors).values({ ...here, blockNumber: Number(number) + 1, blockHash, updatedAt: 1 })
    expect(await apply(db, deployed, [event as never], { after: { blockNumber: Number(number), blockHash } })).toBe('moved')
    expect(await eventsOf(hash)).toEqual([event])
  })
})

describe('while chat is down', () => {
  const silent: OrdersEnv = {
    ...testEnv,
    CHAT: { openRoom: () => Promise.reject(new Error('down')), notify: () => Promise.reject(new Error('down')) } as never,
  }

  it('the order stands, and the cron opens its room and sends its pushes', async () => {
    const hash = await pay(buyer.address, await quote())
    const answer = await add(hash, buyer, {}, silent)
    const { orderId, roomId } = (await answer.json()) as Added
    expect(roomId).toBeNull()
    const due = () => db.select().from(outbox).where(eq(outbox.orderId, orderId))
    expect((await due()).map((row) => JSON.parse(row.userIds))).toEqual([[buyer.id, seller.id]])

    const told: unknown[] = []
    const back = {
      ...testEnv,
      CHAT: { openRoom: testEnv.CHAT.openRoom, notify: async (...args: unknown[]) => void told.push(args) } as never,
    }
    await settle(db, back)
    expect(await due()).toEqual([])
    expect(told).toContainEqual([[buyer.id, seller.id], { v: 1, type: 'order', orderId }])
    expect((await order(orderId)).room).toMatch(/^[\w-]{22}$/)
    expect(await db.select({ room: orders.roomId }).from(orders).where(eq(orders.id, orderId))).not.toEqual([{ room: null }])
  })

  it('a room that cannot be opened does not cut the others off', async () => {
    const pair = [await pay(buyer.address, await quote()), await pay(buyer.address, await quote())]
    const ids: string[] = []
    for (const hash of pair) ids.push(((await (await add(hash, buyer, {}, silent)).json()) as Added).orderId)
    const openRoom = async (room: { orderId: string }) => {
      if (room.orderId === ids[1]) throw new Error('no')
      await scheduler.wait(100)
      return testEnv.CHAT.openRoom(room as never)
    }
    await settle(db, { ...testEnv, CHAT: { openRoom, notify: async () => {} } as never })
    expect((await order(ids[0]!)).room).toMatch(/^[\w-]{22}$/)
    await settle(db, testEnv)
    expect((await order(ids[1]!)).room).toMatch(/^[\w-]{22}$/)
  })

  it('telling the same twice pushes once', async () => {
    const hash = await pay(buyer.address, await quote())
    const { orderId } = (await (await add(hash, buyer, {}, silent)).json()) as Added
    await add(hash, seller, {}, silent)
    expect(await db.select().from(outbox).where(eq(outbox.orderId, orderId))).toHaveLength(1)
  })
})
