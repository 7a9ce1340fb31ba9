import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import type { OrdersEnv } from './env.ts'
import { sendNotifications } from './notifications.ts'
import type { Terms } from './orders.schema.ts'
import { listPosition, orders, outbox } from './tables.ts'

const ROOMS_PER_RUN = 20
const PUSHES_PER_RUN = 200
/** The age at which a push that still fails is deleted (seconds). By then the user has reloaded the page. */
const MAX_PUSH_AGE = 86_400

/** Opens the missing rooms of orders whose parties are both users. Opening twice gives the same room. */
async function openRooms(db: Database, { CHAT: chat }: OrdersEnv): Promise<void> {
  const withoutRoom = await db
    .select({ id: orders.id, buyerId: orders.buyerId, sellerId: orders.sellerId, terms: orders.terms })
    .from(orders)
    .where(and(isNull(orders.roomId), isNotNull(orders.buyerId), isNotNull(orders.sellerId)))
    // Anybody can place orders of a cent without a quote, so those come last.
    .orderBy(desc(listPosition))
    .limit(ROOMS_PER_RUN)
  const opened = await Promise.allSettled(
    withoutRoom.map(async ({ id, buyerId, sellerId, terms }) => {
      const { title } = JSON.parse(terms) as Pick<Terms, 'title'>
      const roomId = await chat.openRoom({ orderId: id, users: [buyerId!, sellerId!], metadata: { title } })
      await db.update(orders).set({ roomId }).where(eq(orders.id, id))
    }),
  )
  const failed = opened.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Notifies both parties of changed orders. A row leaves the outbox once chat has accepted its push, or after MAX_PUSH_AGE. */
async function sendPushes(db: Database, { CHAT: chat }: OrdersEnv): Promise<void> {
  const hasNoQuote = sql`(select o.terms_state <> 'ok' from orders o where o.id = outbox.order_id)`
  const rows = await db.select().from(outbox).orderBy(hasNoQuote, asc(outbox.id)).limit(PUSHES_PER_RUN)
  if (!rows.length) return
  const results = await Promise.allSettled(
    [...Map.groupBy(rows, (row) => row.orderId)].map(async ([orderId, orderRows]) => {
      const parties = orderRows.flatMap((row) => JSON.parse(row.userIds) as (number | null)[])
      const userIds = [...new Set(parties)].filter((id) => id !== null)
      if (userIds.length) await chat.notify(userIds, { v: 1, type: 'order', orderId })
      return orderRows.map((row) => row.id)
    }),
  )
  const sent = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  await db.delete(outbox).where(or(inArray(outbox.id, sent), lt(outbox.createdAt, now() - MAX_PUSH_AGE)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Opens missing rooms, then sends pending pushes and notifications. Never throws, so it cannot fail the change that caused them: it logs
 * errors, and the cron tries again every minute.
 */
export async function openRoomsAndNotify(db: Database, env: OrdersEnv): Promise<void> {
  for (const [step, run] of Object.entries({ openRooms, sendPushes, sendNotifications })) {
    try {
      await run(db, env)
    } catch (error) {
      log('warn', 'orders_unsettled', { step, error: describeError(error) })
    }
  }
}

/** Sets the buyer and the seller of orders whose wallet was linked to an account only after the order. */
export async function linkOrdersToUsers(db: Database): Promise<void> {
  await db.batch([
    db.run(sql`update orders set buyer_id = (select user_id from accounts where address = buyer)
      where buyer_id is null and buyer in (select address from accounts)`),
    db.run(sql`update orders set seller_id = (select user_id from accounts where address = seller)
      where seller_id is null and seller in (select address from accounts)`),
  ])
}
