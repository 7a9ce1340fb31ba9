import { sql } from 'drizzle-orm'
import { STATUS } from '../orders/statuses.schema.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { listingStandings } from './standing-tables.ts'

/** How long orders count (seconds). */
const PERIOD = 180 * 86_400
/** How often they are counted (seconds): each time, all orders of the period are read. */
const INTERVAL = 3600
/** An order that waits longer for an answer counts as this long (seconds). */
const MAX_WAIT = 7 * 86_400

const [PROPOSED, COMPLETED] = [STATUS.indexOf('proposed'), STATUS.indexOf('completed')]

/**
 * Counts the completed orders of each listing and how soon its orders were accepted or declined, if that was not done in the last hour. Each
 * buyer counts once. Only orders with a matching quote count, because anybody can place others at almost no cost. An order without an
 * answer counts with the time until now, or until it was cancelled. Only the cron calls this.
 */
export async function refreshStandings(db: Database): Promise<void> {
  const at = now()
  const [newest] = await db.select({ at: listingStandings.at }).from(listingStandings).limit(1)
  if (newest && at - newest.at < INTERVAL) return
  const answered = sql`(select min(e.timestamp) from chain_events e where e.chain_id = o.chain_id and e.contract = o.contract
    and e.order_id = o.order_id and e.name in ('AcceptOrder', 'RejectOrder'))`
  const until = sql`coalesce(${answered}, iif(o.status = ${PROPOSED}, ${at}, o.status_at))`
  await db.batch([
    db.delete(listingStandings),
    db.run(sql`insert into listing_standings (listing_id, completed, answer_seconds, at)
      select o.service_id, count(distinct iif(o.status = ${COMPLETED}, o.buyer_id, null)),
        cast(avg(min(max(${until} - o.created_at, 0), ${MAX_WAIT})) as integer), ${at}
      from orders o where o.created_at > ${at - PERIOD} and o.terms_state = 'ok' group by o.service_id`),
  ])
}
