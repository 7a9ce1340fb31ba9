import { type SQL, sql } from 'drizzle-orm'
import { EVENT_ORDER } from './event-order.schema.ts'
import type { UnknownLog } from './logs.ts'

const inChain = (chainId: number, contract: string) => sql`chain_id = ${chainId} and contract = ${contract}`
const columns = sql.raw(
  'chain_id, contract, transaction_hash, ordinal, block_number, block_hash, log_index, timestamp, reason, order_id, content',
)

/** Replaces the stored logs that could not be decoded, in the transactions and blocks of `replaced`. */
export function replaceUnknownLogs(chainId: number, contract: string, replaced: SQL[], logs: UnknownLog[]): SQL[] {
  const deleted = replaced.map((condition) => sql`delete from unexpected_events where ${condition} and reason = 'unknown_event'`)
  if (!logs.length) return deleted
  return [
    ...deleted,
    sql`insert into unexpected_events (${columns}) select ${chainId}, ${contract}, value ->> '$.transactionHash', value ->> '$.ordinal',
      value ->> '$.blockNumber', value ->> '$.blockHash', value ->> '$.logIndex', value ->> '$.timestamp', 'unknown_event', null,
      json_object('topics', value -> '$.topics', 'data', value ->> '$.data') from json_each(${JSON.stringify(logs)})`,
  ]
}

/**
 * Finds the events of the dirty orders that the state machine does not allow, and replaces those stored for these orders. The orders still
 * apply every event, because the chain decides about the money. Must run before `dirty_orders` is emptied.
 */
export function recomputeUnexpectedEvents(chainId: number, contract: string): SQL[] {
  const possible = JSON.stringify(EVENT_ORDER.map((pair) => pair.join(' ')))
  return [
    sql`delete from unexpected_events where ${inChain(chainId, contract)} and order_id in
      (select order_id from dirty_orders where ${inChain(chainId, contract)})`,
    // `before` is the last event that led to a status: its position as 24 digits, by which max() finds it, and then its name.
    sql`insert into unexpected_events (${columns})
      with ordered as (
        select e.*, max(case when e.status is not null then printf('%016d%08d', e.block_number, e.log_index) || e.name end) over (
          partition by e.order_id order by e.block_number, e.log_index rows between unbounded preceding and 1 preceding) as before
        from dirty_orders d join chain_events e indexed by chain_events_order
          on e.chain_id = d.chain_id and e.contract = d.contract and e.order_id = d.order_id
        where d.chain_id = ${chainId} and d.contract = ${contract}
      )
      select chain_id, contract, transaction_hash, ordinal, block_number, block_hash, log_index, timestamp,
        case when name = 'NewOrder' then 'repeated_order' when before is null then 'unknown_order' else 'impossible_transition' end,
        order_id, json_object('name', name, 'args', json(args))
      from ordered
      where iif(name = 'NewOrder', before is not null,
        before is null or substr(before, 25) || ' ' || name not in (select value from json_each(${possible})))`,
  ]
}
