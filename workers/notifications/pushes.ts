import { and, asc, eq, exists, isNull, lt, lte, not, notExists, or, sql } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { negotiateLocale } from '../shared/locales.schema.ts'
import { describeError, log } from '../shared/log.ts'
import { mailSenderOf } from '../shared/render-mail.ts'
import { users } from '../shared/tables.ts'
import { isLoggedIn } from './devices.ts'
import type { NotificationsEnv } from './env.ts'
import { CHEAP } from './mails.ts'
import type { Kind, NotificationParams } from './notifications.schema.ts'
import { PUSH_DELAY } from './notify.ts'
import { postPush } from './post-push.ts'
import type { PushMessage } from './push-message.schema.ts'
import { devices, pushes } from './push-tables.ts'
import { quietSeconds, TOPIC_OF } from './settings.schema.ts'
import { toSettings } from './settings.ts'
import { notificationSettings, notifications } from './tables.ts'
import { describe, pathOf } from './texts.ts'

const NOTIFICATIONS_PER_RUN = 100
const PUSHES_PER_RUN = 100
/** Requests at once. A worker may have six open connections. */
const AT_ONCE = 6
/** The longest time between an event and its push (seconds); after that no push is sent. Quiet hours may delay it for a night. */
const MAX_PUSH_AGE = 86_400
/** A push is given up after the fifth retryable error. */
const MAX_TRIES = 5
/** The shortest and the longest pause before the next try (seconds), whatever the push service asks for. */
const PAUSE = { min: 30, max: 3600 }
/** Longest title in a push, in characters. */
const TITLE = 120

/**
 * Selects the notifications that are due. For each member, kind and thing, only the newest is pushed, when the oldest is due. The plus sign
 * makes SQLite use the index of due pushes instead of reading all notifications in the order of the members.
 */
export const selectDueNotifications = (db: Database, at: number) =>
  db
    .select({ notification: notifications, settings: notificationSettings })
    .from(notifications)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, notifications.userId))
    .where(
      sql`${notifications.id} in (select max(id) from notifications where push_due is not null
        group by +user_id, kind, thing_kind, thing_id having min(push_due) <= ${at})`,
    )
    .orderBy(sql`row_number() over (partition by ${notifications.userId} order by ${notifications.pushDue})`, asc(notifications.pushDue))
    .limit(NOTIFICATIONS_PER_RUN)

/** Selects the pushes that are due, with all that sending one needs. Browsers that are logged out get none. */
const selectDuePushes = (db: Database, at: number) =>
  db
    .select({
      push: pushes,
      device: devices,
      notification: notifications,
      settings: notificationSettings,
      language: users.language,
    })
    .from(pushes)
    .innerJoin(devices, eq(devices.id, pushes.deviceId))
    .innerJoin(notifications, and(eq(notifications.id, pushes.notificationId), eq(notifications.userId, devices.userId)))
    .innerJoin(users, eq(users.id, devices.userId))
    .leftJoin(notificationSettings, eq(notificationSettings.userId, devices.userId))
    .where(and(lte(pushes.due, at), isNull(pushes.claimedAt), isLoggedIn(at)))
    .orderBy(asc(pushes.due))
    .limit(PUSHES_PER_RUN)
type DuePush = Awaited<ReturnType<typeof selectDuePushes>>[number]

/** How long a push has to wait (seconds): 0 if it is to be sent now, null if it is not wanted or too late. Throws for a damaged row. */
function secondsToWait({ notification, settings }: Pick<DuePush, 'notification' | 'settings'>, at: number): number | null {
  const { off, quiet, timeZone } = toSettings(settings)
  const { until = Number.POSITIVE_INFINITY } = JSON.parse(notification.params) as NotificationParams
  const isWanted = notification.readAt === null && !(off as string[]).includes(`push:${TOPIC_OF[notification.kind as Kind]}`)
  const isInTime = notification.at > at - MAX_PUSH_AGE && until > at
  if (!isWanted || !isInTime) return null
  return quiet && timeZone ? quietSeconds(quiet, timeZone, at) : 0
}

/** {@link secondsToWait}; null for a row that cannot be read. */
function wait(row: Pick<DuePush, 'notification' | 'settings'>, at: number): number | null {
  try {
    return secondsToWait(row, at)
  } catch (error) {
    log('error', 'row_unreadable', { kind: 'push', id: row.notification.id, error: describeError(error) })
    return null
  }
}

/** Counts a push. Returns whether its member has had too many, about this thing or in total. */
async function isOverLimit(env: NotificationsEnv, { userId, kind, thingKind, thingId }: DuePush['notification']): Promise<boolean> {
  const limiter = env.LIMITS.getByName(`user ${userId}`)
  const [counter, total] = CHEAP.has(kind)
    ? (['push cheap', EVENTS.mailAboutCheapNotification.person] as const)
    : (['push', EVENTS.mailAboutNotification.person] as const)
  return Boolean(
    (await limiter.take(`${counter} ${thingKind} ${thingId}`, EVENTS.mailAboutThing.person)) || (await limiter.take(counter, total)),
  )
}

/** Adds a push for each device of the members whose notifications are due. The same batch marks the notifications as passed on. */
async function addPushes(env: NotificationsEnv, db: Database, at: number): Promise<void> {
  for (const row of await selectDueNotifications(db, at)) {
    const { id, userId, kind, thingKind, thingId, pushDue } = row.notification
    const seconds = wait(row, at)
    const setDue = (due: number | null) =>
      db.run(sql`update notifications set push_due = ${due} where user_id = ${userId} and kind = ${kind} and thing_kind = ${thingKind}
        and thing_id = ${thingId} and push_due is not null and id <= ${id}`)
    if (seconds) {
      await setDue(at + seconds)
      continue
    }
    const isWanted = seconds === 0 && !(await isOverLimit(env, row.notification))
    await db.batch([
      // Adds nothing if a concurrent run has already passed the notification on.
      db.run(sql`insert into pushes (notification_id, device_id, due) select n.id, d.id, ${at} from notifications n
        join push_devices d on d.user_id = n.user_id where n.id = ${id} and n.push_due = ${pushDue} and ${isWanted ? 1 : 0}
        on conflict do nothing`),
      setDue(null),
    ])
  }
}

/** What the service worker of the browser shows, in the language and the time zone of the member. */
function writeMessage(env: NotificationsEnv, { notification, language, settings }: DuePush): PushMessage {
  const locale = negotiateLocale(language)
  const { sentence, title } = describe(notification, locale, settings?.timeZone ?? 'UTC')
  return {
    title: sentence,
    body: [...title].slice(0, TITLE).join(''),
    url: mailSenderOf(env).origin + pathOf(notification),
    tag: `${notification.kind} ${notification.thingId}`,
    lang: locale,
    at: notification.at,
  }
}

/** What the push service answered. `retry`: it did not take the push, but may do so after `seconds`. */
type Outcome = { is: 'sent' } | { is: 'gone' } | { is: 'retry'; seconds: number } | { is: 'failed'; reason: string }

/** Sends a push. Throws if there is no answer: then the push service may have taken it. */
async function deliver(env: NotificationsEnv, row: DuePush, at: number): Promise<Outcome> {
  const { device, notification, push } = row
  const { until = Number.POSITIVE_INFINITY } = JSON.parse(notification.params) as NotificationParams
  const ttl = Math.min(notification.at + MAX_PUSH_AGE, until) - at
  const topic = `${notification.kind} ${notification.thingKind} ${notification.thingId}`
  const { status, retryAfter } = await postPush(env, device, writeMessage(env, row), { ttl, topic })
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if ((status !== 429 && status < 500) || push.tries + 1 >= MAX_TRIES) return { is: 'failed', reason: `status ${status}` }
  return { is: 'retry', seconds: Math.min(Math.max(PAUSE.min * 2 ** push.tries, retryAfter), PAUSE.max) }
}

/**
 * Sends a push if it is still wanted. A run claims the row before it sends, so that no other run does, and a run that ends between the
 * claim and the result has sent it at most once.
 */
async function sendOne(env: NotificationsEnv, db: Database, row: DuePush, at: number): Promise<void> {
  const { notificationId, deviceId, tries } = row.push
  const isThis = and(eq(pushes.notificationId, notificationId), eq(pushes.deviceId, deviceId))
  const remove = () => db.delete(pushes).where(isThis)
  const seconds = wait(row, at)
  if (seconds === null) return void (await remove())
  if (seconds)
    return void (await db
      .update(pushes)
      .set({ due: at + seconds })
      .where(and(isThis, isNull(pushes.claimedAt))))
  const isUnread = sql`exists (select 1 from notifications n where n.id = ${notificationId} and n.read_at is null)`
  // The member may have logged out since this run selected the push, which can be minutes ago.
  const isStillLoggedIn = exists(
    db
      .select({ id: devices.id })
      .from(devices)
      .where(and(eq(devices.id, deviceId), isLoggedIn(now()))),
  )
  const claimed = await db
    .update(pushes)
    .set({ claimedAt: at, tries: tries + 1 })
    .where(and(isThis, isNull(pushes.claimedAt), lte(pushes.due, at), isUnread, isStillLoggedIn))
    .returning({ id: pushes.deviceId })
  if (!claimed.length) return
  let outcome: Outcome
  try {
    outcome = await deliver(env, row, at)
  } catch (error) {
    outcome = { is: 'failed', reason: describeError(error) }
  }
  if (outcome.is === 'retry')
    return void (await db
      .update(pushes)
      .set({ claimedAt: null, due: at + outcome.seconds })
      .where(isThis))
  if (outcome.is === 'failed')
    log('error', 'push_failed', { tried: tries + 1, service: new URL(row.device.endpoint).hostname, reason: outcome.reason })
  if (outcome.is === 'gone') await db.delete(devices).where(and(eq(devices.id, deviceId), eq(devices.endpoint, row.device.endpoint)))
  await remove()
}

/** Sends the pushes that are due. One that fails does not stop the others; the first unexpected error is thrown at the end. */
export async function sendPushes(env: NotificationsEnv, at = now()): Promise<void> {
  const db = database(env)
  await addPushes(env, db, at)
  const due = await selectDuePushes(db, at)
  const errors: unknown[] = []
  for (let i = 0; i < due.length; i += AT_ONCE) {
    const results = await Promise.allSettled(due.slice(i, i + AT_ONCE).map((row) => sendOne(env, db, row, at)))
    errors.push(...results.filter((result) => result.status === 'rejected').map(({ reason }) => reason))
  }
  for (const error of errors.slice(1)) log('error', 'push_stopped', { error: describeError(error) })
  if (errors.length) throw errors[0]
}

/** Sends the pushes that an event has just caused, once they are due. Never throws: the cron sends what this misses. */
export async function sendPushesSoon(env: NotificationsEnv): Promise<void> {
  // One second more, because times are whole seconds.
  await scheduler.wait((PUSH_DELAY + 1) * 1000)
  await sendPushes(env).catch((error: unknown) => log('error', 'pushes_failed', { error: describeError(error) }))
}

/** Deletes the devices whose session has ended, and the pushes that have no device or are too old. */
export async function cleanPushes(db: Database, at = now()): Promise<void> {
  await db.batch([
    db.delete(devices).where(not(isLoggedIn(at))),
    db
      .delete(pushes)
      .where(
        or(
          lt(pushes.due, at - MAX_PUSH_AGE),
          notExists(db.select({ id: devices.id }).from(devices).where(eq(devices.id, pushes.deviceId))),
        ),
      ),
  ])
}
