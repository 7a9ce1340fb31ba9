import { and, eq, sql } from 'drizzle-orm'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import type { ChainEnv } from '../shared/env.ts'
import { type Cursor, type MissingEvent, type Range, type Receipt, readCursors, rewind } from '../shared/event-store.ts'
import { now } from '../shared/ids.ts'
import type { RawLog } from '../shared/rpc.ts'
import { apply, nftStore } from './apply.ts'
import { decodeNftLogs } from './logs.ts'
import { collections } from './tables.ts'

interface ReadLogs {
  logs: RawLog[]
  /** The timestamps (UTC seconds) of the blocks with logs. */
  timestamps: [block: number, seconds: number][]
}

/** What the indexer needs of the area of NFTs. */
export function indexing(env: Pick<ChainEnv, 'ENV' | 'CHAIN_ID' | 'LOCAL_DEPLOYMENT' | 'DATABASE_URL' | 'DATABASE_TOKEN'>) {
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
    /** The contracts to read and their cursors, newest first. */
    async progress(): Promise<{ chainId: number; contracts: string[]; startBlock: number; cursors: Cursor[] }> {
      const known = await knownCollections()
      return { chainId, contracts: [collectionFactory, marketplace, ...known], startBlock, cursors: await readCursors(db, store) }
    },

    /**
     * Stores a range of blocks and advances the cursor in one batch. Returns `moved` if another run advanced the cursor first, the stored events
     * that the range lacks, or the collections that it creates, whose logs must be read too. Then it has changed nothing.
     */
    async applyRange({
      logs,
      timestamps,
      contracts,
      ...range
    }: Range & ReadLogs & { contracts: string[] }): Promise<'applied' | 'moved' | MissingEvent[] | { unread: string[] }> {
      const { events, created } = decodeNftLogs(deployed, contracts, logs, new Map(timestamps))
      const unread = created.filter((address) => !contracts.includes(address))
      return unread.length ? { unread } : apply(db, deployed, events, range)
    },

    /** Stores a part of a block that is too large for one read. The cursor stays. */
    async applyReceipts({ logs, timestamps, contracts, after }: Receipt & ReadLogs & { contracts: string[] }): Promise<void> {
      await apply(db, deployed, decodeNftLogs(deployed, contracts, logs, new Map(timestamps)).events, { after })
    },

    /** Returns to an earlier cursor after a reorg; null returns to the first block. */
    rewind: (to: Cursor | null): Promise<void> => rewind(db, store, to),

    /** Records that every final block up to this one has been read. */
    async upToDate({ blockNumber, blockHash }: Cursor): Promise<void> {
      await db.run(sql`update nft_cursors set updated_at = ${now()} where chain_id = ${chainId} and contract = ${collectionFactory}
        and block_number = ${blockNumber} and block_hash = ${blockHash}`)
    },
  }
}
