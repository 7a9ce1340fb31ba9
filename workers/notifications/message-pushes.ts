import { and, eq, inArray } from 'drizzle-orm'
import type { MessagePush } from '../chat/message-pushes.ts'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { negotiateLocale } from '../shared/locales.schema.ts'
import { describeError, log } from '../shared/log.ts'
import { mailSenderOf } from '../shared/render-mail.ts'
import { users } from '../shared/tables.ts'
import { isLoggedIn } from './devices.ts'
import type { NotificationsEnv } from './env.ts'
import { postPush } from './post-push.ts'
import type { PushMessage } from './push-message.schema.ts'
import { devices } from './push-tables.ts'
import { quietSeconds } from './settings.schema.ts'
import { toSettings } from './settings.ts'
import { notificationSettings } from './tables.ts'
import { CATALOGS } from './texts.ts'

const PUSHES_PER_RUN = 50
/** How long a push service keeps a push for a browser that is offline (seconds). */
const TTL = 86_400

/** The browsers of members that are logged in, with what sending to them needs. */
const selectDevices = (db: Database, userIds: number[], at: number) =>
  db
    .select({ device: devices, language: users.language, settings: notificationSettings })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .leftJoin(notificationSettings, eq(notificationSettings.userId, devices.userId))
    .where(and(inArray(devices.userId, userIds), isLoggedIn(at)))
type Reached = Awaited<ReturnType<typeof selectDevices>>[number]

/** Whether a member wants pushes about messages now. In quiet hours they get none; the mail about unread messages waits for their end. */
function isWanted({ settings }: Reached, at: number): boolean {
  const { off, quiet, timeZone } = toSettings(settings)
  return !off.includes('push:messages') && !(quiet && timeZone && quietSeconds(quiet, timeZone, at))
}

/** What the browser shows. It has no words of the message, which its author may still delete. */
function writeMessage(env: NotificationsEnv, { language }: Reached, { roomId, name, title, at }: MessagePush): PushMessage {
  const lang = negotiateLocale(language)
  const { messageFrom, someone } = CATALOGS[lang]
  const url = `${mailSenderOf(env).origin}/messenger/${roomId}`
  return { title: messageFrom(name || someone), body: title, url, tag: `message ${roomId}`, lang, at }
}

/** Sends a push to one browser. One that fails is not repeated: the next message causes another, and the mail remains. */
async function sendTo(env: NotificationsEnv, db: Database, reached: Reached, push: MessagePush): Promise<void> {
  const { id, endpoint } = reached.device
  let reason: string
  try {
    const { status } = await postPush(env, reached.device, writeMessage(env, reached, push), { ttl: TTL, topic: `message ${push.roomId}` })
    if (status >= 200 && status < 300) return
    if (status === 404 || status === 410) await db.delete(devices).where(and(eq(devices.id, id), eq(devices.endpoint, endpoint)))
    reason = `status ${status}`
  } catch (error) {
    reason = describeError(error)
  }
  log('error', 'push_failed', { tried: 1, service: new URL(endpoint).hostname, reason })
}

/** Sends the pushes about unread messages that are due, each to all browsers of its member. */
export async function sendMessagePushes(env: NotificationsEnv, at = now()): Promise<void> {
  const claimed = await env.CHAT.claimMessagePushes(PUSHES_PER_RUN)
  if (!claimed.length) return
  const db = database(env)
  const reached = await selectDevices(
    db,
    claimed.map(({ userId }) => userId),
    at,
  )
  for (const push of claimed) {
    const wanted = reached.filter((one) => one.device.userId === push.userId && isWanted(one, at))
    if (!wanted.length) continue
    const limiter = env.LIMITS.getByName(`user ${push.userId}`)
    if (await limiter.take('push messages', EVENTS.pushAboutMessages.person)) continue
    await Promise.all(wanted.map((one) => sendTo(env, db, one, push)))
  }
}
