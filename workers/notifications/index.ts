import { WorkerEntrypoint } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { checkEnv } from '../shared/env.ts'
import type { NotificationsEnv } from './env.ts'
import { sendMails } from './mails.ts'
import type { NotificationEvent } from './notifications.schema.ts'
import { notificationRoutes } from './notifications.ts'
import { deleteOld, notify } from './notify.ts'
import { settingsRoutes } from './settings.ts'
import { notificationSettings, notifications } from './tables.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: NotificationsEnv; Variables: AreaVariables }>().route('/', notificationRoutes).route('/', settingsRoutes)

export type NotificationsApi = typeof api
export default createArea<NotificationsEnv>('notifications', api as never, ['MAIL_FROM', 'UNSUBSCRIBE_KEY'])

/** Methods of this area that other areas and the cron call. */
export class NotificationsRpc extends WorkerEntrypoint<NotificationsEnv> {
  /** Notifies members about events. Safe to repeat: see notify.ts. */
  async notify(events: NotificationEvent[]): Promise<void> {
    await notify(this.env, events)
  }

  /** Deletes the notifications and settings of a deleted account. Safe to repeat. */
  async eraseUser(userId: number): Promise<void> {
    const db = database(this.env)
    await db.batch([
      db.delete(notifications).where(eq(notifications.userId, userId)),
      db.delete(notificationSettings).where(eq(notificationSettings.userId, userId)),
    ])
  }

  /** Deletes old notifications and sends the mails that are due. */
  async tick(): Promise<void> {
    checkEnv(this.env, ['APP_ORIGINS', 'MAIL_FROM', 'UNSUBSCRIBE_KEY'])
    await deleteOld(database(this.env))
    await sendMails(this.env)
  }
}
