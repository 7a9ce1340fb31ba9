import { eq, inArray } from 'drizzle-orm'
import type { Digest, DigestResult } from '../chat/digests.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { negotiateLocale } from '../shared/locales.schema.ts'
import { log } from '../shared/log.ts'
import { deliverMail, type Mail, mailFailure } from '../shared/mail.ts'
import { mailSenderOf, renderMail } from '../shared/render-mail.ts'
import { users } from '../shared/tables.ts'
import type { NotificationsEnv } from './env.ts'
import { unsubscribeLinks } from './mails.ts'
import { quietSeconds } from './settings.schema.ts'
import { toSettings } from './settings.ts'
import { notificationSettings } from './tables.ts'
import { CATALOGS } from './texts.ts'

const DIGESTS_PER_RUN = 20
/** The pause between two mails (ms), as in mails.ts. */
const PAUSE_MS = 600
/** After this time (seconds) a mail that could not be sent is tried again. */
const RETRY_SECONDS = 600

interface Member {
  id: number
  email: string | null
  language: string
  settings: typeof notificationSettings.$inferSelect | null
}

/**
 * The mail about what a member has not read, with a link to the conversation or, if there are several, to their list. It has names and
 * numbers, but no words of messages, which their authors may still delete.
 */
async function writeDigest(env: NotificationsEnv, { email, language }: Member, { userId, count, conversations }: Digest): Promise<Mail> {
  const sender = mailSenderOf(env)
  const { digest, someone } = CATALOGS[negotiateLocale(language)]
  const { links, headers } = await unsubscribeLinks(env, { userId, topic: 'messages', email: email! }, language)
  const names = conversations.map(({ name, unread }) => `• ${name || someone} (${unread})`)
  const only = conversations.length === 1 ? conversations[0]!.roomId : ''
  const text = { subject: digest.sentence(count), lines: [digest.sentence(count), ...names] as [string, ...string[]] }
  return { ...renderMail(email!, sender, text, { label: digest.button, url: `${sender.origin}/messenger/${only}` }, links), headers }
}

/** Sends a mail, or says when to try again (UTC seconds). */
async function sendOne(env: NotificationsEnv, member: Member, digest: Digest, at: number): Promise<number | null> {
  const { quiet, timeZone } = toSettings(member.settings)
  const wait = quiet && timeZone ? quietSeconds(quiet, timeZone, at) : 0
  if (wait) return at + wait
  const limited = await env.LIMITS.getByName(`user ${member.id}`).take('mail cheap', EVENTS.mailAboutCheapNotification.person)
  if (limited) return at + Math.ceil(limited / 1000)
  try {
    await deliverMail(env, await writeDigest(env, member, digest), `digest-${member.id}-${at}`)
    return null
  } catch (error) {
    const { retryable, reason } = mailFailure(error)
    log('error', 'mail_failed', { tried: 1, reason })
    // Only Resend sends one mail for each key, so that a mail whose result is unknown can be repeated.
    return retryable && env.RESEND_API_KEY ? at + RETRY_SECONDS : null
  }
}

/** Sends the mails about unread messages that are due. Members without a confirmed address get none. */
export async function sendDigests(env: NotificationsEnv, at = now()): Promise<void> {
  const digests = await env.CHAT.claimDigests(DIGESTS_PER_RUN)
  if (!digests.length) return
  const ids = digests.map(({ userId }) => userId)
  const members = await database(env)
    .select({ id: users.id, email: users.email, language: users.language, settings: notificationSettings })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(inArray(users.id, ids))
  const results: DigestResult[] = []
  for (const digest of digests) {
    const member = members.find(({ id }) => id === digest.userId)
    if (results.some(({ due }) => due === null) && env.RESEND_API_KEY) await scheduler.wait(PAUSE_MS)
    results.push({ userId: digest.userId, due: member?.email ? await sendOne(env, member, digest, at) : null })
  }
  await env.CHAT.endDigests(results)
}
