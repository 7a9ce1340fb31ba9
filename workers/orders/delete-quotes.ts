import { sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'

/**
 * How long an unpaid quote stays after it has expired (seconds). A rewind after a reorg goes back two hours, so the orders that are read
 * again still find their quotes.
 */
const MAX_QUOTE_AGE = 7 * 86_400
/** How far back a run looks (seconds). Paid quotes are never deleted, and without this bound each run would read all of them. */
const WINDOW = 7 * 86_400
/** Quotes deleted in one run. */
const DELETED_PER_RUN = 500

/**
 * Deletes quotes that expired long ago and that no order names. `until`: every payment up to this time is stored (UTC seconds). So while
 * the indexer is behind, nothing is deleted that a payment in an unread block could name.
 */
export async function deleteOldQuotes(db: Database, until: number): Promise<void> {
  const newest = Math.min(until, now()) - MAX_QUOTE_AGE
  await db.run(sql`delete from quotes where ref in (select q.ref from quotes q
    where q.valid_until >= ${newest - WINDOW} and q.valid_until < ${newest}
      and not exists (select 1 from orders o where o.ref = q.ref) limit ${DELETED_PER_RUN})`)
}
