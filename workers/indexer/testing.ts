import { env } from 'cloudflare:test'
import { desc, eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { vi } from 'vitest'
import { apply, newestCursor as cursorOf } from '../orders/apply.ts'
import { decodeLogs } from '../orders/logs.ts'
import { orders } from '../orders/tables.ts'
import { db, deployed, node } from '../orders/testing.ts'
import { cursors } from '../orders/work-tables.ts'
import type { RawBlock, RawReceipt } from '../shared/rpc.ts'
import type { TestUser } from '../shared/testing.ts'
import type { IndexerEnv } from './index.ts'

/** The bindings of the indexer in tests. */
export const indexer = env as unknown as IndexerEnv
/** The number of the newest block. */
export const readHead = async () => Number(await node<Hex>('eth_blockNumber'))
export const newestCursor = async () => (await db.select().from(cursors).orderBy(desc(cursors.blockNumber)).limit(1))[0]
export const ordersOf = ({ id }: TestUser) =>
  db.select().from(orders).where(eq(orders.buyerId, id)).orderBy(orders.createdAt, orders.orderId)
export const mineBlocks = (blocks: number) => node('anvil_mine', `0x${blocks.toString(16)}`)

/** Stores the events of a transaction, as addOrder does. */
export async function report(hash: string): Promise<void> {
  const { blockNumber, logs } = await node<RawReceipt>('eth_getTransactionReceipt', hash)
  const { number, timestamp } = await node<RawBlock>('eth_getBlockByNumber', blockNumber, false)
  const times = new Map([[Number(number), Number(timestamp)]])
  const { events } = decodeLogs(deployed.chainId, deployed.orderBook, logs, times)
  await apply(db, deployed, events, { after: await cursorOf(db, deployed) })
}

/** The id of the newest order on chain. */
export async function newestOrderId(): Promise<string> {
  const logs = await node<{ topics: Hex[] }[]>('eth_getLogs', { address: deployed.orderBook, fromBlock: '0x0', toBlock: 'latest' })
  return String(BigInt(logs.findLast((log) => log.topics.length === 4)!.topics[1]!))
}

/** The block of the newest event of the contract. */
export async function lastOrderBlock(): Promise<number> {
  const logs = await node<{ blockNumber: Hex }[]>('eth_getLogs', { address: deployed.orderBook, fromBlock: '0x0', toBlock: 'latest' })
  return Number(logs.at(-1)!.blockNumber)
}

const originalFetch = globalThis.fetch
export type Call = { id: number; method: string; params: unknown[] }
/** Changes responses of the node, one call of a batch at a time. Undefined keeps the real response. */
export function changeResponses(change: (call: Call) => { result?: unknown; error?: object } | undefined) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input).startsWith(indexer.RPC_URL)) return originalFetch(input, init)
    const calls = JSON.parse(String(init?.body)) as Call[]
    const responses = (await (await originalFetch(input, init)).json()) as { id: number }[]
    return Response.json(calls.map((call) => ({ ...(change(call) ?? responses.find(({ id }) => id === call.id)), id: call.id })))
  })
}
export const respondWith = (response: () => Response) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      String(input).startsWith(indexer.RPC_URL) ? Promise.resolve(response()) : originalFetch(input, init),
    )

/** The answer of a node that refuses a range of more than `maximum` blocks; undefined for other calls. */
export function rejectLongRange({ method, params }: Call, maximum: number) {
  if (method !== 'eth_getLogs') return
  const { fromBlock, toBlock } = params[0] as unknown as { fromBlock: Hex; toBlock: Hex }
  if (Number(toBlock) - Number(fromBlock) + 1 <= maximum) return
  return { error: { code: -32005, message: 'query returned more than 10000 results' } }
}

/** The answer of a node that refuses receipts; undefined for other calls. */
export const rejectReceipt = ({ method }: Call) =>
  method === 'eth_getTransactionReceipt' ? { error: { code: -32602, message: 'invalid transaction' } } : undefined

type Change = (calls: Call[]) => Promise<Response> | Response | undefined
/**
 * Two addresses of the tests' one node. Each test gets new ones, because the circuits of used ones may stay open. Their answers may be
 * replaced; undefined keeps the real one. Returns the environment, and the endpoints that were called.
 */
export function twoEndpoints(changeFirst: Change, changeSecond: Change = () => undefined) {
  const id = crypto.randomUUID()
  const [first, second] = [`${indexer.RPC_URL}/first/${id}`, `${indexer.RPC_URL}/second/${id}`]
  const called: ('first' | 'second')[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input)
    if (url !== first && url !== second) return originalFetch(input, init)
    called.push(url === first ? 'first' : 'second')
    const change = url === first ? changeFirst : changeSecond
    return (await change(JSON.parse(String(init?.body)))) ?? originalFetch(indexer.RPC_URL, init)
  })
  return { both: { ...indexer, RPC_URL: `${first},${second}` }, called }
}

/** The real answer of the node to a batch, except for calls of `method`, which get this one. */
export async function answerInstead(calls: Call[], method: string, answer: { result?: unknown; error?: object }): Promise<Response> {
  const real = await originalFetch(indexer.RPC_URL, {
    method: 'POST',
    body: JSON.stringify(calls),
    headers: { 'content-type': 'application/json' },
  })
  const answers = (await real.json()) as { id: number }[]
  return Response.json(
    calls.map((call) => (call.method === method ? { id: call.id, ...answer } : answers.find(({ id }) => id === call.id))),
  )
}

/** Changes the logs that the node returns. */
export function changeLogs(change: (logs: { topics: string[] }[]) => object[]) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await originalFetch(input, init)
    if (!String(input).startsWith(indexer.RPC_URL)) return response
    const calls = JSON.parse(String(init?.body)) as Call[]
    const isLogs = (id: number) => calls.some((call) => call.id === id && call.method === 'eth_getLogs')
    const answers = (await response.json()) as { id: number; result: { topics: string[] }[] }[]
    return Response.json(answers.map((answer) => (isLogs(answer.id) ? { ...answer, result: change(answer.result) } : answer)))
  })
}
