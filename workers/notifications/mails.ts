import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { listings } from '../listings/tables.ts'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { negotiateLocale } from '../shared/locales.schema.ts'
import { describeError, log } from '../shared/log.ts'
import { deliverMail, type Mail, mailFailure } from '../shared/mail.ts'
import { mailSenderOf, renderMail } from '../shared/render-mail.ts'
import { users } from '../shared/tables.ts'
import type { NotificationsEnv } from './env.ts'
import { KINDS, type Kind, type NotificationParams, type ThingKind } from './notifications.schema.ts'
import { quietSeconds, TOPIC_OF } from './settings.schema.ts'
import { toSettings } from './settings.ts'
import { notificationSettings, notifications } from './tables.ts'
import { CATALOGS, describe, pathOf } from './texts.ts'
import { type Link, unsubscribeToken } from './unsubscribe.ts'

const MAILS_PER_RUN = 20
/** After this time (seconds), another run takes over a claim whose run has ended without a result. */
const CLAIM_SECONDS = 600
/** A mail is given up after this many tries. The pauses between the tries start at one minute and double. */
const MAX_TRIES = 6
/** The pause between two mails (ms). Resend accepts two requests a second from all workers together. */
const PAUSE_MS = 600
/** The longest time between an event and its mail (seconds); after that no mail is sent. Quiet hours may delay it for a day. */
const MAX_MAIL_AGE = 2 * 86_400
/** Longest title in a subject, in characters. */
const SUBJECT_TITLE = 80
/**
 * Kinds that others can cause again and again at almost no cost: the other party of an order, and sellers by new listings. Their mails and
 * pushes have separate limits, so that they delay no others.
 */
export const CHEAP: ReadonlySet<string> = new Set<Kind>([
  'orderPlaced',
  'orderCancelled',
  'placePaid',
  'disputeLowered',
  'disputeOffered',
  'evidenceAdded',
  'newMatches',
])
/** The urgent kinds: the reminders, what nobody can turn off, and the steps of a dispute, except those that cost almost nothing. */
const URGENT = KINDS.filter((kind) => !CHEAP.has(kind) && ['reminders', 'disputes', null].includes(TOPIC_OF[kind]))

/**
 * Selects the mails that are due and that no other run is sending. For each member, kind and thing, only the newest notification is mailed,
 * when the oldest is due. The members take turns, so that thousands of mails to one member do not delay those to others. For each member,
 * urgent mails come first and those of CHEAP last. The plus sign makes SQLite use the index of due mails instead of reading all
 * notifications.
 */
export const selectDue = (db: Database, at: number) =>
  db
    .select({ notification: notifications, email: users.email, language: users.language, settings: notificationSettings })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .leftJoin(notificationSettings, eq(notificationSettings.userId, notifications.userId))
    .where(
      and(
        sql`${notifications.id} in (select max(id) from notifications where mail_due is not null
          group by +user_id, kind, thing_kind, thing_id having min(mail_due) <= ${at})`,
        or(isNull(notifications.mailClaimedAt), lte(notifications.mailClaimedAt, at - CLAIM_SECONDS)),
      ),
    )
    .orderBy(
      sql`row_number() over (partition by ${notifications.userId} order by ${notifications.kind} not in ${URGENT},
        ${notifications.kind} in ${[...CHEAP]}, ${notifications.mailDue})`,
      asc(notifications.mailDue),
    )
    .limit(MAILS_PER_RUN)
type DueRow = Awaited<ReturnType<typeof selectDue>>[number]

/**
 * How long a mail that is due has to wait (seconds): 0 if it is to be sent now, null if it is no longer wanted, was tried too often or is
 * too late. Throws if the row is damaged.
 */
function secondsToWait({ notification, email, settings }: DueRow, canRepeat: boolean, at: number): number | null {
  const { kind, params, readAt, mailTries, mailClaimedAt } = notification
  const { off, quiet, timeZone } = toSettings(settings)
  const { until = Number.POSITIVE_INFINITY } = JSON.parse(params) as NotificationParams
  const isWanted = readAt === null && email !== null && !(off as string[]).includes(`email:${TOPIC_OF[kind as Kind]}`)
  const isInTime = notification.at > at - MAX_MAIL_AGE && until > at
  const isTried = mailTries === MAX_TRIES || (mailClaimedAt !== null && !canRepeat)
  if (!isWanted || !isInTime || isTried) return null
  return quiet && timeZone ? quietSeconds(quiet, timeZone, at) : 0
}

/**
 * Counts a mail. Returns 0, or how long it has to wait (seconds) because its member has had too many, about this thing or in total. A mail
 * that has to wait is not counted.
 */
async function overLimit(env: NotificationsEnv, { userId, kind, thingKind, thingId }: DueRow['notification']): Promise<number> {
  const limiter = env.LIMITS.getByName(`user ${userId}`)
  const [counter, total] = CHEAP.has(kind)
    ? (['mail cheap', EVENTS.mailAboutCheapNotification.person] as const)
    : (['mail', EVENTS.mailAboutNotification.person] as const)
  const thing = [`${counter} ${thingKind} ${thingId}`, EVENTS.mailAboutThing.person] as const
  let wait = await limiter.take(...thing)
  if (!wait) {
    wait = await limiter.take(counter, total)
    if (wait) await limiter.refund(...thing)
  }
  return Math.ceil(wait / 1000)
}

/** The titles of those of these listings that are published now, in this order. */
async function titlesOf(db: Database, ids: number[]): Promise<string[]> {
  if (!ids.length) return []
  const rows = await db
    .select({ id: listings.id, title: listings.title })
    .from(listings)
    .where(and(inArray(listings.id, ids), eq(listings.enabled, true), isNull(listings.deletedAt)))
  return ids.flatMap((id) => rows.find((row) => row.id === id)?.title ?? [])
}

/** What every mail about a topic ends with: links to stop such mails and to the settings; and the headers for mail programs (RFC 8058). */
export async function unsubscribeLinks(env: NotificationsEnv, link: Link, language: string) {
  const { origin } = mailSenderOf(env)
  const { settings, unsubscribe } = CATALOGS[negotiateLocale(language)]
  const token = await unsubscribeToken(env, link)
  return {
    links: [
      { label: unsubscribe, url: `${origin}/settings/?unsubscribe=${token}` },
      { label: settings, url: `${origin}/settings/` },
    ],
    headers: {
      'List-Unsubscribe': `<${origin}/api/notifications/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** What a mail that nobody can turn off ends with, and its headers. */
const UNSTOPPABLE = { links: [], headers: {} }

/** The mail of a notification, in the language and the time zone of its member. */
async function writeMail(env: NotificationsEnv, db: Database, to: string, { notification, language, settings }: DueRow): Promise<Mail> {
  const sender = mailSenderOf(env)
  const locale = negotiateLocale(language)
  const { subject, titles, buttons, notes } = CATALOGS[locale]
  const thing = notification.thingKind as ThingKind
  const { sentence, title, isEvent, listings: ids } = describe(notification, locale, settings?.timeZone ?? 'UTC')
  const topic = TOPIC_OF[notification.kind as Kind]
  const { links, headers } = topic ? await unsubscribeLinks(env, { userId: notification.userId, topic, email: to }, language) : UNSTOPPABLE
  const found = (await titlesOf(db, ids)).map((one) => `• ${one}`)
  const note = notes[notification.kind as Kind]?.(sender.contact)
  const lines: [string, ...string[]] = [
    sentence,
    ...(note ? [note] : []),
    ...found,
    ...(title ? titles[isEvent ? 'event' : thing](title).split('\n').filter(Boolean) : []),
  ]
  // The reason of a warning is no title.
  const shortTitle = [...(thing === 'account' ? '' : title)].slice(0, SUBJECT_TITLE).join('')
  return {
    ...renderMail(
      to,
      sender,
      { subject: subject(sentence, shortTitle), lines },
      { label: buttons[thing], url: sender.origin + pathOf(notification) },
      links,
    ),
    headers,
  }
}

/**
 * Sends a mail if it is still wanted: not read, the topic on, the address confirmed, and no quiet hours. A run claims the row before it
 * sends, so that no other run does. A mail whose result is unknown is repeated only through Resend, which sends one mail for each
 * idempotency key.
 */
async function sendOne(env: NotificationsEnv, db: Database, row: DueRow, at: number): Promise<void> {
  const { id, userId, kind, thingKind, thingId, mailDue, mailClaimedAt, mailTries } = row.notification
  // Matches nothing if another run has changed the time since this run selected the row.
  const isThis = and(eq(notifications.id, id), eq(notifications.mailDue, mailDue!))
  const change = (values: Partial<DueRow['notification']>) => db.update(notifications).set(values).where(isThis)
  const isSame = and(
    eq(notifications.userId, userId),
    eq(notifications.kind, kind),
    eq(notifications.thingKind, thingKind),
    eq(notifications.thingId, thingId),
  )
  await db
    .update(notifications)
    .set({ mailDue: null })
    .where(and(isSame, isNotNull(notifications.mailDue), lt(notifications.id, id)))
  const canRepeat = Boolean(env.RESEND_API_KEY)
  let wait: number | null
  try {
    wait = secondsToWait(row, canRepeat, at)
  } catch (error) {
    log('error', 'row_unreadable', { kind: 'notification mail', id, error: describeError(error) })
    wait = null
  }
  if (wait !== 0) return void (await change({ mailDue: wait === null ? null : at + wait }))

  const claimed = await db
    .update(notifications)
    .set({ mailClaimedAt: at, mailTries: mailTries + 1 })
    .where(and(isThis, isNull(notifications.readAt), sql`mail_claimed_at is ${mailClaimedAt}`))
    .returning({ id: notifications.id })
  if (!claimed.length) return
  const notTried = { mailClaimedAt: null, mailTries }
  const tooMany =
    mailTries === 0
      ? await overLimit(env, row.notification).catch(async (error: unknown) => {
          await change(notTried)
          throw error
        })
      : 0
  if (tooMany) return void (await change({ ...notTried, mailDue: at + tooMany }))
  try {
    await deliverMail(env, await writeMail(env, db, row.email!, row), `notification-${id}-${row.notification.at}`)
    await change({ mailDue: null })
  } catch (error) {
    const { retryable, reason } = mailFailure(error)
    if (retryable && canRepeat && mailTries + 1 < MAX_TRIES)
      return void (await change({ mailDue: at + 60 * 2 ** mailTries, mailClaimedAt: null }))
    log('error', 'mail_failed', { tried: mailTries + 1, reason })
    await change({ mailDue: null })
  }
}

/** Sends the mails that are due, one after another. One that fails does not stop the others. */
export async function sendMails(env: NotificationsEnv, at = now()): Promise<void> {
  const db = database(env)
  const errors: unknown[] = []
  for (const [i, row] of (await selectDue(db, at)).entries()) {
    if (i > 0 && env.RESEND_API_KEY) await scheduler.wait(PAUSE_MS)
    try {
      await sendOne(env, db, row, at)
    } catch (error) {
      errors.push(error)
    }
  }
  for (const error of errors.slice(1)) log('error', 'mail_stopped', { error: describeError(error) })
  if (errors.length) throw errors[0]
}
