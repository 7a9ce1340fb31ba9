import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Not in tables.ts, because other areas import the tables and their bundles contain every table of the file.

/**
 * Logs that our contract should never emit, by its code and our state machine. A person should look at them. They are recomputed with the
 * events of their order or block, so a reorg removes them. An event of an order is also in `chain_events`, and its order still applies it.
 */
export const unexpectedEvents = sqliteTable(
  'unexpected_events',
  {
    chainId: integer('chain_id').notNull(),
    contract: text('contract').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    ordinal: integer('ordinal').notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    timestamp: integer('timestamp').notNull(),
    /** unknown_event | unknown_order | repeated_order | impossible_transition. */
    reason: text('reason').notNull(),
    /** The contract's counter, decimal text; null for an unknown event. */
    orderId: text('order_id'),
    /** JSON: `topics` and `data` of an unknown event, else `name` and `args`. */
    content: text('content').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.transactionHash, t.ordinal] }),
    index('unexpected_events_order').on(t.chainId, t.contract, t.orderId),
    index('unexpected_events_block').on(t.chainId, t.contract, t.blockNumber),
  ],
)

/** The last error of the indexer for each contract. It stays after the indexer works again. */
export const indexerErrors = sqliteTable(
  'indexer_errors',
  {
    chainId: integer('chain_id').notNull(),
    contract: text('contract').notNull(),
    at: integer('at').notNull(),
    message: text('message').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.contract] })],
)

/** Orders to recompute. Filled and emptied within one batch, so other queries always see it empty. */
export const dirtyOrders = sqliteTable(
  'dirty_orders',
  { chainId: integer('chain_id').notNull(), contract: text('contract').notNull(), orderId: text('order_id').notNull() },
  (t) => [primaryKey({ columns: [t.chainId, t.contract, t.orderId] })],
)

/** Orders whose room could not be opened. A row that was not tried for a week is deleted. */
export const failedRooms = sqliteTable(
  'failed_rooms',
  {
    orderId: text('order_id').primaryKey(),
    /** How often it failed. */
    tries: integer('tries').notNull(),
    /** When to try again, UTC seconds. */
    retryAt: integer('retry_at').notNull(),
  },
  (t) => [index('failed_rooms_retry').on(t.retryAt)],
)
