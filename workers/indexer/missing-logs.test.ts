import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act, createUser, db, deployed, node, pay } from '../orders/testing.ts'
import { chainEvents, indexerErrors } from '../orders/work-tables.ts'
import { now } from '../shared/ids.ts'
import type { RawReceipt } from '../shared/rpc.ts'
import type { TestUser } from '../shared/testing.ts'
import { poll } from './index.ts'
import {
  answerInstead,
  changeLogs,
  changeResponses,
  indexer,
  mineBlocks,
  newestCursor,
  newestOrderId,
  ordersOf,
  readHead,
  report,
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

const payAndReport = async () => report(await pay(buyer.address, { seller: seller.address }))

const eventsOf = (hash: string) => db.select().from(chainEvents).where(eq(chainEvents.transactionHash, hash)).orderBy(chainEvents.ordinal)

it('an answer without logs deletes no stored order, and the range is read again', async () => {
  await payAndReport()
  await mineBlocks(3)
  const [before, orders] = [await newestCursor(), await ordersOf(buyer)]
  expect(orders).toHaveLength(1)
  await db.delete(indexerErrors)
  changeResponses(({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined))
  await poll(indexer)
  expect([await newestCursor(), await ordersOf(buyer)]).toEqual([before, orders])
  expect(await db.select().from(indexerErrors)).toMatchObject([{ message: 'the logs lack stored events' }])
  vi.restoreAllMocks()
  await poll(indexer)
  expect(await ordersOf(buyer)).toEqual(orders)
  expect((await newestCursor())!.blockNumber).toBe(await readHead())
})

it('an answer that lacks one of several logs deletes nothing', async () => {
  await payAndReport()
  await payAndReport()
  const before = await newestCursor()
  changeLogs((logs) => logs.slice(0, -1))
  await poll(indexer)
  expect(await ordersOf(buyer)).toHaveLength(2)
  expect(await newestCursor()).toEqual(before)
})

it('if an endpoint lacks the logs of stored events, the next one is asked', async () => {
  await payAndReport()
  const { both, called } = twoEndpoints((calls) => answerInstead(calls, 'eth_getLogs', { result: [] }))
  await poll(both)
  expect(called).toContain('second')
  expect(await ordersOf(buyer)).toHaveLength(1)
  expect((await newestCursor())!.blockNumber).toBe(await readHead())
})

it('if an endpoint lacks the first of two events of a transaction, the next one is asked', async () => {
  await payAndReport()
  const orderId = await newestOrderId()
  for (const verb of ['accept', 'deliver'] as const) await report(await act(seller.address, verb, orderId))
  await report(await act(buyer.address, 'dispute', orderId, 5000))
  await poll(indexer)
  const concession = await act(seller.address, 'concede', orderId, 5000)
  await report(concession)
  const before = await eventsOf(concession)
  expect(before.map(({ name }) => name)).toEqual(['AcceptDispute', 'CompleteOrder'])
  const { logs } = await node<RawReceipt>('eth_getTransactionReceipt', concession)
  const { both, called } = twoEndpoints((calls) => answerInstead(calls, 'eth_getLogs', { result: logs.slice(1) }))
  await poll(both)
  expect(called).toContain('second')
  expect(await eventsOf(concession)).toEqual(before)
  expect((await newestCursor())!.blockNumber).toBe(await readHead())
})

it('a stored event that cannot be decoded any more stops the run with an error', async () => {
  await payAndReport()
  const before = await newestCursor()
  await db.delete(indexerErrors)
  changeLogs((logs) => logs.map((log) => ({ ...log, topics: [`0x${'ab'.repeat(32)}`, ...log.topics.slice(1)] })))
  await poll(indexer)
  expect(await db.select().from(indexerErrors)).toMatchObject([{ message: 'the logs lack stored events' }])
  expect(await newestCursor()).toEqual(before)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

it('all events of replaced blocks are deleted, although the new blocks have none', async () => {
  const { blockNumber } = (await newestCursor())!
  const shared = { chainId: 31337, contract: deployed.orderBook, orderId: '888888', name: 'AcceptOrder', status: 1, args: '{}' }
  const rows = Array.from({ length: 120 }, (_, i) => ({
    ...shared,
    id: `many${String(i).padStart(18, '0')}`,
    transactionHash: `0x${String(i).padStart(64, 'f')}`,
    ordinal: 0,
    blockNumber: blockNumber + 1 + (i >> 1),
    blockHash: `0x${String(i % 7).padStart(64, '8')}`,
    logIndex: i,
    timestamp: now(),
  }))
  await db.insert(chainEvents).values(rows)
  await mineBlocks(70)
  await poll(indexer)
  const left = await db
    .select()
    .from(chainEvents)
    .where(and(eq(chainEvents.orderId, '888888')))
  expect(left).toEqual([])
  expect((await newestCursor())!.blockNumber).toBe(await readHead())
})
