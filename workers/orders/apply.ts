import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Deployment } from '../../contracts/addresses.ts'
import { runWithAudit } from '../shared/audit-log.ts'
import type { Database } from '../shared/db.ts'
import {
  type Cursor,
  type EventStore,
  type MissingEvent,
  type Range,
  type Receipt,
  readCursors,
  replacement,
} from '../shared/event-store.ts'
import { now } from '../shared/ids.ts'
import { isAgreed } from './agreed.ts'
import { decisionEntries } from './decisions.ts'
import type { OrderEvent, UnknownLog } from './logs.ts'
import { NEWS_AGE } from './notifications.ts'
import { BEFORE_ACCEPTANCE } from './order-notifications.schema.ts'
import { updateVisibility } from './review-rows.ts'
import { orders } from './tables.ts'
import { recomputeUnexpectedEvents, replaceUnknownLogs } from './unexpected-events.ts'
import { recomputedOrders } from './views.ts'

const EVENTS_PER_STATEMENT = 500

/** The columns of `orders` and of `recomputedOrders`. */
const columns = sql.raw(
  Object.values(getTableColumns(orders))
    .map(({ name }) => name)
    .join(', '),
)

/** SQL condition: the computed order `f` differs from the stored order `o`. */
const hasChanged = sql`(o.id is null or o.order_id <> f.order_id or o.events <> f.events or o.status_at <> f.status_at
  or o.terms_state <> f.terms_state or o.terms <> f.terms or o.price <> f.price)`

/**
 * Marks as dirty the orders that may get or lose a quote because of the dirty orders: the order that had the quote, and the order of the
 * same parties that is now the first to name it. The same for the other quotes of an offer, of which only the first order counts.
 */
const addOrdersOfSameQuotes = sql`with named as (
    select e.chain_id, e.contract, e.args ->> '$.ref' as ref, e.args ->> '$.buyer' as buyer, e.args ->> '$.seller' as seller
    from dirty_orders d join chain_events e indexed by chain_events_history
      on e.chain_id = d.chain_id and e.contract = d.contract and e.order_id = d.order_id and e.name = 'NewOrder'
    union
    select o.chain_id, o.contract, o.ref, o.buyer, o.seller from dirty_orders d join orders o
      on o.chain_id = d.chain_id and o.contract = d.contract and o.order_id = d.order_id
  ), quoted as (
    select n.* from named n join quotes q on q.ref = n.ref and q.buyer = n.buyer and q.seller = n.seller
    union
    select n.chain_id, n.contract, p.ref, p.buyer, p.seller from named n
      join quotes q on q.ref = n.ref and q.buyer = n.buyer and q.seller = n.seller
      join quotes p indexed by quotes_offer on p.offer_id = q.offer_id and p.offer_id is not null
  )
  insert or ignore into dirty_orders (chain_id, contract, order_id)
  select o.chain_id, o.contract, o.order_id from quoted n join orders o on o.ref = n.ref and o.buyer = n.buyer and o.seller = n.seller
    and o.terms_state in ('ok', 'unequal') and o.chain_id = n.chain_id and o.contract = n.contract
  union
  select e.chain_id, e.contract, e.order_id from quoted n join chain_events e on e.id = (
    select f.id from chain_events f indexed by chain_events_quote
    where f.name = 'NewOrder' and f.args ->> '$.ref' = n.ref and f.args ->> '$.buyer' = n.buyer and f.args ->> '$.seller' = n.seller
      and f.chain_id = n.chain_id and f.contract = n.contract
    order by f.block_number, f.log_index limit 1)`

/** Recomputes the dirty orders from their events and adds an outbox row for each order that changed. */
function recomputeOrders(chainId: number, contract: string, at: number): SQL[] {
  const dirty = sql`(chain_id, contract, order_id) in (select chain_id, contract, order_id from dirty_orders)`
  // A reorg can give an order's number to another order.
  const lost = sql`select o.id from orders o
    where ${dirty} and not exists (select 1 from ${recomputedOrders} f where f.id = o.id and f.order_id = o.order_id)`
  return [
    sql`insert into outbox (order_id, user_ids, created_at) select f.id, json_array(f.buyer_id, f.seller_id), ${at}
      from ${recomputedOrders} f left join orders o on o.id = f.id where ${hasChanged}`,
    sql`insert into outbox (order_id, user_ids, created_at) select o.id, json_array(o.buyer_id, o.seller_id), ${at}
      from orders o where ${dirty} and o.id not in (select id from ${recomputedOrders})`,
    // Nobody sees the reviews of an order that is no longer in the chain.
    sql`update reviews set visible_at = null, visible = 0 where order_id in (${lost})`,
    // Delete orders that lost their number first, or the insert would conflict.
    sql`delete from orders where id in (${lost})`,
    sql`insert into orders (${columns}) select ${columns} from ${recomputedOrders} where true on conflict (id) do update set
      room_id = coalesce(orders.room_id, excluded.room_id), terms_state = excluded.terms_state, service_id = excluded.service_id,
      buyer = excluded.buyer, seller = excluded.seller, buyer_id = coalesce(orders.buyer_id, excluded.buyer_id),
      seller_id = coalesce(orders.seller_id, excluded.seller_id), token = excluded.token, price = excluded.price,
      fee_bps = excluded.fee_bps, delivery = excluded.delivery, status = excluded.status, status_at = excluded.status_at,
      created_at = excluded.created_at, ref = excluded.ref, terms = excluded.terms, events = excluded.events`,
    // Only a completed order has visible reviews, and a reorg can remove its completion.
    updateVisibility(sql`order_id in (select id from orders where ${dirty})`, at),
    sql`delete from dirty_orders where chain_id = ${chainId} and contract = ${contract}`,
  ]
}

/**
 * Adds these events (JSON) to the outbox of the notifications area; runs after their orders are computed. The seller is not notified of
 * what the buyer of an order without a matching quote does before the order is accepted: one wallet can place and cancel thousands of them.
 */
const addPendingNotifications = (chainId: number, contract: string, events: string, at: number): SQL =>
  // The row gets a new id. A concurrent run of sendNotifications may delete the row with the old id, because it did not find the event
  // after a reorg.
  sql`insert or replace into pending_notifications (source, source_id, unquoted)
    select 'event', e.value ->> '$.id', coalesce(o.terms_state <> 'ok', 1) from json_each(${events}) e left join orders o
      on o.chain_id = ${chainId} and o.contract = ${contract} and o.order_id = e.value ->> '$.orderId'
    where e.value ->> '$.timestamp' > ${at - NEWS_AGE} and (e.value ->> '$.name' not in ${BEFORE_ACCEPTANCE} or ${isAgreed('o')})`

/** Where the events of the OrderBook are stored. */
export const orderEvents = ({ chainId, orderBook }: Pick<Deployment, 'chainId' | 'orderBook'>): EventStore => ({
  ...{ chainId, contract: orderBook },
  ...{ events: 'chain_events', source: 'contract', cursors: 'cursors' },
})

/** The cursor of the last block read; null before the first run. */
export async function newestCursor(db: Database, deployment: Pick<Deployment, 'chainId' | 'orderBook'>): Promise<Cursor | null> {
  const [newest] = await readCursors(db, orderEvents(deployment), 1)
  return newest ?? null
}

/**
 * Stores chain events; no other function does. In one atomic batch, the events of a receipt or of a range of blocks replace the stored ones
 * of the same transactions and blocks, the affected orders are recomputed, and the notifications are added to the outbox. Events that the
 * state machine does not allow and `unknown` logs are also stored, for a person to look at. Decisions are recorded in the audit log, and
 * payouts are noted for their invoices. Idempotent, and safe in any order and concurrently. Returns `moved` and changes nothing if another
 * run has moved the cursor in the meantime (for a range), or has moved it past the block of the events (for a receipt). Also changes
 * nothing if a range lacks stored events whose blocks may still be part of the chain, and returns the first of them.
 */
export async function apply(
  db: Database,
  { chainId, orderBook: contract }: Pick<Deployment, 'chainId' | 'orderBook'>,
  events: OrderEvent[],
  read: Range | Receipt,
  unknown: UnknownLog[] = [],
): Promise<'applied' | 'moved' | MissingEvent[]> {
  const at = now()
  const insertDirty = sql`insert or ignore into dirty_orders (chain_id, contract, order_id)`
  const { guards, replaced, explain } = replacement(db, orderEvents({ chainId, orderBook: contract }), read, events, unknown, at)
  const statements = [...guards]
  for (const condition of replaced) {
    statements.push(sql`${insertDirty} select chain_id, contract, order_id from chain_events where ${condition}`)
    statements.push(sql`delete from chain_events where ${condition}`)
  }
  const parts = Array.from({ length: Math.ceil(events.length / EVENTS_PER_STATEMENT) }, (_, i) =>
    JSON.stringify(events.slice(i * EVENTS_PER_STATEMENT, (i + 1) * EVENTS_PER_STATEMENT)),
  )
  for (const part of parts) {
    statements.push(
      sql`insert into chain_events (chain_id, contract, transaction_hash, ordinal, id, order_id, block_number, block_hash, log_index,
        timestamp, name, status, args) select ${chainId}, ${contract}, value ->> '$.transactionHash', value ->> '$.ordinal',
        value ->> '$.id', value ->> '$.orderId', value ->> '$.blockNumber', value ->> '$.blockHash', value ->> '$.logIndex',
        value ->> '$.timestamp', value ->> '$.name', value ->> '$.status', value -> '$.args' from json_each(${part})`,
      sql`insert or ignore into pending_invoices (event_id) select value ->> '$.id' from json_each(${part})
        where value ->> '$.name' = 'CompleteOrder'`,
      sql`${insertDirty} select ${chainId}, ${contract}, value ->> '$.orderId' from json_each(${part}) where true`,
    )
  }
  statements.push(
    addOrdersOfSameQuotes,
    ...replaceUnknownLogs(chainId, contract, replaced, unknown),
    ...recomputeUnexpectedEvents(chainId, contract),
    ...recomputeOrders(chainId, contract, at),
    ...parts.map((part) => addPendingNotifications(chainId, contract, part, at)),
  )
  const entries = await decisionEntries(db, { chainId, orderBook: contract }, events, at)
  try {
    await runWithAudit(db, entries, (append) => runAll(db, [...statements, ...append]))
    return 'applied'
  } catch (error) {
    return explain(error)
  }
}

/** Runs the statements in one atomic batch. */
async function runAll(db: Database, statements: SQL[]): Promise<void> {
  const [first, ...rest] = statements.map((statement) => db.run(statement))
  if (first) await db.batch([first, ...rest])
}
