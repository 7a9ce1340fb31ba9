import type { Cursor } from '../orders/apply.ts'
import type { ReadRange } from '../orders/index.ts'
import type { ChainEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { hexOf, type RawBlock, type RawLog, rpc } from '../shared/rpc.ts'
import type { Interval } from './intervals.ts'

type Node = Pick<ChainEnv, 'RPC_URL'>

const BLOCKS_A_CALL = 50
const CURSORS_A_CALL = 20

/** Answers that cannot be true together: the chain changed while it was read, or the node is behind its own head. */
export class Inconsistent extends Error {}

/**
 * The number of the newest block. Throws `chain_unavailable` when the node is on another chain, where nothing of ours would be
 * found and all we know would be taken for a reorg, or does not say a number.
 */
export async function head(env: Node, chainId: number): Promise<number> {
  const [id, number] = await rpc<[unknown, unknown]>(env, ['eth_chainId'], ['eth_blockNumber'])
  if (Number(id) !== chainId) throw new ApiError('chain_unavailable', { reason: `the node is on chain ${String(id)}` })
  if (typeof number !== 'string' || !/^0x[0-9a-f]{1,12}$/i.test(number)) throw new ApiError('chain_unavailable', { reason: 'no head' })
  return Number(number)
}

async function blocksAt(env: Node, numbers: number[]): Promise<(RawBlock | null)[]> {
  const found: (RawBlock | null)[] = []
  for (let i = 0; i < numbers.length; i += BLOCKS_A_CALL) {
    const calls = numbers.slice(i, i + BLOCKS_A_CALL).map((number) => ['eth_getBlockByNumber', hexOf(number), false] as const)
    found.push(...(await rpc<(RawBlock | null)[]>(env, ...calls)))
  }
  return found
}

/**
 * The newest of these cursors that is still in the chain; null when none is. `unknown` when the node does not have one of the
 * blocks it takes to tell: that is a node behind its own head or without its past, and no reorg.
 */
export async function stillCanonical(env: Node, cursors: Cursor[]): Promise<Cursor | null | 'unknown'> {
  for (let i = 0; i < cursors.length; i += i === 0 ? 1 : CURSORS_A_CALL) {
    const some = cursors.slice(i, i + (i === 0 ? 1 : CURSORS_A_CALL))
    const blocks = await blocksAt(
      env,
      some.map(({ blockNumber }) => blockNumber),
    )
    for (const [k, cursor] of some.entries()) {
      const block = blocks[k]
      if (!block) return 'unknown'
      if (block.hash === cursor.blockHash) return cursor
    }
  }
  return null
}

/**
 * Every log of the contract in an interval, behind `after`. One batch goes to one node, and the last block is asked for before and
 * after the rest: what lies between two equal answers belongs to one chain. Throws Inconsistent when it does not, and whatever the
 * node has against the range.
 */
export async function readRange(env: Node, contract: string, { from, to }: Interval, after: Cursor | null): Promise<ReadRange> {
  const [last, first, logs, lastAgain] = await rpc<[RawBlock | null, RawBlock | null, RawLog[], RawBlock | null]>(
    env,
    ['eth_getBlockByNumber', hexOf(to), false],
    ['eth_getBlockByNumber', hexOf(from), false],
    ['eth_getLogs', { address: contract, fromBlock: hexOf(from), toBlock: hexOf(to) }],
    ['eth_getBlockByNumber', hexOf(to), false],
  )
  if (!last || !first || last.hash !== lastAgain?.hash) throw new Inconsistent('the node is behind, or its chain changed')
  if (after && first.parentHash !== after.blockHash) throw new Inconsistent('the range does not follow the cursor')
  const outside = logs.find((log) => Number(log.blockNumber) < from || Number(log.blockNumber) > to)
  if (outside) throw new ApiError('chain_unavailable', { reason: 'a log from outside the range' })

  const times = new Map<number, number>([first, last].map((block) => [Number(block.number), Number(block.timestamp)]))
  for (const { blockNumber, blockTimestamp } of logs) if (blockTimestamp) times.set(Number(blockNumber), Number(blockTimestamp))
  const untimed = new Map(logs.filter((log) => !times.has(Number(log.blockNumber))).map((log) => [Number(log.blockNumber), log.blockHash]))
  for (const block of await blocksAt(env, [...untimed.keys()])) {
    if (!block || block.hash !== untimed.get(Number(block.number))) throw new Inconsistent('a block changed while it was read')
    times.set(Number(block.number), Number(block.timestamp))
  }
  return { after, from, to, hash: last.hash, logs, timestamps: [...times] }
}
