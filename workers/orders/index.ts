import { WorkerEntrypoint } from 'cloudflare:workers'
import { and, desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import type { RawLog } from '../shared/rpc.ts'
import { apply, type Cursor, type Range, rewind } from './apply.ts'
import type { OrdersEnv } from './env.ts'
import { eraseUser } from './erase-user.ts'
import { healthRoutes } from './health.ts'
import { orderEvents } from './logs.ts'
import { orderRoutes } from './orders.ts'
import { linkOrdersToUsers, openRoomsAndNotify } from './outbox.ts'
import { quoteRoutes } from './quotes.ts'
import { reportRoutes } from './reports.ts'
import { isDue, settleReviews } from './review-rows.ts'
import { reviewRoutes } from './reviews.ts'
import { rpcRoutes } from './rpc.ts'
import { cursors } from './tables.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  .route('/', quoteRoutes)
  .route('/', orderRoutes)
  .route('/', reviewRoutes)
  .route('/', reportRoutes)
  .route('/', rpcRoutes)
  .route('/', healthRoutes)

export type OrdersApi = typeof api
export default createArea<OrdersEnv>('orders', api as never, ['CHAIN_ID', 'RPC_URL', 'PRICE_FEED_URL'])

/** A range of blocks that the indexer has read: all OrderBook logs in it, and the timestamps (UTC seconds) of the blocks with logs. */
export interface ReadRange extends Range {
  logs: RawLog[]
  timestamps: [block: number, seconds: number][]
}

/** Calls from the indexer, which lets this worker store what it has read, and from auth when an account is deleted. */
export class OrdersRpc extends WorkerEntrypoint<OrdersEnv> {
  /** The contract to read and its cursors, newest first. The older cursors are the checkpoints to return to after a reorg. */
  async progress(): Promise<{ chainId: number; contract: `0x${string}`; startBlock: number; cursors: Cursor[] }> {
    const { chainId, orderBook, startBlock } = deployment(this.env)
    const read = await database(this.env)
      .select({ blockNumber: cursors.blockNumber, blockHash: cursors.blockHash })
      .from(cursors)
      .where(and(eq(cursors.chainId, chainId), eq(cursors.contract, orderBook)))
      .orderBy(desc(cursors.blockNumber))
    return { chainId, contract: orderBook, startBlock, cursors: read }
  }

  /** Stores a range of blocks and advances the cursor in one transaction. Returns `moved` if another run advanced the cursor first. */
  async applyRange({ logs, timestamps, ...range }: ReadRange): Promise<'applied' | 'moved'> {
    const deployed = deployment(this.env)
    const events = await orderEvents(deployed.chainId, deployed.orderBook, logs, new Map(timestamps))
    return apply(database(this.env), deployed, events, range)
  }

  /** Returns to an earlier cursor after a reorg; null returns to the first block. */
  async rewind(to: Cursor | null): Promise<void> {
    await rewind(database(this.env), deployment(this.env), to)
  }

  /** Records that every final block up to this one has been read. The health call reports how long ago that was. */
  async upToDate({ blockNumber, blockHash }: Cursor): Promise<void> {
    const { chainId, orderBook } = deployment(this.env)
    await database(this.env).run(sql`update cursors set updated_at = ${now()} where chain_id = ${chainId} and contract = ${orderBook}
      and block_number = ${blockNumber} and block_hash = ${blockHash}`)
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
}
