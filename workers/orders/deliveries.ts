import { and, asc, eq, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { abortUnless } from '../shared/abort-unless.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { areUnused, filesJson, isFileError } from './attachments.ts'
import {
  addDeliveryRequest,
  DEFAULT_REVISIONS,
  DELIVERED_STATUSES,
  type DeliveredFile,
  type DeliveredOrder,
  type DeliveryStep,
  deliveriesQuery,
  deliveryFault,
  isContentMissing,
  requestChangesRequest,
} from './deliveries.schema.ts'
import { deliverySteps } from './delivery-tables.ts'
import type { OrdersEnv } from './env.ts'
import { type Role, role as roleOf, STATUS } from './orders.schema.ts'
import { finishChange } from './outbox.ts'
import { orders } from './tables.ts'

/** SQL: how many change requests the terms of the order `o` include. */
const revisions = sql`coalesce(iif(json_valid(o.terms), o.terms ->> '$.revisions', null), ${DEFAULT_REVISIONS})`
/** SQL: the times of the event whose place was bought by the order `o`, as JSON; null for a service. */
const event = sql`iif(json_valid(o.terms), o.terms ->> '$.event', null)`
/** SQL: the number and the kind of the latest step of the order `o`. */
const lastNumber = sql`(select max(number) from delivery_steps where order_id = o.id)`
const lastKind = sql`(select kind from delivery_steps where order_id = o.id order by number desc limit 1)`

interface Deliveries {
  role: Role
  order: DeliveredOrder
  /** The steps that the user may see: a buyer sees none before the order is delivered. */
  steps: DeliveryStep[]
}

/** Selects the deliveries of an order and the change requests between them, oldest first. */
export const selectSteps = (db: Database, orderId: string) =>
  db
    .select({
      id: deliverySteps.id,
      kind: sql<DeliveryStep['kind']>`${deliverySteps.kind}`,
      message: deliverySteps.message,
      at: deliverySteps.createdAt,
      files: filesJson('delivery_files', sql`f.step_id = delivery_steps.id`),
    })
    .from(deliverySteps)
    .where(eq(deliverySteps.orderId, orderId))
    .orderBy(asc(deliverySteps.number))

/** Converts the rows of {@link selectSteps}. */
export const toSteps = (rows: Awaited<ReturnType<typeof selectSteps>>): DeliveryStep[] =>
  rows.map((row) => ({ ...row, files: JSON.parse(row.files) as DeliveredFile[] }))

/** Reads the deliveries of an order for one of its parties. Throws `order_not_found` for others. */
async function readDeliveries(db: Database, orderId: string, userId: number): Promise<Deliveries> {
  const [[found], rows] = await db.batch([
    db
      .select({
        buyer_id: orders.buyerId,
        seller_id: orders.sellerId,
        status_: orders.status,
        revisions: sql<number>`(select ${revisions} from orders o where o.id = ${orderId})`,
        event: sql<string | null>`(select ${event} from orders o where o.id = ${orderId})`,
      })
      .from(orders)
      .where(and(eq(orders.id, orderId), or(eq(orders.buyerId, userId), eq(orders.sellerId, userId)))),
    selectSteps(db, orderId),
  ])
  const role = found && roleOf(found, userId)
  if (!role) throw new ApiError('order_not_found')
  const order = { ...found, event: JSON.parse(found.event ?? 'null') as DeliveredOrder['event'] }
  const isShown = role === 'seller' || DELIVERED_STATUSES.includes(order.status_)
  return { role, order, steps: isShown ? toSteps(rows) : [] }
}

/** Throws the reason why the user cannot take the next step as this party. Returns the order if they can. */
async function checkStep(db: Database, orderId: string, userId: number, as: Role): Promise<DeliveredOrder> {
  const { role, order, steps } = await readDeliveries(db, orderId, userId)
  if (role !== as) throw new ApiError('forbidden')
  const fault = deliveryFault(order, role, steps)
  if (fault) throw new ApiError(fault)
  return order
}

/**
 * The statements that push a stored step to the parties who may see it, and notify the other party. If the step was not stored, they change
 * nothing. The buyer may not see a prepared delivery yet.
 */
const announce = (db: Database, stepId: string, at: number) => [
  db.run(sql`insert into outbox (order_id, user_ids, created_at) select o.id,
      iif(o.status = 1, json_array(o.seller_id), json_array(o.buyer_id, o.seller_id)), ${at}
    from delivery_steps s join orders o on o.id = s.order_id where s.id = ${stepId}`),
  // A prepared delivery needs no notification, because the step on chain has its own.
  db.run(sql`insert into pending_notifications (source, source_id, unquoted) select 'delivery', s.id, o.terms_state <> 'ok'
    from delivery_steps s join orders o on o.id = s.order_id where s.id = ${stepId} and o.status = 4`),
]

export const deliveryRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /**
   * Stores a delivery of the seller. While the order is accepted, the delivery is only prepared: the buyer sees it once the order is
   * delivered on chain, and another call replaces it. Afterwards there is one delivery for each change request. The host of an event removes
   * the prepared delivery by an empty one.
   */
  .post('/addDelivery', requireUser, valid('json', addDeliveryRequest), async (c) => {
    const { orderId, message, files } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    const order = await checkStep(db, orderId, me, 'seller')
    if (isContentMissing(order, { message, files })) throw new ApiError('invalid_body', { path: 'message', rule: 'empty' })
    const [id, at] = [opaqueId(), now()]
    const ids = JSON.stringify(files)
    const areUsable = areUnused(ids, files.length, me)
    const isPrepared = sql`order_id in (select o.id from orders o where o.id = ${orderId} and o.seller_id = ${me} and o.status = 1
      and ${lastKind} = 'delivery' and delivery_steps.number = ${lastNumber})`
    // The conditions repeat `deliveryFault`, because both parties may act at the same time.
    const statements = [
      db.run(sql`delete from delivery_files where step_id in (select id from delivery_steps where ${isPrepared})`),
      db.run(sql`delete from delivery_steps where ${isPrepared}`),
      db.run(sql`insert into delivery_steps (id, order_id, number, kind, message, created_at)
        select ${id}, o.id, coalesce(${lastNumber}, 0) + 1, 'delivery', ${abortUnless(areUsable, message)}, ${at} from orders o
        where o.id = ${orderId} and o.seller_id = ${me} and (o.status = 1 or (o.status = 4 and ${event} is null))
          and coalesce(${lastKind}, 'changes') = 'changes' and (${message} <> '' or ${files.length} > 0)`),
      db.run(sql`insert into delivery_files (media_id, step_id, position)
        select f.value, s.id, f.key from json_each(${ids}) f join delivery_steps s on s.id = ${id}`),
      ...announce(db, id, at),
    ] as const
    try {
      await db.batch(statements)
    } catch (error) {
      throw isFileError(error) ? new ApiError('media_not_yours') : error
    }
    return c.json(await finish(c, db, orderId, me, id, 'seller'))
  })
  /** Stores a change request of the buyer. The seller's next step is then another delivery. */
  .post('/requestChanges', requireUser, valid('json', requestChangesRequest), async (c) => {
    const { orderId, message } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    await checkStep(db, orderId, me, 'buyer')
    const [id, at] = [opaqueId(), now()]
    await db.batch([
      db.run(sql`insert into delivery_steps (id, order_id, number, kind, message, created_at)
        select ${id}, o.id, coalesce(${lastNumber}, 0) + 1, 'changes', ${message}, ${at} from orders o
        where o.id = ${orderId} and o.buyer_id = ${me} and o.status = 4 and coalesce(${lastKind}, 'delivery') = 'delivery'
          and (select count(*) from delivery_steps where order_id = o.id and kind = 'changes') < ${revisions}`),
      ...announce(db, id, at),
    ])
    return c.json(await finish(c, db, orderId, me, id, 'buyer'))
  })
  .get('/getDeliveries', requireUser, valid('query', deliveriesQuery), async (c) => {
    const { steps } = await readDeliveries(database(c.env), c.req.valid('query').orderId, c.var.user.id)
    return c.json({ steps })
  })

/** Returns the steps after a write. If step `id` was not stored because another request came first, throws the reason. */
async function finish(c: Parameters<typeof finishChange>[0], db: Database, orderId: string, userId: number, id: string, as: Role) {
  const { order, steps } = await readDeliveries(db, orderId, userId)
  if (!steps.some((step) => step.id === id)) {
    // Another tab of the seller has replaced the prepared delivery.
    if (as === 'seller' && STATUS[order.status_] === 'accepted') return { steps }
    await checkStep(db, orderId, userId, as)
    throw new ApiError(as === 'seller' ? 'delivery_closed' : 'changes_closed')
  }
  await finishChange(c, db)
  return { steps }
}
