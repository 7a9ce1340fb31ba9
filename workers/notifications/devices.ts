import { and, asc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { deviceOf } from '../auth/sessions.schema.ts'
import type { AreaVariables, Viewer } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { requireUser, SESSION_IDLE_SECONDS } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { addDeviceRequest, type DevicePage, isPushEndpoint, MAX_DEVICES, removeDeviceRequest } from './devices.schema.ts'
import type { NotificationsEnv } from './env.ts'
import { importPublicKey } from './push-encryption.ts'
import { devices } from './push-tables.ts'
import { vapidPublicKey } from './vapid.ts'

/** SQL: whether the session of a device of `push_devices` is active at `at`. A browser that is logged out gets no pushes. */
export const isLoggedIn = (at: number) => sql`exists (select 1 from sessions s where s.user_id = push_devices.user_id
  and substr(s.token_hash, 1, 32) = push_devices.session and s.expires_at > ${at}
  and coalesce(s.last_seen_at, s.created_at) > ${at - SESSION_IDLE_SECONDS})`

async function readDevices(env: NotificationsEnv, { id, session }: Viewer): Promise<DevicePage> {
  const rows = await database(env)
    .select({ id: devices.id, userAgent: devices.userAgent, createdAt: devices.createdAt, session: devices.session })
    .from(devices)
    .where(and(eq(devices.userId, id), isLoggedIn(now())))
    .orderBy(asc(devices.id))
  return {
    key: vapidPublicKey(env),
    session,
    devices: rows.map(({ userAgent, session: theirs, ...row }) => ({ ...row, ...deviceOf(userAgent), current: theirs === session })),
  }
}

export const deviceRoutes = new Hono<{ Bindings: NotificationsEnv; Variables: AreaVariables }>()
  .get('/getDevices', requireUser, async (c) => c.json(await readDevices(c.env, c.var.user)))
  /**
   * Adds the browser of the request. It replaces the earlier subscription and the earlier member of this browser, which can have only one
   * of each.
   */
  .post('/addDevice', requireUser, valid('json', addDeviceRequest), async (c) => {
    const { endpoint, keys } = c.req.valid('json')
    const isPoint = await importPublicKey(keys.p256dh).catch(() => null)
    if (!isPoint || !isPushEndpoint(endpoint, c.env.PUSH_SERVICE)) throw new ApiError('push_subscription_invalid')
    const { id, session } = c.var.user
    const db = database(c.env)
    const userAgent = (c.req.header('user-agent') ?? '').slice(0, 200)
    const mine = sql`select d.id from push_devices d where d.user_id = ${id}`
    await db.batch([
      db.run(sql`delete from push_devices where endpoint = ${endpoint} or session = ${session}`),
      // Adds nothing if the session has ended in the meantime.
      db.run(sql`insert into push_devices (user_id, session, endpoint, p256dh, auth, user_agent, created_at)
        select ${id}, ${session}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${userAgent}, ${now()}
        from sessions where user_id = ${id} and substr(token_hash, 1, 32) = ${session}`),
      db.run(sql`delete from push_devices where user_id = ${id} and id not in (${mine} order by d.id desc limit ${MAX_DEVICES})`),
    ])
    return c.json(await readDevices(c.env, c.var.user))
  })
  /** Removes a device of the caller. An unknown id changes nothing. */
  .post('/removeDevice', requireUser, valid('json', removeDeviceRequest), async (c) => {
    const { id } = c.req.valid('json')
    await database(c.env)
      .delete(devices)
      .where(and(eq(devices.id, id), eq(devices.userId, c.var.user.id)))
    return c.json(await readDevices(c.env, c.var.user))
  })
