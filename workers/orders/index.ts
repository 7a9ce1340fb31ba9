import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import type { Cursor } from './apply.ts'
import { contractAccepts } from './contract-signature.ts'
import type { OrdersEnv } from './env.ts'
import { eraseUser } from './erase-user.ts'
import { feeRoutes } from './fees.ts'
import { healthRoutes } from './health.ts'
import { indexing, type ReadRange } from './indexing.ts'
import { orderRoutes } from './orders.ts'
import { linkOrdersToUsers, openRoomsAndNotify } from './outbox.ts'
import { quoteRoutes } from './quotes.ts'
import { reportRoutes } from './reports.ts'
import { isDue, settleReviews } from './review-rows.ts'
import { reviewRoutes } from './reviews.ts'
import { rpcRoutes } from './rpc.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  .route('/', quoteRoutes)
  .route('/', orderRoutes)
  .route('/', feeRoutes)
  .route('/', reviewRoutes)
  .route('/', reportRoutes)
  .route('/', rpcRoutes)
  .route('/', healthRoutes)

export type OrdersApi = typeof api
export default createArea<OrdersEnv>('orders', api as never, ['CHAIN_ID', 'RPC_URL', 'PRICE_FEED_URL'])

/**
 * Calls from the indexer, which lets this worker store what it has read (see indexing.ts), and from auth when an account is deleted or a
 * smart wallet signs in.
 */
export class OrdersRpc extends WorkerEntrypoint<OrdersEnv> {
  progress() {
    return indexing(this.env).progress()
  }

  applyRange(range: ReadRange) {
    return indexing(this.env).applyRange(range)
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

  /** Cron work besides reading blocks: shows the reviews that have waited long enough, links orders to users, opens rooms, sends pushes. */
  async tick(): Promise<void> {
    const db = database(this.env)
    await db.run(settleReviews(isDue(now()), now()))
    await linkOrdersToUsers(db)
    await openRoomsAndNotify(db, this.env)
  }

  /** Erases the data of a deleted account, except what its orders need. Safe to repeat. */
  async eraseUser(userId: number): Promise<void> {
    await eraseUser(database(this.env), userId)
  }
  /** Whether the contract at `account` accepts the signature of the hash, see contract-signature.ts. All three are hex with 0x. */
  contractAccepts(account: string, hash: string, signature: string): Promise<boolean> {
    return contractAccepts(this.env, account, hash, signature)
  }
}
