import { and, eq, sql } from 'drizzle-orm'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import type { ChainEnv } from '../shared/env.ts'
import { readCursors, rewind } from '../shared/event-store.ts'
import { now } from '../shared/ids.ts'
import type { Indexing } from '../shared/indexing.ts'
import { apply, nftStore } from './apply.ts'
import { decodeNftLogs } from './logs.ts'
import { collections } from './tables.ts'

const MAX_ERROR_LENGTH = 500

/** What the indexer needs of the area of NFTs. */
export function indexing(env: Pick<ChainEnv, 'ENV' | 'CHAIN_ID' | 'LOCAL_DEPLOYMENT' | 'DATABASE_URL' | 'DATABASE_TOKEN'>): Indexing {
  const deployed = deployment(env)
  const { chainId, collectionFactory, marketplace, startBlock } = deployed
  const db = database(env)
  const store = nftStore(deployed)
  const knownCollections = async () =>
    (
      await db
        .select({ address: collections.address })
        .from(collections)
        .where(and(eq(collections.chainId, chainId), eq(collections.factory, collectionFactory)))
    ).map(({ address }) => address)

  return {
    async progress() {
      const known = await knownCollections()
      return { chainId, contracts: [collectionFactory, marketplace, ...known], startBlock, cursors: await readCursors(db, store) }
    },

    async applyRange({ logs, timestamps, contracts, ...range }) {
      const { events, created } = decodeNftLogs(deployed, contracts, logs, new Map(timestamps))
      const unread = created.filter((address) => !contracts.includes(address))
      return unread.length ? { unread } : apply(db, deployed, events, range)
    },

    async applyReceipts({ logs, timestamps, contracts, after }) {
      const { events, created } = decodeNftLogs(deployed, contracts, logs, new Map(timestamps))
      const unread = created.filter((address) => !contracts.includes(address))
      if (unread.length) return { unread }
      await apply(db, deployed, events, { after })
      return undefined
    },

    rewind: (to) => rewind(db, store, to),

    async upToDate({ blockNumber, blockHash }) {
      await db.run(sql`update nft_cursors set updated_at = ${now()} where chain_id = ${chainId} and contract = ${collectionFactory}
        and block_number = ${blockNumber} and block_hash = ${blockHash}`)
    },

    async reportError(message) {
      await db.run(sql`insert into nft_indexer_errors (chain_id, contract, at, message)
        values (${chainId}, ${collectionFactory}, ${now()}, ${message.slice(0, MAX_ERROR_LENGTH)})
        on conflict (chain_id, contract) do update set at = excluded.at, message = excluded.message`)
    },
  }
}
