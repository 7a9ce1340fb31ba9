import { sql } from 'drizzle-orm'
import type { NotificationEvent } from '../../notifications/notifications.schema.ts'
import type { Database } from '../../shared/db.ts'
import { now } from '../../shared/ids.ts'
import type { ListingsEnv } from '../env.ts'

/** Members who are notified in one run. The next run notifies the others. */
const MEMBERS_PER_RUN = 200
/** Listings that a mail names. */
const NAMED = 6
/** How long the names of the searches may be together, in characters. */
const MAX_TITLE = 120
/** How long a match is kept (seconds), and how many are deleted in one run. */
const RETENTION = 30 * 86_400
const DELETED_PER_RUN = 1000

interface Row {
  userId: number
  count: number
  last: number
  names: string
  listings: string
}

/**
 * Notifies members about the matches that they have not seen: one notification for all of their searches. A newer one replaces it, with
 * the matches of both, so the list and a mail that waits never contain two. Members who have a daily search that is still to be compared
 * wait for it. Safe to repeat.
 */
export async function notifyMatches(db: Database, { NOTIFICATIONS: area }: Pick<ListingsEnv, 'NOTIFICATIONS'>, at = now()): Promise<void> {
  const rows = await db.all<Row>(sql`
    with waiting as materialized (select distinct user_id from saved_matches m where not notified and not seen
      and not exists (select 1 from saved_searches s where s.user_id = m.user_id and s.due_at <= ${at}) limit ${MEMBERS_PER_RUN})
    select m.user_id as userId, count(l.id) as count, max(m.id) as last, json_group_array(distinct s.name) filter (where l.id is not null) as names,
      json_group_array(l.id) filter (where l.id is not null) as listings
    from waiting w join saved_matches m on m.user_id = w.user_id and not m.seen
      left join saved_searches s on s.id = m.search_id
      left join listings l on l.id = m.listing_id and l.enabled and l.deleted_at is null
    group by m.user_id`)
  const events = rows
    .filter(({ count }) => count > 0)
    .map(({ userId, count, last, names, listings }): NotificationEvent => {
      const title = (JSON.parse(names) as (string | null)[]).filter(Boolean).join(', ')
      const ids = (JSON.parse(listings) as number[]).toSorted((a, b) => b - a).slice(0, NAMED)
      return {
        userId,
        key: `newMatches ${String(last).padStart(12, '0')}`,
        replaces: 'newMatches',
        kind: 'newMatches',
        thing: { kind: 'saved', id: 'new' },
        params: { title: [...title].slice(0, MAX_TITLE).join(''), count, listings: ids },
        at,
        isMailed: true,
      }
    })
  if (events.length) await area.notify(events)
  const done = JSON.stringify(rows.map(({ userId, last }) => ({ userId, last })))
  if (rows.length)
    await db.run(sql`update saved_matches set notified = 1 where not notified and exists (
      select 1 from json_each(${done}) d where d.value ->> '$.userId' = user_id and saved_matches.id <= d.value ->> '$.last')`)
}

/** Deletes old matches. */
export const deleteOldMatches = (db: Database) =>
  db.run(
    sql`delete from saved_matches where id in (select id from saved_matches where found_at < ${now() - RETENTION} limit ${DELETED_PER_RUN})`,
  )
