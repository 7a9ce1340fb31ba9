import { WorkerEntrypoint } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { CALL_LIMITS } from '../shared/call-limits/notifications.ts'
import { database } from '../shared/db.ts'
import { checkEnv } from '../shared/env.ts'
import { sendMail } from '../shared/mail.ts'
import { type MailText, mailSenderOf, renderMail } from '../shared/render-mail.ts'
import { deviceRoutes } from './devices.ts'
import { sendDigests } from './digests.ts'
import type { NotificationsEnv } from './env.ts'
import { sendMails } from './mails.ts'
import { sendMessagePushes } from './message-pushes.ts'
import type { NotificationEvent } from './notifications.schema.ts'
import { notificationRoutes } from './notifications.ts'
import { deleteOld, notify } from './notify.ts'
import { devices } from './push-tables.ts'
import { cleanPushes, sendPushes, sendPushesSoon } from './pushes.ts'
import { settingsRoutes } from './settings.ts'
import { notificationSettings, notifications } from './tables.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: NotificationsEnv; Variables: AreaVariables }>()
  .route('/', notificationRoutes)
  .route('/', settingsRoutes)
  .route('/', deviceRoutes)

const NEEDS = ['MAIL_FROM', 'UNSUBSCRIBE_KEY', 'VAPID_KEY'] as const satisfies (keyof NotificationsEnv)[]

export type NotificationsApi = typeof api
export default createArea<NotificationsEnv>('notifications', api as never, NEEDS, CALL_LIMITS)

/** Methods of this area that other areas and the cron call. */
export class NotificationsRpc extends WorkerEntrypoint<NotificationsEnv> {
  /** Notifies members about events. Safe to repeat: see notify.ts. Sends their pushes some seconds later; the cron sends what this misses. */
  async notify(events: NotificationEvent[]): Promise<void> {
    if (await notify(this.env, events)) this.ctx.waitUntil(sendPushesSoon(this.env))
  }

  /** Sends a mail to the team's address, and retries retryable errors. Never throws. */
  async mailTeam(text: MailText): Promise<void> {
    const sender = mailSenderOf(this.env)
    await sendMail(this.env, renderMail(sender.contact, sender, text))
  }

  /** Deletes the notifications, settings and devices of a deleted account. Safe to repeat. */
  async eraseUser(userId: number): Promise<void> {
    const db = database(this.env)
    await db.batch([
      db.delete(notifications).where(eq(notifications.userId, userId)),
      db.delete(notificationSettings).where(eq(notificationSettings.userId, userId)),
      db.delete(devices).where(eq(devices.userId, userId)),
    ])
  }

  /** Deletes what is old and sends the mails and pushes that are due. If one fails, the others are still sent; then it throws. */
  async tick(): Promise<void> {
    checkEnv(this.env, ['APP_ORIGINS', ...NEEDS])
    const db = database(this.env)
    await deleteOld(db)
    await cleanPushes(db)
    const results = await Promise.allSettled([
      sendPushes(this.env),
      sendMessagePushes(this.env),
      sendMails(this.env).finally(() => sendDigests(this.env)),
    ])
    const [failed] = results.filter((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }
}
