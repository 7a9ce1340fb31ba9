import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Deployment } from '../../contracts/addresses.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import type { OrderEvent } from './logs.ts'
import { cursors } from './tables.ts'

/** A block the indexer has read up to. */
export interface Cursor {
  blockNumber: number
  blockHash: string
}

/** Blocks read as a whole: the events given are all there are in them. `after` is the cursor they were read behind. */
export interface Range {
  after: Cursor | null
  from: number
  to: number
  hash: string
}

/** A receipt, read from a node that has the cursor's block in its chain. */
export interface Receipt {
  after: Cursor | null
}

/** Places to go back to after a reorg; at one a minute, two hours' worth. */
const CHECKPOINTS = 128
const EVENTS_A_STATEMENT = 500

/**
 * What the orders marked dirty are now: the last status event at or after the NewOrder decides. Where a reorg left two
 * NewOrder events with one number, the later block counts; the indexer removes the other when it reads that block.
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
          -- The contract takes fees up to those of the quote, and either may have fallen since.
          and q.fee_bps >= o.fee_bps and q.arbitration_fee_bps >= o.arbitration_fee_bps
          -- The contract keeps the time it is told, so a quote of another day could be paid at its old rate with a later one.
          and q.valid_until = o.valid_until then 'ok'
        else 'unequal'
      end as terms_state,
      -- A ref is public once it was on chain: what was said in a quote is shown to its own two parties only.
      coalesce(q.buyer = o.buyer and q.seller = o.seller, 0) as same_parties
    from opened o left join quotes q on q.ref = o.ref
  ), fold as (
    select a.id, a.chain_id, a.contract, a.order_id, (select r.id from rooms r where r.order_id = a.id) as room_id,
      a.ref, a.terms_state, a.product_id as service_id, a.buyer, a.seller,
      iif(a.same_parties, a.quoted_buyer, b.user_id) as buyer_id, iif(a.same_parties, a.quoted_seller, s.user_id) as seller_id,
      a.token, a.price, a.fee_bps, a.delivery, l.status, l.timestamp as status_at, a.timestamp as created_at,
      -- Anybody can order any number: without a quote an order takes its title from what is on offer, once.
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

/** True of a folded order `f` that is not what `orders` holds as `o`. */
const differs = sql`(o.id is null or o.order_id <> f.order_id or o.events <> f.events or o.status_at <> f.status_at
  or o.terms_state <> f.terms_state or o.terms <> f.terms or o.price <> f.price)`

/** Makes the dirty orders anew from their events, with a row in the outbox for each that is no longer what it was. */
function refold(chainId: number, contract: string, at: number): SQL[] {
  const dirty = sql`(chain_id, contract, order_id) in (select chain_id, contract, order_id from dirty_orders)`
  return [
    sql`insert into outbox (order_id, user_ids, created_at) ${fold}
      select f.id, json_array(f.buyer_id, f.seller_id), ${at} from fold f left join orders o on o.id = f.id where ${differs}`,
    sql`insert into outbox (order_id, user_ids, created_at) ${fold}
      select o.id, json_array(o.buyer_id, o.seller_id), ${at} from orders o where ${dirty} and o.id not in (select id from fold)`,
    // The number of an order may pass to another one in a reorg, so whoever does not keep theirs makes room first.
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

/** Moves the cursor to the end of a range, or stops the whole batch: a cursor that is not `after` makes a null, which is refused. */
function advance(chainId: number, contract: string, { after, to, hash }: Range, at: number): SQL[] {
  const here = sql`chain_id = ${chainId} and contract = ${contract}`
  const expected = after && `${after.blockNumber} ${after.blockHash}`
  return [
    sql`insert into cursors (chain_id, contract, block_number, block_hash, updated_at) values (${chainId}, ${contract}, ${to}, case
      when (select block_number || ' ' || block_hash from cursors where ${here} order by block_number desc limit 1) is ${expected}
      then ${hash} end, ${at})`,
    sql`delete from cursors where ${here} and block_number not in
      (select block_number from cursors where ${here} order by block_number desc limit ${CHECKPOINTS})`,
  ]
}

/**
 * Stops the whole batch, as above, when the cursor has come past these events since they were read: what the cron found there
 * stands, as nothing would ever take a lost block's event away again.
 */
function unlessPassed(chainId: number, contract: string, { after }: Receipt, lowest: number, those: SQL, at: number): SQL[] {
  const here = sql`chain_id = ${chainId} and contract = ${contract}`
  const expected = after && `${after.blockNumber} ${after.blockHash}`
  return [
    sql`insert into cursors (chain_id, contract, block_number, block_hash, updated_at) select ${chainId}, ${contract}, 0, null, ${at}
      from (select block_number, block_hash from cursors where ${here} order by block_number desc limit 1) newest
      where newest.block_number || ' ' || newest.block_hash is not ${expected}
        and newest.block_number >= min(${lowest}, coalesce((select min(e.block_number) from chain_events e where ${those}), ${lowest}))`,
  ]
}

/** How far the chain was read. */
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
 * The one door by which facts of the chain enter. The events of a receipt, or of a range of blocks, replace what was known of
 * those transactions and blocks; the orders concerned are folded anew, and who is to hear of it is put into the outbox, all
 * in one atomic batch. Safe to repeat, in any order, and beside itself. Answers `moved`, with nothing done, when another run
 * has moved the cursor meanwhile: anywhere for a range, past its events for a receipt.
 */
export async function apply(
  db: Database,
  { chainId, orderBook: contract }: Pick<Deployment, 'chainId' | 'orderBook'>,
  events: OrderEvent[],
  read: Range | Receipt,
): Promise<'applied' | 'moved'> {
  const at = now()
  const here = sql`chain_id = ${chainId} and contract = ${contract}`
  const mark = sql`insert or ignore into dirty_orders (chain_id, contract, order_id)`
  const transactions = JSON.stringify([...new Set(events.map(({ transactionHash }) => transactionHash))])
  const range = 'to' in read ? read : null
  const told = sql`${here} and transaction_hash in (select value from json_each(${transactions}))`
  const lowest = Math.min(...events.map(({ blockNumber }) => blockNumber))
  const replaced = [told]
  if (range) replaced.push(sql`${here} and block_number between ${range.from} and ${range.to}`)

  const statements = range ? advance(chainId, contract, range, at) : unlessPassed(chainId, contract, read, lowest, told, at)
  for (const those of replaced) {
    statements.push(sql`${mark} select chain_id, contract, order_id from chain_events where ${those}`)
    statements.push(sql`delete from chain_events where ${those}`)
  }
  for (let i = 0; i < events.length; i += EVENTS_A_STATEMENT) {
    const part = JSON.stringify(events.slice(i, i + EVENTS_A_STATEMENT))
    statements.push(
      sql`insert into chain_events (chain_id, contract, transaction_hash, ordinal, id, order_id, block_number, block_hash, log_index,
        timestamp, name, status, args) select ${chainId}, ${contract}, value ->> '$.transactionHash', value ->> '$.ordinal',
        value ->> '$.id', value ->> '$.orderId', value ->> '$.blockNumber', value ->> '$.blockHash', value ->> '$.logIndex',
        value ->> '$.timestamp', value ->> '$.name', value ->> '$.status', value -> '$.args' from json_each(${part})`,
      sql`${mark} select ${chainId}, ${contract}, value ->> '$.orderId' from json_each(${part}) where true`,
    )
  }
  statements.push(...refold(chainId, contract, at))
  try {
    await runAll(db, statements)
    return 'applied'
  } catch (error) {
    if (/constraint failed: cursors\./.test(reasons(error))) return 'moved'
    throw error
  }
}

/** Goes back to an earlier cursor (null: to before the first block) after a reorg; what is above it will be read again. */
export async function rewind(
  db: Database,
  { chainId, orderBook: contract }: Pick<Deployment, 'chainId' | 'orderBook'>,
  to: Cursor | null,
): Promise<void> {
  await db.run(sql`delete from cursors where chain_id = ${chainId} and contract = ${contract} and block_number > ${to?.blockNumber ?? -1}`)
}

/** One atomic batch. */
async function runAll(db: Database, statements: SQL[]): Promise<void> {
  const [first, ...rest] = statements.map((statement) => db.run(statement))
  if (first) await db.batch([first, ...rest])
}

const reasons = (error: unknown): string => (error instanceof Error ? `${error.message} ${reasons(error.cause)}` : '')
