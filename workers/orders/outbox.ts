import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import type { OrdersEnv } from './env.ts'
import { sendNotifications, title } from './notifications.ts'
import { bindOffers } from './offers.ts'
import { listPosition, mayHaveRoom, orders } from './tables.ts'
import { failedRooms, outbox } from './work-tables.ts'

/** A run opens at most this many new rooms, and tries at most this many failed ones again. */
const ROOMS_PER_RUN = 20
/** The longest pause before a room that failed is tried again (seconds). */
const MAX_ROOM_PAUSE = 3600
/** The row of a failed room that was not tried for so long (seconds) is deleted: the room has been opened since, or its order is gone. */
const FAILED_ROOM_AGE = 7 * 86_400
const PUSHES_PER_RUN = 200
/** The age at which a push that still fails is deleted (seconds). By then the user has reloaded the page. */
const MAX_PUSH_AGE = 86_400

/**
 * Selects the orders whose room is missing: both parties are users, and the payment matches a quote or the seller has accepted the order.
 * These are the orders whose room was never tried, and failed ones that are due.
 */
export function selectRoomless(db: Database, at: number) {
  const columns = { id: orders.id, buyerId: orders.buyerId, sellerId: orders.sellerId, title }
  const isMissing = and(isNull(orders.roomId), isNotNull(orders.buyerId), isNotNull(orders.sellerId), mayHaveRoom)
  const untried = db
    .select(columns)
    .from(orders)
    .where(and(isMissing, sql`not exists (select 1 from failed_rooms f where f.order_id = ${orders.id})`))
    // Anybody can place orders of a cent without a quote, so those come last.
    .orderBy(desc(listPosition))
    .limit(ROOMS_PER_RUN)
  const failed = db
    .select(columns)
    .from(failedRooms)
    .innerJoin(orders, eq(orders.id, failedRooms.orderId))
    .where(and(lte(failedRooms.retryAt, at), isMissing))
    .orderBy(asc(failedRooms.retryAt))
    .limit(ROOMS_PER_RUN)
  return [untried, failed] as const
}

/**
 * Opens missing rooms. Opening twice gives the same room. A room that fails is tried again by the next run, and then after pauses that
 * double from a minute to an hour.
 */
async function openRooms(db: Database, { CHAT: chat }: OrdersEnv): Promise<void> {
  const at = now()
  const [untried, failedBefore] = await db.batch([
    ...selectRoomless(db, at),
    db.delete(failedRooms).where(lt(failedRooms.retryAt, at - FAILED_ROOM_AGE)),
  ])
  const missing = [...untried, ...failedBefore]
  if (!missing.length) return
  const roomIds = await chat.openRooms(
    missing.map(({ id, buyerId, sellerId, title: ofTerms }) => ({
      orderId: id,
      users: [buyerId!, sellerId!],
      metadata: { title: ofTerms },
    })),
  )
  const opened = missing.flatMap(({ id }, i) => (roomIds[i] ? [{ id, roomId: roomIds[i] }] : []))
  await db.run(sql`update orders set room_id = o.value ->> '$.roomId' from json_each(${JSON.stringify(opened)}) o
    where orders.id = o.value ->> '$.id'`)
  const failed = missing.filter((_, i) => !roomIds[i]).map(({ id }) => id)
  if (failed.length)
    await db.run(sql`insert into failed_rooms (order_id, tries, retry_at) select value, 1, ${at} from json_each(${JSON.stringify(failed)})
      where true on conflict (order_id) do update set tries = tries + 1, retry_at = ${at} + min(60 << min(tries - 1, 10), ${MAX_ROOM_PAUSE})`)
  if (failed.length) throw new Error(`${failed.length} rooms not opened`)
}

/** Notifies both parties of changed orders. A row is deleted once chat has accepted its push, or after MAX_PUSH_AGE. */
async function sendPushes(db: Database, { CHAT: chat }: OrdersEnv): Promise<void> {
  const hasNoQuote = sql`(select o.terms_state <> 'ok' from orders o where o.id = outbox.order_id)`
  const rows = await db.select().from(outbox).orderBy(hasNoQuote, asc(outbox.id)).limit(PUSHES_PER_RUN)
  if (!rows.length) return
  const pushes = [...Map.groupBy(rows, (row) => row.orderId)].map(([orderId, orderRows]) => {
    const parties = orderRows.flatMap((row) => JSON.parse(row.userIds) as (number | null)[])
    const userIds = [...new Set(parties)].filter((id) => id !== null)
    return { ids: orderRows.map((row) => row.id), userIds, frame: { v: 1, type: 'order', orderId } as const }
  })
  const isSent = await chat.notifyMany(pushes.map(({ userIds, frame }) => ({ userIds, frame }))).catch((error: unknown) => {
    log('warn', 'pushes_not_sent', { error: describeError(error) })
    return pushes.map(() => false)
  })
  const sent = pushes.flatMap(({ ids }, i) => (isSent[i] ? ids : []))
  await db.delete(outbox).where(or(inArray(outbox.id, sent), lt(outbox.createdAt, now() - MAX_PUSH_AGE)))
  const failed = isSent.filter((one) => !one).length
  if (failed) throw new Error(`${failed} pushes not sent`)
}

/** Runs the steps in turn. Never throws: it logs errors, and the cron tries again every minute. */
async function runSteps(db: Database, env: OrdersEnv, steps: Record<string, typeof openRooms>): Promise<void> {
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run(db, env)
    } catch (error) {
      log('warn', 'orders_unsettled', { step, error: describeError(error) })
    }
  }
}

/** Sends pending notifications, opens missing rooms, shows orders in their offers, and sends pending pushes. Never throws. */
export const openRoomsAndNotify = (db: Database, env: OrdersEnv): Promise<void> =>
  runSteps(db, env, { sendNotifications, openRooms, bindOffers, sendPushes })

/**
 * Does the same as {@link openRoomsAndNotify} for a call that has stored a change. An error here does not fail the call. The notifications
 * follow after the answer, because there may be many of other members.
 */
export async function finishChange(
  { env, executionCtx }: { env: OrdersEnv; executionCtx: Pick<ExecutionContext, 'waitUntil'> },
  db: Database,
): Promise<void> {
  await runSteps(db, env, { openRooms, bindOffers, sendPushes })
  executionCtx.waitUntil(runSteps(db, env, { sendNotifications }))
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
