import type { AuthRpc } from '../auth/index.ts'
import type { ListingsRpc } from '../listings/index.ts'
import type { NotificationsRpc } from '../notifications/index.ts'
import type { OrdersRpc } from '../orders/index.ts'
import type { Indexing } from '../orders/indexing.ts'
import { type ChainEnv, checkEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { log } from '../shared/log.ts'
import type { UploadsRpc } from '../uploads/index.ts'
import { double, finality, halve, MAX_BLOCKS, nextInterval, RUN_LIMITS } from './intervals.ts'
import { findCanonicalCursor, InconsistentChain, readHead, readRange } from './read.ts'

export interface IndexerEnv extends Pick<ChainEnv, 'RPC_URL'> {
  ORDERS: Pick<Service<OrdersRpc>, 'progress' | 'applyRange' | 'rewind' | 'upToDate' | 'reportError' | 'readUntil' | 'tick'>
  LISTINGS: Pick<Service<ListingsRpc>, 'tick'>
  AUTH: Pick<Service<AuthRpc>, 'tick'>
  UPLOADS: Pick<Service<UploadsRpc>, 'tick'>
  NOTIFICATIONS: Pick<Service<NotificationsRpc>, 'tick'>
}

/**
 * Reads the blocks that became final since the last run and passes their logs to the orders area, which stores them and moves the cursor in
 * one step. So a run may fail at any point or overlap with another one. It ends at the last final block or at one of its `limits`, and the
 * next run, a minute later, continues from the cursor. Only a run that reached the last final block reports that everything was read, so a
 * cron without progress is visible in the health check. Returns the number of blocks read.
 */
export async function poll(
  env: Pick<ChainEnv, 'RPC_URL'> & { ORDERS: Indexing },
  limits: Partial<typeof RUN_LIMITS> = {},
): Promise<number> {
  const { ms, ranges, logs } = { ...RUN_LIMITS, ...limits }
  const deadline = Date.now() + ms
  const { chainId, contract, startBlock, cursors } = await env.ORDERS.progress()
  const chain = { RPC_URL: env.RPC_URL, CHAIN_ID: String(chainId) }
  const last = (await readHead(chain)) - finality(chainId)
  const newest = cursors[0] ?? null
  const canonical = newest && (await findCanonicalCursor(chain, cursors))
  if (canonical === 'unknown') {
    await env.ORDERS.reportError('no endpoint has the block of the cursor')
    return 0
  }
  if (newest && canonical !== newest) {
    log('warn', 'reorg', { chainId, from: newest.blockNumber, backTo: canonical?.blockNumber ?? null })
    await env.ORDERS.rewind(canonical)
  }

  let after = canonical
  let size = MAX_BLOCKS
  let [blocks, rangeCount, logCount] = [0, 0, 0]
  while (rangeCount < ranges && logCount < logs && Date.now() < deadline) {
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
      rangeCount += 1
      logCount += range.logs.length
      size = double(interval)
    } catch (error) {
      // If the chain changed during the read, the next run reads the range again from the cursor. Any other error may be solved by a
      // smaller range.
      const half = error instanceof InconsistentChain ? null : halve(interval)
      log('warn', 'range_failed', { chainId, ...interval, error: messageOf(error) })
      if (half === null) {
        await env.ORDERS.reportError(messageOf(error))
        break
      }
      size = half
    }
  }
  return blocks
}

/**
 * The reason of an error, for the log and the health check. The message of a failed query is left out, because it has the query's values.
 */
function messageOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.code} ${JSON.stringify(error.details ?? '')}`
  const message = error instanceof Error ? error.message : String(error)
  return message.startsWith('Failed query') ? 'failed query' : message
}

export default {
  async scheduled(_event: unknown, env: IndexerEnv) {
    try {
      checkEnv(env, ['RPC_URL'])
      const blocks = await poll(env)
      log('info', 'polled', { blocks })
    } catch (error) {
      log('error', 'poll_failed', { error: messageOf(error) })
      await env.ORDERS.reportError(messageOf(error)).catch(() => log('error', 'error_not_stored'))
    }
    // If one area is unavailable, the others still run their ticks.
    const ticks = await Promise.allSettled([
      env.ORDERS.tick(),
      env.ORDERS.readUntil().then((until) => env.LISTINGS.tick(until)),
      env.AUTH.tick(),
      env.UPLOADS.tick(),
      env.NOTIFICATIONS.tick(),
    ])
    const failed = ticks.filter((tick) => tick.status === 'rejected')
    for (const tick of failed) log('error', 'tick_failed', { error: messageOf(tick.reason) })
    // Fail the run, so that it is reported as failed.
    if (failed[0]) throw failed[0].reason
  },
}
