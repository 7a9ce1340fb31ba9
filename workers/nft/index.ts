import { WorkerEntrypoint } from 'cloudflare:workers'
import { messageOf, readChain } from '../shared/chain-reading/read-chain.ts'
import { log } from '../shared/log.ts'
import type { NftEnv } from './env.ts'
import { indexing } from './indexing.ts'

export { Limiter } from '../shared/limits.ts'

/** Calls from the indexer's cron. */
export class NftRpc extends WorkerEntrypoint<NftEnv> {
  /**
   * The cron's step: reads the events of the factory, its collections and the marketplace. It runs here and not in the indexer, because a
   * run of the cron may call other workers only 32 times, and this is one call.
   */
  async tick(): Promise<void> {
    const area = indexing(this.env)
    try {
      const blocks = await readChain(this.env.RPC_URL, area)
      log('info', 'polled', { blocks })
    } catch (error) {
      await area.reportError(messageOf(error))
      throw error
    }
  }
}

export default { fetch: () => new Response(null, { status: 404 }) }
