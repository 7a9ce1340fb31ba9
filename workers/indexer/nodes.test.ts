import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUser, db, pay } from '../orders/testing.ts'
import { chainEvents, cursors } from '../orders/work-tables.ts'
import type { TestUser } from '../shared/testing.ts'
import worker, { poll } from './index.ts'
import {
  type Call,
  changeResponses,
  indexer,
  mineBlocks,
  newestCursor,
  ordersOf,
  readHead,
  rejectLongRange,
  rejectReceipt,
  respondWith,
  twoEndpoints,
} from './testing.ts'

let seller: TestUser
let buyer: TestUser
beforeEach(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  await poll(indexer)
})
afterEach(() => vi.restoreAllMocks())

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

  it('that rejects every range and receipt does not move the cursor', async () => {
    await pay(buyer.address, { seller: seller.address })
    const before = await newestCursor()
    changeResponses((call) => rejectLongRange(call, 0) ?? rejectReceipt(call))
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

describe('the indexer with two endpoints', () => {
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
    const { both, called } = twoEndpoints(answer)
    await poll(both)
    expect(called).toContain('first')
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it('sends each batch as a whole to one endpoint, also if the first fails in the middle of the run', async () => {
    await pay(buyer.address, { seller: seller.address })
    let requests = 0
    const { both, called } = twoEndpoints(() => (++requests > 1 ? new Response('no', { status: 500 }) : undefined))
    await poll(both)
    expect(called.slice(0, 3)).toEqual(['first', 'first', 'second'])
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it('reads smaller ranges from the first if it only allows those', async () => {
    await pay(buyer.address, { seller: seller.address })
    await mineBlocks(9)
    const { both, called } = twoEndpoints((calls) => {
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
    const { both } = twoEndpoints(
      () => new Response('no', { status: 502 }),
      (calls) => answerAll(calls, () => '0x1'),
    )
    await expect(poll(both)).rejects.toThrow('chain_unavailable')
    expect(await db.select().from(cursors)).toEqual(before)
  })
})
