import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Not in tables.ts, because other areas import the tables and their bundles contain every table of the file.

/**
 * The canonical events of our factory, its collections and the marketplace. Collections, tokens, listings and offers are computed from
 * them, so replays and reorgs do no harm.
 */
export const nftEvents = sqliteTable(
  'nft_events',
  {
    chainId: integer('chain_id').notNull(),
    /** The contract that emitted it. */
    contract: text('contract').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    /** Position among the logs of the contract in the receipt. */
    ordinal: integer('ordinal').notNull(),
    /** The factory of the deployment, which names the cursor. */
    factory: text('factory').notNull(),
    /** Opaque hash of the key, so that a replay gives the same id. */
    id: text('id').notNull().unique(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    /** Position in the block; events are applied in this order. */
    logIndex: integer('log_index').notNull(),
    timestamp: integer('timestamp').notNull(),
    name: text('name').notNull(),
    /** The collection that it is about; null if it is about an account in all collections. */
    collection: text('collection'),
    /** The token that it is about; null if it is about the whole collection. */
    tokenId: text('token_id'),
    /** The account whose listings it changes: who voids them, or approves the marketplace for a collection. Otherwise null. */
    account: text('account'),
    /** JSON, integers as decimal text. */
    args: text('args').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.contract, t.transactionHash, t.ordinal] }),
    index('nft_events_block').on(t.chainId, t.factory, t.blockNumber),
    index('nft_events_transaction').on(t.chainId, t.factory, t.transactionHash),
    index('nft_events_thing').on(t.chainId, t.collection, t.tokenId, t.name, t.blockNumber, t.logIndex),
    index('nft_events_account').on(t.chainId, t.account, t.collection, t.name, t.blockNumber, t.logIndex),
  ],
)

/** How far the events of a factory and its contracts are read, see `cursors` of the orders area. */
export const nftCursors = sqliteTable(
  'nft_cursors',
  {
    chainId: integer('chain_id').notNull(),
    /** The factory. */
    contract: text('contract').notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.contract, t.blockNumber] })],
)

/**
 * What has to be computed again: tokens, or a whole collection, whose token id is empty. Filled and emptied within one batch, so other
 * queries always see it empty.
 */
export const dirtyNfts = sqliteTable(
  'dirty_nfts',
  { chainId: integer('chain_id').notNull(), collection: text('collection').notNull(), tokenId: text('token_id').notNull() },
  (t) => [primaryKey({ columns: [t.chainId, t.collection, t.tokenId] })],
)

/** The last error of the indexer for each factory. It stays after the indexer works again. */
export const nftIndexerErrors = sqliteTable(
  'nft_indexer_errors',
  {
    chainId: integer('chain_id').notNull(),
    contract: text('contract').notNull(),
    at: integer('at').notNull(),
    message: text('message').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.contract] })],
)
