import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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
    /** The message of the offer that is paid, and the hash of its terms, see offers.ts. */
    offerId: text('offer_id'),
    offerHash: text('offer_hash'),
    /** The session that asked for the quote of an offer. Until it expires, no other session gets one. */
    offerSession: text('offer_session'),
    /** The order that the message of the offer names. */
    offerOrderId: text('offer_order_id'),
  },
  (t) => [
    uniqueIndex('quotes_idempotency').on(t.buyerId, t.idempotencyKey),
    index('quotes_seller').on(t.sellerId, t.validUntil),
    index('quotes_valid').on(t.validUntil),
    index('quotes_application').on(t.applicationId).where(sql`application_id is not null`),
    index('quotes_offer').on(t.offerId).where(sql`offer_id is not null`),
    index('quotes_offer_unbound').on(t.validUntil, t.ref).where(sql`offer_id is not null and offer_order_id is null`),
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
