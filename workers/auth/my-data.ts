import { count, eq, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { orders } from '../orders/tables.ts'
import { abortUnless } from '../shared/abort-unless.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { byteStream } from '../shared/json-stream.ts'
import { requireUser, SESSION_COOKIE } from '../shared/session.ts'
import { accounts, profiles, sessions, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import type { AuthEnv } from './env.ts'
import { readUserData } from './export-my-data.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { deleteAccountRequest, LATE_PAYMENT, type OpenOrders } from './my-data.schema.ts'
import { openOrders } from './open-orders.ts'
import { carrots, credentials, follows, mailLinks, walletChanges } from './tables.ts'
import { addUserEvent, deliverUserEvents } from './user-events.ts'

/** Tables of this area whose rows belong to one user only. They are deleted with the account. */
const PERSONAL_TABLES = [sessions, mailLinks, credentials, accounts, walletChanges, profiles, carrots] as const

const openOrdersOf = (id: number) => openOrders(eq(orders.buyerId, id), eq(orders.sellerId, id))

async function countOpenOrders(db: Database, id: number): Promise<OpenOrders> {
  const [open] = await db.select({ count: count() }).from(orders).where(openOrdersOf(id))
  return { orders: open!.count }
}

export const myDataRoutes = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  /**
   * Returns all data of the caller as one JSON document. If reading fails midway, the response breaks off and is not valid JSON, so that an
   * incomplete file is not mistaken for a complete one.
   */
  .get('/exportMyData', requireUser, requireFreshSignIn('exportMyData'), async (c) => {
    const { id } = c.var.user
    return c.body(byteStream(readUserData(c.env, id)), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="warren-my-data.json"',
    })
  })

  /** Returns the number of orders that prevent the deletion of the caller's account. */
  .get('/getOpenOrders', requireUser, async (c) => c.json(await countOpenOrders(database(c.env), c.var.user.id)))

  /**
   * Deletes the account: this area's data at once, the data of other areas right after it, or by the cron if that fails. Orders stay, with
   * the names that were shown in them, for the other party and for legal reasons. Rejected with `orders_open` while an order is open, and
   * with `sign_in_again` without a fresh sign-in.
   */
  .post('/deleteAccount', requireUser, requireFreshSignIn('deleteAccount'), valid('json', deleteAccountRequest), async (c) => {
    const { id } = c.var.user
    const db = database(c.env)
    const at = now()
    const hasOpenOrder = sql`exists (select 1 from ${orders} where ${openOrdersOf(id)})`
    // When the last quote can no longer be paid. Anybody can create quotes, so open quotes do not prevent the deletion.
    const quotesOver = sql`(select max(q.valid_until) + ${LATE_PAYMENT + 1} from quotes q where q.buyer_id = ${id} or q.seller_id = ${id})`
    try {
      await db.batch([
        addUserEvent(db, id, 'deleted', abortUnless(sql`not ${hasOpenOrder}`, at)),
        addUserEvent(db, id, 'quotesOver', sql`max(coalesce(${quotesOver}, 0), ${at})`),
        ...PERSONAL_TABLES.map((table) => db.delete(table).where(eq(table.userId, id))),
        db.delete(follows).where(or(eq(follows.followerId, id), eq(follows.followeeId, id))),
        db.update(users).set({ email: null, username: null, termsAcceptedAt: null, deletedAt: at }).where(eq(users.id, id)),
      ])
    } catch (error) {
      const details = await countOpenOrders(db, id)
      if (details.orders) throw new ApiError('orders_open', details)
      throw error
    }
    await deliverUserEvents(c.env, id)
    deleteCookie(c, SESSION_COOKIE, { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' })
    return c.json({ deleted: true })
  })
