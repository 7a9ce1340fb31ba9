import type { Hex } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUser, db, deployed, node, pay } from '../orders/testing.ts'
import { chainEvents, cursors, indexerErrors } from '../orders/work-tables.ts'
import { readBlock, readByReceipts } from '../shared/chain-reading/read-parts.ts'
import type { RawLog } from '../shared/rpc.ts'
import type { TestUser } from '../shared/testing.ts'
import { poll } from './index.ts'
import {
  answerInstead,
  type Call,
  changeResponses,
  indexer,
  lastOrderBlock,
  mineBlocks,
  newestCursor,
  ordersOf,
  readHead,
  rejectLongRange,
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
afterEach(async () => {
  vi.restoreAllMocks()
  await node('evm_setAutomine', true)
})

/** Puts payments of the buyer into one block; each is a transaction. */
async function payInOneBlock(count: number): Promise<void> {
  await node('evm_setAutomine', false)
  for (let i = 1; i <= count; i++) await pay(buyer.address, { seller: seller.address, amount: `${i}000000` })
  await mineBlocks(1)
  await node('evm_setAutomine', true)
}
const expectAllRead = async (orders: number) => {
  expect(await ordersOf(buyer)).toHaveLength(orders)
  expect((await newestCursor())!.blockNumber).toBe(await readHead())
}
/** Limits that let one run read several blocks in parts. */
const MANY = { ranges: 100 }
const REFUSED = { error: { code: -32005, message: 'query returned more than 10000 results' } }
const isLogsOf = (block: number, { method, params }: Call) => {
  const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock: Hex; toBlock: Hex }
  return method === 'eth_getLogs' && Number(fromBlock) <= block && Number(toBlock) >= block
}

it('a block whose logs are refused is read by its receipts, with the same events', async () => {
  await payInOneBlock(3)
  await mineBlocks(2)
  changeResponses((call) => rejectLongRange(call, 0))
  await poll(indexer, MANY)
  await expectAllRead(3)
  const stored = await db.select().from(chainEvents).orderBy(chainEvents.id)
  vi.restoreAllMocks()
  await db.delete(cursors)
  await db.delete(chainEvents)
  await poll(indexer)
  expect(await db.select().from(chainEvents).orderBy(chainEvents.id)).toEqual(stored)
})

it('a block whose logs are too large for one answer is read by its receipts', async () => {
  await pay(buyer.address, { seller: seller.address })
  const sendTooMuch = (calls: Call[]) =>
    calls.some(({ method }) => method === 'eth_getLogs') ? new Response('', { headers: { 'content-length': '20000001' } }) : undefined
  const { both } = twoEndpoints(sendTooMuch, sendTooMuch)
  await poll(both)
  await expectAllRead(1)
})

it('receipts are asked for in smaller batches if an endpoint refuses large ones', async () => {
  await payInOneBlock(5)
  const sizes: number[] = []
  const { both } = twoEndpoints(
    (calls) => {
      if (calls.some(({ method }) => method === 'eth_getLogs')) return answerInstead(calls, 'eth_getLogs', REFUSED)
      const receipts = calls.filter(({ method }) => method === 'eth_getTransactionReceipt').length
      if (receipts) sizes.push(receipts)
      return receipts > 1 ? new Response('', { status: 413 }) : undefined
    },
    (calls) => answerInstead(calls, 'eth_getLogs', REFUSED),
  )
  await poll(both)
  await expectAllRead(5)
  expect(sizes.slice(0, 3)).toEqual([5, 3, 2])
  expect(sizes.filter((size) => size === 1)).toHaveLength(5)
})

it('a block that the first endpoint refuses is read from the second', async () => {
  await pay(buyer.address, { seller: seller.address })
  const methods: string[] = []
  const { both, called } = twoEndpoints(
    (calls) => answerInstead(calls, 'eth_getLogs', REFUSED),
    (calls) => void methods.push(...calls.map(({ method }) => method)),
  )
  await poll(both)
  await expectAllRead(1)
  expect(called).toContain('second')
  expect(methods).toContain('eth_getLogs')
  expect(methods).not.toContain('eth_getTransactionReceipt')
})

it('a transaction whose receipt the first endpoint refuses is read from the second', async () => {
  await pay(buyer.address, { seller: seller.address })
  const refuse = (calls: Call[]) => answerInstead(calls, 'eth_getLogs', REFUSED)
  const isOfReceipts = (calls: Call[]) => calls.some(({ method }) => method === 'eth_getTransactionReceipt')
  const { both } = twoEndpoints((calls) => (isOfReceipts(calls) ? new Response('', { status: 413 }) : refuse(calls)), refuse)
  await poll(both)
  await expectAllRead(1)
})

it('a failed read of a block in parts does not move the cursor, and the next run reads the block', async () => {
  await pay(buyer.address, { seller: seller.address })
  const before = await newestCursor()
  await db.delete(indexerErrors)
  changeResponses((call) => rejectLongRange(call, 0) ?? (call.method === 'eth_getTransactionReceipt' ? { result: null } : undefined))
  await poll(indexer)
  expect(await newestCursor()).toEqual(before)
  expect(await db.select().from(indexerErrors)).toMatchObject([{ message: 'a block changed while it was read' }])
  changeResponses((call) => rejectLongRange(call, 0))
  await poll(indexer)
  await expectAllRead(1)
})

it('a run that has too few ranges left for a block in parts ends without an error, and the next run reads the block', async () => {
  await mineBlocks(1)
  await pay(buyer.address, { seller: seller.address })
  const [before, refused] = [await readHead(), await lastOrderBlock()]
  await mineBlocks(3)
  await db.delete(indexerErrors)
  changeResponses((call) => (isLogsOf(refused, call) ? REFUSED : undefined))
  await poll(indexer, { ranges: 4 })
  expect((await newestCursor())!.blockNumber).toBe(before - 1)
  expect(await db.select().from(indexerErrors)).toEqual([])
  await poll(indexer, { ranges: 4 })
  await expectAllRead(1)
})

it('a run does not end at its time limit before it has read a block', async () => {
  await pay(buyer.address, { seller: seller.address })
  changeResponses((call) => rejectLongRange(call, 0))
  await poll(indexer, { ms: 0 })
  await expectAllRead(1)
})

it('a block that is read in parts replaces the events of another block at the same height', async () => {
  await pay(buyer.address, { seller: seller.address })
  await poll(indexer)
  await node('anvil_reorg', 1, [])
  await pay(buyer.address, { seller: seller.address, amount: '222000000' })
  changeResponses((call) => rejectLongRange(call, 0))
  await poll(indexer, MANY)
  expect(await ordersOf(buyer)).toMatchObject([{ price: '222000000' }])
  expect((await newestCursor())!.blockNumber).toBe(await readHead())
})

it('every part but the last has at least the given number of logs', async () => {
  await payInOneBlock(5)
  const { both } = twoEndpoints((calls) => (calls.length > 3 ? new Response('', { status: 413 }) : undefined))
  const chain = { RPC_URL: both.RPC_URL.split(',')[0]!, CHAIN_ID: '31337' }
  const block = await readBlock(chain, await lastOrderBlock(), null)
  const parts: RawLog[][] = []
  for await (const part of readByReceipts(chain, [deployed.orderBook], block, 2)) parts.push(part)
  expect(parts.map((part) => new Set(part.map(({ transactionHash }) => transactionHash)).size)).toEqual([2, 2, 1])
  expect(new Set(parts.flat().map(({ transactionHash }) => transactionHash))).toEqual(new Set(block.transactions))
})

it.each([0, 3])('a block whose logs lack an event, and are then refused, is read by its receipts (%i blocks after it)', async (after) => {
  await report(await pay(buyer.address, { seller: seller.address }))
  if (after) await mineBlocks(after)
  const refused = await lastOrderBlock()
  let asked = 0
  changeResponses((call) => (isLogsOf(refused, call) ? (asked++ ? REFUSED : { result: [] }) : undefined))
  await poll(indexer)
  expect((await newestCursor())!.blockNumber).toBeGreaterThanOrEqual(refused)
  expect(await ordersOf(buyer)).toHaveLength(1)
})
