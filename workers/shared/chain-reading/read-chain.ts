import { finality } from '../chain.ts'
import { ApiError } from '../errors.ts'
import type { Cursor, MissingEvent } from '../event-store.ts'
import type { Indexing } from '../indexing.ts'
import { log } from '../log.ts'
import type { RpcEnv } from '../rpc-endpoints.ts'
import { double, halve, type Interval, MAX_BLOCKS, MAX_PARTS, nextInterval, PART_LOGS, RUN_LIMITS } from './intervals.ts'
import { findCanonicalCursor, InconsistentChain, readHead, readRange, withEachEndpoint } from './read.ts'
import { readBlock, readByReceipts } from './read-parts.ts'

/**
 * Reads the blocks that became final since the last run and passes their logs to an area, which stores them and moves the cursor in one
 * step. So a run may fail at any point or overlap with another one. A run ends at the last final block or at one of its `limits`, and the
 * next run, a minute later, continues from the cursor. The limit of time applies only after some progress; otherwise a slow endpoint could
 * end each run before the range is small enough. Only a run that reached the last final block reports that everything was read, so a cron
 * without progress is visible in the health check. Returns the number of blocks read.
 */
export async function readChain(rpcUrl: string, area: Indexing, limits: Partial<typeof RUN_LIMITS> = {}): Promise<number> {
  const { ms, ranges, logs } = { ...RUN_LIMITS, ...limits }
  const deadline = Date.now() + ms
  const { chainId, startBlock, cursors, ...read } = await area.progress()
  let { contracts } = read
  const chain = { RPC_URL: rpcUrl, CHAIN_ID: String(chainId) }
  const last = (await readHead(chain)) - finality(chainId)
  const newest = cursors[0] ?? null
  const canonical = newest && (await findCanonicalCursor(chain, cursors))
  if (canonical === 'unknown') {
    await area.reportError('no endpoint has the block of the cursor')
    return 0
  }
  if (newest && canonical !== newest) {
    log('warn', 'reorg', { chainId, from: newest.blockNumber, backTo: canonical?.blockNumber ?? null })
    await area.rewind(canonical)
  }

  let after = canonical
  let size = MAX_BLOCKS
  let inParts = false
  let missing: MissingEvent[] = []
  let [blocks, rangeCount, logCount] = [0, 0, 0]
  while (rangeCount < ranges && logCount < logs && (blocks === 0 || Date.now() < deadline)) {
    const next = nextInterval(after?.blockNumber ?? startBlock - 1, last, size)
    if (!next) {
      if (after) await area.upToDate(after)
      break
    }
    const interval = { from: next.from, to: missing.at(-1)?.blockNumber ?? next.to }
    try {
      const stored = await (inParts ? storeInParts : storeRange)(area, chain, contracts, interval, after, missing)
      if (stored.result === 'moved') break
      rangeCount += stored.calls
      logCount += stored.logs
      if (stored.result !== 'applied' && 'unread' in stored.result) {
        contracts = [...contracts, ...stored.result.unread]
        continue
      }
      const before = missing[0]
      missing = stored.result === 'applied' ? [] : stored.result
      // The logs contain the event where it is expected, but the area did not decode it. Reading the range again would never end.
      if (before && keyOf(before) === (missing[0] && keyOf(missing[0]))) throw new InconsistentChain('the logs lack stored events')
      if (missing.length) continue
      after = { blockNumber: interval.to, blockHash: stored.hash }
      blocks += interval.to - interval.from + 1
      size = double(interval)
      inParts = false
    } catch (error) {
      // If the chain changed during the read, or logs are missing, the next run reads the range again from the cursor. After any other
      // error, this run reads a smaller range, or the receipts of a single block.
      const isFinal = error instanceof InconsistentChain || inParts
      log('warn', 'range_failed', { chainId, ...interval, error: messageOf(error) })
      if (isFinal) {
        await area.reportError(messageOf(error))
        break
      }
      missing = []
      const half = halve(interval)
      if (half !== null) size = half
      // Leave this block to the next run: together with the ranges that are already read, its calls could exceed the limits of this run.
      else if (blocks > 0 && rangeCount + MAX_PARTS > ranges) break
      else [size, inParts] = [1, true]
    }
  }
  return blocks
}

const keyOf = ({ contract, transactionHash, ordinal }: MissingEvent) => `${contract} ${transactionHash} ${ordinal}`

/**
 * The result of an interval: the answer of the area, the hash of the last block, the number of calls of the area, and the number of logs.
 */
interface Stored {
  result: Awaited<ReturnType<Indexing['applyRange']>>
  hash: string
  calls: number
  logs: number
}

async function storeRange(
  area: Pick<Indexing, 'applyRange'>,
  chain: RpcEnv,
  contracts: string[],
  interval: Interval,
  after: Cursor | null,
  missing: MissingEvent[],
): Promise<Stored> {
  const read = (env: RpcEnv) => readRange(env, contracts, interval, after, missing)
  const range = await (interval.from === interval.to ? withEachEndpoint(chain, read) : read(chain))
  return { result: await area.applyRange(range), hash: range.hash, calls: 1, logs: range.logs.length }
}

/** Stores a single block by its receipts. The cursor moves only after the last part. */
async function storeInParts(
  area: Pick<Indexing, 'applyRange' | 'applyReceipts'>,
  chain: RpcEnv,
  contracts: string[],
  { from, to }: Interval,
  after: Cursor | null,
): Promise<Stored> {
  const block = await readBlock(chain, to, after)
  let [calls, count] = [1, 0]
  for await (const logs of readByReceipts(chain, contracts, block, PART_LOGS)) {
    const unread = await area.applyReceipts({ after, logs, timestamps: [[to, Number(block.timestamp)]], contracts })
    calls += 1
    count += logs.length
    if (unread) return { result: unread, hash: block.hash, calls, logs: count }
  }
  const result = await area.applyRange({ after, from, to, hash: block.hash, logs: [], timestamps: [], inParts: true, contracts })
  return { result, hash: block.hash, calls, logs: count }
}

/**
 * The reason of an error, for the log and the health check. The message of a failed query is left out, because it has the query's values.
 */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.code} ${JSON.stringify(error.details ?? '')}`
  const message = error instanceof Error ? error.message : String(error)
  return message.startsWith('Failed query') ? 'failed query' : message
}
