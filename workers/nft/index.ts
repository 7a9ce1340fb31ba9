import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Cursor } from '../shared/event-store.ts'
import type { ReadRange, ReadReceipts } from '../shared/indexing.ts'
import type { NftEnv } from './env.ts'
import { indexing } from './indexing.ts'

export { Limiter } from '../shared/limits.ts'

/** What the indexer calls. */
export class NftRpc extends WorkerEntrypoint<NftEnv> {
  progress() {
    return indexing(this.env).progress()
  }
  applyRange(range: ReadRange) {
    return indexing(this.env).applyRange(range)
  }
  applyReceipts(part: ReadReceipts) {
    return indexing(this.env).applyReceipts(part)
  }
  rewind(to: Cursor | null) {
    return indexing(this.env).rewind(to)
  }
  upToDate(cursor: Cursor) {
    return indexing(this.env).upToDate(cursor)
  }
  reportError(message: string) {
    return indexing(this.env).reportError(message)
  }
}

export default { fetch: () => new Response(null, { status: 404 }) }
