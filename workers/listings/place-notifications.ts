import { sql } from 'drizzle-orm'
import type { Kind, NotificationEvent } from '../notifications/notifications.schema.ts'
import { notifications } from '../notifications/tables.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import type { ListingsEnv } from './env.ts'
import { isPaidEvent, orderIdOf, placeOrders } from './places.ts'

/** Maximum number of notifications of one kind in one run. The next run sends the others. */
const PER_RUN = 200
/** Maximum age of an admission that causes notifications (seconds). The time to pay ends after two days at most. */
const NEWS_AGE = 3 * 86_400
/** How long before the deadline a member is reminded (seconds); half of the time to pay, if that is shorter. */
const LEAD = 12 * 3600

/** SQL: whether the application `a` is accepted and its place is not paid. */
const isUnpaid = sql`a.status = 'accepted' and not exists ${orderIdOf('a')}`
/** SQL: whether the place was lost because it was not paid. If the host has rejected its order, the notification of the order is enough. */
const isUnpaidInTime = sql`a.status = 'expired' and not exists (select 1 ${placeOrders('a')} and o.status = 3 and q.created_at >= a.answered_at)`

/** The notifications about places. `to` (recipient) and `isDue` (condition at a time) are SQL on the application `a` and the event `l`. */
const PLACE_NOTIFICATIONS = [
  { kind: 'placeOffered', to: 'a.user_id', isDue: (at: number) => sql`${isUnpaid} and a.pay_by > ${at}`, hasDeadline: true },
  {
    kind: 'placeDue',
    to: 'a.user_id',
    isDue: (at: number) => sql`${isUnpaid} and a.pay_by > ${at} and a.pay_by - min(${LEAD}, (a.pay_by - a.answered_at) / 2) <= ${at}`,
    hasDeadline: true,
  },
  { kind: 'placeLost', to: 'a.user_id', isDue: () => isUnpaidInTime, hasDeadline: false },
  { kind: 'placeUnpaid', to: 'l.user_id', isDue: () => isUnpaidInTime, hasDeadline: false },
] as const satisfies { kind: Kind; [other: string]: unknown }[]

interface Row {
  key: string
  listingId: number
  userId: number
  title: string
  payBy: number
}

/**
 * Notifies members and hosts about places at upcoming paid events: an admission with its deadline, a reminder, and a place that was not
 * paid. Selects what has no notification yet, so it is safe to repeat, and the next run sends what a failed run did not send. With
 * `applicationId`, notifies only about that application. Nobody is asked to pay for a place while the team has hidden the event.
 */
export async function notifyPlaces(db: Database, { NOTIFICATIONS: area }: ListingsEnv, applicationId?: string): Promise<void> {
  const at = now()
  const events: NotificationEvent[] = []
  for (const { kind, to, isDue, hasDeadline } of PLACE_NOTIFICATIONS) {
    const key = sql`${kind} || ' ' || a.id || ' ' || a.answered_at`
    const rows = await db.all<Row>(sql`
      select ${key} as key, l.id as listingId, ${sql.raw(to)} as userId, l.title, a.pay_by as payBy
      from listings l join applications a on a.listing_id = l.id
      where l.enabled in (0, 1) and l.ends_at > ${at} and l.deleted_at is null and l.hidden_at is null and ${isPaidEvent} and a.place_price is not null
        and a.answered_at > ${at - NEWS_AGE} and ${isDue(at)} and ${applicationId === undefined ? sql`true` : sql`a.id = ${applicationId}`}
        and not exists (select 1 from ${notifications} n where n.user_id = ${sql.raw(to)} and n.event_key = ${key})
      order by a.pay_by limit ${PER_RUN}`)
    for (const { key: eventKey, listingId, userId, title, payBy } of rows)
      events.push({
        userId,
        key: eventKey,
        kind,
        thing: { kind: 'event', id: String(listingId) },
        params: { title, ...(hasDeadline && { until: payBy }) },
        at,
        isMailed: true,
      })
  }
  if (events.length) await area.notify(events)
}

/** Like {@link notifyPlaces}, for one application. Never throws: the cron sends what fails here. */
export const notifyPlace = (db: Database, env: ListingsEnv, applicationId: string): Promise<void> =>
  notifyPlaces(db, env, applicationId).catch((error: unknown) => log('warn', 'place_not_notified', { error: describeError(error) }))
