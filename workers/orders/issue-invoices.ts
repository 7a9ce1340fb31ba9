import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { PAID_OUT_BY } from './invoices.schema.ts'

/** How many payouts one run looks at, oldest first. */
const BATCH = 500

const head = sql`(select event_id from pending_invoices order by id limit ${BATCH})`

/** SQL condition: the block of the event `e` is final. After a reorg, events of later blocks stay until these are read again. */
const isFinal = sql`e.block_number <= (select max(c.block_number) from cursors c where c.chain_id = e.chain_id and c.contract = e.contract)`

/**
 * The payouts in final blocks. The indexer has read these blocks, so an event that was stored earlier from a receipt has been checked.
 */
const due = sql`select e.* from ${head} p join chain_events e on e.id = p.event_id where ${isFinal}`

const paidOutBy = sql`coalesce((
    select case x.name ${sql.join(
      Object.entries(PAID_OUT_BY).map(([name, by]) => sql`when ${name} then ${by}`),
      sql` `,
    )} end from chain_events x where x.chain_id = e.chain_id and x.transaction_hash = e.transaction_hash and x.contract = e.contract
      and x.order_id = e.order_id and x.name in (${sql.join(
        Object.keys(PAID_OUT_BY).map((name) => sql`${name}`),
        sql`, `,
      )}) limit 1
  ), 'release')`

const isCurrentIf = (
  condition: SQL,
) => sql`exists (select 1 from orders o join chain_events e on e.id = i.payout and e.chain_id = o.chain_id
  and e.contract = o.contract and e.order_id = o.order_id where o.id = i.order_id and ${condition} and iif(json_valid(e.args),
    e.args ->> '$.toSeller' = i.to_seller and e.args ->> '$.toTreasury' = i.to_treasury, 0))`

/**
 * SQL condition: the payout of the invoice `i` is on the chain, with these amounts. After a reorg that removed or changed the payout, this
 * is false.
 */
export const isCurrent = isCurrentIf(sql`true`)

/** SQL condition: the event `e` is the first payout of the order `o`. The contract makes only one. */
const isFirst = sql`(e.block_number, e.log_index) > (n.block_number, n.log_index) and not exists (
  select 1 from chain_events f where f.chain_id = e.chain_id and f.contract = e.contract and f.order_id = e.order_id
    and f.name = 'CompleteOrder' and (f.block_number, f.log_index) > (n.block_number, n.log_index)
    and (f.block_number, f.log_index) < (e.block_number, e.log_index))`

/** A party of the order `o`. The name is the current one, or of a deleted account the one in the quote. */
const partyOf = (role: 'seller' | 'buyer') => {
  const [id, wallet] = [sql.raw(`o.${role}_id`), sql.raw(`o.${role}`)]
  const name = sql`coalesce((select name from profiles where user_id = ${id}), (select username from users where id = ${id}),
    o.terms ->> ${`$.${role}.name`}, '')`
  return sql`json_object('id', ${id}, 'name', ${name}, 'wallet', ${wallet})`
}

/** The JSON of `InvoiceDocument` of the payout `e` of the order `o`, with its quote `q` and its event NewOrder `n`. */
const documentOf = sql`json_object('seller', ${partyOf('seller')}, 'buyer', ${partyOf('buyer')},
  'title', coalesce(o.terms ->> '$.title', ''), 'plan', coalesce(o.terms ->> '$.plan', ''), 'hours', o.terms ->> '$.hours',
  'event', json(o.terms -> '$.event'), 'chainId', o.chain_id, 'contract', o.contract, 'orderNumber', o.order_id, 'token', o.token,
  'price', o.price, 'priceUsd', q.price_usd, 'rate', iif(o.terms ->> '$.rate.priceUsd' is null, null,
    json_object('priceUsd', o.terms ->> '$.rate.priceUsd', 'at', o.terms ->> '$.rate.at')),
  'paidAt', o.created_at, 'paymentHash', n.transaction_hash, 'payoutHash', e.transaction_hash, 'paidOutBy', ${paidOutBy})`

/**
 * Issues the invoices of payouts whose block is final, up to BATCH at once: for orders whose payment matches their quote and of which a
 * part went to the seller. The numbers continue those of each seller, in the order of the chain. One statement chooses the payouts and
 * their numbers, so runs at the same time cannot give a number or an invoice twice; a batch that fails leaves everything for the next run.
 */
export async function issueInvoices(db: Database): Promise<void> {
  const at = now()
  await db.batch([
    db.run(sql`insert into invoices
        (seller_id, number, buyer_id, order_id, payout, to_buyer, to_seller, to_treasury, paid_out_at, issued_at, document)
      select o.seller_id,
        coalesce((select max(i.number) from invoices i where i.seller_id = o.seller_id), 0)
          + row_number() over (partition by o.seller_id order by e.block_number, e.log_index) as number,
        o.buyer_id, o.id, e.id, e.args ->> '$.toBuyer', e.args ->> '$.toSeller', e.args ->> '$.toTreasury', e.timestamp, ${at}, ${documentOf}
      from (${due}) e
      join orders o on o.chain_id = e.chain_id and o.contract = e.contract and o.order_id = e.order_id
      join chain_events n on n.id = o.id
      join quotes q on q.ref = o.ref
      -- A damaged row would abort the statement, so no other order would get an invoice.
      where o.terms_state = 'ok' and json_valid(o.terms) and iif(json_valid(e.args), e.args ->> '$.toSeller', '0') <> '0' and ${isFirst}
        and not exists (select 1 from invoices i where i.order_id = o.id and ${isCurrentIf(isFinal)})
      order by o.seller_id, number`),
    // An event that a reorg removed comes back to the table when it is read again.
    db.run(sql`delete from pending_invoices where event_id in (select id from (${due}))
      or event_id in (select p.event_id from ${head} p where not exists (select 1 from chain_events e where e.id = p.event_id))`),
  ])
}
