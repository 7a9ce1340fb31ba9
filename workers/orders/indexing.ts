import { sql } from 'drizzle-orm'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import type { ChainEnv } from '../shared/env.ts'
import { type Cursor, type MissingEvent, type Range, type Receipt, readCursors, rewind } from '../shared/event-store.ts'
import { now } from '../shared/ids.ts'
import { hexOf, type RawBlock, type RawLog, rpc } from '../shared/rpc.ts'
import { apply, newestCursor, orderEvents } from './apply.ts'
import { decodeLogs } from './logs.ts'

interface ReadLogs {
  logs: RawLog[]
  /** The timestamps (UTC seconds) of the blocks with logs. */
  timestamps: [block: number, seconds: number][]
}
/** A range of blocks that the indexer has read, with all OrderBook logs in it. */
export type ReadRange = Range & ReadLogs
/** All OrderBook logs of some transactions of the block after the cursor `after`. */
export type ReadReceipts = Receipt & ReadLogs

const MAX_ERROR_LENGTH = 500

/** What the indexer needs of the orders area: the worker offers it over RPC, and a replay calls it directly. */
export function indexing(env: Pick<ChainEnv, 'ENV' | 'CHAIN_ID' | 'LOCAL_DEPLOYMENT' | 'DATABASE_URL' | 'DATABASE_TOKEN'>) {
  const deployed = deployment(env)
  const { chainId, orderBook, startBlock } = deployed
  const db = database(env)
  const store = orderEvents(deployed)
  return {
    /** The contract to read and its cursors, newest first. The older cursors are the checkpoints to return to after a reorg. */
    async progress(): Promise<{ chainId: number; contract: `0x${string}`; startBlock: number; cursors: Cursor[] }> {
      return { chainId, contract: orderBook, startBlock, cursors: await readCursors(db, store) }
    },

    /**
     * Stores a range of blocks and advances the cursor in one batch. Returns `moved` if another run advanced the cursor first, or the
     * stored events that the range lacks, if their blocks have to be read again.
     */
    async applyRange({ logs, timestamps, ...range }: ReadRange): Promise<'applied' | 'moved' | MissingEvent[]> {
      const { events, unknown } = decodeLogs(chainId, orderBook, logs, new Map(timestamps))
      return apply(db, deployed, events, range, unknown)
    },

    /** Stores a part of a block that is too large for one read. The cursor stays. */
    async applyReceipts({ logs, timestamps, after }: ReadReceipts): Promise<void> {
      const { events, unknown } = decodeLogs(chainId, orderBook, logs, new Map(timestamps))
      await apply(db, deployed, events, { after }, unknown)
    },

    /** Returns to an earlier cursor after a reorg; null returns to the first block. */
    rewind: (to: Cursor | null): Promise<void> => rewind(db, store, to),

    /** Records that every final block up to this one has been read. The health call reports how long ago that was. */
    async upToDate({ blockNumber, blockHash }: Cursor): Promise<void> {
      await db.run(sql`update cursors set updated_at = ${now()} where chain_id = ${chainId} and contract = ${orderBook}
        and block_number = ${blockNumber} and block_hash = ${blockHash}`)
    },

    /** Stores the last error of the indexer, for the health call. It must contain no address of an endpoint. */
    async reportError(message: string): Promise<void> {
      await db.run(sql`insert into indexer_errors (chain_id, contract, at, message)
        values (${chainId}, ${orderBook}, ${now()}, ${message.slice(0, MAX_ERROR_LENGTH)})
        on conflict (chain_id, contract) do update set at = excluded.at, message = excluded.message`)
    },
  }
}

export type Indexing = ReturnType<typeof indexing>

/**
 * The time of the last block read (UTC seconds): every payment up to then is stored. 0 before the first block, and while the block is not
 * in the node's chain.
 */
export async function readUntil(env: ChainEnv): Promise<number> {
  const cursor = await newestCursor(database(env), deployment(env))
  if (!cursor) return 0
  const [block] = await rpc<[RawBlock | null]>(env, ['eth_getBlockByNumber', hexOf(cursor.blockNumber), false])
  return block?.hash === cursor.blockHash ? Number(block.timestamp) : 0
}
