import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { log, reasonOf } from '../shared/log.ts'
import type { OrdersEnv } from './env.ts'
import type { Terms } from './orders.schema.ts'
import { orders, outbox } from './tables.ts'

const ROOMS_AT_ONCE = 20
const PUSHES_AT_ONCE = 200
/** Whoever was not told in a day has loaded the page anew since (seconds). */
const OLD_NEWS = 86_400

/** Opens the rooms of orders that have none yet. Both parties must be people of ours; opening twice ends in the same room. */
async function openRooms(db: Database, chat: OrdersEnv['CHAT']): Promise<void> {
  const roomless = await db
    .select({ id: orders.id, buyerId: orders.buyerId, sellerId: orders.sellerId, terms: orders.terms })
    .from(orders)
    .where(and(isNull(orders.roomId), isNotNull(orders.buyerId), isNotNull(orders.sellerId)))
    .orderBy(desc(orders.createdAt))
    .limit(ROOMS_AT_ONCE)
  const opened = await Promise.allSettled(
    roomless.map(async ({ id, buyerId, sellerId, terms }) => {
      const { title } = JSON.parse(terms) as Pick<Terms, 'title'>
      const roomId = await chat.openRoom({ orderId: id, users: [buyerId!, sellerId!], metadata: { title } })
      await db.update(orders).set({ roomId }).where(eq(orders.id, id))
    }),
  )
  const failed = opened.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** Tells both parties of what changed; a row leaves the outbox once its push was taken, or when it is old news. */
async function deliver(db: Database, chat: OrdersEnv['CHAT']): Promise<void> {
  const rows = await db.select().from(outbox).orderBy(asc(outbox.id)).limit(PUSHES_AT_ONCE)
  if (!rows.length) return
  const done = await Promise.allSettled(
    [...Map.groupBy(rows, (row) => row.orderId)].map(async ([orderId, same]) => {
      const people = same.flatMap((row) => JSON.parse(row.userIds) as (number | null)[])
      const userIds = [...new Set(people)].filter((id) => id !== null)
      if (userIds.length) await chat.notify(userIds, { v: 1, type: 'order', orderId })
      return same.map((row) => row.id)
    }),
  )
  const told = done.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  await db.delete(outbox).where(or(inArray(outbox.id, told), lt(outbox.createdAt, now() - OLD_NEWS)))
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * What follows a change: rooms, then pushes. It never fails the change itself: what could not be done is logged and stays to be
 * done, and the cron comes by every minute.
 */
export async function settle(db: Database, env: OrdersEnv): Promise<void> {
  for (const [step, run] of Object.entries({ openRooms, deliver })) {
    try {
      await run(db, env.CHAT)
    } catch (error) {
      log('warn', 'orders_unsettled', { step, error: reasonOf(error) })
    }
  }
}

/** Gives orders made by a wallet before anybody had linked it to the person who has. */
export async function adopt(db: Database): Promise<void> {
  await db.batch([
    db.run(sql`update orders set buyer_id = (select user_id from accounts where address = buyer)
      where buyer_id is null and buyer in (select address from accounts)`),
    db.run(sql`update orders set seller_id = (select user_id from accounts where address = seller)
      where seller_id is null and seller in (select address from accounts)`),
  ])
}
