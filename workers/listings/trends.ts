import { sql } from 'drizzle-orm'
import { STATUS } from '../orders/statuses.schema.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { trends } from './trend-tables.ts'

/** How long orders and saves count (seconds). */
const PERIOD = 7 * 86_400
/** How often the scores are computed (seconds). */
const INTERVAL = 600
/** At most this many listings have a score; the feed continues with the newest listings. */
const MAX_LISTINGS = 500
/** A saved listing costs nothing, so saves count less than buyers, and not without limit. */
const POINTS = { buyer: 10, save: 1, maxSaves: 20 }

const UNDONE = sql.join([STATUS.indexOf('cancelled'), STATUS.indexOf('rejected')], sql`, `)

/**
 * Computes the scores of the trending feed if the stored ones are older than ten minutes: the buyers and the saves of each listing in the
 * last seven days, each member once. Only orders with a matching quote count, and no cancelled or rejected ones. Otherwise a seller could
 * buy a top position for a few transaction fees. Only the cron calls this.
 */
export async function refreshTrends(db: Database): Promise<void> {
  const at = now()
  const [newest] = await db.select({ at: trends.at }).from(trends).limit(1)
  if (newest && at - newest.at < INTERVAL) return
  const since = at - PERIOD
  await db.batch([
    db.delete(trends),
    db.run(sql`insert into trends (listing_id, score, at)
      select id, sum(points) as score, ${at} from (
        select service_id as id, ${POINTS.buyer} * count(distinct buyer_id) as points from orders
          where created_at > ${since} and terms_state = 'ok' and status not in (${UNDONE}) group by service_id
        union all
        select listing_id, ${POINTS.save} * min(count(*), ${POINTS.maxSaves}) from saved_listings where saved_at > ${since} group by listing_id
      )
      where id in (select id from listings where enabled and deleted_at is null)
      group by id order by score desc, id desc limit ${MAX_LISTINGS}`),
  ])
}
