import { inArray, lt, sql } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import type { NotificationsEnv } from './env.ts'
import type { NotificationEvent } from './notifications.schema.ts'
import { TOPIC_OF } from './settings.schema.ts'
import { notifications } from './tables.ts'

/**
 * How long after its event a notification is deleted (seconds). An area must not pass on an event that is older than half of this, because
 * a deleted notification no longer prevents its repetition.
 */
export const RETENTION = 180 * 86_400
/** Events per statement. */
const BATCH = 200
/** How long the mail waits (seconds), so that nobody gets one about what they are looking at. */
export const MAIL_DELAY = 120
/** How long the push waits (seconds). A page that shows the thing marks the notification as read within this time. */
export const PUSH_DELAY = 5
/** An event older than this (seconds) is neither mailed nor pushed, for example after the indexer was down. */
const NEWS_AGE = 86_400
/** Notifications deleted in one run. */
const DELETED_PER_RUN = 1000

/** SQL condition: the notification `n` may be replaced by the event `e`. */
const isSameSubject = sql`n.user_id = e.value ->> '$.userId' and n.event_key > (e.value ->> '$.replaces') || ' '
  and n.event_key < (e.value ->> '$.replaces') || '!'`

/**
 * Stores events (JSON). An event that replaces a notification keeps the times at which the mail and the push of that notification are due,
 * so that repetition does not delay them. If it has the same values, it is the same event in another block after a reorg, and is not
 * stored.
 */
export const insertEvents = (json: string, at: number) => sql`
  insert into notifications (user_id, event_key, kind, thing_kind, thing_id, params, at, hidden, mail_due, push_due)
  select u.id, e.value ->> '$.key', e.value ->> '$.kind', e.value ->> '$.thing.kind', e.value ->> '$.thing.id', e.value -> '$.params',
    e.value ->> '$.at',
    exists (select 1 from notification_settings s, json_each(iif(json_valid(s.off), s.off, '[]')) o
      where s.user_id = u.id and o.value = 'app:' || (e.value ->> '$.topic')),
    iif(u.email is not null and e.value ->> '$.isMailed' and e.value ->> '$.at' > ${at - NEWS_AGE},
      coalesce(iif(n.read_at is null and n.mail_claimed_at is null, n.mail_due, null), ${at + MAIL_DELAY}), null),
    iif(e.value ->> '$.isMailed' and e.value ->> '$.at' > ${at - NEWS_AGE}
      and exists (select 1 from push_devices d where d.user_id = u.id),
      coalesce(iif(n.read_at is null, n.push_due, null), ${at + PUSH_DELAY}), null)
  from json_each(${json}) e join users u on u.id = e.value ->> '$.userId' and u.deleted_at is null
    left join notifications n on ${isSameSubject}
  where n.id is null or (n.event_key < e.value ->> '$.key' and n.params <> e.value -> '$.params')
  on conflict (user_id, event_key) do nothing returning user_id as userId, push_due as pushDue`

/** Deletes the notifications that the events (JSON) have replaced. */
export const deleteReplaced = (json: string) => sql`
  delete from notifications where id in (select n.id from json_each(${json}) e join notifications n on ${isSameSubject}
    where n.event_key < e.value ->> '$.key' and exists (select 1 from notifications newer
      where newer.user_id = n.user_id and newer.event_key = e.value ->> '$.key'))`

/**
 * Stores the events and tells open browsers. An event that is passed again changes nothing, so a caller may retry after an error. Members
 * who have deleted their account get no notification. Returns whether a push is due after PUSH_DELAY.
 */
export async function notify(env: NotificationsEnv, events: NotificationEvent[]): Promise<boolean> {
  const db = database(env)
  const userIds = new Set<number>()
  const at = now()
  let isPushed = false
  for (let i = 0; i < events.length; i += BATCH) {
    const withTopics = events.slice(i, i + BATCH).map((event) => ({ ...event, topic: TOPIC_OF[event.kind] }))
    const json = JSON.stringify(withTopics)
    const [rows] = await db.batch([
      db.all<{ userId: number; pushDue: number | null }>(insertEvents(json, at)),
      db.run(deleteReplaced(json)),
    ])
    for (const { userId, pushDue } of rows) {
      userIds.add(userId)
      isPushed ||= pushDue !== null
    }
  }
  await pushChange(env, [...userIds])
  return isPushed
}

/**
 * Tells the browsers of these members that their notifications have changed. A browser that misses this loads the notifications when it
 * reconnects.
 */
export async function pushChange(env: NotificationsEnv, userIds: number[]): Promise<void> {
  if (!userIds.length) return
  try {
    await env.CHAT.notify(userIds, { v: 1, type: 'notification' })
  } catch (error) {
    log('warn', 'notification_not_pushed', { error: describeError(error) })
  }
}

/** Deletes old notifications. */
export async function deleteOld(db: Database): Promise<void> {
  const old = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.at, now() - RETENTION))
    .limit(DELETED_PER_RUN)
  await db.delete(notifications).where(inArray(notifications.id, old))
}
