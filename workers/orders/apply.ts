import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Deployment } from '../../contracts/addresses.ts'
import { abortUnless } from '../shared/abort-unless.ts'
import { runWithAudit } from '../shared/audit-log.ts'
import type { Database } from '../shared/db.ts'
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
import { chainEvents, cursors } from './work-tables.ts'

/** The last block that the indexer has read. */
export interface Cursor {
  blockNumber: number
  blockHash: string
}

/**
 * A range of blocks that was read completely: the events passed with it are all events in these blocks. `after` is the cursor when the read
 * started, `hash` the hash of the last block.
 */
export interface Range {
  after: Cursor | null
  from: number
  to: number
  hash: string
  /** The hashes of the blocks of missing events, see {@link MissingEvent}. */
  canonical?: [block: number, hash: string][]
  /** The range is one block, whose events are already stored, part by part. Only the events of other blocks with its number are deleted. */
  inParts?: true
}

/**
 * A stored event that is not among the events of its range. If its block is still part of the chain, the read was incomplete; if not, a
 * reorg removed it.
 */
export interface MissingEvent {
  blockNumber: number
  blockHash: string
  transactionHash: string
  /**
   * The position among the contract's logs of the transaction. If an earlier log of the transaction is missing, the log of this event has
   * another position.
   */
  ordinal: number
  logIndex: number
}

/** A single receipt, read from a node whose chain contains the cursor's block. `after` is the cursor when the read started. */
export interface Receipt {
  after: Cursor | null
}

/** How many cursors are stored to return to after a reorg. At one per minute they cover two hours. */
const MAX_CHECKPOINTS = 128
const EVENTS_PER_STATEMENT = 500
const MAX_MISSING = 50

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

/** SQL condition: `cursor` is the newest cursor of the contract; null means that there is none. */
const newestIs = (inContract: SQL, cursor: Cursor | null): SQL =>
  sql`(select block_number || ' ' || block_hash from cursors where ${inContract} order by block_number desc limit 1) is ${
    cursor && `${cursor.blockNumber} ${cursor.blockHash}`
  }`

/** SQL condition for `chain_events`: what a range replaces besides the transactions of its events. */
function storedIn(inContract: SQL, { from, to, hash, inParts }: Range): SQL {
  const inBlocks = sql`${inContract} and block_number between ${from} and ${to}`
  return inParts ? sql`${inBlocks} and block_hash <> ${hash}` : inBlocks
}

/** SQL condition for `chain_events`: stored, but missing in the range, and its block is not known to be replaced by another one. */
function isMissing(inContract: SQL, range: Range, events: OrderEvent[]): SQL {
  const read = JSON.stringify(
    events.map(({ transactionHash, ordinal, logIndex, blockHash }) => `${transactionHash} ${ordinal} ${logIndex} ${blockHash}`),
  )
  const canonical = JSON.stringify([...(range.canonical ?? []), [range.to, range.hash]])
  return sql`${storedIn(inContract, range)}
    and transaction_hash || ' ' || ordinal || ' ' || log_index || ' ' || block_hash not in (select value from json_each(${read}))
    and not exists (select 1 from json_each(${canonical}) where value ->> 0 = block_number and value ->> 1 <> block_hash)`
}

/** Moves the cursor to the end of a range. Aborts the whole batch if the cursor is no longer `after`, or stored events are missing. */
function advanceCursor(chainId: number, contract: string, { after, to, hash }: Range, missing: SQL, at: number): SQL[] {
  const inContract = sql`chain_id = ${chainId} and contract = ${contract}`
  const condition = sql`${newestIs(inContract, after)} and not exists (select 1 from chain_events where ${missing})`
  return [
    sql`insert into cursors (chain_id, contract, block_number, block_hash, updated_at)
      values (${chainId}, ${contract}, ${to}, ${abortUnless(condition, hash)}, ${at})`,
    sql`delete from cursors where ${inContract} and block_number not in
      (select block_number from cursors where ${inContract} order by block_number desc limit ${MAX_CHECKPOINTS})`,
  ]
}

/**
 * Aborts the whole batch if the cursor has passed the block of these events since they were read. The cron has then read that block
 * itself, and if a reorg removed the block, its events would never be deleted. Otherwise the statement changes nothing.
 */
function abortIfCursorPassed(chainId: number, contract: string, { after }: Receipt, lowest: number, sameTransactions: SQL): SQL[] {
  const inContract = sql`chain_id = ${chainId} and contract = ${contract}`
  const storedLowest = sql`(select min(e.block_number) from chain_events e where ${sameTransactions})`
  return [
    sql`update cursors set block_hash = ${abortUnless(newestIs(inContract, after), sql<string>`block_hash`)}
      where ${inContract} and block_number = (select max(block_number) from cursors where ${inContract})
        and block_number >= min(${lowest}, coalesce(${storedLowest}, ${lowest}))`,
  ]
}

/** The cursor of the last block read; null before the first run. */
export async function newestCursor(
  db: Database,
  { chainId, orderBook }: Pick<Deployment, 'chainId' | 'orderBook'>,
): Promise<Cursor | null> {
  const [newest] = await db
    .select({ blockNumber: cursors.blockNumber, blockHash: cursors.blockHash })
    .from(cursors)
    .where(and(eq(cursors.chainId, chainId), eq(cursors.contract, orderBook)))
    .orderBy(desc(cursors.blockNumber))
    .limit(1)
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
  const inContract = sql`chain_id = ${chainId} and contract = ${contract}`
  const insertDirty = sql`insert or ignore into dirty_orders (chain_id, contract, order_id)`
  const transactions = JSON.stringify([...new Set([...events, ...unknown].map(({ transactionHash }) => transactionHash))])
  const range = 'to' in read ? read : null
  const sameTransactions = sql`${inContract} and transaction_hash in (select value from json_each(${transactions}))`
  const lowest = [...events, ...unknown].reduce((least, { blockNumber }) => Math.min(least, blockNumber), Number.MAX_SAFE_INTEGER)
  const replaced = [sameTransactions]
  if (range) replaced.push(storedIn(inContract, range))
  const missing = range && isMissing(inContract, range, events)

  const statements = missing
    ? advanceCursor(chainId, contract, range, missing, at)
    : abortIfCursorPassed(chainId, contract, read, lowest, sameTransactions)
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
    if (!/constraint failed: cursors\./.test(messagesOf(error))) throw error
    const lacking = missing ? await findMissing(db, sql`${newestIs(inContract, read.after)} and ${missing}`) : []
    return lacking.length ? lacking : 'moved'
  }
}

/** The first events that fulfil the condition, in the order of the chain. */
const findMissing = (db: Database, condition: SQL): Promise<MissingEvent[]> =>
  db
    .select({
      blockNumber: chainEvents.blockNumber,
      blockHash: chainEvents.blockHash,
      transactionHash: chainEvents.transactionHash,
      ordinal: chainEvents.ordinal,
      logIndex: chainEvents.logIndex,
    })
    .from(chainEvents)
    .where(condition)
    .orderBy(chainEvents.blockNumber, chainEvents.logIndex)
    .limit(MAX_MISSING)

/** Returns to an earlier cursor after a reorg (null: before the first block). The indexer then reads the later blocks again. */
export async function rewind(
  db: Database,
  { chainId, orderBook: contract }: Pick<Deployment, 'chainId' | 'orderBook'>,
  to: Cursor | null,
): Promise<void> {
  await db.run(sql`delete from cursors where chain_id = ${chainId} and contract = ${contract} and block_number > ${to?.blockNumber ?? -1}`)
}

/** Runs the statements in one atomic batch. */
async function runAll(db: Database, statements: SQL[]): Promise<void> {
  const [first, ...rest] = statements.map((statement) => db.run(statement))
  if (first) await db.batch([first, ...rest])
}

/** The messages of an error and of its causes, in one text. */
const messagesOf = (error: unknown): string => (error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : '')
