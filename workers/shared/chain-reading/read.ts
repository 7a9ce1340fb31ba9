import { ApiError } from '../errors.ts'
import type { Cursor, MissingEvent } from '../event-store.ts'
import { HEALTH_LIMITS } from '../health.schema.ts'
import { now } from '../ids.ts'
import type { ReadRange } from '../indexing.ts'
import { hexOf, type RawBlock, type RawLog, rpcUnless } from '../rpc.ts'
import { endpointsOf, type RpcEnv } from '../rpc-endpoints.ts'
import { type Interval, MAX_LOGS } from './intervals.ts'

const BLOCKS_PER_BATCH = 50
const CURSORS_PER_BATCH = 20
/** Contracts in one request for logs. */
const CONTRACTS_PER_CALL = 500

/** The responses contradict each other: the chain changed during the read, or the node does not have all blocks up to its newest one. */
export class InconsistentChain extends Error {}

/**
 * Reads something that cannot be made smaller. If the read fails with all endpoints together, each endpoint is asked on its own, because
 * one of them may have a higher limit. Throws the first error.
 */
export async function withEachEndpoint<T>(env: RpcEnv, read: (env: RpcEnv) => Promise<T>): Promise<T> {
  const failures: unknown[] = []
  for (const RPC_URL of new Set([env.RPC_URL, ...endpointsOf(env)])) {
    try {
      return await read({ ...env, RPC_URL })
    } catch (error) {
      if (error instanceof InconsistentChain) throw error
      failures.push(error)
    }
  }
  throw failures[0]
}

/**
 * Returns the number of the newest block. An endpoint whose newest block is old has stopped following the chain, so the others are asked
 * first. The local chain has no new block without a transaction. Throws `chain_unavailable` if there is no number.
 */
export async function readHead(env: RpcEnv): Promise<number> {
  const isOld = (block: RawBlock | null) => env.CHAIN_ID !== '31337' && now() - Number(block?.timestamp) > HEALTH_LIMITS.headAge
  const [number] = await rpcUnless<[unknown, RawBlock | null]>(
    env,
    ([, head]) => (isOld(head) ? 'its newest block is old' : null),
    ['eth_blockNumber'],
    ['eth_getBlockByNumber', 'latest', false],
  )
  if (typeof number !== 'string' || !/^0x[0-9a-f]{1,12}$/i.test(number)) throw new ApiError('chain_unavailable', { reason: 'no head' })
  return Number(number)
}

/** An endpoint may be behind the one that reported the head, or have removed old blocks. */
const lacksBlock = (results: unknown[]) => (results.includes(null) ? 'lacks a block' : null)

async function readBlocks(env: RpcEnv, numbers: number[]): Promise<(RawBlock | null)[]> {
  const blocks: (RawBlock | null)[] = []
  for (let i = 0; i < numbers.length; i += BLOCKS_PER_BATCH) {
    const calls = numbers.slice(i, i + BLOCKS_PER_BATCH).map((number) => ['eth_getBlockByNumber', hexOf(number), false] as const)
    blocks.push(...(await rpcUnless<(RawBlock | null)[]>(env, lacksBlock, ...calls)))
  }
  return blocks
}

/**
 * Returns the newest of these cursors whose block is still part of the chain, or null. Returns `unknown` if the node does not have a block
 * that is needed to decide. That is no reorg: the node has removed old blocks, or does not have the newest block whose number it returned.
 */
export async function findCanonicalCursor(env: RpcEnv, cursors: Cursor[]): Promise<Cursor | null | 'unknown'> {
  for (let i = 0; i < cursors.length; i += i === 0 ? 1 : CURSORS_PER_BATCH) {
    const group = cursors.slice(i, i + (i === 0 ? 1 : CURSORS_PER_BATCH))
    const blocks = await readBlocks(
      env,
      group.map(({ blockNumber }) => blockNumber),
    )
    for (const [k, cursor] of group.entries()) {
      const block = blocks[k]
      if (!block) return 'unknown'
      if (block.hash === cursor.blockHash) return cursor
    }
  }
  return null
}

/** Whether an event is among the logs of its contract in its transaction, at its position. */
function hasEvent(logs: RawLog[], { contract, blockHash, transactionHash, ordinal, logIndex }: MissingEvent): boolean {
  const indexes = logs
    .filter((log) => log.blockHash === blockHash && log.transactionHash === transactionHash)
    .filter(({ address }) => address.toLowerCase() === contract.toLowerCase())
    .map((log) => Number(log.logIndex))
  return indexes.sort((a, b) => a - b)[ordinal] === logIndex
}

/**
 * Reads every log of the contracts in the interval after the cursor `after`. One batch to one node reads the last block, the logs, and the
 * last block again: if both copies of the block are equal, the logs belong to one chain. Otherwise throws InconsistentChain. RPC errors,
 * and too many logs, are thrown as errors that a smaller range may solve. `missing` are stored events that an earlier answer lacked: their
 * blocks are read in the same batch, and an endpoint that has such a block without the event is faulty.
 */
export async function readRange(
  env: RpcEnv,
  contracts: string[],
  { from, to }: Interval,
  after: Cursor | null,
  missing: MissingEvent[] = [],
): Promise<ReadRange> {
  const heights = [...new Set(missing.map(({ blockNumber }) => blockNumber))]
  const groups = Array.from({ length: Math.ceil(contracts.length / CONTRACTS_PER_CALL) }, (_, i) =>
    contracts.slice(i * CONTRACTS_PER_CALL, (i + 1) * CONTRACTS_PER_CALL),
  )
  const parse = ([lastBlock, firstBlock, ...rest]: unknown[]) => ({
    ...{ last: lastBlock as RawBlock | null, first: firstBlock as RawBlock | null, lastAgain: rest[groups.length] as RawBlock | null },
    logs: (rest.slice(0, groups.length) as (RawLog[] | null)[]).flatMap((part) => part ?? [null]),
    blocks: rest.slice(groups.length + 1) as (RawBlock | null)[],
  })
  const lacksEvent = ({ logs: found, blocks: at }: Pick<ReturnType<typeof parse>, 'logs' | 'blocks'>) =>
    missing.some((event) => at[heights.indexOf(event.blockNumber)]?.hash === event.blockHash && !hasEvent(found as RawLog[], event))
  const answer = await rpcUnless<unknown[]>(
    env,
    (results) => lacksBlock(results) ?? (lacksEvent(parse(results)) ? 'lacks logs' : null),
    ['eth_getBlockByNumber', hexOf(to), false],
    ['eth_getBlockByNumber', hexOf(from), false],
    ...groups.map((address) => ['eth_getLogs', { address, fromBlock: hexOf(from), toBlock: hexOf(to) }] as const),
    ['eth_getBlockByNumber', hexOf(to), false],
    ...heights.map((number) => ['eth_getBlockByNumber', hexOf(number), false] as const),
  )
  const { last, first, lastAgain, blocks, ...read } = parse(answer)
  if (!last || !first || read.logs.includes(null) || last.hash !== lastAgain?.hash)
    throw new InconsistentChain('the node is behind, or its chain changed')
  const logs = read.logs as RawLog[]
  if (blocks.includes(null) || lacksEvent({ logs, blocks })) throw new InconsistentChain('the logs lack stored events')
  if (after && first.parentHash !== after.blockHash) throw new InconsistentChain('the range does not follow the cursor')
  const stray = logs.find((log) => Number(log.blockNumber) < from || Number(log.blockNumber) > to)
  if (stray) throw new ApiError('chain_unavailable', { reason: 'a log from outside the range' })
  if (logs.length > MAX_LOGS && to > from) throw new ApiError('chain_unavailable', { reason: `${logs.length} logs in the range` })

  const times = new Map<number, number>([first, last].map((block) => [Number(block.number), Number(block.timestamp)]))
  for (const { blockNumber, blockTimestamp } of logs) if (blockTimestamp) times.set(Number(blockNumber), Number(blockTimestamp))
  const withoutTime = new Map(
    logs.filter((log) => !times.has(Number(log.blockNumber))).map((log) => [Number(log.blockNumber), log.blockHash]),
  )
  for (const block of await readBlocks(env, [...withoutTime.keys()])) {
    if (!block || block.hash !== withoutTime.get(Number(block.number))) throw new InconsistentChain('a block changed while it was read')
    times.set(Number(block.number), Number(block.timestamp))
  }
  const canonical = heights.map((number, i): [number, string] => [number, blocks[i]!.hash])
  return { after, from, to, hash: last.hash, logs, timestamps: [...times], canonical, contracts }
}
