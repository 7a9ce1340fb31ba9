import { asc, inArray, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { listings } from '../listings/tables.ts'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import type { AreaVariables, Viewer } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { Media } from '../uploads/media.schema.ts'
import type { ChatEnv } from './env.ts'
import type { Message } from './messages.schema.ts'
import type { OfferOrder } from './offer-store.ts'
import { answerOfferRequest, type NewOffer, type OfferTerms, type PayableOffer } from './offers.schema.ts'
import { isPublished, picture, roomOf } from './rooms.ts'
import { pendingOfferNotifications, type rooms } from './tables.ts'

/** Completes the terms of an offer with its published service. Throws `offer_room` in the room of an order. */
export async function completeOffer(db: Database, room: typeof rooms.$inferSelect, terms: OfferTerms): Promise<NewOffer> {
  if (room.pair === null) throw new ApiError('offer_room')
  const [service] = await db
    .select({ sellerId: listings.userId, listType: listings.listType, title: listings.title, lang: listings.lang, picture })
    .from(listings)
    .where(isPublished(terms.service))
  if (service?.listType !== 'services') throw new ApiError('offer_service_required')
  const { sellerId, title, lang } = service
  return { ...terms, sellerId, title, lang, picture: service.picture === null ? null : (JSON.parse(service.picture) as Media) }
}

/** The kind of the notification about each answer. The other member sees a withdrawn offer when they want to accept it. */
const ANSWER_KINDS = { accept: 'offerAccepted', decline: 'offerDeclined', withdraw: null } as const

/**
 * Notifies the other member of a room about an offer, see {@link pendingOfferNotifications}, unless the room is muted, a request or declined.
 * Of the changes of one offer, only the newest is shown. An offer is not mailed, because somebody can send many.
 */
export function notifyOfOffer(
  c: Context<{ Bindings: ChatEnv; Variables: AreaVariables & { user: Viewer } }>,
  { id, pair }: typeof rooms.$inferSelect,
  { id: messageId, edits = 0, offer }: Message,
  kind: 'offerReceived' | 'offerAccepted' | 'offerDeclined',
): void {
  const userId = pair
    ?.split(':')
    .map(Number)
    .find((member) => member !== c.var.user.id)
  if (userId === undefined || !offer) return
  const replaces = `${kind} ${messageId}`
  const event: NotificationEvent = {
    ...{ userId, kind, replaces, key: `${replaces} ${String(edits).padStart(6, '0')}` },
    ...{ thing: { kind: 'room', id }, params: { title: offer.title, edits }, at: now(), isMailed: kind !== 'offerReceived' },
  }
  const stored = database(c.env).run(sql`insert into ${pendingOfferNotifications} (event) select ${JSON.stringify(event)} from room_members
    where room_id = ${id} and user_id = ${userId} and folder in ('inbox', 'archived') and not muted`)
  c.executionCtx.waitUntil(stored.catch((error: unknown) => log('warn', 'offer_not_notified', { error: describeError(error) })))
}

export const offerRoutes = new Hono<{ Bindings: ChatEnv; Variables: AreaVariables }>().post(
  '/answerOffer',
  requireUser,
  valid('json', answerOfferRequest),
  async (c) => {
    const { roomId, messageId, answer, edits } = c.req.valid('json')
    const me = c.var.user.id
    const room = await roomOf(database(c.env), roomId, me)
    const result = await c.env.ROOMS.getByName(roomId).change(me, { type: 'answer', messageId, answer, edits })
    if ('code' in result) throw new ApiError(result.code, result.retryAfter && { retryAfter: result.retryAfter })
    const kind = ANSWER_KINDS[answer]
    if (kind && result.isNew) notifyOfOffer(c, room, result.message as Message, kind)
    return c.json({ message: result.message as Message })
  },
)

/** Where an offer is. */
export interface OfferPlace {
  roomId: string
  messageId: string
}

/** An offer that a member wants to pay, with the number of its changes; or why they cannot pay it. */
export async function readOffer(
  env: ChatEnv,
  { roomId, messageId, userId }: OfferPlace & { userId: number },
): Promise<PayableOffer | { code: ErrorCode }> {
  try {
    await roomOf(database(env), roomId, userId)
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code }
    throw error
  }
  // A copy, because the caller of this method cannot dispose the answer of the room.
  return { ...(await env.ROOMS.getByName(roomId).payableOffer(userId, messageId)) }
}

/** Marks offers as paid. Returns in the same order whether each was found, null for a room that failed. */
export const orderOffers = (env: ChatEnv, paid: (OfferPlace & OfferOrder)[]): Promise<(boolean | null)[]> =>
  Promise.all(
    paid.map(async ({ roomId, messageId, ...order }) => {
      try {
        return await env.ROOMS.getByName(roomId).orderOffer(messageId, order)
      } catch (error) {
        log('warn', 'offer_not_ordered', { room: roomId, error: describeError(error) })
        return null
      }
    }),
  )

/** Pending notifications that are read at once. */
const PENDING_PAGE = 500

/** The pending notifications about offers, oldest first. */
export async function offerNotifications(env: ChatEnv): Promise<{ id: number; event: NotificationEvent }[]> {
  const rows = await database(env).select().from(pendingOfferNotifications).orderBy(asc(pendingOfferNotifications.id)).limit(PENDING_PAGE)
  return rows.map(({ id, event }) => ({ id, event: JSON.parse(event) as NotificationEvent }))
}

/** Deletes notifications that were passed on. */
export async function deleteOfferNotifications(env: ChatEnv, ids: number[]): Promise<void> {
  await database(env).delete(pendingOfferNotifications).where(inArray(pendingOfferNotifications.id, ids))
}
