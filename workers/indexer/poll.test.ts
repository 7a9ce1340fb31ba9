import { env } from 'cloudflare:test'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applications } from '../listings/tables.ts'
import { chainEvents, cursors, indexerErrors, orders, quotes, unexpectedEvents } from '../orders/tables.ts'
import { act, createUser, db, deployed, node, pay, publish, usdc } from '../orders/testing.ts'
import { now, opaqueId } from '../shared/ids.ts'
import type { TestUser } from '../shared/testing.ts'
import worker, { type IndexerEnv, poll } from './index.ts'
import { MAX_LOGS } from './intervals.ts'

const indexer = env as unknown as IndexerEnv
const readHead = async () => Number(await node<Hex>('eth_blockNumber'))
const newestCursor = async () => (await db.select().from(cursors).orderBy(desc(cursors.blockNumber)).limit(1))[0]
const ordersOf = ({ id }: TestUser) => db.select().from(orders).where(eq(orders.buyerId, id)).orderBy(orders.createdAt, orders.orderId)
const mineBlocks = (blocks: number) => node('anvil_mine', `0x${blocks.toString(16)}`)

/** The id of the newest order on chain. */
async function newestOrderId(): Promise<string> {
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

const originalFetch = globalThis.fetch
type Call = { id: number; method: string; params: unknown[] }
/** Changes responses of the node, one call of a batch at a time. Undefined keeps the real response. */
function changeResponses(change: (call: Call) => { result?: unknown; error?: object } | undefined) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input).startsWith(indexer.RPC_URL)) return originalFetch(input, init)
    const calls = JSON.parse(String(init?.body)) as Call[]
    const responses = (await (await originalFetch(input, init)).json()) as { id: number }[]
    return Response.json(calls.map((call) => ({ ...(change(call) ?? responses.find(({ id }) => id === call.id)), id: call.id })))
  })
}
const respondWith = (response: () => Response) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      String(input).startsWith(indexer.RPC_URL) ? Promise.resolve(response()) : originalFetch(input, init),
    )

describe('the indexer', () => {
  it('stores an order that nobody reported, and finds its quote by the ref', async () => {
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
      terms: JSON.stringify({ title: 'As shown', plan: 'Studio' }),
      createdAt: now(),
      validUntil,
    })
    await pay(buyer.address, { seller: seller.address, productId: serviceId, ref, validUntil })
    await worker.scheduled({}, indexer)
    const [order] = await ordersOf(buyer)
    expect(order).toMatchObject({ termsState: 'ok', status: 0, sellerId: seller.id })
    expect(JSON.parse(order!.terms)).toMatchObject({ title: 'As shown' })
    expect(order!.roomId).toMatch(/^[\w-]{22}$/)
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it('gives an unpaid place of an event away, but not one whose payment nobody has reported', async () => {
    const end = now() + 86_400
    const details = JSON.stringify({ paid: true, event_date: end - 60, end_date: end, maxAttendees: null })
    const eventId = await publish(seller, { listType: 'events', options: '{}', endsAt: end, details })
    const payBy = now() - 3600
    const admit = async (userId: number) => {
      const id = opaqueId()
      const admission = { status: 'accepted', answeredAt: payBy - 60, placePrice: 240_000_000, payBy }
      await db.insert(applications).values({ id, listingId: eventId, userId, message: '', createdAt: payBy - 120, ...admission })
      return id
    }
    const [paid, unpaid] = [await admit(buyer.id), await admit(seller.id)]
    const ref: Hex = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
    const validUntil = now() + 900
    await db.insert(quotes).values({
      ...{ ref, chainId: 31337, contract: deployed.orderBook, serviceId: eventId, buyerId: buyer.id, sellerId: seller.id },
      ...{ buyer: buyer.address, seller: seller.address, token: usdc, amount: '240000000', priceUsd: 240_000_000, delivery: 7 },
      ...{ feeBps: 1000, arbitrationFeeBps: 500, terms: '{}', createdAt: payBy - 30, validUntil, applicationId: paid },
    })
    await pay(buyer.address, { seller: seller.address, productId: eventId, ref, validUntil })
    await worker.scheduled({}, indexer)
    const statusOf = async (id: string) => (await db.select().from(applications).where(eq(applications.id, id)))[0]!.status
    expect([await statusOf(paid), await statusOf(unpaid)]).toEqual(['accepted', 'expired'])
  })

  it('stores each order once', async () => {
    await pay(buyer.address, { seller: seller.address })
    await poll(indexer)
    const before = await ordersOf(buyer)
    expect(await poll(indexer)).toBe(0)
    await db.delete(cursors)
    expect(await poll(indexer)).toBe((await readHead()) - deployed.startBlock + 1)
    expect(await ordersOf(buyer)).toEqual(before)
    expect(await db.select().from(chainEvents).where(eq(chainEvents.id, before[0]!.id))).toHaveLength(1)
  })

  it('can run concurrently', async () => {
    await pay(buyer.address, { seller: seller.address })
    await act(seller.address, 'accept', await newestOrderId())
    await Promise.all([poll(indexer), poll(indexer), poll(indexer)])
    expect(await ordersOf(buyer)).toMatchObject([{ status: 1 }])
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it('stores nothing of a range if another run has moved the cursor', async () => {
    const { cursors: before } = await indexer.ORDERS.progress()
    await pay(buyer.address, { seller: seller.address })
    await poll(indexer)
    const stale = {
      after: before[0]!,
      from: before[0]!.blockNumber + 1,
      to: (await readHead()) + 5,
      hash: `0x${'f'.repeat(64)}`,
      logs: [],
      timestamps: [],
    }
    expect(await indexer.ORDERS.applyRange(stale)).toBe('moved')
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it('reports that it is up to date, also without new blocks', async () => {
    await db.run(sql`update cursors set updated_at = 5`)
    await worker.scheduled({}, indexer)
    expect((await newestCursor())!.updatedAt).toBeGreaterThan(5)
  })

  it.each([
    ['the node is down', () => respondWith(() => new Response('no', { status: 502 }))],
    ['every range is rejected', () => changeResponses((call) => rejectLongRange(call, 0))],
    [
      'the node lacks the block of the cursor',
      () => changeResponses(({ method }) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined)),
    ],
  ])('does not report that it is up to date while %s', async (_, breakNode) => {
    await mineBlocks(1)
    await db.run(sql`update cursors set updated_at = 5`)
    breakNode()
    await worker.scheduled({}, indexer)
    expect((await newestCursor())!.updatedAt).toBe(5)
  })
})

describe('a reorg', () => {
  it.each([1, 5, 64])('of %i blocks leaves only the orders of the new chain', async (depth) => {
    const other = await createUser('Other Buyer')
    await pay(buyer.address, { seller: seller.address })
    const remaining = await newestOrderId()
    await poll(indexer)
    // Everything from here on is in blocks that will be replaced. A run after every few blocks leaves cursors among them.
    await pay(buyer.address, { seller: seller.address, amount: '111000000' })
    for (let mined = 1; mined < depth; mined += 16) {
      await mineBlocks(Math.min(16, depth - mined))
      await poll(indexer)
    }
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(2)

    const above = (await readHead()) - (await lastOrderBlock()) + 1
    await node('anvil_reorg', above, [])
    await pay(other.address, { seller: seller.address, amount: '222000000' })
    await poll(indexer)
    expect(await ordersOf(buyer)).toMatchObject([{ orderId: remaining, price: '240000000' }])
    // The id of the lost order now belongs to another order.
    expect(await ordersOf(other)).toMatchObject([{ orderId: String(Number(remaining) + 1), price: '222000000' }])
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it('that removes a step restores the previous status', async () => {
    await pay(buyer.address, { seller: seller.address })
    await poll(indexer)
    await act(seller.address, 'accept', await newestOrderId())
    await poll(indexer)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 1 }])
    await node('anvil_reorg', 1, [])
    await mineBlocks(1)
    await poll(indexer)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 0 }])
  })

  it('that removes an offer in a dispute restores the previous deadline', async () => {
    await pay(buyer.address, { seller: seller.address })
    const number = await newestOrderId()
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
    await mineBlocks(1)
    await poll(indexer)
    expect(await ordersOf(buyer)).toEqual([opened])
  })

  it('keeps id and room of an order whose transaction is mined again in another block', async () => {
    const hash = await pay(buyer.address, { seller: seller.address })
    await worker.scheduled({}, indexer)
    const [before] = await ordersOf(buyer)
    const raw = await node<Hex>('eth_getTransactionByHash', hash)
    expect(raw).toBeTruthy()
    // Stores the log as if it came from an earlier block that a reorg removed. The node reports it in a later block.
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

  it('of unconfirmed blocks removes events that addOrder stored too early', async () => {
    const lost = { chainId: 31337, contract: deployed.orderBook, orderId: '999999', blockNumber: (await readHead()) + 1 }
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
    await mineBlocks(2)
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

describe('a node', () => {
  it.each([
    ['that allows few blocks', (call: Call) => rejectLongRange(call, 3)],
    ['that allows one block', (call: Call) => rejectLongRange(call, 1)],
  ])('%s is read in smaller ranges', async (_, change) => {
    await pay(buyer.address, { seller: seller.address })
    await mineBlocks(9)
    const fetchSpy = changeResponses(change)
    await poll(indexer)
    expect(fetchSpy.mock.calls.length).toBeGreaterThan(3)
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it('that rejects every range does not move the cursor', async () => {
    await pay(buyer.address, { seller: seller.address })
    const before = await newestCursor()
    changeResponses((call) => rejectLongRange(call, 0))
    await poll(indexer)
    expect(await newestCursor()).toEqual(before)
    vi.restoreAllMocks()
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it.each([
    ['that responds with 429', () => new Response('slow down', { status: 429 })],
    ['that responds with HTML', () => new Response('<html>Bad gateway</html>', { headers: { 'content-type': 'text/html' } })],
    ['that rejects batches', () => Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large' } })],
    ['that returns nothing', () => Response.json([])],
  ])('%s changes nothing, and the next run continues', async (_, response) => {
    await pay(buyer.address, { seller: seller.address })
    const before = await newestCursor()
    respondWith(response)
    await worker.scheduled({}, indexer)
    vi.restoreAllMocks()
    expect((await newestCursor())!.blockNumber).toBe(before!.blockNumber)
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it('that does not return its newest block does not move the cursor', async () => {
    await pay(buyer.address, { seller: seller.address })
    const before = await newestCursor()
    const top = `0x${(await readHead()).toString(16)}`
    // The node returns the number of its newest block, but neither that block nor any logs.
    changeResponses(({ method, params }) =>
      method === 'eth_getLogs' || (method === 'eth_getBlockByNumber' && params[0] === top)
        ? { result: method === 'eth_getLogs' ? [] : null }
        : undefined,
    )
    await poll(indexer)
    expect(await newestCursor()).toEqual(before)
    vi.restoreAllMocks()
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it('that does not have the block of the cursor does not move the cursor', async () => {
    const before = await db.select().from(cursors)
    changeResponses(({ method }) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined))
    expect(await poll(indexer)).toBe(0)
    expect(await db.select().from(cursors)).toEqual(before)
  })

  it('that has pruned older blocks does not cause a rewind to the first block', async () => {
    const before = await db.select().from(cursors)
    const newestOrderId = (await newestCursor())!.blockNumber
    changeResponses(({ method, params }) => {
      if (method !== 'eth_getBlockByNumber') return
      return { result: Number(params[0]) === newestOrderId ? { number: params[0], hash: `0x${'7'.repeat(64)}` } : null }
    })
    expect(await poll(indexer)).toBe(0)
    expect(await db.select().from(cursors)).toEqual(before)
  })

  it('on another chain fails the run and changes nothing', async () => {
    await pay(buyer.address, { seller: seller.address })
    await poll(indexer)
    const [before, events] = [await db.select().from(cursors), await db.select().from(chainEvents)]
    changeResponses(({ method, params }) => {
      if (method === 'eth_chainId') return { result: '0x1' }
      if (method === 'eth_getLogs') return { result: [] }
      const block = { number: params[0], hash: `0x${String(params[0]).slice(2).padStart(64, '7')}`, parentHash: '0x', timestamp: '0x1' }
      return method === 'eth_getBlockByNumber' ? { result: block } : undefined
    })
    await expect(poll(indexer)).rejects.toThrow()
    expect(await db.select().from(cursors)).toEqual(before)
    expect(await db.select().from(chainEvents)).toEqual(events)
  })

  it.each([[null], ['0xhead'], [{}]])('that returns the invalid head %s fails the run', async (result) => {
    changeResponses(({ method }) => (method === 'eth_blockNumber' ? { result } : undefined))
    await expect(poll(indexer)).rejects.toThrow()
  })

  it('whose chain changes during the read does not move the cursor', async () => {
    await pay(buyer.address, { seller: seller.address })
    const before = await newestCursor()
    let times = 0
    changeResponses(({ method, params }) =>
      method === 'eth_getBlockByNumber' && Number(params[0]) > before!.blockNumber && times++ % 3 === 0
        ? { result: { number: params[0], hash: `0x${'7'.repeat(64)}`, parentHash: before!.blockHash, timestamp: '0x1' } }
        : undefined,
    )
    await poll(indexer)
    expect(await newestCursor()).toEqual(before)
  })
})

function rejectLongRange({ method, params }: Call, maximum: number) {
  if (method !== 'eth_getLogs') return
  const { fromBlock, toBlock } = params[0] as unknown as { fromBlock: Hex; toBlock: Hex }
  if (Number(toBlock) - Number(fromBlock) + 1 <= maximum) return
  return { error: { code: -32005, message: 'query returned more than 10000 results' } }
}

describe('a run', () => {
  it.each([
    ['ranges', { ranges: 2 }],
    ['logs', { logs: 1 }],
    ['time', { ms: 0 }],
  ])('ends at its limit of %s, and the next runs continue', async (_, limits) => {
    await pay(buyer.address, { seller: seller.address })
    await mineBlocks(9)
    await pay(buyer.address, { seller: seller.address, amount: '111000000' })
    const before = (await newestCursor())!.blockNumber
    // One block per read, so that there is something left to read.
    changeResponses((call) => rejectLongRange(call, 1))
    await poll(indexer, limits)
    const between = (await newestCursor())!.blockNumber
    expect(between).toBeLessThan(await readHead())
    expect(between).toBeGreaterThanOrEqual(before)
    vi.restoreAllMocks()
    await poll(indexer)
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
    expect(await ordersOf(buyer)).toHaveLength(2)
  })

  it('reads a range with too many logs in smaller parts, and a single block with all its logs', async () => {
    await pay(buyer.address, { seller: seller.address })
    await pay(buyer.address, { seller: seller.address })
    const ranges: number[] = []
    changeResponses(({ method, params }) => {
      if (method !== 'eth_getLogs') return
      const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
      ranges.push(Number(toBlock) - Number(fromBlock) + 1)
      // Logs of another contract, which the orders area ignores.
      const foreign = {
        address: `0x${'1'.repeat(40)}`,
        topics: [],
        data: '0x',
        blockNumber: toBlock,
        transactionHash: '0x1',
        logIndex: '0x0',
      }
      return { result: Array.from({ length: MAX_LOGS + 1 }, () => ({ ...foreign, blockTimestamp: '0x1' })) }
    })
    await poll(indexer)
    expect(ranges[0]).toBe(2)
    expect(ranges.slice(1)).toEqual([1, 1])
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it.each([
    ['the node is down', () => respondWith(() => new Response('no', { status: 502 })), /^chain_unavailable .*endpoint 0: status 502/],
    ['even one block is rejected', () => changeResponses((call) => rejectLongRange(call, 0)), /^query returned more than 10000 results$/],
    [
      'no endpoint has the block of the cursor',
      () => changeResponses(({ method }) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined)),
      /^no endpoint has the block of the cursor$/,
    ],
  ])('stores its error if %s', async (_, breakNode, message) => {
    await db.delete(indexerErrors)
    await mineBlocks(1)
    await worker.scheduled({}, indexer)
    expect(await db.select().from(indexerErrors)).toEqual([])
    await mineBlocks(1)
    breakNode()
    await worker.scheduled({}, indexer)
    const [error] = await db.select().from(indexerErrors)
    expect(error!.message).toMatch(message)
    expect(error!.message).not.toContain('127.0.0.1')
  })

  it('leaves the values of a failed query out of the stored error', async () => {
    await mineBlocks(1)
    const stored: string[] = []
    const ORDERS = {
      progress: () => indexer.ORDERS.progress(),
      applyRange: () => Promise.reject(new Error("Failed query: insert into t values ('0xsecret')")),
      rewind: async () => {},
      upToDate: async () => {},
      reportError: async (message: string) => void stored.push(message),
    }
    await poll({ ...indexer, ORDERS } as never)
    expect(stored).toEqual(['failed query'])
  })

  it('stores an unknown event and reads on', async () => {
    await pay(buyer.address, { seller: seller.address })
    await pay(buyer.address, { seller: seller.address })
    const real = new Set((await db.select().from(unexpectedEvents)).map(({ transactionHash }) => transactionHash))
    changeLogs((logs) => logs.map((log, i) => (i === 0 ? { ...log, topics: [`0x${'5'.repeat(64)}`] } : log)))
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(1)
    const added = (await db.select().from(unexpectedEvents)).filter(({ transactionHash }) => !real.has(transactionHash))
    expect(added).toMatchObject([{ reason: 'unknown_event' }])
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
    vi.restoreAllMocks()
    // The node now returns the real log. Read again, it becomes an order, and the unexpected event is deleted.
    await db.delete(cursors)
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(2)
    expect((await db.select().from(unexpectedEvents)).some(({ transactionHash }) => transactionHash === added[0]!.transactionHash)).toBe(
      false,
    )
  })
})

/** Changes the logs that the node returns. */
function changeLogs(change: (logs: { topics: string[] }[]) => object[]) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await originalFetch(input, init)
    if (!String(input).startsWith(indexer.RPC_URL)) return response
    const calls = JSON.parse(String(init?.body)) as Call[]
    const isLogs = (id: number) => calls.some((call) => call.id === id && call.method === 'eth_getLogs')
    const answers = (await response.json()) as { id: number; result: { topics: string[] }[] }[]
    return Response.json(answers.map((answer) => (isLogs(answer.id) ? { ...answer, result: change(answer.result) } : answer)))
  })
}

describe('with two endpoints', () => {
  // Both addresses lead to the one node of the tests. They are new for each test, because circuits stay open.
  let [first, second, both] = ['', '', indexer]
  beforeEach(() => {
    const id = crypto.randomUUID()
    ;[first, second] = [`${indexer.RPC_URL}/first/${id}`, `${indexer.RPC_URL}/second/${id}`]
    both = { ...indexer, RPC_URL: `${first},${second}` }
  })

  /** Replaces responses of the first endpoint; undefined keeps the real one. Returns the endpoints that were called. */
  function changeFirst(change: (calls: Call[]) => Response | undefined) {
    const called: ('first' | 'second')[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const url = String(input)
      if (url !== first && url !== second) return originalFetch(input, init)
      called.push(url === first ? 'first' : 'second')
      return (url === first && change(JSON.parse(String(init?.body)))) || originalFetch(indexer.RPC_URL, init)
    })
    return called
  }
  const answerAll = (calls: Call[], resultOf: (call: Call) => unknown) =>
    Response.json(calls.map((call) => ({ id: call.id, result: resultOf(call) })))

  it.each<[string, (calls: Call[]) => Response | undefined]>([
    ['is down', () => new Response('no', { status: 502 })],
    ['refuses batches', () => Response.json({ id: null, error: { code: -32600, message: 'batches are not supported' } })],
    [
      'is over its rate limit',
      (calls) => Response.json(calls.map(({ id }) => ({ id, error: { code: 429, message: 'Too Many Requests' } }))),
    ],
    [
      'is on another chain',
      (calls) =>
        answerAll(calls, ({ method, params }) => {
          if (method === 'eth_chainId') return '0x1'
          if (method === 'eth_blockNumber') return '0xffffff'
          return method === 'eth_getLogs' ? [] : { number: params[0], hash: `0x${'7'.repeat(64)}`, parentHash: '0x', timestamp: '0x1' }
        }),
    ],
    [
      'lacks the newest blocks',
      (calls) =>
        calls.some(({ method }) => method === 'eth_getLogs')
          ? answerAll(calls, ({ method }) => (method === 'eth_chainId' ? '0x7a69' : method === 'eth_getLogs' ? [] : null))
          : undefined,
    ],
  ])('reads everything from the second if the first %s', async (_, answer) => {
    await pay(buyer.address, { seller: seller.address })
    const called = changeFirst(answer)
    await poll(both)
    expect(called).toContain('first')
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it('sends each batch as a whole to one endpoint, also if the first fails in the middle of the run', async () => {
    await pay(buyer.address, { seller: seller.address })
    let requests = 0
    const called = changeFirst(() => (++requests > 1 ? new Response('no', { status: 500 }) : undefined))
    await poll(both)
    expect(called.slice(0, 3)).toEqual(['first', 'first', 'second'])
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it('reads smaller ranges from the first if it only allows those', async () => {
    await pay(buyer.address, { seller: seller.address })
    await mineBlocks(9)
    const called = changeFirst((calls) => {
      const range = calls.find(({ method }) => method === 'eth_getLogs')
      const error = range && rejectLongRange(range, 3)
      return error && Response.json(calls.map(({ id }) => (id === range.id ? { id, ...error } : { id, result: id === 0 ? '0x7a69' : {} })))
    })
    await poll(both)
    expect(called).not.toContain('second')
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it('changes nothing if the first is down and the second is on another chain', async () => {
    await pay(buyer.address, { seller: seller.address })
    const before = await db.select().from(cursors)
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (String(input) === first) return new Response('no', { status: 502 })
      return String(input) === second ? answerAll(JSON.parse(String(init?.body)), () => '0x1') : originalFetch(input, init)
    })
    await expect(poll(both)).rejects.toThrow('chain_unavailable')
    expect(await db.select().from(cursors)).toEqual(before)
  })
})
