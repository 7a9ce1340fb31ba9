import type { AuthRpc } from '../auth/index.ts'
import type { OrdersRpc } from '../orders/index.ts'
import { type ChainEnv, checkEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { log } from '../shared/log.ts'
import type { UploadsRpc } from '../uploads/index.ts'
import { finality, larger, MAX_BLOCKS, nextInterval, smaller } from './intervals.ts'
import { head, Inconsistent, readRange, stillCanonical } from './read.ts'

export interface IndexerEnv extends Pick<ChainEnv, 'RPC_URL'> {
  ORDERS: Pick<Service<OrdersRpc>, 'progress' | 'applyRange' | 'rewind' | 'upToDate' | 'tick'>
  AUTH: Pick<Service<AuthRpc>, 'tick'>
  UPLOADS: Pick<Service<UploadsRpc>, 'tick'>
}

/** A run ends after this long; the next minute goes on from the cursor (ms). */
const BUDGET_MS = 40_000

/**
 * Reads the blocks that became final since the last run and hands their logs to the orders area, which writes them and moves
 * the cursor in one step: a run that dies anywhere, or meets another one, is harmless. Only a run that came to the end says that
 * all was read, so a cron that runs and gets nowhere shows in the health. Answers the blocks read.
 */
export async function poll(env: IndexerEnv, budgetMs = BUDGET_MS): Promise<number> {
  const until = Date.now() + budgetMs
  const { chainId, contract, startBlock, cursors } = await env.ORDERS.progress()
  const last = (await head(env, chainId)) - finality(chainId)
  const newest = cursors[0] ?? null
  const canonical = newest && (await stillCanonical(env, cursors))
  if (canonical === 'unknown') return 0
  if (newest && canonical !== newest) {
    log('warn', 'reorg', { chainId, from: newest.blockNumber, backTo: canonical?.blockNumber ?? null })
    await env.ORDERS.rewind(canonical)
  }

  let after = canonical
  let size = MAX_BLOCKS
  let blocks = 0
  while (Date.now() < until) {
    const interval = nextInterval(after?.blockNumber ?? startBlock - 1, last, size)
    if (!interval) {
      if (after) await env.ORDERS.upToDate(after)
      break
    }
    try {
      const range = await readRange(env, contract, interval, after)
      if ((await env.ORDERS.applyRange(range)) === 'moved') break
      after = { blockNumber: range.to, blockHash: range.hash }
      blocks += interval.to - interval.from + 1
      size = larger(interval)
    } catch (error) {
      // A chain that changes under our feet is read again from the cursor; whatever else it is, a smaller range may do.
      const half = error instanceof Inconsistent ? null : smaller(interval)
      log('warn', 'range_failed', { chainId, ...interval, error: reason(error) })
      if (half === null) break
      size = half
    }
  }
  return blocks
}

const reason = (error: unknown) =>
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
      log('error', 'poll_failed', { error: reason(error) })
    }
    // One area that is down does not keep the other from its chores.
    const chores = await Promise.allSettled([env.ORDERS.tick(), env.AUTH.tick(), env.UPLOADS.tick()])
    const failed = chores.filter((chore) => chore.status === 'rejected')
    for (const chore of failed) log('error', 'tick_failed', { error: reason(chore.reason) })
    // A run that could not do its work must not pass for one that did.
    if (failed[0]) throw failed[0].reason
  },
}
