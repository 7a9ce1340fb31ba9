import { sql } from 'drizzle-orm'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import type { ChainEnv } from '../shared/env.ts'
import { readCursors, rewind } from '../shared/event-store.ts'
import { now } from '../shared/ids.ts'
import type { Indexing } from '../shared/indexing.ts'
import { hexOf, type RawBlock, rpc } from '../shared/rpc.ts'
import { apply, newestCursor, orderEvents } from './apply.ts'
import { decodeLogs } from './logs.ts'

const MAX_ERROR_LENGTH = 500

/** What the indexer needs of the orders area. Reads one contract, which creates no others. */
export function indexing(env: Pick<ChainEnv, 'ENV' | 'CHAIN_ID' | 'LOCAL_DEPLOYMENT' | 'DATABASE_URL' | 'DATABASE_TOKEN'>): Indexing {
  const deployed = deployment(env)
  const { chainId, orderBook, startBlock } = deployed
  const db = database(env)
  const store = orderEvents(deployed)
  return {
    async progress() {
      return { chainId, contracts: [orderBook], startBlock, cursors: await readCursors(db, store) }
    },

    async applyRange({ logs, timestamps, ...range }) {
      const { events, unknown } = decodeLogs(chainId, orderBook, logs, new Map(timestamps))
      return apply(db, deployed, events, range, unknown)
    },

    async applyReceipts({ logs, timestamps, after }) {
      const { events, unknown } = decodeLogs(chainId, orderBook, logs, new Map(timestamps))
      await apply(db, deployed, events, { after }, unknown)
      return undefined
    },

    rewind: (to) => rewind(db, store, to),

    async upToDate({ blockNumber, blockHash }) {
      await db.run(sql`update cursors set updated_at = ${now()} where chain_id = ${chainId} and contract = ${orderBook}
        and block_number = ${blockNumber} and block_hash = ${blockHash}`)
    },

    async reportError(message) {
      await db.run(sql`insert into indexer_errors (chain_id, contract, at, message)
        values (${chainId}, ${orderBook}, ${now()}, ${message.slice(0, MAX_ERROR_LENGTH)})
        on conflict (chain_id, contract) do update set at = excluded.at, message = excluded.message`)
    },
  }
}

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
