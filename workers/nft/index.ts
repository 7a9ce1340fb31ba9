import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { CALL_LIMITS } from '../shared/call-limits/nft.ts'
import { messageOf, readChain } from '../shared/chain-reading/read-chain.ts'
import { log } from '../shared/log.ts'
import { collectionRoutes } from './collections.ts'
import type { NftEnv } from './env.ts'
import { indexing } from './indexing.ts'
import { readContents } from './read-contents.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: NftEnv; Variables: AreaVariables }>().route('/', collectionRoutes)

export type NftApi = typeof api
export default createArea<NftEnv>('nft', api as never, ['CHAIN_ID', 'RPC_URL'], CALL_LIMITS)

/** Calls from the indexer's cron. */
export class NftRpc extends WorkerEntrypoint<NftEnv> {
  /**
   * The cron's step: reads the events of the factory, its collections and the marketplace, and the contents of new tokens. It runs here and
   * not in the indexer, because a run of the cron may call other workers only 32 times, and this is one call.
   */
  async tick(): Promise<void> {
    const area = indexing(this.env)
    try {
      const blocks = await readChain(this.env.RPC_URL, area)
      const contents = await readContents(this.env)
      log('info', 'polled', { blocks, contents })
    } catch (error) {
      await area.reportError(messageOf(error))
      throw error
    }
  }
}
