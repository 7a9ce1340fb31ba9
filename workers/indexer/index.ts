import type { AuthRpc } from '../auth/index.ts'
import type { OrdersRpc } from '../orders/index.ts'
import { type ChainEnv, checkEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { log } from '../shared/log.ts'
import type { UploadsRpc } from '../uploads/index.ts'
import { double, finality, halve, MAX_BLOCKS, nextInterval } from './intervals.ts'
import { findCanonicalCursor, InconsistentChain, readHead, readRange } from './read.ts'

export interface IndexerEnv extends Pick<ChainEnv, 'RPC_URL'> {
  ORDERS: Pick<Service<OrdersRpc>, 'progress' | 'applyRange' | 'rewind' | 'upToDate' | 'tick'>
  AUTH: Pick<Service<AuthRpc>, 'tick'>
  UPLOADS: Pick<Service<UploadsRpc>, 'tick'>
}

/** A run stops after this time (ms); the next run, a minute later, continues from the cursor. */
const BUDGET_MS = 40_000

/**
 * Reads the blocks that became final since the last run and passes their logs to the orders area, which stores them and moves the cursor in
 * one step. So a run may fail at any point or overlap with another one. Only a run that reached the last final block reports that
 * everything was read, so a cron without progress is visible in the health check. Returns the number of blocks read.
 */
export async function poll(env: IndexerEnv, budgetMs = BUDGET_MS): Promise<number> {
  const deadline = Date.now() + budgetMs
  const { chainId, contract, startBlock, cursors } = await env.ORDERS.progress()
  const chain = { RPC_URL: env.RPC_URL, CHAIN_ID: String(chainId) }
  const last = (await readHead(chain)) - finality(chainId)
  const newest = cursors[0] ?? null
  const canonical = newest && (await findCanonicalCursor(chain, cursors))
  if (canonical === 'unknown') return 0
  if (newest && canonical !== newest) {
    log('warn', 'reorg', { chainId, from: newest.blockNumber, backTo: canonical?.blockNumber ?? null })
    await env.ORDERS.rewind(canonical)
  }

  let after = canonical
  let size = MAX_BLOCKS
  let blocks = 0
  while (Date.now() < deadline) {
    const interval = nextInterval(after?.blockNumber ?? startBlock - 1, last, size)
    if (!interval) {
      if (after) await env.ORDERS.upToDate(after)
      break
    }
    try {
      const range = await readRange(chain, contract, interval, after)
      if ((await env.ORDERS.applyRange(range)) === 'moved') break
      after = { blockNumber: range.to, blockHash: range.hash }
      blocks += interval.to - interval.from + 1
      size = double(interval)
    } catch (error) {
      // If the chain changed during the read, the next run reads the range again from the cursor. Any other error may be solved by a
      // smaller range.
      const half = error instanceof InconsistentChain ? null : halve(interval)
      log('warn', 'range_failed', { chainId, ...interval, error: messageOf(error) })
      if (half === null) break
      size = half
    }
  }
  return blocks
}

const messageOf = (error: unknown) =>
  error instanceof ApiError
    ? `${error.code} ${JSON.stringify(error.details ?? '')}`
    : error instanceof Error
      ? error.message
      : String(error)

export default {
  async scheduled(_event: unknown, env: IndexerEnv) {
    try {
      checkEnv(env, ['RPC_URL'])
      const blocks = await poll(env)
      log('info', 'polled', { blocks })
    } catch (error) {
      log('error', 'poll_failed', { error: messageOf(error) })
    }
    // If one area is unavailable, the others still run their ticks.
    const ticks = await Promise.allSettled([env.ORDERS.tick(), env.AUTH.tick(), env.UPLOADS.tick()])
    const failed = ticks.filter((tick) => tick.status === 'rejected')
    for (const tick of failed) log('error', 'tick_failed', { error: messageOf(tick.reason) })
    // Fail the run, so that it is reported as failed.
    if (failed[0]) throw failed[0].reason
  },
}
