import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Deployment } from '../../contracts/addresses.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import type { OrderEvent } from './logs.ts'
import { cursors } from './tables.ts'

/** The last block that the indexer has read. */
export interface Cursor {
  blockNumber: number
  blockHash: string
}

/** A completely read range of blocks: no other events are in it. `after` is the cursor when the read started. */
export interface Range {
  after: Cursor | null
  from: number
  to: number
  hash: string
}

/** A single receipt, read from a node whose chain contains the cursor's block. `after` is the cursor when the read started. */
export interface Receipt {
  after: Cursor | null
}

/** How many cursors are stored to return to after a reorg. At one per minute they cover two hours. */
const MAX_CHECKPOINTS = 128
const EVENTS_PER_STATEMENT = 500

/**
 * SQL that computes the dirty orders from their events. The last status event at or after the NewOrder decides the status. If a
 * reorg left two NewOrder events with one number, the later block counts; the indexer deletes the other when it reads that block.
 */
const fold = sql`with last_new as (
    select d.*, (
      select e.id from chain_events e
      where e.chain_id = d.chain_id and e.contract = d.contract and e.order_id = d.order_id and e.name = 'NewOrder'
      order by e.block_number desc, e.log_index desc limit 1
    ) as new_id from dirty_orders d
  ), opened as (
    select n.*,
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
  ), fold as (
    select a.id, a.chain_id, a.contract, a.order_id, (select r.id from rooms r where r.order_id = a.id) as room_id,
      a.ref, a.terms_state, a.product_id as service_id, a.buyer, a.seller,
      iif(a.same_parties, a.quoted_buyer, b.user_id) as buyer_id, iif(a.same_parties, a.quoted_seller, s.user_id) as seller_id,
      a.token, a.price, a.fee_bps, a.delivery, l.status, l.timestamp as status_at, a.timestamp as created_at,
      -- An order may name any product id. Without a quote it takes the title of the published listing, once.
      iif(a.same_parties, a.quoted_terms, coalesce(
        (select o.terms from orders o where o.id = a.id and o.terms ->> '$.title' <> ''),
        json_object('title', coalesce(li.title, '')))) as terms,
      (select group_concat(e.id, ' ' order by e.block_number, e.log_index) from chain_events e
        where e.chain_id = a.chain_id and e.contract = a.contract and e.order_id = a.order_id) as events
    from agreed a
    join chain_events l on l.id = (
      select e.id from chain_events e
      where e.chain_id = a.chain_id and e.contract = a.contract and e.order_id = a.order_id and e.status is not null
        and (e.block_number, e.log_index) >= (a.block_number, a.log_index)
      order by e.block_number desc, e.log_index desc limit 1
    )
    left join accounts b on b.address = a.buyer
    left join accounts s on s.address = a.seller
    left join listings li on li.id = a.product_id and li.user_id = s.user_id and li.enabled and li.deleted_at is null
  )`

const columns = sql.raw(
  'id, chain_id, contract, order_id, room_id, ref, terms_state, service_id, buyer, seller, buyer_id, seller_id, token, price, fee_bps, ' +
    'delivery, status, status_at, created_at, terms, events',
)

/** SQL condition: the computed order `f` differs from the stored order `o`. */
const hasChanged = sql`(o.id is null or o.order_id <> f.order_id or o.events <> f.events or o.status_at <> f.status_at
  or o.terms_state <> f.terms_state or o.terms <> f.terms or o.price <> f.price)`

/** Recomputes the dirty orders from their events and adds an outbox row for each order that changed. */
function recomputeOrders(chainId: number, contract: string, at: number): SQL[] {
  const dirty = sql`(chain_id, contract, order_id) in (select chain_id, contract, order_id from dirty_orders)`
  return [
    sql`insert into outbox (order_id, user_ids, created_at) ${fold}
      select f.id, json_array(f.buyer_id, f.seller_id), ${at} from fold f left join orders o on o.id = f.id where ${hasChanged}`,
    sql`insert into outbox (order_id, user_ids, created_at) ${fold}
      select o.id, json_array(o.buyer_id, o.seller_id), ${at} from orders o where ${dirty} and o.id not in (select id from fold)`,
    // A reorg can give an order's number to another order. Delete orders that lost their number first, or the insert would conflict.
    sql`delete from orders where id in (
      ${fold} select o.id from orders o where ${dirty} and not exists (select 1 from fold f where f.id = o.id and f.order_id = o.order_id)
    )`,
    sql`insert into orders (${columns}) ${fold} select ${columns} from fold where true on conflict (id) do update set
      room_id = coalesce(orders.room_id, excluded.room_id), terms_state = excluded.terms_state, service_id = excluded.service_id,
      buyer = excluded.buyer, seller = excluded.seller, buyer_id = coalesce(orders.buyer_id, excluded.buyer_id),
      seller_id = coalesce(orders.seller_id, excluded.seller_id), token = excluded.token, price = excluded.price,
      fee_bps = excluded.fee_bps, delivery = excluded.delivery, status = excluded.status, status_at = excluded.status_at,
      created_at = excluded.created_at, ref = excluded.ref, terms = excluded.terms, events = excluded.events`,
    sql`delete from dirty_orders where chain_id = ${chainId} and contract = ${contract}`,
  ]
}

/**
 * Moves the cursor to the end of a range. If the cursor is no longer `after`, it writes NULL to the NOT NULL column `block_hash`,
 * which aborts the whole batch.
 */
function advanceCursor(chainId: number, contract: string, { after, to, hash }: Range, at: number): SQL[] {
  const inContract = sql`chain_id = ${chainId} and contract = ${contract}`
  const expected = after && `${after.blockNumber} ${after.blockHash}`
  return [
    sql`insert into cursors (chain_id, contract, block_number, block_hash, updated_at) values (${chainId}, ${contract}, ${to}, case
      when (select block_number || ' ' || block_hash from cursors where ${inContract} order by block_number desc limit 1) is ${expected}
      then ${hash} end, ${at})`,
    sql`delete from cursors where ${inContract} and block_number not in
      (select block_number from cursors where ${inContract} order by block_number desc limit ${MAX_CHECKPOINTS})`,
  ]
}

/**
 * Aborts the whole batch, like `advanceCursor`, if the cursor has passed the block of these events since they were read. The cron
 * has then read that block itself; events of a block lost in a reorg would never be deleted again.
 */
function abortIfCursorPassed(
  chainId: number,
  contract: string,
  { after }: Receipt,
  lowest: number,
  sameTransactions: SQL,
  at: number,
): SQL[] {
  const inContract = sql`chain_id = ${chainId} and contract = ${contract}`
  const expected = after && `${after.blockNumber} ${after.blockHash}`
  return [
    sql`insert into cursors (chain_id, contract, block_number, block_hash, updated_at) select ${chainId}, ${contract}, 0, null, ${at}
      from (select block_number, block_hash from cursors where ${inContract} order by block_number desc limit 1) newest
      where newest.block_number || ' ' || newest.block_hash is not ${expected}
        and newest.block_number >= min(${lowest}, coalesce((select min(e.block_number) from chain_events e where ${sameTransactions}), ${lowest}))`,
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
 * Stores chain events; no other function does. In one atomic batch, the events of a receipt or of a range of blocks replace the
 * stored ones of the same transactions and blocks, the affected orders are recomputed, and the notifications are added to the
 * outbox. Idempotent, and safe in any order and concurrently. Answers `moved` and changes nothing if another run has moved the
 * cursor in the meantime: at all for a range, past the events for a receipt.
 */
export async function apply(
  db: Database,
  { chainId, orderBook: contract }: Pick<Deployment, 'chainId' | 'orderBook'>,
  events: OrderEvent[],
  read: Range | Receipt,
): Promise<'applied' | 'moved'> {
  const at = now()
  const inContract = sql`chain_id = ${chainId} and contract = ${contract}`
  const insertDirty = sql`insert or ignore into dirty_orders (chain_id, contract, order_id)`
  const transactions = JSON.stringify([...new Set(events.map(({ transactionHash }) => transactionHash))])
  const range = 'to' in read ? read : null
  const sameTransactions = sql`${inContract} and transaction_hash in (select value from json_each(${transactions}))`
  const lowest = Math.min(...events.map(({ blockNumber }) => blockNumber))
  const replaced = [sameTransactions]
  if (range) replaced.push(sql`${inContract} and block_number between ${range.from} and ${range.to}`)

  const statements = range
    ? advanceCursor(chainId, contract, range, at)
    : abortIfCursorPassed(chainId, contract, read, lowest, sameTransactions, at)
  for (const condition of replaced) {
    statements.push(sql`${insertDirty} select chain_id, contract, order_id from chain_events where ${condition}`)
    statements.push(sql`delete from chain_events where ${condition}`)
  }
  for (let i = 0; i < events.length; i += EVENTS_PER_STATEMENT) {
    const part = JSON.stringify(events.slice(i, i + EVENTS_PER_STATEMENT))
    statements.push(
      sql`insert into chain_events (chain_id, contract, transaction_hash, ordinal, id, order_id, block_number, block_hash, log_index,
        timestamp, name, status, args) select ${chainId}, ${contract}, value ->> '$.transactionHash', value ->> '$.ordinal',
        value ->> '$.id', value ->> '$.orderId', value ->> '$.blockNumber', value ->> '$.blockHash', value ->> '$.logIndex',
        value ->> '$.timestamp', value ->> '$.name', value ->> '$.status', value -> '$.args' from json_each(${part})`,
      sql`${insertDirty} select ${chainId}, ${contract}, value ->> '$.orderId' from json_each(${part}) where true`,
    )
  }
  statements.push(...recomputeOrders(chainId, contract, at))
  try {
    await runAll(db, statements)
    return 'applied'
  } catch (error) {
    if (/constraint failed: cursors\./.test(messagesOf(error))) return 'moved'
    throw error
  }
}

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
