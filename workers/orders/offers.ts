import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Hex, toHex } from 'viem'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { hash, now } from '../shared/ids.ts'
import { log } from '../shared/log.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { OrdersEnv } from './env.ts'
import { acceptCustomOrderRequest, type ChangedOffer, differingTerms, type Quote, type QuoteRequest, type Terms } from './orders.schema.ts'
import { orders, quotes } from './tables.ts'

type OfferTerms = Pick<Quote, 'title' | 'delivery' | 'description'> & { price: number }
type RequestedOffer = NonNullable<QuoteRequest['offer']>

/** Offers whose messages get their orders in one run. */
const BOUND_PER_RUN = 50

/**
 * Finds the offer that the buyer wants to pay, in the version that they have seen. Throws why it cannot be paid; `offer_changed` has the
 * current terms.
 */
export async function findOffer({ CHAT }: OrdersEnv, place: RequestedOffer, { serviceId, shown }: QuoteRequest, userId: number) {
  const found = await CHAT.readOffer({ roomId: place.roomId, messageId: place.messageId, userId })
  if ('code' in found) throw new ApiError(found.code)
  const { offer, edits, seq } = found
  if (offer.service !== serviceId) throw new ApiError('offer_not_found')
  const { title, picture, price, delivery, text: description } = offer
  const terms = { title, price, hourly: false, delivery, description }
  if (edits !== place.edits || differingTerms(shown, terms).length)
    throw new ApiError('offer_changed', { terms, edits } satisfies ChangedOffer)
  return {
    sellerId: offer.sellerId,
    option: { plan: '', price, hourly: false, delivery, description, features: [] },
    card: { title, picture, offer: { ...place, seq } },
  }
}

/** SHA-256 of the version of an offer that is paid, in hex. The random id of the message keeps others from guessing the terms. */
const hashOffer = ({ messageId, edits }: RequestedOffer, service: number, terms: OfferTerms): Promise<string> =>
  hash(JSON.stringify([messageId, edits, service, terms.title, terms.price, terms.delivery, terms.description]))

/**
 * The `ref` of a quote and what it stores about an offer. The ref is random; for an offer, its last 16 bytes are the first ones of the hash
 * of the terms, so that the order on chain names the version that was paid.
 */
export async function offerColumns({ offer, serviceId }: QuoteRequest, terms: OfferTerms, session: string) {
  const ref = toHex(crypto.getRandomValues(new Uint8Array(32)))
  if (!offer) return { ref, offerId: null, offerHash: null, offerSession: null, offerOrderId: null }
  const offerHash = await hashOffer(offer, serviceId, terms)
  const named: Hex = `0x${ref.slice(2, 34)}${offerHash.slice(0, 32)}`
  return { ref: named, offerId: offer.messageId, offerHash, offerSession: session, offerOrderId: null }
}

/** SQL condition: no order pays for the offer, and no other session has a quote of it that can still be paid. */
export const isOfferFree = (offerId: string, session: string, at: number) => sql`not exists (
  select 1 from quotes q where q.offer_id = ${offerId}
    and (q.offer_order_id is not null or (q.valid_until >= ${at} and q.offer_session <> ${session})
      or exists (select 1 from orders o where o.ref = q.ref and o.terms_state = 'ok')))`

/** Throws `offer_ordered` or `offer_in_payment` unless {@link isOfferFree}. */
export async function requireFreeOffer(db: Database, offerId: string, session: string): Promise<void> {
  const at = now()
  const rows = await db
    .select({ session: quotes.offerSession, until: quotes.validUntil, bound: quotes.offerOrderId, orderId: orders.id })
    .from(quotes)
    .leftJoin(orders, and(eq(orders.ref, quotes.ref), eq(orders.termsState, 'ok')))
    .where(eq(quotes.offerId, offerId))
  if (rows.some(({ bound, orderId }) => bound ?? orderId)) throw new ApiError('offer_ordered')
  const others = rows.filter((row) => row.session !== session && row.until >= at)
  if (others.length) throw new ApiError('offer_in_payment', { until: Math.max(...others.map(({ until }) => until)) })
}

interface PaidOffer {
  ref: string
  orderId: string
  terms: string
  price: number
  delivery: number
}

/**
 * Gives the messages of paid offers their orders, and records that. Terms and place come from the quote that the order names. Returns whether
 * all rooms were reached.
 */
async function bind(db: Database, { CHAT }: Pick<OrdersEnv, 'CHAT'>, paid: PaidOffer[]): Promise<boolean> {
  const bindings = convertRows(
    'offer quote',
    paid.map((row) => ({ ...row, id: row.ref })),
    ({ ref, orderId, terms, price, delivery }) => {
      const { offer, title, description: text } = JSON.parse(terms) as Terms
      return { ref, orderId, place: { roomId: offer!.roomId, messageId: offer!.messageId, orderId, title, text, price, delivery } }
    },
  )
  const isBound = await CHAT.orderOffers(bindings.map(({ place }) => place))
  // A message that is not found now will not be found later.
  if (isBound.includes(false)) log('error', 'offers_not_found', { count: isBound.filter((one) => one === false).length })
  const reached = bindings.filter((_, i) => isBound[i] !== null)
  await db.run(sql`update quotes set offer_order_id = o.value ->> '$.orderId' from json_each(${JSON.stringify(reached)}) o
    where quotes.ref = o.value ->> '$.ref'`)
  return reached.length === paid.length
}

const paidColumns = { ref: quotes.ref, orderId: orders.id, terms: quotes.terms, price: quotes.priceUsd, delivery: quotes.delivery }

/** Gives the messages of paid offers their orders, also if the page of the buyer was closed after the payment. Safe to repeat. */
export async function bindOffers(db: Database, env: OrdersEnv): Promise<void> {
  const paid = await selectUnbound(db)
  if (paid.length) await bind(db, env, paid)
}

/** The paid quotes of offers whose messages do not have their orders yet. The cross join makes SQLite start from these few quotes. */
export const selectUnbound = (db: Database) =>
  db
    .select(paidColumns)
    .from(quotes)
    .crossJoin(orders)
    .where(and(isNotNull(quotes.offerId), isNull(quotes.offerOrderId), eq(orders.ref, quotes.ref), eq(orders.termsState, 'ok')))
    .orderBy(quotes.validUntil, quotes.ref)
    .limit(BOUND_PER_RUN)

/** Passes the pending notifications about offers to the notifications area, oldest first. After an error they stay for the next run. */
export async function sendOfferNotifications({ CHAT, NOTIFICATIONS }: Pick<OrdersEnv, 'CHAT' | 'NOTIFICATIONS'>): Promise<void> {
  const pending = await CHAT.offerNotifications()
  if (!pending.length) return
  await NOTIFICATIONS.notify(pending.map(({ event }) => event))
  await CHAT.deleteOfferNotifications(pending.map(({ id }) => id))
}

export const offerRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().post(
  '/acceptCustomOrder',
  requireUser,
  valid('json', acceptCustomOrderRequest),
  async (c) => {
    const { orderId, roomId, messageId } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    const [order] = await db
      .select({ ...paidColumns, offerId: quotes.offerId, state: orders.termsState })
      .from(orders)
      .leftJoin(quotes, eq(quotes.ref, orders.ref))
      .where(and(eq(orders.id, orderId), sql`${me} in (${orders.buyerId}, ${orders.sellerId})`))
    if (!order) throw new ApiError('order_not_found')
    const { ref, terms, price, delivery } = order
    const isOfOffer = order.state === 'ok' && order.offerId === messageId && ref !== null && terms !== null
    if (!isOfOffer || (JSON.parse(terms) as Terms).offer?.roomId !== roomId) throw new ApiError('offer_not_ordered')
    if (!(await bind(db, c.env, [{ ref, orderId, terms, price: price!, delivery: delivery! }])))
      throw new ApiError('unavailable', { part: 'chat' })
    return c.json({ orderId, roomId, messageId })
  },
)
