import { env } from 'cloudflare:test'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chainEvents, cursors, orders, quotes } from '../orders/tables.ts'
import { act, createUser, db, deployed, node, pay, publish, usdc } from '../orders/testing.ts'
import { now } from '../shared/ids.ts'
import type { TestUser } from '../shared/testing.ts'
import worker, { type IndexerEnv, poll } from './index.ts'

const indexer = env as unknown as IndexerEnv
const head = async () => Number(await node<Hex>('eth_blockNumber'))
const cursor = async () => (await db.select().from(cursors).orderBy(desc(cursors.blockNumber)).limit(1))[0]
const ordersOf = ({ id }: TestUser) => db.select().from(orders).where(eq(orders.buyerId, id)).orderBy(orders.createdAt, orders.orderId)
const mine = (blocks: number) => node('anvil_mine', `0x${blocks.toString(16)}`)

/** The newest order's number on chain. */
async function newest(): Promise<string> {
  const logs = await node<{ topics: Hex[] }[]>('eth_getLogs', { address: deployed.orderBook, fromBlock: '0x0', toBlock: 'latest' })
  return String(BigInt(logs.findLast((log) => log.topics.length === 4)!.topics[1]!))
}

let seller: TestUser
let buyer: TestUser
beforeEach(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  await poll(indexer)
})
afterEach(() => vi.restoreAllMocks())

const realFetch = globalThis.fetch
type Call = { id: number; method: string; params: unknown[] }
/** Answers of the node, changed on their way: one call at a time. Undefined lets it through. */
function meddle(change: (call: Call) => { result?: unknown; error?: object } | undefined) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input).startsWith(indexer.RPC_URL)) return realFetch(input, init)
    const calls = JSON.parse(String(init?.body)) as Call[]
    const answers = (await (await realFetch(input, init)).json()) as { id: number }[]
    return Response.json(calls.map((call) => ({ ...(change(call) ?? answers.find(({ id }) => id === call.id)), id: call.id })))
  })
}
const answerAll = (answer: () => Response) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) => (String(input).startsWith(indexer.RPC_URL) ? Promise.resolve(answer()) : realFetch(input, init)))

describe('the indexer', () => {
  it('completes by the ref alone what a closed tab left', async () => {
    const serviceId = await publish(seller)
    const ref: Hex = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
    const validUntil = now() + 900
    const shared = { chainId: 31337, contract: deployed.orderBook, serviceId, buyerId: buyer.id, sellerId: seller.id }
    await db.insert(quotes).values({
      ...shared,
      ref,
      buyer: buyer.address,
      seller: seller.address,
      token: usdc,
      amount: '240000000',
      priceUsd: 240_000_000,
      feeBps: 1000,
      arbitrationFeeBps: 500,
      delivery: 7,
      terms: JSON.stringify({ title: 'As it was shown', plan: 'Studio' }),
      createdAt: now(),
      validUntil,
    })
    await pay(buyer.address, { seller: seller.address, productId: serviceId, ref, validUntil })
    await worker.scheduled({}, indexer)
    const [order] = await ordersOf(buyer)
    expect(order).toMatchObject({ termsState: 'ok', status: 0, sellerId: seller.id })
    expect(JSON.parse(order!.terms)).toMatchObject({ title: 'As it was shown' })
    expect(order!.roomId).toMatch(/^[\w-]{22}$/)
    expect((await cursor())!.blockNumber).toBe(await head())
  })

  it('does nothing twice', async () => {
    await pay(buyer.address, { seller: seller.address })
    await poll(indexer)
    const before = await ordersOf(buyer)
    expect(await poll(indexer)).toBe(0)
    await db.delete(cursors)
    expect(await poll(indexer)).toBe((await head()) - deployed.startBlock + 1)
    expect(await ordersOf(buyer)).toEqual(before)
    expect(await db.select().from(chainEvents).where(eq(chainEvents.id, before[0]!.id))).toHaveLength(1)
  })

  it('may meet itself', async () => {
    await pay(buyer.address, { seller: seller.address })
    await act(seller.address, 'accept', await newest())
    await Promise.all([poll(indexer), poll(indexer), poll(indexer)])
    expect(await ordersOf(buyer)).toMatchObject([{ status: 1 }])
    expect((await cursor())!.blockNumber).toBe(await head())
  })

  it('keeps nothing of a range when another run has moved the cursor', async () => {
    const { cursors: before } = await indexer.ORDERS.progress()
    await pay(buyer.address, { seller: seller.address })
    await poll(indexer)
    const stale = {
      after: before[0]!,
      from: before[0]!.blockNumber + 1,
      to: (await head()) + 5,
      hash: `0x${'f'.repeat(64)}`,
      logs: [],
      timestamps: [],
    }
    expect(await indexer.ORDERS.applyRange(stale)).toBe('moved')
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect((await cursor())!.blockNumber).toBe(await head())
  })

  it('says that it is up to date, also when no block came', async () => {
    await db.run(sql`update cursors set updated_at = 5`)
    await worker.scheduled({}, indexer)
    expect((await cursor())!.updatedAt).toBeGreaterThan(5)
  })

  it.each([
    ['the node is dead', () => answerAll(() => new Response('no', { status: 502 }))],
    ['every range is refused', () => meddle((call) => tooLong(call, 0))],
    [
      'the node has not the block of the cursor',
      () => meddle(({ method }) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined)),
    ],
  ])('does not say so while %s', async (_, breakNode) => {
    await mine(1)
    await db.run(sql`update cursors set updated_at = 5`)
    breakNode()
    await worker.scheduled({}, indexer)
    expect((await cursor())!.updatedAt).toBe(5)
  })
})

describe('a reorg', () => {
  it.each([1, 5, 64])('of %i blocks leaves what the chain now says', async (depth) => {
    const other = await createUser('Other Buyer')
    await pay(buyer.address, { seller: seller.address })
    const kept = await newest()
    await poll(indexer)
    // all that follows is in the blocks that will be replaced; one run per few blocks leaves cursors among them
    await pay(buyer.address, { seller: seller.address, amount: '111000000' })
    for (let mined = 1; mined < depth; mined += 16) {
      await mine(Math.min(16, depth - mined))
      await poll(indexer)
    }
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(2)

    const above = (await head()) - (await lastOrderBlock()) + 1
    await node('anvil_reorg', above, [])
    await pay(other.address, { seller: seller.address, amount: '222000000' })
    await poll(indexer)
    expect(await ordersOf(buyer)).toMatchObject([{ orderId: kept, price: '240000000' }])
    // the number of the lost order passed to another one, which is another order
    expect(await ordersOf(other)).toMatchObject([{ orderId: String(Number(kept) + 1), price: '222000000' }])
    expect((await cursor())!.blockNumber).toBe(await head())
  })

  it('that takes a step back takes the status back', async () => {
    await pay(buyer.address, { seller: seller.address })
    await poll(indexer)
    await act(seller.address, 'accept', await newest())
    await poll(indexer)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 1 }])
    await node('anvil_reorg', 1, [])
    await mine(1)
    await poll(indexer)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 0 }])
  })

  it('that takes an offer in a dispute back takes its clock back', async () => {
    await pay(buyer.address, { seller: seller.address })
    const number = await newest()
    await act(seller.address, 'accept', number)
    await act(seller.address, 'deliver', number)
    await act(buyer.address, 'dispute', number, 5000)
    await poll(indexer)
    const [opened] = await ordersOf(buyer)
    await act(seller.address, 'counter', number, 2000)
    await poll(indexer)
    const [offered] = await ordersOf(buyer)
    expect(offered).toMatchObject({ status: 6, statusAt: opened!.statusAt })
    expect(offered!.events.split(' ')).toHaveLength(5)
    await node('anvil_reorg', 1, [])
    await mine(1)
    await poll(indexer)
    expect(await ordersOf(buyer)).toEqual([opened])
  })

  it('keeps id and room of an order whose transaction is mined again elsewhere', async () => {
    const hash = await pay(buyer.address, { seller: seller.address })
    await worker.scheduled({}, indexer)
    const [before] = await ordersOf(buyer)
    const raw = await node<Hex>('eth_getTransactionByHash', hash)
    expect(raw).toBeTruthy()
    // the same log in a later block, as a provider would tell it after the reorg
    const [event] = await db.select().from(chainEvents).where(eq(chainEvents.id, before!.id))
    await db
      .update(chainEvents)
      .set({ blockNumber: event!.blockNumber - 1, blockHash: `0x${'e'.repeat(64)}` })
      .where(eq(chainEvents.id, before!.id))
    await db.delete(cursors)
    await worker.scheduled({}, indexer)
    const [after] = await ordersOf(buyer)
    expect(after).toMatchObject({ id: before!.id, roomId: before!.roomId })
    expect(await db.select().from(chainEvents).where(eq(chainEvents.transactionHash, hash))).toMatchObject([
      { blockHash: event!.blockHash },
    ])
  })

  it('of unconfirmed blocks removes what addOrder had told too early', async () => {
    const lost = { chainId: 31337, contract: deployed.orderBook, orderId: '999999', blockNumber: (await head()) + 1 }
    await db.insert(chainEvents).values({
      ...lost,
      id: 'x'.repeat(22),
      transactionHash: `0x${'9'.repeat(64)}`,
      ordinal: 0,
      blockHash: `0x${'8'.repeat(64)}`,
      logIndex: 0,
      timestamp: now(),
      name: 'AcceptOrder',
      status: 1,
      args: '{}',
    })
    await mine(2)
    await poll(indexer)
    expect(
      await db
        .select()
        .from(chainEvents)
        .where(and(eq(chainEvents.orderId, '999999'))),
    ).toEqual([])
  })
})

async function lastOrderBlock(): Promise<number> {
  const logs = await node<{ blockNumber: Hex }[]>('eth_getLogs', { address: deployed.orderBook, fromBlock: '0x0', toBlock: 'latest' })
  return Number(logs.at(-1)!.blockNumber)
}

describe('a node that', () => {
  it.each([
    ['allows few blocks', (call: Call) => tooLong(call, 3)],
    ['allows one block', (call: Call) => tooLong(call, 1)],
  ])('%s is read in smaller ranges', async (_, change) => {
    await pay(buyer.address, { seller: seller.address })
    await mine(9)
    const asked = meddle(change)
    await poll(indexer)
    expect(asked.mock.calls.length).toBeGreaterThan(3)
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect((await cursor())!.blockNumber).toBe(await head())
  })

  it('refuses every range leaves the cursor where it is', async () => {
    await pay(buyer.address, { seller: seller.address })
    const before = await cursor()
    meddle((call) => tooLong(call, 0))
    await poll(indexer)
    expect(await cursor()).toEqual(before)
    vi.restoreAllMocks()
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it.each([
    ['answers 429', () => new Response('slow down', { status: 429 })],
    ['answers HTML', () => new Response('<html>Bad gateway</html>', { headers: { 'content-type': 'text/html' } })],
    ['refuses batches', () => Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large' } })],
    ['answers nothing', () => Response.json([])],
  ])('%s changes nothing, and the next minute goes on', async (_, answer) => {
    await pay(buyer.address, { seller: seller.address })
    const before = await cursor()
    answerAll(answer)
    await worker.scheduled({}, indexer)
    vi.restoreAllMocks()
    expect((await cursor())!.blockNumber).toBe(before!.blockNumber)
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it('is behind its own head is not believed', async () => {
    await pay(buyer.address, { seller: seller.address })
    const before = await cursor()
    const top = `0x${(await head()).toString(16)}`
    // it knows the number of the head, has not its block, and finds no logs
    meddle(({ method, params }) =>
      method === 'eth_getLogs' || (method === 'eth_getBlockByNumber' && params[0] === top)
        ? { result: method === 'eth_getLogs' ? [] : null }
        : undefined,
    )
    await poll(indexer)
    expect(await cursor()).toEqual(before)
    vi.restoreAllMocks()
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it('has not the block of the cursor yet is no reorg', async () => {
    const before = await db.select().from(cursors)
    meddle(({ method }) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined))
    expect(await poll(indexer)).toBe(0)
    expect(await db.select().from(cursors)).toEqual(before)
  })

  it('has lost the older blocks is no reorg to the beginning', async () => {
    const before = await db.select().from(cursors)
    const newest = (await cursor())!.blockNumber
    meddle(({ method, params }) => {
      if (method !== 'eth_getBlockByNumber') return
      return { result: Number(params[0]) === newest ? { number: params[0], hash: `0x${'7'.repeat(64)}` } : null }
    })
    expect(await poll(indexer)).toBe(0)
    expect(await db.select().from(cursors)).toEqual(before)
  })

  it('is of another chain is not read', async () => {
    await pay(buyer.address, { seller: seller.address })
    await poll(indexer)
    const [before, events] = [await db.select().from(cursors), await db.select().from(chainEvents)]
    meddle(({ method, params }) => {
      if (method === 'eth_chainId') return { result: '0x1' }
      if (method === 'eth_getLogs') return { result: [] }
      const block = { number: params[0], hash: `0x${String(params[0]).slice(2).padStart(64, '7')}`, parentHash: '0x', timestamp: '0x1' }
      return method === 'eth_getBlockByNumber' ? { result: block } : undefined
    })
    await expect(poll(indexer)).rejects.toThrow()
    expect(await db.select().from(cursors)).toEqual(before)
    expect(await db.select().from(chainEvents)).toEqual(events)
  })

  it.each([[null], ['0xhead'], [{}]])('says that its head is %s is not read', async (result) => {
    meddle(({ method }) => (method === 'eth_blockNumber' ? { result } : undefined))
    await expect(poll(indexer)).rejects.toThrow()
  })

  it('changes its chain while it is read is read again later', async () => {
    await pay(buyer.address, { seller: seller.address })
    const before = await cursor()
    let times = 0
    meddle(({ method, params }) =>
      method === 'eth_getBlockByNumber' && Number(params[0]) > before!.blockNumber && times++ % 3 === 0
        ? { result: { number: params[0], hash: `0x${'7'.repeat(64)}`, parentHash: before!.blockHash, timestamp: '0x1' } }
        : undefined,
    )
    await poll(indexer)
    expect(await cursor()).toEqual(before)
  })
})

function tooLong({ method, params }: Call, most: number) {
  if (method !== 'eth_getLogs') return
  const { fromBlock, toBlock } = params[0] as unknown as { fromBlock: Hex; toBlock: Hex }
  if (Number(toBlock) - Number(fromBlock) + 1 <= most) return
  return { error: { code: -32005, message: 'query returned more than 10000 results' } }
}
