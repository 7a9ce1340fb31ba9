import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, sqliteView, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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
  },
  (t) => [uniqueIndex('quotes_idempotency').on(t.buyerId, t.idempotencyKey), index('quotes_seller').on(t.sellerId, t.validUntil)],
)

/** Every canonical OrderBook log. An order is computed from its rows (a fold), so replays and reorgs are harmless. */
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
    index('chain_events_block').on(t.chainId, t.contract, t.blockNumber),
  ],
)

const orderColumns = {
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

/** Orders, computed from their events and the quoted terms. `id` is used in URLs. */
export const orders = sqliteTable('orders', orderColumns, (t) => [
  uniqueIndex('orders_chain').on(t.chainId, t.contract, t.orderId),
  index('orders_buyer').on(t.buyerId, t.createdAt),
  index('orders_seller').on(t.sellerId, t.createdAt),
  index('orders_service').on(t.serviceId),
  index('orders_recent').on(t.createdAt, t.termsState, t.status, t.serviceId, t.buyerId),
  index('orders_roomless').on(t.createdAt).where(sql`room_id is null and buyer_id is not null and seller_id is not null`),
])

/** Orders to recompute. Filled and emptied within one batch, so other queries always see it empty. */
export const dirtyOrders = sqliteTable(
  'dirty_orders',
  { chainId: integer('chain_id').notNull(), contract: text('contract').notNull(), orderId: text('order_id').notNull() },
  (t) => [primaryKey({ columns: [t.chainId, t.contract, t.orderId] })],
)

/**
 * The dirty orders, computed from their events. The last status event at or after the NewOrder decides the status. If a reorg left two
 * NewOrder events with one number, the later block counts; the indexer deletes the other when it reads that block. The planner would search
 * by block, through all events of the contract, so the index is named.
 */
export const recomputedOrders = sqliteView('recomputed_orders', orderColumns).as(sql`with last_new as (
    select d.*, (
      select e.id from chain_events e indexed by chain_events_order
      where e.chain_id = d.chain_id and e.contract = d.contract and e.order_id = d.order_id and e.name = 'NewOrder'
      order by e.block_number desc, e.log_index desc limit 1
    ) as new_id from dirty_orders d
  ), opened as (
    select n.id, n.chain_id, n.contract, n.order_id, n.block_number, n.log_index, n.timestamp,
      n.args ->> '$.ref' as ref, n.args ->> '$.buyer' as buyer, n.args ->> '$.seller' as seller, n.args ->> '$.token' as token,
      n.args ->> '$.price' as price, cast(n.args ->> '$.productId' as integer) as product_id,
      cast(n.args ->> '$.delivery' as integer) as delivery, cast(n.args ->> '$.feeBps' as integer) as fee_bps,
      cast(n.args ->> '$.arbitrationFeeBps' as integer) as arbitration_fee_bps,
      cast(n.args ->> '$.validUntil' as integer) as valid_until
    from last_new d join chain_events n on n.id = d.new_id
  ), agreed as (
    select o.*, q.buyer_id as quoted_buyer, q.seller_id as quoted_seller, q.terms as quoted_terms,
      case
        when q.ref is null then 'unknown'
        when q.chain_id = o.chain_id and q.contract = o.contract and q.buyer = o.buyer and q.seller = o.seller
          and q.service_id = o.product_id and q.delivery = o.delivery and q.token = o.token and q.amount = o.price
          -- The contract accepts fees up to those of the quote; the platform may have lowered them since.
          and q.fee_bps >= o.fee_bps and q.arbitration_fee_bps >= o.arbitration_fee_bps
          -- The buyer chooses the validUntil sent to the contract, so an expired quote could be paid at its old rate with a later one.
          and q.valid_until = o.valid_until then 'ok'
        else 'unequal'
      end as terms_state,
      -- A ref is public once it is on chain, so the terms of a quote are shown only to its own two parties.
      coalesce(q.buyer = o.buyer and q.seller = o.seller, 0) as same_parties
    from opened o left join quotes q on q.ref = o.ref
  )
  select a.id, a.chain_id, a.contract, a.order_id, (select r.id from rooms r where r.order_id = a.id) as room_id,
    a.ref, a.terms_state, a.product_id as service_id, a.buyer, a.seller,
    iif(a.same_parties, a.quoted_buyer, b.user_id) as buyer_id, iif(a.same_parties, a.quoted_seller, s.user_id) as seller_id,
    a.token, a.price, a.fee_bps, a.delivery, l.status, l.timestamp as status_at, a.timestamp as created_at,
    -- An order may name any product id. Without a quote it takes the title of the published listing, once.
    iif(a.same_parties, a.quoted_terms, coalesce(
      (select o.terms from orders o where o.id = a.id and o.terms ->> '$.title' <> ''),
      json_object('title', coalesce(li.title, '')))) as terms,
    (select group_concat(e.id, ' ' order by e.block_number, e.log_index) from chain_events e indexed by chain_events_order
      where e.chain_id = a.chain_id and e.contract = a.contract and e.order_id = a.order_id) as events
  from agreed a
  join chain_events l on l.id = (
    select e.id from chain_events e indexed by chain_events_order
    where e.chain_id = a.chain_id and e.contract = a.contract and e.order_id = a.order_id and e.status is not null
      and (e.block_number, e.log_index) >= (a.block_number, a.log_index)
    order by e.block_number desc, e.log_index desc limit 1
  )
  left join accounts b on b.address = a.buyer
  left join accounts s on s.address = a.seller
  left join listings li on li.id = a.product_id and li.user_id = s.user_id and li.enabled and li.deleted_at is null`)

/**
 * The row with the highest block is the last block that the indexer has read. The other rows are checkpoints to return to after a
 * reorg, when the hash of the highest is no longer in the chain. `updatedAt` of the highest is the last progress, or the last run
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

/** Prices from the feed by symbol, in micro-USD per whole unit. */
export const prices = sqliteTable('prices', {
  symbol: text('symbol').primaryKey(),
  priceUsd: integer('price_usd').notNull(),
  at: integer('at').notNull(),
})
