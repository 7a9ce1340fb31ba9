import { and, desc, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { NotificationsEnv } from './env.ts'
import {
  KINDS,
  type Kind,
  MAX_UNREAD,
  markAllReadRequest,
  markReadRequest,
  markThingReadRequest,
  type Notification,
  type NotificationPage,
  notificationsQuery,
} from './notifications.schema.ts'
import { pushChange } from './notify.ts'
import { notifications } from './tables.ts'

/** Notifications on a page. */
const PAGE = 30

/** Converts a row. Throws for a kind that this version does not know. */
function toNotification(row: typeof notifications.$inferSelect): Notification {
  if (!KINDS.includes(row.kind as Kind)) throw new Error(`unknown kind ${row.kind}`)
  return {
    id: row.id,
    kind: row.kind as Kind,
    thing: { kind: row.thingKind, id: row.thingId } as Notification['thing'],
    params: JSON.parse(row.params) as Notification['params'],
    at: row.at,
    read: row.readAt !== null,
  }
}

/** The same text as in the indexes; otherwise SQLite would not use them. */
const isShown = sql`not hidden`

/** Selects the notifications of a page, and one more if there are others. */
export const selectPage = (db: Database, userId: number, cursor: number | undefined) =>
  db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isShown, cursor === undefined ? undefined : lt(notifications.id, cursor)))
    .orderBy(desc(notifications.id))
    .limit(PAGE + 1)

/** Selects the number of unread notifications of a member, at most MAX_UNREAD. */
export const selectUnread = (db: Database, userId: number) =>
  db.select({ unread: sql<number>`count(*)` }).from(
    db
      .select({ id: notifications.id })
      .from(notifications)
      .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), isShown))
      .limit(MAX_UNREAD)
      .as('unread_ones'),
  )

/**
 * Marks a member's own notifications as read, and tells their other browsers. Returns how many are still unread. Notifications that are
 * already read, or that belong to somebody else, stay unchanged.
 */
async function markRead(env: NotificationsEnv, userId: number, which: SQL | undefined): Promise<{ unread: number }> {
  const db = database(env)
  const [marked, [count]] = await db.batch([
    db
      .update(notifications)
      .set({ readAt: now() })
      .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), which)),
    selectUnread(db, userId),
  ])
  if (marked.rowsAffected) await pushChange(env, [userId])
  return count!
}

export const notificationRoutes = new Hono<{ Bindings: NotificationsEnv; Variables: AreaVariables }>()
  .get('/getNotifications', requireUser, valid('query', notificationsQuery), async (c) => {
    const { cursor } = c.req.valid('query')
    const rows = await selectPage(database(c.env), c.var.user.id, cursor)
    const page: NotificationPage = {
      notifications: convertRows('notification', rows.slice(0, PAGE), toNotification),
      next: rows[PAGE] ? String(rows[PAGE - 1]!.id) : null,
    }
    return c.json(page)
  })
  .get('/getUnreadCount', requireUser, async (c) => {
    const [count] = await selectUnread(database(c.env), c.var.user.id)
    return c.json({ unread: count!.unread })
  })
  /** Marks one notification as read. */
  .post('/markRead', requireUser, valid('json', markReadRequest), async (c) =>
    c.json(await markRead(c.env, c.var.user.id, eq(notifications.id, c.req.valid('json').id))),
  )
  /** Marks everything about one thing as read, also hidden notifications, because the member has opened the thing. */
  .post('/markThingRead', requireUser, valid('json', markThingReadRequest), async (c) => {
    const { kind, id } = c.req.valid('json')
    return c.json(await markRead(c.env, c.var.user.id, and(eq(notifications.thingKind, kind), eq(notifications.thingId, id))))
  })
  /** Marks everything in the list up to a notification as read. A hidden one may still be mailed. */
  .post('/markAllRead', requireUser, valid('json', markAllReadRequest), async (c) =>
    c.json(await markRead(c.env, c.var.user.id, and(lte(notifications.id, c.req.valid('json').upTo), isShown))),
  )
