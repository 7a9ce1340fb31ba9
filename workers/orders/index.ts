import { WorkerEntrypoint } from 'cloudflare:workers'
import { and, desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { type AreaVariables, createArea } from '../shared/area.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import type { RawLog } from '../shared/rpc.ts'
import { apply, type Cursor, type Range, rewind } from './apply.ts'
import type { OrdersEnv } from './env.ts'
import { forget } from './forget.ts'
import { healthRoutes } from './health.ts'
import { orderEvents } from './logs.ts'
import { orderRoutes } from './orders.ts'
import { quoteRoutes } from './quotes.ts'
import { rpcRoutes } from './rpc.ts'
import { adopt, settle } from './settle.ts'
import { cursors } from './tables.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  .route('/', quoteRoutes)
  .route('/', orderRoutes)
  .route('/', rpcRoutes)
  .route('/', healthRoutes)

export type OrdersApi = typeof api
export default createArea<OrdersEnv>('orders', api as never, ['CHAIN_ID', 'RPC_URL', 'PRICE_FEED_URL'])

/** Blocks as the indexer read them: every log of the OrderBook in them, and the times of the blocks that have any (seconds). */
export interface ReadRange extends Range {
  logs: RawLog[]
  timestamps: [block: number, seconds: number][]
}

/** What the indexer asks of this area, which alone writes what it finds; and auth, when an account is deleted. */
export class OrdersRpc extends WorkerEntrypoint<OrdersEnv> {
  /** Where to read: the contract, and how far it was read, newest first. The older ones are places to go back to. */
  async progress(): Promise<{ chainId: number; contract: `0x${string}`; startBlock: number; cursors: Cursor[] }> {
    const { chainId, orderBook, startBlock } = deployment(this.env)
    const read = await database(this.env)
      .select({ blockNumber: cursors.blockNumber, blockHash: cursors.blockHash })
      .from(cursors)
      .where(and(eq(cursors.chainId, chainId), eq(cursors.contract, orderBook)))
      .orderBy(desc(cursors.blockNumber))
    return { chainId, contract: orderBook, startBlock, cursors: read }
  }

  /** Takes in a range of blocks and moves the cursor, at once or not at all. `moved`: another run was there first. */
  async applyRange({ logs, timestamps, ...range }: ReadRange): Promise<'applied' | 'moved'> {
    const deployed = deployment(this.env)
    const events = await orderEvents(deployed.chainId, deployed.orderBook, logs, new Map(timestamps))
    return apply(database(this.env), deployed, events, range)
  }

  /** Goes back to an earlier cursor after a reorg; null goes back to the start. */
  async rewind(to: Cursor | null): Promise<void> {
    await rewind(database(this.env), deployment(this.env), to)
  }

  /** Says that every final block was read, the last of them this one: its age is what health tells. */
  async upToDate({ blockNumber, blockHash }: Cursor): Promise<void> {
    const { chainId, orderBook } = deployment(this.env)
    await database(this.env).run(sql`update cursors set updated_at = ${now()} where chain_id = ${chainId} and contract = ${orderBook}
      and block_number = ${blockNumber} and block_hash = ${blockHash}`)
  }

  /** What the cron does besides reading: opens missing rooms, sends pushes that are still due. */
  async tick(): Promise<void> {
    const db = database(this.env)
    await adopt(db)
    await settle(db, this.env)
  }

  /** Keeps of somebody whose account was deleted only what their orders need. Safe to repeat. */
  async forget(userId: number): Promise<void> {
    await forget(database(this.env), userId)
  }
}
