import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import type { Database } from '../shared/db.ts'
import { convertRows } from '../shared/rows.ts'
import { deliverySteps, evidence } from './delivery-tables.ts'
import type { OrdersEnv } from './env.ts'
import { notificationOfStep } from './order-notifications.schema.ts'
import { reviews } from './review-tables.ts'
import { chainEvents, orders, pendingNotifications } from './tables.ts'

/** On-chain events older than this (seconds) are not news: at most half of how long notifications are stored, see their notify.ts. */
export const NEWS_AGE = 90 * 86_400
const EVENTS_PER_RUN = 1000

/** Anybody can pay a cent for an order without a quote, so such orders cause no mail. */
export const isMailed = sql<number>`${orders.termsState} = 'ok'`
/** The title in an order's terms; '' if they cannot be read. */
export const title = sql<string>`coalesce(iif(json_valid(${orders.terms}), ${orders.terms} ->> '$.title', null), '')`

/** Whether the order pays a place at an event, by the terms of its quote. */
const isPlace = sql<number>`${orders.termsState} = 'ok' and iif(json_valid(${orders.terms}), json_type(${orders.terms}, '$.event'), null) is not null`

/** The notifications of pending on-chain events. An event that a reorg has removed has none. */
async function readSteps(db: Database, ids: string[]): Promise<NotificationEvent[]> {
  if (!ids.length) return []
  const rows = await db
    .select({
      id: chainEvents.id,
      name: chainEvents.name,
      args: chainEvents.args,
      at: chainEvents.timestamp,
      transactionEvents: sql<string>`(select group_concat(distinct e.name) from chain_events e indexed by chain_events_order
        where e.chain_id = ${chainEvents.chainId} and e.contract = ${chainEvents.contract} and e.order_id = ${chainEvents.orderId}
          and e.transaction_hash = ${chainEvents.transactionHash})`,
      orderId: orders.id,
      buyer: orders.buyer,
      seller: orders.seller,
      buyerId: orders.buyerId,
      sellerId: orders.sellerId,
      isMailed,
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
  return convertRows('order event', rows, (row): NotificationEvent[] => {
    const step = { name: row.name, args: JSON.parse(row.args), transactionEvents: row.transactionEvents.split(',') }
    const found = notificationOfStep(step, row)
    if (!found) return []
    const { to, refundBps } = found
    const kind = found.kind === 'orderPlaced' && row.isPlace ? 'placePaid' : found.kind
    const userIds = { buyer: row.buyerId, seller: row.sellerId }
    const params = { title: row.title, ...(refundBps !== undefined && { refundBps }) }
    return to.flatMap((role) => {
      const userId = userIds[role]
      if (userId === null) return []
      return [{ userId, key: row.id, kind, thing: { kind: 'order', id: row.orderId }, params, at: row.at, isMailed: Boolean(row.isMailed) }]
    })
  }).flat()
}

/** The notifications of visible reviews and of their answers. */
async function readReviewEvents(db: Database, source: 'review' | 'answer', ids: string[]): Promise<NotificationEvent[]> {
  if (!ids.length) return []
  const rows = await db
    .select({ review: reviews, title })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .where(and(inArray(reviews.id, ids), eq(reviews.visible, true)))
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

/**
 * Passes the pending events to the notifications area and removes them from the outbox once it has stored them. If it fails, they stay for
 * the next run; the area ignores what it already has.
 */
export async function sendNotifications(db: Database, { NOTIFICATIONS: area }: OrdersEnv): Promise<void> {
  const pending = await db.select().from(pendingNotifications).orderBy(asc(pendingNotifications.id)).limit(EVENTS_PER_RUN)
  if (!pending.length) return
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
