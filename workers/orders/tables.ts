import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Terms offered to a buyer before signing. `ref` (bytes32) goes on chain, so a log is enough to find the terms. */
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
    /** The extra fee if an arbitrator decides a dispute. */
    arbitrationFeeBps: integer('arbitration_fee_bps').notNull().default(0),
    delivery: integer('delivery').notNull(),
    /** JSON of `Terms`: title, plan, features, names, pictures and the ETH rate that the buyer was shown. */
    terms: text('terms').notNull(),
    createdAt: integer('created_at').notNull(),
    validUntil: integer('valid_until').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** Hash of the request that came with the key; null without a key. */
    idempotencyHash: text('idempotency_hash'),
    /** The application that is paid: an accepted bid, or the admission to a paid event. */
    applicationId: text('application_id'),
  },
  (t) => [
    uniqueIndex('quotes_idempotency').on(t.buyerId, t.idempotencyKey),
    index('quotes_seller').on(t.sellerId, t.validUntil),
    index('quotes_valid').on(t.validUntil),
    index('quotes_application').on(t.applicationId).where(sql`application_id is not null`),
  ],
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

/** The columns of `orders` and of the view `recomputed_orders`. */
export const orderColumns = {
  id: text('id').primaryKey(),
  chainId: integer('chain_id').notNull(),
  contract: text('contract').notNull(),
  /** The contract's counter, decimal text. */
  orderId: text('order_id').notNull(),
  roomId: text('room_id'),
  ref: text('ref').notNull(),
  /** ok | unknown | unequal: whether the payment matches the quote. */
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
  /** JSON: the quoted terms, or only a title if there is no quote. */
  terms: text('terms').notNull(),
  /** Ids of the order's events in chain order. They reveal a change that keeps the status, such as a new dispute offer. */
  events: text('events').notNull().default(''),
}

/**
 * The position of an order in lists: its time. An order without a matching quote has a lower position than all others, because anybody can
 * place thousands of those at almost no cost. Only for statements that read `orders` alone.
 */
export const listPosition = sql<number>`(created_at - (terms_state <> 'ok') * 100000000000)`

/**
 * Whether the room of an order may be opened: its payment matches a quote, or it is accepted or further. A room of any other order would let
 * anybody fill a member's list of conversations. Only for statements in which no other table has such columns.
 */
export const mayHaveRoom = sql`(terms_state = 'ok' or status not in (0, 2, 3))`

/** Orders, computed from their events and the quoted terms. `id` is used in URLs. */
export const orders = sqliteTable('orders', orderColumns, (t) => [
  uniqueIndex('orders_chain').on(t.chainId, t.contract, t.orderId),
  index('orders_buyer').on(t.buyerId, t.createdAt),
  index('orders_seller').on(t.sellerId, t.createdAt),
  index('orders_buyer_list').on(t.buyerId, t.status, listPosition, t.id),
  index('orders_seller_list').on(t.sellerId, t.status, listPosition, t.id, t.buyerId),
  index('orders_service').on(t.serviceId),
  index('orders_ref').on(t.ref, t.buyer, t.seller, t.termsState),
  index('orders_recent').on(t.createdAt, t.termsState, t.status, t.serviceId, t.buyerId),
  // For reminders of deadlines, see reminders.ts.
  index('orders_due_delivery').on(sql`status_at + delivery * 86400`).where(sql`status = 1`),
  index('orders_due_release').on(t.statusAt).where(sql`status = 4`),
  index('orders_due_settlement').on(t.statusAt).where(sql`status = 6`),
  index('orders_roomless')
    .on(listPosition)
    .where(sql`room_id is null and buyer_id is not null and seller_id is not null and ${mayHaveRoom}`),
])

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
