import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Kind, NotificationEvent } from '../notifications/notifications.schema.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { isAgreed } from './agreed.ts'
import { deliverySteps, evidence } from './delivery-tables.ts'
import type { OrdersEnv } from './env.ts'
import { REPEATED_EVENTS } from './event-order.schema.ts'
import { notificationOfStep } from './order-notifications.schema.ts'
import { reviews } from './review-tables.ts'
import { orders } from './tables.ts'
import { chainEvents, pendingNotifications } from './work-tables.ts'

/**
 * Events older than this (seconds) cause no notification. At most half of how long notifications are stored, see notify.ts of the
 * notifications area.
 */
export const NEWS_AGE = 90 * 86_400
const EVENTS_PER_RUN = 1000
/** How many pending events, those whose turn is first, one run checks for a newer event that replaces them. */
const DROPPED_PER_RUN = 10_000
/** Calls of the notifications area in one run. More than one only after an error. */
const TRIES_PER_RUN = 4

/** Anybody can pay a cent for an order without a quote, so such orders cause no mail. */
export const isMailed = sql<number>`${orders.termsState} = 'ok'`
/** The title in an order's terms; '' if they cannot be read. */
export const title = sql<string>`coalesce(iif(json_valid(${orders.terms}), ${orders.terms} ->> '$.title', null), '')`

/** Whether the order pays for a place at an event, by the terms of its quote. */
export const isPlace = sql<number>`${orders.termsState} = 'ok' and iif(json_valid(${orders.terms}), json_type(${orders.terms}, '$.event'), null) is not null`

/**
 * The names of all events of an event's order in the same transaction. An order can have thousands of events, so they are found by their
 * transaction: the plus signs keep SQLite from using the indexes by order.
 */
const transactionEvents = sql<string>`(select group_concat(distinct e.name) from chain_events e
  where e.chain_id = chain_events.chain_id and e.transaction_hash = chain_events.transaction_hash
    and +e.contract = chain_events.contract and +e.order_id = chain_events.order_id)`

/** Selects the pending on-chain events that are still in the chain, oldest first. */
export const selectSteps = (db: Database, ids: string[]) =>
  db
    .select({
      id: chainEvents.id,
      name: chainEvents.name,
      args: chainEvents.args,
      at: chainEvents.timestamp,
      blockNumber: chainEvents.blockNumber,
      logIndex: chainEvents.logIndex,
      transactionEvents,
      orderId: orders.id,
      buyer: orders.buyer,
      seller: orders.seller,
      buyerId: orders.buyerId,
      sellerId: orders.sellerId,
      isMailed,
      isAgreed: sql<number>`${isAgreed('orders')}`,
      title,
      isPlace,
    })
    .from(chainEvents)
    .innerJoin(
      orders,
      and(eq(orders.chainId, chainEvents.chainId), eq(orders.contract, chainEvents.contract), eq(orders.orderId, chainEvents.orderId)),
    )
    .where(inArray(chainEvents.id, ids))
    .orderBy(asc(chainEvents.blockNumber), asc(chainEvents.logIndex))

/**
 * The key of an on-chain event: its id. Of repeated events, the list keeps only the newest of each order and kind. So their keys begin with
 * kind and order, and sort by the position in the chain.
 */
function keyOf(
  { id, name, orderId, blockNumber, logIndex }: { id: string; name: string; orderId: string; blockNumber: number; logIndex: number },
  kind: Kind,
): Pick<NotificationEvent, 'key' | 'replaces'> {
  if (!REPEATED_EVENTS.includes(name)) return { key: id }
  const replaces = `${kind} ${orderId}`
  return { key: `${replaces} ${String(blockNumber).padStart(12, '0')} ${String(logIndex).padStart(6, '0')}`, replaces }
}

/** The notifications of pending on-chain events. An event that a reorg has removed has none. */
async function readSteps(db: Database, ids: string[]): Promise<NotificationEvent[]> {
  if (!ids.length) return []
  const rows = await selectSteps(db, ids)
  return convertRows('order event', rows, (row): NotificationEvent[] => {
    const step = { name: row.name, args: JSON.parse(row.args), transactionEvents: row.transactionEvents.split(',') }
    const found = notificationOfStep(step, row)
    if (!found) return []
    const { to, refundBps } = found
    const kind = found.kind === 'orderPlaced' && row.isPlace ? 'placePaid' : found.kind
    const userIds = { buyer: row.buyerId, seller: row.sellerId }
    return to.flatMap((role) => {
      const userId = userIds[role]
      if (userId === null) return []
      // Without a quote the title is that of the seller's listing, which would tell the buyer whose wallet they have paid.
      const isTitled = role === 'seller' || row.isAgreed
      const params = {
        title: isTitled ? row.title : '',
        ...(row.isPlace && { isEvent: true }),
        ...(refundBps !== undefined && { refundBps }),
      }
      const event = {
        userId,
        kind,
        thing: { kind: 'order', id: row.orderId },
        params,
        at: row.at,
        isMailed: Boolean(row.isMailed),
      } as const
      return [{ ...event, ...keyOf(row, kind) }]
    })
  }).flat()
}

/** The notifications of visible reviews and of their answers. An old one can become visible again when an admin no longer hides it. */
async function readReviewEvents(db: Database, source: 'review' | 'answer', ids: string[]): Promise<NotificationEvent[]> {
  if (!ids.length) return []
  const rows = await db
    .select({ review: reviews, title })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .where(
      and(
        inArray(reviews.id, ids),
        eq(reviews.visible, true),
        gt(source === 'review' ? reviews.visibleAt : reviews.answeredAt, now() - NEWS_AGE),
      ),
    )
  return rows.map(({ review, title: orderTitle }): NotificationEvent => {
    const event = {
      key: `${source} ${review.id}`,
      thing: { kind: 'order', id: review.orderId },
      params: { title: orderTitle },
      isMailed: true,
    } as const
    return source === 'review'
      ? { ...event, userId: review.subjectId, kind: 'reviewReceived', at: review.visibleAt! }
      : { ...event, userId: review.authorId, kind: 'reviewAnswered', at: review.answeredAt! }
  })
}

/** The notifications of change requests, for the seller, and of new deliveries, for the buyer. */
async function readDeliveryEvents(db: Database, ids: string[]): Promise<NotificationEvent[]> {
  if (!ids.length) return []
  const rows = await db
    .select({ step: deliverySteps, buyerId: orders.buyerId, sellerId: orders.sellerId, isMailed, title })
    .from(deliverySteps)
    .innerJoin(orders, eq(orders.id, deliverySteps.orderId))
    .where(inArray(deliverySteps.id, ids))
    .orderBy(asc(deliverySteps.number))
  return rows.flatMap(({ step, buyerId, sellerId, ...order }): NotificationEvent[] => {
    const [userId, kind] = step.kind === 'changes' ? ([sellerId, 'changesRequested'] as const) : ([buyerId, 'orderRedelivered'] as const)
    if (userId === null) return []
    const thing = { kind: 'order', id: step.orderId } as const
    const params = { title: order.title }
    return [{ userId, key: `delivery ${step.id}`, kind, thing, params, at: step.createdAt, isMailed: Boolean(order.isMailed) }]
  })
}

/** The notifications of evidence, for the party that did not submit it. */
async function readEvidenceEvents(db: Database, ids: string[]): Promise<NotificationEvent[]> {
  if (!ids.length) return []
  const rows = await db
    .select({
      id: evidence.id,
      userId: sql<number | null>`iif(${evidence.party} = 'buyer', ${orders.sellerId}, ${orders.buyerId})`,
      orderId: orders.id,
      at: evidence.createdAt,
      isMailed,
      title,
    })
    .from(evidence)
    .innerJoin(orders, eq(orders.id, evidence.orderId))
    .where(inArray(evidence.id, ids))
    .orderBy(asc(evidence.number))
  return rows.flatMap(({ id, userId, orderId, at, ...order }): NotificationEvent[] => {
    if (userId === null) return []
    const thing = { kind: 'order', id: orderId } as const
    const params = { title: order.title }
    return [{ userId, key: `evidence ${id}`, kind: 'evidenceAdded', thing, params, at, isMailed: Boolean(order.isMailed) }]
  })
}

/** Selects the repeated events for which there is a newer event of the same order and name. Only the newest is passed. */
export const selectReplaced = sql`select p.id
  from (select id, source_id from pending_notifications where source = 'event' order by unquoted, id limit ${DROPPED_PER_RUN}) p
  join chain_events e on e.id = p.source_id
  where e.name in ${REPEATED_EVENTS} and e.id <> (select n.id from chain_events n indexed by chain_events_history
    where n.chain_id = e.chain_id and n.contract = e.contract and n.order_id = e.order_id and n.name = e.name
    order by n.block_number desc, n.log_index desc limit 1)`

type Pending = typeof pendingNotifications.$inferSelect

/** Passes events to the notifications area and removes them from the outbox once it has stored them. */
async function pass(db: Database, area: OrdersEnv['NOTIFICATIONS'], pending: Pending[]): Promise<void> {
  const idsOf = (source: string) => pending.filter((row) => row.source === source).map(({ sourceId }) => sourceId)
  const events = [
    ...(await readSteps(db, idsOf('event'))),
    ...(await readReviewEvents(db, 'review', idsOf('review'))),
    ...(await readReviewEvents(db, 'answer', idsOf('answer'))),
    ...(await readDeliveryEvents(db, idsOf('delivery'))),
    ...(await readEvidenceEvents(db, idsOf('evidence'))),
  ]
  if (events.length) await area.notify(events)
  const ids = pending.map(({ id }) => id)
  await db.delete(pendingNotifications).where(inArray(pendingNotifications.id, ids))
}

/**
 * Moves events to the end of the outbox, those of orders with a quote before the others. Ids that another run has removed or moved change
 * nothing.
 */
async function moveToEnd(db: Database, pending: Pending[]): Promise<void> {
  const ids = pending.map(({ id }) => id)
  await db.run(sql`insert or replace into pending_notifications (source, source_id, unquoted)
    select source, source_id, unquoted from pending_notifications where id in ${ids} order by id`)
}

/**
 * Passes the pending events to the notifications area. After a failure they stay pending for the next run; the area skips events that it
 * has already stored. Events that fail together are tried again in halves, and the smallest half that failed goes to the end of the outbox.
 * So every run makes progress, and an event that always fails does not stop the others. Events of orders without a matching quote wait
 * until there are fewer than EVENTS_PER_RUN others.
 */
export async function sendNotifications(db: Database, { NOTIFICATIONS: area }: Pick<OrdersEnv, 'NOTIFICATIONS'>): Promise<void> {
  const [, pending] = await db.batch([
    db.run(sql`delete from pending_notifications where id in (${selectReplaced})`),
    db.select().from(pendingNotifications).orderBy(asc(pendingNotifications.unquoted), asc(pendingNotifications.id)).limit(EVENTS_PER_RUN),
  ])
  const portions = pending.length ? [pending] : []
  const errors: unknown[] = []
  for (let tried = 1; portions.length && tried <= TRIES_PER_RUN; tried += 1) {
    const portion = portions.shift()!
    try {
      await pass(db, area, portion)
    } catch (error) {
      errors.push(error)
      const half = Math.ceil(portion.length / 2)
      if (portion.length === 1 || tried === TRIES_PER_RUN) await moveToEnd(db, portion)
      else portions.unshift(portion.slice(0, half), portion.slice(half))
    }
  }
  if (errors.length) throw errors[0]
}
