import { WorkerEntrypoint } from 'cloudflare:workers'
import type { NftEnv } from './env.ts'
import { indexing } from './indexing.ts'

export { Limiter } from '../shared/limits.ts'

/** What other areas call. */
export class NftRpc extends WorkerEntrypoint<NftEnv> {
  progress() {
    return indexing(this.env).progress()
  }
}

export default { fetch: () => new Response(null, { status: 404 }) }
