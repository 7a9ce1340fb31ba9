import { eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applications } from '../listings/tables.ts'
import { quotes } from '../orders/tables.ts'
import { act, createUser, db, deployed, pay, publish, usdc } from '../orders/testing.ts'
import { chainEvents, cursors, indexerErrors, unexpectedEvents } from '../orders/work-tables.ts'
import { MAX_LOGS } from '../shared/chain-reading/intervals.ts'
import { now, opaqueId } from '../shared/ids.ts'
import type { TestUser } from '../shared/testing.ts'
import worker, { poll } from './index.ts'
import {
  changeLogs,
  changeResponses,
  indexer,
  mineBlocks,
  newestCursor,
  newestOrderId,
  ordersOf,
  readHead,
  rejectLongRange,
  rejectReceipt,
  respondWith,
} from './testing.ts'

let seller: TestUser
let buyer: TestUser
beforeEach(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  await poll(indexer)
})
afterEach(() => vi.restoreAllMocks())

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

  it('marks an unpaid admission to an event as expired, but not a paid one whose payment nobody has reported', async () => {
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
      contracts: [deployed.orderBook],
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
    ['every range and receipt is rejected', () => changeResponses((call) => rejectLongRange(call, 0) ?? rejectReceipt(call))],
    [
      'the node lacks the block of the cursor',
      () => changeResponses(({ method }) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined)),
    ],
  ])('does not report that it is up to date while %s', async (_, breakNode) => {
    await pay(buyer.address, { seller: seller.address })
    await db.run(sql`update cursors set updated_at = 5`)
    breakNode()
    await worker.scheduled({}, indexer)
    expect((await newestCursor())!.updatedAt).toBe(5)
  })
})

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
    expect(between).toBeGreaterThan(before)
    vi.restoreAllMocks()
    await poll(indexer)
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
    expect(await ordersOf(buyer)).toHaveLength(2)
  })

  it('reads a range with too many logs in smaller ranges, and a single block with all its logs', async () => {
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
    [
      'even one block and its receipts are rejected',
      () => changeResponses((call) => rejectLongRange(call, 0) ?? rejectReceipt(call)),
      /^invalid transaction$/,
    ],
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
    await pay(buyer.address, { seller: seller.address })
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

  it('stores an unknown event as an unexpected event and continues', async () => {
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
    // The node now returns the real log. When the block is read again, the order is stored and the unexpected event is deleted.
    await db.delete(cursors)
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(2)
    expect((await db.select().from(unexpectedEvents)).some(({ transactionHash }) => transactionHash === added[0]!.transactionHash)).toBe(
      false,
    )
  })
})
