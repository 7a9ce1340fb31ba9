import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf, exhaustLimit, type TestUser } from '../shared/testing.ts'
import { apply } from './apply.ts'
import type { OrdersEnv } from './env.ts'
import { type Added, ask, getOrder, newestOrderId, report, reportOk, requestQuote } from './order-calls.testing.ts'
import { openRoomsAndNotify } from './outbox.ts'
import { orders } from './tables.ts'
import { act, chatOf, createUser, db, deployed, node, pay, publish, testEnv, transact, usdc } from './testing.ts'
import { chainEvents, cursors, failedRooms, outbox, pendingNotifications } from './work-tables.ts'

let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  serviceId = await publish(seller)
})

const add = (hash: Hex, as = buyer, more: object = {}, env = testEnv) => report(hash, as, more, env)
const quote = () => requestQuote(serviceId, buyer)
const countEvents = async () => (await db.select({ id: chainEvents.id }).from(chainEvents)).length

describe('addOrder stores nothing and refuses', () => {
  let before: number
  beforeEach(async () => {
    before = await countEvents()
  })
  const expectRefusal = async (answer: Response, code: string) => {
    expect(await codeOf(answer)).toBe(code)
    expect(await countEvents()).toBe(before)
  }

  it('a guest', async () => {
    await expectRefusal(await ask('POST', 'addOrder'), 'unauthorized')
  })

  it('an unknown transaction', () => add(`0x${'12'.repeat(32)}`).then((answer) => expectRefusal(answer, 'transaction_not_found')))

  it('unknown hashes over the limit, without asking the node; known hashes do not count', async () => {
    const me = await createUser('Eager')
    await exhaustLimit(testEnv, { person: me.id }, 'transactionReport', 1)
    const ownHash = await pay(me.address, { seller: seller.address })
    await reportOk(ownHash, me)
    before = await countEvents()
    await expectRefusal(await add(`0x${'13'.repeat(32)}`, me), 'transaction_not_found')
    const [realFetch, urls] = [globalThis.fetch, [] as string[]]
    vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) => {
      urls.push(String(input))
      return realFetch(input, init)
    })
    const answer = await add(`0x${'14'.repeat(32)}`, me)
    vi.unstubAllGlobals()
    expect([answer.status, await codeOf(answer), urls.includes(testEnv.RPC_URL)]).toEqual([429, 'too_many_requests', false])
  })

  it('a pending transaction', async () => {
    await node('evm_setAutomine', false)
    const hash = await pay(buyer.address, await quote())
    await expectRefusal(await add(hash), 'transaction_pending')
    await node('evm_setAutomine', true)
    await node('evm_mine')
  })

  it('a failed transaction', async () => {
    await expectRefusal(await add(await pay(buyer.address, { ...(await quote()), validUntil: 1 })), 'transaction_failed')
  })

  it('a transaction that does not call the OrderBook', async () => {
    await expectRefusal(await add(await transact(buyer.address, seller.address, '0x', { value: 1n })), 'transaction_foreign')
    await expectRefusal(await add(await transact(buyer.address, usdc, '0x18160ddd')), 'transaction_foreign')
  })

  it('an order of other users', async () => {
    const hash = await pay(buyer.address, await quote())
    await expectRefusal(await add(hash, await createUser('Passer-by')), 'transaction_foreign')
  })

  it('a transaction on another chain', async () => {
    const hash = await pay(buyer.address, await quote())
    await expectRefusal(await add(hash, buyer, { chainId: 8453 }), 'transaction_foreign')
  })

  it('an invalid hash, and names the field', async () => {
    const answer = await add('0x12')
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: 'transactionHash' } } })
  })

  it('a later step of an order whose NewOrder event is still unknown', async () => {
    await pay(buyer.address, await quote())
    await expectRefusal(await add(await act(seller.address, 'accept', await newestOrderId()), seller), 'transaction_pending')
  })

  it('any transaction while the node does not answer', async () => {
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    await expectRefusal(await add(`0x${'12'.repeat(32)}`, buyer, {}, offline), 'chain_unavailable')
  })
  it('a GET request', async () => expect(await codeOf(await ask('GET', 'addOrder', buyer))).toBe('method_not_allowed'))
})

describe('addOrder concurrently with the cron', () => {
  const contractKey = { chainId: deployed.chainId, contract: deployed.orderBook }
  const eventsOf = (hash: Hex) => db.select().from(chainEvents).where(eq(chainEvents.transactionHash, hash))
  const newestBlock = () => node<{ number: Hex; hash: string }>('eth_getBlockByNumber', 'latest', false)
  afterEach(async () => {
    vi.restoreAllMocks()
    await db.delete(cursors)
  })

  it('stores nothing if a reorg happens and the cron runs after the receipt was read', async () => {
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

  it('refuses an answer of a node that is on another fork', async () => {
    const hash = await pay(buyer.address, await quote())
    const { number } = await newestBlock()
    await db.insert(cursors).values({ ...contractKey, blockNumber: Number(number), blockHash: `0x${'e'.repeat(64)}`, updatedAt: 1 })
    expect(await codeOf(await add(hash))).toBe('transaction_pending')
    expect(await eventsOf(hash)).toEqual([])
  })

  it('stores an event that the cron missed, and a cron run with an outdated cursor does not remove it', async () => {
    const hash = await pay(buyer.address, await quote())
    const { number, hash: blockHash } = await newestBlock()
    await db.insert(cursors).values({ ...contractKey, blockNumber: Number(number), blockHash, updatedAt: 1 })
    const { orderId } = await reportOk(hash, buyer)
    const [event] = await eventsOf(hash)
    expect(event).toMatchObject({ id: orderId })
    await db.insert(cursors).values({ ...contractKey, blockNumber: Number(number) + 1, blockHash, updatedAt: 1 })
    expect(await apply(db, deployed, [event as never], { after: { blockNumber: Number(number), blockHash } })).toBe('moved')
    expect(await eventsOf(hash)).toEqual([event])
  })
})

it('addOrder counts the report of a transaction that the cron has stored, and does not store it again', async () => {
  const me = await createUser('Eager')
  const hash = await pay(me.address, { seller: seller.address })
  const { orderId } = await reportOk(hash, me)
  const { number, hash: blockHash } = await node<{ number: Hex; hash: string }>('eth_getBlockByNumber', 'latest', false)
  const contractKey = { chainId: deployed.chainId, contract: deployed.orderBook }
  await db.insert(cursors).values({ ...contractKey, blockNumber: Number(number), blockHash, updatedAt: 1 })
  const pending = () => db.select().from(pendingNotifications).where(eq(pendingNotifications.sourceId, orderId))
  await db.delete(pendingNotifications).where(eq(pendingNotifications.sourceId, orderId))
  await exhaustLimit(testEnv, { person: me.id }, 'transactionReport', 1)
  expect(await reportOk(hash, me)).toMatchObject({ orderId })
  expect(await pending()).toEqual([])
  expect(await codeOf(await add(hash, me))).toBe('too_many_requests')
  await db.delete(cursors)
})

describe('addOrder while chat is down', () => {
  const chatDown: OrdersEnv = {
    ...testEnv,
    CHAT: chatOf({ openRoom: () => Promise.reject(new Error('down')), notify: () => Promise.reject(new Error('down')) }),
  }

  it('stores the order, and the cron later opens its room and sends its pushes', async () => {
    const hash = await pay(buyer.address, await quote())
    const answer = await add(hash, buyer, {}, chatDown)
    const { orderId, roomId } = (await answer.json()) as Added
    expect(roomId).toBeNull()
    const pendingPushes = () => db.select().from(outbox).where(eq(outbox.orderId, orderId))
    expect((await pendingPushes()).map((row) => JSON.parse(row.userIds))).toEqual([[buyer.id, seller.id]])

    const notified: unknown[] = []
    const chatBack = {
      ...testEnv,
      CHAT: chatOf({ notify: async (...args: unknown[]) => void notified.push(args) }),
    }
    await openRoomsAndNotify(db, chatBack)
    expect(await pendingPushes()).toEqual([])
    expect(notified).toContainEqual([[buyer.id, seller.id], { v: 1, type: 'order', orderId }])
    expect((await getOrder(orderId, buyer)).room).toMatch(/^[\w-]{22}$/)
    expect(await db.select({ room: orders.roomId }).from(orders).where(eq(orders.id, orderId))).not.toEqual([{ room: null }])
  })

  it('does not stop the cron from opening the rooms of other orders when one room fails', async () => {
    const pair = [await pay(buyer.address, await quote()), await pay(buyer.address, await quote())]
    const ids: string[] = []
    for (const hash of pair) ids.push(((await (await add(hash, buyer, {}, chatDown)).json()) as Added).orderId)
    const openRoom = async (room: { orderId: string }) => {
      if (room.orderId === ids[1]) throw new Error('no')
      await scheduler.wait(100)
      return (await testEnv.CHAT.openRooms([room as never]))[0]!
    }
    const endPauses = () => db.update(failedRooms).set({ retryAt: 0 })
    await endPauses()
    await openRoomsAndNotify(db, { ...testEnv, CHAT: chatOf({ openRoom }) })
    expect((await getOrder(ids[0]!, buyer)).room).toMatch(/^[\w-]{22}$/)
    await endPauses()
    await openRoomsAndNotify(db, testEnv)
    expect((await getOrder(ids[1]!, buyer)).room).toMatch(/^[\w-]{22}$/)
  })

  it('queues one push when a transaction is reported twice', async () => {
    const hash = await pay(buyer.address, await quote())
    const { orderId } = (await (await add(hash, buyer, {}, chatDown)).json()) as Added
    await add(hash, seller, {}, chatDown)
    expect(await db.select().from(outbox).where(eq(outbox.orderId, orderId))).toHaveLength(1)
  })
})
