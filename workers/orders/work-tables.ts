import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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

/** Transactional outbox: pushes written in the batch of the change, deleted once delivered, retried by the cron. */
export const outbox = sqliteTable('outbox', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  orderId: text('order_id').notNull(),
  userIds: text('user_ids').notNull(),
  createdAt: integer('created_at').notNull(),
})

/**
 * Outbox of the notifications area: events that the parties are to be notified about. Written in the batch of the event (those of reviews,
 * and of an order that gets a quote only after a reorg, by triggers), deleted once that area has stored them, retried by the cron.
 */
export const pendingNotifications = sqliteTable(
  'pending_notifications',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** event (of the chain) | review (became visible) | answer (to a review) | delivery (a step of it) | evidence */
    source: text('source').notNull(),
    /** The id of the event, the review, the step or the evidence. */
    sourceId: text('source_id').notNull(),
    /** Whether it is about an order without a matching quote. Such rows come after all others, because anybody can cause many of them. */
    unquoted: integer('unquoted', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [uniqueIndex('pending_notifications_source').on(t.source, t.sourceId), index('pending_notifications_turn').on(t.unquoted, t.id)],
)

/** The newest answer of each price feed: what one ETH costs, in micro-USD and in yen. */
export const prices = sqliteTable('prices', {
  /** Name of the feed, see price-feeds.ts. The column is called `symbol` because there was only one feed before. */
  feed: text('symbol').primaryKey(),
  priceUsd: integer('price_usd').notNull(),
  priceJpy: integer('price_jpy'),
  at: integer('at').notNull(),
})

/**
 * The row with the highest block is the last block that the indexer has read. The other rows are checkpoints to return to after a reorg,
 * when the hash of the highest is no longer in the chain. `updatedAt` of the highest is the time of the last progress, or of the last run
 * that found nothing left to read.
 */
export const cursors = sqliteTable(
  'cursors',
  {
    chainId: integer('chain_id').notNull(),
    contract: text('contract').notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.contract, t.blockNumber] })],
)

/** Every canonical OrderBook event of an order. An order is computed from its events, so replays and reorgs do no harm. */
export const chainEvents = sqliteTable(
  'chain_events',
  {
    chainId: integer('chain_id').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    /** Position among the OrderBook logs of the receipt. */
    ordinal: integer('ordinal').notNull(),
    /** Opaque hash of the key, so replaying the log gives the same id. The id of a NewOrder event is also the id of its order. */
    id: text('id').notNull().unique(),
    contract: text('contract').notNull(),
    orderId: text('order_id').notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    /** Position in the block; events are applied in this order. */
    logIndex: integer('log_index').notNull(),
    timestamp: integer('timestamp').notNull(),
    name: text('name').notNull(),
    /** The status that the event leads to; null if it does not change the status. */
    status: integer('status'),
    /** JSON, bigints as decimal strings. */
    args: text('args').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.transactionHash, t.ordinal] }),
    index('chain_events_order').on(t.chainId, t.contract, t.orderId),
    index('chain_events_history').on(t.chainId, t.contract, t.orderId, t.name, t.blockNumber, t.logIndex),
    index('chain_events_block').on(t.chainId, t.contract, t.blockNumber),
    // The orders that name a quote, by their parties.
    index('chain_events_quote')
      .on(sql`args ->> '$.ref'`, sql`args ->> '$.buyer'`, sql`args ->> '$.seller'`, t.blockNumber, t.logIndex)
      .where(sql`name = 'NewOrder'`),
  ],
)

/** The public figures of the marketplace, see figures.ts. One row for each contract. */
export const marketFigures = sqliteTable(
  'market_figures',
  {
    chainId: integer('chain_id').notNull(),
    contract: text('contract').notNull(),
    /** JSON of `Figures`. */
    figures: text('figures').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.contract] })],
)
