import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { type EventStore, type MissingEvent, type Range, type Receipt, replacement } from '../shared/event-store.ts'
import { now } from '../shared/ids.ts'
import { foldCollections, foldListings, foldOffers, foldTokens, foldUnread } from './folds.ts'
import type { NftContracts, NftEvent } from './logs.ts'

const EVENTS_PER_STATEMENT = 500

/** Where the events of the factory, its collections and the marketplace are stored. */
export const nftStore = ({ chainId, collectionFactory }: NftContracts): EventStore => ({
  ...{ chainId, contract: collectionFactory },
  ...{ events: 'nft_events', source: 'factory', cursors: 'nft_cursors' },
})

// The database knows nothing about the few rows of `dirty_nfts` and of a list of events, and would begin with a whole table. `cross join` keeps
// the order of the tables.

/**
 * SQL: marks what events are about as dirty. An event about an account changes the listings that are stored of it; those that its own batch
 * stores are dirty anyway.
 */
const markDirty = (events: SQL) => [
  sql`insert or ignore into dirty_nfts (chain_id, collection, token_id)
    select v.chain_id, v.collection, coalesce(v.token_id, '') from ${events} v where v.collection is not null`,
  sql`insert or ignore into dirty_nfts (chain_id, collection, token_id)
    select l.chain_id, l.collection, l.token_id
    from (select distinct chain_id, collection, account from ${events} where account is not null) v
    cross join nft_listings l on l.chain_id = v.chain_id and l.seller = v.account and (v.collection is null or l.collection = v.collection)`,
]

/** Replaces the rows of a table that are computed from what is dirty. `t` is a row of the table, `d` one of `dirty_nfts`. */
const recompute = (table: string, isDirty: SQL, fold: SQL): SQL[] => [
  sql`delete from ${sql.raw(table)} where rowid in
    (select t.rowid from dirty_nfts d cross join ${sql.raw(table)} t on t.chain_id = d.chain_id and ${isDirty})`,
  sql`insert into ${sql.raw(table)} ${fold}`,
]

/** The statements that compute again what is dirty. */
export function recomputeDirty(contracts: NftContracts): SQL[] {
  const { chainId, marketplace } = contracts
  const isDirtyToken = sql`t.collection = d.collection and t.token_id = d.token_id`
  return [
    ...recompute('nft_collections', sql`t.address = d.collection and d.token_id = ''`, foldCollections(contracts)),
    ...recompute('nft_tokens', isDirtyToken, foldTokens(contracts)),
    ...recompute('nft_unread_contents', isDirtyToken, foldUnread()),
    ...recompute('nft_listings', isDirtyToken, foldListings(contracts)),
    ...recompute('nft_offers', sql`${isDirtyToken} and t.marketplace = ${marketplace}`, foldOffers(contracts)),
    sql`delete from dirty_nfts where chain_id = ${chainId}`,
  ]
}

/**
 * Stores the events of NFTs; no other function does. In one atomic batch, the events of a receipt or of a range of blocks replace the
 * stored ones of the same transactions and blocks, and the collections, tokens, listings and offers that they are about are computed again.
 * Idempotent, and safe in any order and concurrently. Returns `moved` and changes nothing if another run has moved the cursor in the
 * meantime (for a range), or has moved it past the block of the events (for a receipt). Also changes nothing if a range lacks stored events
 * whose blocks may still be part of the chain, and returns the first of them.
 */
export async function apply(
  db: Database,
  contracts: NftContracts,
  events: NftEvent[],
  read: Range | Receipt,
): Promise<'applied' | 'moved' | MissingEvent[]> {
  const { chainId, collectionFactory } = contracts
  const { guards, replaced, explain } = replacement(db, nftStore(contracts), read, events, [], now())
  const statements = [...guards]
  for (const condition of replaced) {
    statements.push(...markDirty(sql`(select * from nft_events where ${condition})`), sql`delete from nft_events where ${condition}`)
  }
  for (let i = 0; i < events.length; i += EVENTS_PER_STATEMENT) {
    const part = JSON.stringify(events.slice(i, i + EVENTS_PER_STATEMENT))
    const rows = sql`(select ${chainId} as chain_id, value ->> '$.collection' as collection, value ->> '$.tokenId' as token_id,
      value ->> '$.account' as account from json_each(${part}))`
    statements.push(
      sql`insert into nft_events (chain_id, factory, contract, transaction_hash, ordinal, id, block_number, block_hash, log_index, timestamp, name,
          collection, token_id, account, args)
        select ${chainId}, ${collectionFactory}, value ->> '$.contract', value ->> '$.transactionHash', value ->> '$.ordinal', value ->> '$.id',
          value ->> '$.blockNumber', value ->> '$.blockHash', value ->> '$.logIndex', value ->> '$.timestamp', value ->> '$.name',
          value ->> '$.collection', value ->> '$.tokenId', value ->> '$.account', value -> '$.args' from json_each(${part})`,
      ...markDirty(rows),
    )
  }
  const [first, ...rest] = [...statements, ...recomputeDirty(contracts)].map((statement) => db.run(statement))
  try {
    await db.batch([first!, ...rest])
    return 'applied'
  } catch (error) {
    return explain(error)
  }
}
