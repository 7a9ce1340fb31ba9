import { createExecutionContext } from 'cloudflare:test'
import { eq, like } from 'drizzle-orm'
import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { roomMembers, rooms } from '../chat/tables.ts'
import { listings } from '../listings/tables.ts'
import { now } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { call, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { apply } from './apply.ts'
import type { OrdersEnv } from './env.ts'
import worker from './index.ts'
import type { Order, Quote } from './orders.schema.ts'
import { linkOrdersToUsers, openRoomsAndNotify } from './outbox.ts'
import { chainEvents, cursors, orders, outbox } from './tables.ts'
import { act, createUser, db, deployed, node, OWNER, pay, publish, testEnv, transact, usdc } from './testing.ts'

type Added = { orderId: string; roomId: string }
let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  serviceId = await publish(seller)
})

const ask = (method: 'GET' | 'POST', path: string, as: TestUser, body: object = {}, env: OrdersEnv = testEnv) =>
  call(worker, env, createExecutionContext(), method, `/api/orders/${path}`, { as, body })
const add = (transactionHash: Hex, as = buyer, more: object = {}, env = testEnv) =>
  ask('POST', 'addOrder', as, { transactionHash, chainId: 31337, ...more }, env)
const addOk = async (hash: Hex, as = buyer) => {
  const answer = await add(hash, as)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Added
}
const quote = async (as = buyer, overrides: object = {}) => {
  const answer = await ask('POST', 'quoteOrder', as, { serviceId, plan: 'Studio', token: usdc, account: as.address, ...overrides })
  return (await answer.json()) as Quote
}
const order = async (id: string, as = buyer) => (await (await ask('GET', `getOrder?id=${id}`, as)).json()) as Order
const buy = async () => addOk(await pay(buyer.address, await quote()))
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
    await expectRefusal(await call(worker, testEnv, createExecutionContext(), 'POST', '/api/orders/addOrder'), 'unauthorized')
  })

  it('an unknown transaction', () => add(`0x${'12'.repeat(32)}`).then((answer) => expectRefusal(answer, 'transaction_not_found')))

  it('unknown hashes over the limit, without asking the node; known hashes do not count', async () => {
    const me = await createUser('Eager')
    await exhaustLimit(testEnv, { person: me.id }, 'transactionReport', 1)
    const ownHash = await pay(me.address, { seller: seller.address })
    await addOk(ownHash, me)
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

/** The contract's number of the newest order, from the newest NewOrder log. */
async function newestOrderId(): Promise<bigint> {
  const contract = (await quote()).contract
  const logs = await node<{ topics: Hex[] }[]>('eth_getLogs', { address: contract, fromBlock: '0x0', toBlock: 'latest' })
  return BigInt(logs.findLast((log) => log.topics.length === 4)!.topics[1]!)
}

describe('an order', () => {
  it('combines the payment with the quote, and opens one room for both parties', async () => {
    const terms = await quote()
    const { orderId, roomId } = await addOk(await pay(buyer.address, terms))
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

  it('is stored once if its transaction is reported several times, by either party', async () => {
    const hash = await pay(buyer.address, await quote())
    const answers = await Promise.all([addOk(hash), addOk(hash), addOk(hash, seller), addOk(hash.toUpperCase().replace('X', 'x') as Hex)])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const events = await db.select().from(chainEvents).where(eq(chainEvents.transactionHash, hash))
    expect(events).toHaveLength(1)
  })

  it('uses nothing from the client except the hash', async () => {
    const hash = await pay(buyer.address, await quote())
    const answer = await add(hash, buyer, { orderId: 7, order: '{"price":"1"}', contract: zeroAddress })
    expect(await order(((await answer.json()) as Added).orderId)).toMatchObject({ price: '240000000', terms: 'ok' })
  })

  it('follows each step that either party reports', async () => {
    const { orderId } = await buy()
    const { order_id } = await order(orderId)
    for (const [who, verb, status] of [
      [seller, 'accept', 1],
      [seller, 'deliver', 4],
      [buyer, 'complete', 5],
    ] as const) {
      expect((await addOk(await act(who.address, verb, order_id), who)).orderId).toBe(orderId)
      expect(await order(orderId, seller)).toMatchObject({ status_: status })
    }
    expect((await order(orderId)).history.map(({ name }) => name)).toEqual(['NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder'])
  })

  it('has the status of the last block, also when steps are reported in reverse order', async () => {
    const paid = await pay(buyer.address, await quote())
    const number = await newestOrderId()
    const accepted = await act(seller.address, 'accept', number)
    const delivered = await act(seller.address, 'deliver', number)
    const { orderId } = await addOk(paid)
    await addOk(delivered, seller)
    expect(await order(orderId)).toMatchObject({ status_: 4 })
    await addOk(accepted, seller)
    expect(await order(orderId)).toMatchObject({ status_: 4, history: [{}, { name: 'AcceptOrder' }, { name: 'DeliverOrder' }] })
  })

  it('is flagged as unequal if it differs from the quote, and is still shown to the seller', async () => {
    const terms = await quote()
    const payChanged = async (changes: object) => {
      const { orderId } = await addOk(await pay(buyer.address, { ...terms, ...changes }))
      return order(orderId, seller)
    }
    expect(await payChanged({ amount: '239000000' })).toMatchObject({ terms: 'unequal', price: '239000000', title: 'Logo and identity' })
    expect(await payChanged({ delivery: 6 })).toMatchObject({ terms: 'unequal', delivery: 6 })
    // The buyer chooses the validUntil sent to the contract, so an expired quote could be paid at its old rate or price.
    expect(await payChanged({ validUntil: 4_000_000_000 })).toMatchObject({ terms: 'unequal' })
    expect(await payChanged({ productId: 4242 })).toMatchObject({ terms: 'unequal', service_id: 4242 })
    expect(await payChanged({ token: zeroAddress, amount: '1000' })).toMatchObject({ terms: 'unequal', token: zeroAddress })
  })

  it('matches the quote if a fee fell before the payment, and is flagged if the buyer allowed a higher fee', async () => {
    const special = await createUser('Lower Fee')
    const ownServiceId = await publish(special)
    const setFee = (feeBps: bigint) =>
      transact(
        OWNER,
        deployed.orderBook,
        encodeFunctionData({ abi: orderBookAbi, functionName: 'setCustomFee', args: [special.address, feeBps] }),
      )
    const payAfterFeeChange = async (changes: object = {}) => {
      const terms = await quote(buyer, { serviceId: ownServiceId })
      await setFee('feeBps' in changes ? 1200n : 800n)
      const { orderId } = await addOk(await pay(buyer.address, { ...terms, ...changes }))
      await setFee(1000n)
      return order(orderId, special)
    }
    expect(await payAfterFeeChange()).toMatchObject({ terms: 'ok', feeBps: 800 })
    expect(await payAfterFeeChange({ feeBps: 2000 })).toMatchObject({ terms: 'unequal', feeBps: 1200 })
  })

  it('shows nothing of a quote to a buyer who copied its ref', async () => {
    const terms = await quote()
    const thief = await createUser('Copy Cat')
    const accomplice = await createUser('Other Seller')
    const { orderId } = await addOk(await pay(thief.address, { ...terms, seller: accomplice.address }), thief)
    const seen = await order(orderId, thief)
    expect(seen).toMatchObject({ terms: 'unequal', title: '', plan: '', buyer_name: 'Copy Cat', seller_id: accomplice.id })
    // The real buyer can still pay.
    expect(await order((await addOk(await pay(buyer.address, terms))).orderId)).toMatchObject({ terms: 'ok' })
  })

  it('without a quote has unknown terms and the title of the listing', async () => {
    const { orderId } = await addOk(await pay(buyer.address, { seller: seller.address, productId: serviceId }))
    expect(await order(orderId)).toMatchObject({ terms: 'unknown', title: 'Logo and identity', plan: '' })
  })

  it('without a quote has no title if the listing is disabled or deleted', async () => {
    for (const state of [{ enabled: false }, { enabled: false, deletedAt: now() }]) {
      const productId = await publish(seller, { title: 'Not for strangers', ...state })
      const { orderId, roomId } = await addOk(await pay(buyer.address, { seller: seller.address, productId }))
      const [room] = await db.select({ title: rooms.title }).from(rooms).where(eq(rooms.id, roomId))
      expect([(await order(orderId)).title, room!.title]).toEqual(['', ''])
    }
  })

  it('without a quote keeps its title when the listing changes', async () => {
    const productId = await publish(seller, { title: 'As it was seen' })
    const { orderId } = await addOk(await pay(buyer.address, { seller: seller.address, productId }))
    await db.update(listings).set({ title: 'Written while hidden', enabled: false }).where(eq(listings.id, productId))
    await addOk(await act(seller.address, 'accept', await newestOrderId()), seller)
    expect(await order(orderId)).toMatchObject({ title: 'As it was seen', status_: 1 })
  })

  it('stays in the list when 600 newer orders have no quote', async () => {
    const { orderId } = await buy()
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

  it('is visible only to its parties', async () => {
    const { orderId } = await buy()
    const stranger = await createUser('Passer-by')
    expect(await codeOf(await ask('GET', `getOrder?id=${orderId}`, stranger))).toBe('order_not_found')
    expect(await (await ask('GET', 'getMyOrders', stranger)).json()).toEqual({ orders: [] })
    const mine = (await (await ask('GET', 'getMyOrders', seller)).json()) as { orders: Order[] }
    expect(mine.orders.map(({ id }) => id)).toContain(orderId)
    expect(await codeOf(await ask('GET', 'getOrder?id=short', buyer))).toBe('invalid_body')
  })

  it('shows the current username of a buyer without a profile, and the username at purchase once the account is deleted', async () => {
    const unnamed = await createUser('')
    const setUsername = (username: string | null) => db.update(users).set({ username }).where(eq(users.id, unnamed.id))
    await setUsername(`early_${unnamed.id}`)
    const terms = await quote(unnamed)
    const { orderId } = await addOk(await pay(unnamed.address, terms), unnamed)
    await setUsername(`late_${unnamed.id}`)
    expect(await order(orderId, seller)).toMatchObject({ terms: 'ok', buyer_name: `late_${unnamed.id}` })
    await setUsername(null)
    expect(await order(orderId, seller)).toMatchObject({ buyer_name: `early_${unnamed.id}` })
  })

  it('gets its seller account and its room when the seller’s wallet is linked after the purchase', async () => {
    const { address } = await createUser('Earlier')
    const walletless = await signedIn(testEnv, { wallet: false, name: 'Linked Later' })
    const wallet = `0x${'77'.repeat(20)}` as const
    const { orderId } = await addOk(await pay(buyer.address, { seller: wallet, productId: serviceId }))
    expect(await order(orderId)).toMatchObject({ seller_id: null, room: null })
    const { accounts } = await import('../shared/tables.ts')
    await db.insert(accounts).values({ address: wallet, userId: walletless.id, provider: 'test', linkedAt: 1 })
    await linkOrdersToUsers(db)
    await openRoomsAndNotify(db, testEnv)
    const seen = await order(orderId, walletless)
    expect(seen.seller_id).toBe(walletless.id)
    expect(seen.room).toMatch(/^[\w-]{22}$/)
    expect(address).toMatch(/^0x/)
  })
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
    const { orderId } = await addOk(hash)
    const [event] = await eventsOf(hash)
    expect(event).toMatchObject({ id: orderId })
    await db.insert(cursors).values({ ...contractKey, blockNumber: Number(number) + 1, blockHash, updatedAt: 1 })
    expect(await apply(db, deployed, [event as never], { after: { blockNumber: Number(number), blockHash } })).toBe('moved')
    expect(await eventsOf(hash)).toEqual([event])
  })
})

describe('addOrder while chat is down', () => {
  const chatDown: OrdersEnv = {
    ...testEnv,
    CHAT: { openRoom: () => Promise.reject(new Error('down')), notify: () => Promise.reject(new Error('down')) } as never,
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
      CHAT: { openRoom: testEnv.CHAT.openRoom, notify: async (...args: unknown[]) => void notified.push(args) } as never,
    }
    await openRoomsAndNotify(db, chatBack)
    expect(await pendingPushes()).toEqual([])
    expect(notified).toContainEqual([[buyer.id, seller.id], { v: 1, type: 'order', orderId }])
    expect((await order(orderId)).room).toMatch(/^[\w-]{22}$/)
    expect(await db.select({ room: orders.roomId }).from(orders).where(eq(orders.id, orderId))).not.toEqual([{ room: null }])
  })

  it('does not stop the cron from opening the rooms of other orders when one room fails', async () => {
    const pair = [await pay(buyer.address, await quote()), await pay(buyer.address, await quote())]
    const ids: string[] = []
    for (const hash of pair) ids.push(((await (await add(hash, buyer, {}, chatDown)).json()) as Added).orderId)
    const openRoom = async (room: { orderId: string }) => {
      if (room.orderId === ids[1]) throw new Error('no')
      await scheduler.wait(100)
      return testEnv.CHAT.openRoom(room as never)
    }
    await openRoomsAndNotify(db, { ...testEnv, CHAT: { openRoom, notify: async () => {} } as never })
    expect((await order(ids[0]!)).room).toMatch(/^[\w-]{22}$/)
    await openRoomsAndNotify(db, testEnv)
    expect((await order(ids[1]!)).room).toMatch(/^[\w-]{22}$/)
  })

  it('queues one push when a transaction is reported twice', async () => {
    const hash = await pay(buyer.address, await quote())
    const { orderId } = (await (await add(hash, buyer, {}, chatDown)).json()) as Added
    await add(hash, seller, {}, chatDown)
    expect(await db.select().from(outbox).where(eq(outbox.orderId, orderId))).toHaveLength(1)
  })
})
