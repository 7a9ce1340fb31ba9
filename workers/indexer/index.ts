import type { AuthRpc } from '../auth/index.ts'
import type { CreatorsRpc } from '../creators/index.ts'
import type { ListingsRpc } from '../listings/index.ts'
import type { NftRpc } from '../nft/index.ts'
import type { NotificationsRpc } from '../notifications/index.ts'
import type { OrdersRpc } from '../orders/index.ts'
import type { RUN_LIMITS } from '../shared/chain-reading/intervals.ts'
import { messageOf, readChain } from '../shared/chain-reading/read-chain.ts'
import { type ChainEnv, checkEnv } from '../shared/env.ts'
import type { Indexing } from '../shared/indexing.ts'
import { log } from '../shared/log.ts'
import type { UploadsRpc } from '../uploads/index.ts'

export interface IndexerEnv extends Pick<ChainEnv, 'RPC_URL'> {
  ORDERS: Pick<
    Service<OrdersRpc>,
    'progress' | 'applyRange' | 'applyReceipts' | 'rewind' | 'upToDate' | 'reportError' | 'readUntil' | 'tick'
  >
  LISTINGS: Pick<Service<ListingsRpc>, 'tick'>
  AUTH: Pick<Service<AuthRpc>, 'tick'>
  UPLOADS: Pick<Service<UploadsRpc>, 'tick'>
  NOTIFICATIONS: Pick<Service<NotificationsRpc>, 'tick'>
  CREATORS: Pick<Service<CreatorsRpc>, 'tick'>
  NFT: Pick<Service<NftRpc>, 'tick'>
}

/** Reads the events of orders, see {@link readChain}. */
export const poll = (env: Pick<ChainEnv, 'RPC_URL'> & { ORDERS: Indexing }, limits: Partial<typeof RUN_LIMITS> = {}): Promise<number> =>
  readChain(env.RPC_URL, env.ORDERS, limits)

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
      env.CREATORS.tick(),
      env.NFT.tick(),
    ])
    const failed = ticks.filter((tick) => tick.status === 'rejected')
    for (const tick of failed) log('error', 'tick_failed', { error: messageOf(tick.reason) })
    // Throw, so that the run is reported as failed.
    if (failed[0]) throw failed[0].reason
  },
}
