import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** What a buyer was promised before signing. `ref` (bytes32) goes on chain, so a log alone finds its terms. */
export const quotes = sqliteTable(
  'quotes',
  {
    ref: text('ref').primaryKey(),
    chainId: integer('chain_id').notNull(),
    contract: text('contract').notNull(),
    serviceId: integer('service_id').notNull(),
    buyerId: integer('buyer_id').notNull(),
    sellerId: integer('seller_id').notNull(),
    buyer: text('buyer').notNull(),
    seller: text('seller').notNull(),
    token: text('token').notNull(),
    /** The token's smallest units. */
    amount: text('amount').notNull(),
    /** Micro-USD. */
    priceUsd: integer('price_usd').notNull(),
    feeBps: integer('fee_bps').notNull(),
    /** What an arbitrator's decision would cost beside the platform fee. */
    arbitrationFeeBps: integer('arbitration_fee_bps').notNull().default(0),
    delivery: integer('delivery').notNull(),
    /** JSON of `Terms`: title, plan, features, names, pictures and the ETH rate as they were shown. */
    terms: text('terms').notNull(),
    createdAt: integer('created_at').notNull(),
    validUntil: integer('valid_until').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** Of the request the key came with; null without a key. */
    idempotencyHash: text('idempotency_hash'),
  },
  (t) => [uniqueIndex('quotes_idempotency').on(t.buyerId, t.idempotencyKey), index('quotes_seller').on(t.sellerId, t.validUntil)],
)

/** Every canonical OrderBook log. An order's state is a fold over its rows, so replay and reorgs are harmless. */
export const chainEvents = sqliteTable(
  'chain_events',
  {
    chainId: integer('chain_id').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    /** Position among the OrderBook logs of the receipt. */
    ordinal: integer('ordinal').notNull(),
    /** Opaque, made from the key: replaying the log gives the same one. A NewOrder's is the id of its order. */
    id: text('id').notNull().unique(),
    contract: text('contract').notNull(),
    orderId: text('order_id').notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    /** Position within the block; orders the fold. */
    logIndex: integer('log_index').notNull(),
    timestamp: integer('timestamp').notNull(),
    name: text('name').notNull(),
    /** The status it puts the order into; null for what leaves it where it is. */
    status: integer('status'),
    /** JSON, bigints as decimal strings. */
    args: text('args').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.transactionHash, t.ordinal] }),
    index('chain_events_order').on(t.chainId, t.contract, t.orderId),
    index('chain_events_block').on(t.chainId, t.contract, t.blockNumber),
  ],
)

/** The fold of an order's events, with what was agreed. `id` is what URLs carry. */
export const orders = sqliteTable(
  'orders',
  {
    id: text('id').primaryKey(),
    chainId: integer('chain_id').notNull(),
    contract: text('contract').notNull(),
    /** The contract's counter, decimal text. */
    orderId: text('order_id').notNull(),
    roomId: text('room_id'),
    ref: text('ref').notNull(),
    /** ok | unknown | unequal: whether what was paid is what was quoted. */
    termsState: text('terms_state').notNull(),
    serviceId: integer('service_id').notNull(),
    buyer: text('buyer').notNull(),
    seller: text('seller').notNull(),
    buyerId: integer('buyer_id'),
    sellerId: integer('seller_id'),
    token: text('token').notNull(),
    price: text('price').notNull(),
    feeBps: integer('fee_bps').notNull(),
    delivery: integer('delivery').notNull(),
    /** 0 Proposed, 1 Accepted, 2 Cancelled, 3 Rejected, 4 Delivered, 5 Completed, 6 Disputed. */
    status: integer('status').notNull(),
    statusAt: integer('status_at').notNull(),
    createdAt: integer('created_at').notNull(),
    /** JSON: quote terms as shown, or what the chain alone can tell. */
    terms: text('terms').notNull(),
    /** The ids of its events in the chain's order, so that every change is noticed, also one that leaves the status alone. */
    events: text('events').notNull().default(''),
  },
  (t) => [
    uniqueIndex('orders_chain').on(t.chainId, t.contract, t.orderId),
    index('orders_buyer').on(t.buyerId, t.createdAt),
    index('orders_seller').on(t.sellerId, t.createdAt),
    index('orders_service').on(t.serviceId),
    index('orders_recent').on(t.createdAt, t.termsState, t.status, t.serviceId, t.buyerId),
    index('orders_roomless').on(t.createdAt).where(sql`room_id is null and buyer_id is not null and seller_id is not null`),
  ],
)

/** Orders whose fold has to be made anew. Filled and emptied within one batch, so it is always seen empty. */
export const dirtyOrders = sqliteTable(
  'dirty_orders',
  { chainId: integer('chain_id').notNull(), contract: text('contract').notNull(), orderId: text('order_id').notNull() },
  (t) => [primaryKey({ columns: [t.chainId, t.contract, t.orderId] })],
)

/**
 * How far the indexer has read: the highest block. The rows below it are places to go back to when its hash is no longer
 * the chain's, which means a reorg. `updatedAt` of the highest is when the last run came further, or found all read.
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

/** Pushes that must follow a change: written in its batch, deleted once delivered, retried by the cron. */
export const outbox = sqliteTable('outbox', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  orderId: text('order_id').notNull(),
  userIds: text('user_ids').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Prices from the feed, by symbol: micro-USD for one whole unit. */
export const prices = sqliteTable('prices', {
  symbol: text('symbol').primaryKey(),
  priceUsd: integer('price_usd').notNull(),
  at: integer('at').notNull(),
})
