import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { requireUser } from '../shared/session.ts'
import { users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import type { NotificationsEnv } from './env.ts'
import { type NotificationSettings, settingsRequest, unsubscribeQuery } from './settings.schema.ts'
import { notificationSettings } from './tables.ts'
import { readUnsubscribeToken, turnOff } from './unsubscribe.ts'

/** Converts a row of settings; `row` is null for a member without one. */
export const toSettings = (row: Partial<typeof notificationSettings.$inferSelect> | null): Omit<NotificationSettings, 'hasEmail'> => ({
  off: JSON.parse(row?.off ?? '[]') as NotificationSettings['off'],
  quiet: row?.quietFrom != null && row.quietTo != null ? { from: row.quietFrom, to: row.quietTo } : null,
  timeZone: row?.timeZone ?? null,
})

async function readSettings(db: Database, userId: number): Promise<NotificationSettings> {
  const [row] = await db
    .select({ settings: notificationSettings, email: users.email })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(eq(users.id, userId))
  return { ...toSettings(row?.settings ?? null), hasEmail: row?.email != null }
}

export const settingsRoutes = new Hono<{ Bindings: NotificationsEnv; Variables: AreaVariables }>()
  .get('/getSettings', requireUser, async (c) => c.json(await readSettings(database(c.env), c.var.user.id)))
  .post('/setSettings', requireUser, valid('json', settingsRequest), async (c) => {
    const { off, quiet, timeZone } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    await db.run(sql`insert into notification_settings (user_id, off, quiet_from, quiet_to, time_zone)
      select id, ${JSON.stringify([...new Set(off)])}, ${quiet?.from ?? null}, ${quiet?.to ?? null}, ${timeZone}
      from users where id = ${me} and deleted_at is null
      on conflict (user_id) do update set off = excluded.off, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
        time_zone = excluded.time_zone`)
    return c.json(await readSettings(db, me))
  })
  /** Turns off the mails of one topic by the link of a mail, without a login. Mail programs call it too (RFC 8058). */
  .post('/unsubscribe', valid('query', unsubscribeQuery), async (c) => {
    const db = database(c.env)
    const link = await readUnsubscribeToken(c.env, db, c.req.valid('query').token)
    if (!link) throw new ApiError('link_invalid')
    if (link.topic === 'messages') await c.env.CHAT.turnOffDigest(link.userId)
    else await turnOff(db, link.userId, `email:${link.topic}`)
    return c.json({ topic: link.topic })
  })
