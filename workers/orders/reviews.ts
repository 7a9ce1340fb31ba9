import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { OrdersEnv } from './env.ts'
import { type Order, type Role, role as roleOf } from './orders.schema.ts'
import { finishChange } from './outbox.ts'
import { readReviewPage, selectReviews, toReview, updateVisibility } from './review-rows.ts'
import { reviews } from './review-tables.ts'
import {
  addReviewRequest,
  answerReviewRequest,
  DEFAULT_RATING,
  type Review,
  type ReviewStage,
  reviewStage,
  reviewsRequest,
  STAGE_ERRORS,
  serviceReviewsRequest,
  TEXT_EDITABLE,
  userReviewsRequest,
} from './reviews.schema.ts'
import { orders } from './tables.ts'

interface Reviewable {
  side: Role
  stage: ReviewStage
  /** The user's own review. */
  own: Review | null
}

/** Reads what a user may do with their review of an order. Throws `order_not_found` for a user who is not a party. */
async function readReviewable(db: Database, orderId: string, userId: number): Promise<Reviewable> {
  const [[order], written] = await db.batch([
    db
      .select({
        buyer_id: orders.buyerId,
        seller_id: orders.sellerId,
        status_: orders.status,
        terms: sql<Order['terms']>`${orders.termsState}`,
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
    selectReviews(db, eq(reviews.orderId, orderId)),
  ])
  const side = order && roleOf(order, userId)
  if (!side) throw new ApiError('order_not_found')
  const both = written.map((row) => toReview(row, userId))
  const own = both.find((one) => one.side === side) ?? null
  const other = both.find((one) => one.side !== side)
  return { side, own, stage: reviewStage(order, own, Boolean(other?.visible || other?.hidden), now()) }
}

/** Throws the error of a stage that does not allow this rating. */
function checkStage({ stage, own }: Reviewable, rating: number | undefined): void {
  const code = STAGE_ERRORS[stage]
  if (code) throw new ApiError(code)
  if (stage === 'changeText' && rating !== undefined && rating !== own?.rating) throw new ApiError('review_rating_final')
}

/** Reads the reviews of orders that a party may see: their own, and those that are visible. Orders of others are left out. */
async function readPartyReviews(db: Database, ids: string[], userId: number): Promise<{ reviews: Review[] }> {
  const isOwnOrVisible = or(eq(reviews.authorId, userId), and(eq(reviews.subjectId, userId), eq(reviews.visible, true)))
  const rows = await selectReviews(db, and(inArray(reviews.orderId, ids), isOwnOrVisible))
  return { reviews: convertRows('review', rows, (row) => toReview(row, userId)) }
}

/** SQL: the time of a change. Each is later than the one before, because admins decide about the text of this time. */
const laterThan = (before: SQLWrapper, at: number): SQL => sql`max(${at}, coalesce(${before}, 0) + 1)`

export const reviewRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /** Writes or changes the caller's review of a completed order. */
  .post('/addReview', requireUser, valid('json', addReviewRequest), async (c) => {
    const { orderId, rating, review: text } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    const reviewable = await readReviewable(db, orderId, me)
    checkStage(reviewable, rating)
    const { side, own } = reviewable
    const at = now()
    // The conditions repeat the stages of `reviewStage`, because both parties may write at the same time.
    const [saved] = await db.batch([
      db.run(sql`insert into reviews (id, order_id, side, author_id, subject_id, service_id, rating, text, created_at)
        select ${opaqueId()}, o.id, ${side}, ${me}, ${side === 'buyer' ? sql`o.seller_id` : sql`o.buyer_id`}, o.service_id,
          ${rating ?? own?.rating ?? DEFAULT_RATING}, ${text}, ${at}
        from orders o where o.id = ${orderId} and o.status = 5 and o.terms_state = 'ok' and (exists (
          select 1 from reviews mine where mine.order_id = o.id and mine.side = ${side}) or not exists (
          select 1 from reviews other where other.order_id = o.id and other.side <> ${side} and (other.visible or other.hidden_at is not null)))
        on conflict (order_id, side) do update set rating = excluded.rating, text = excluded.text,
          edited_at = iif(reviews.visible and reviews.text <> excluded.text, ${laterThan(sql`reviews.edited_at`, at)}, reviews.edited_at)
        where reviews.hidden_at is null and (not reviews.visible
          or (reviews.rating = excluded.rating and reviews.visible_at + ${TEXT_EDITABLE} > ${at}))`),
      db.run(updateVisibility(sql`order_id = ${orderId}`, at)),
      // Pushes the change to both parties. Before this review is visible, a push would reveal that it was written.
      db.run(sql`insert into outbox (order_id, user_ids, created_at) select o.id, json_array(o.buyer_id, o.seller_id), ${at}
        from orders o where o.id = ${orderId} and exists (select 1 from reviews r where r.order_id = o.id and r.visible and r.side = ${side})`),
    ])
    if (saved.rowsAffected === 0) {
      checkStage(await readReviewable(db, orderId, me), rating)
      // The stars of the review were changed in another tab before it became visible.
      throw new ApiError('review_rating_final')
    }
    await finishChange(c, db)
    const { reviews: visible } = await readPartyReviews(db, [orderId], me)
    return c.json({ reviews: visible })
  })
  /** Writes or changes the answer of the reviewed party to a visible review. */
  .post('/answerReview', requireUser, valid('json', answerReviewRequest), async (c) => {
    const { id, answer } = c.req.valid('json')
    const db = database(c.env)
    const at = now()
    const me = c.var.user.id
    const [saved] = await db
      .update(reviews)
      .set({
        answer,
        answeredAt: sql`coalesce(${reviews.answeredAt}, ${at})`,
        answerEditedAt: sql`iif(${reviews.answer} <> ${answer}, ${laterThan(reviews.answerEditedAt, at)}, ${reviews.answerEditedAt})`,
      })
      .where(
        and(
          eq(reviews.id, id),
          eq(reviews.subjectId, me),
          eq(reviews.visible, true),
          isNull(reviews.answerHiddenAt),
          sql`(${reviews.answeredAt} is null or ${reviews.answeredAt} + ${TEXT_EDITABLE} > ${at})`,
        ),
      )
      .returning({ id: reviews.id })
    const [row] = await selectReviews(db, eq(reviews.id, id))
    const review = row && toReview(row, me)
    if (!review?.visible) throw new ApiError('review_not_found')
    if (row!.subjectId !== me) throw new ApiError('forbidden')
    if (!saved) throw new ApiError('review_closed')
    await finishChange(c, db)
    return c.json({ review })
  })
  .get('/getReviews', requireUser, valid('query', reviewsRequest), async (c) =>
    c.json(await readPartyReviews(database(c.env), c.req.valid('query').ids, c.var.user.id)),
  )
  .post('/getReviews', requireUser, valid('json', reviewsRequest), async (c) =>
    c.json(await readPartyReviews(database(c.env), c.req.valid('json').ids, c.var.user.id)),
  )
  .get('/getReviewsByServiceId', valid('query', serviceReviewsRequest), async (c) => {
    const { id, ...page } = c.req.valid('query')
    return c.json(await readReviewPage(database(c.env), ['service', id], page))
  })
  .post('/getReviewsByServiceId', valid('json', serviceReviewsRequest), async (c) => {
    const { id, ...page } = c.req.valid('json')
    return c.json(await readReviewPage(database(c.env), ['service', id], page))
  })
  .get('/getReviewsByUserId', valid('query', userReviewsRequest), async (c) => {
    const { userId, as, ...page } = c.req.valid('query')
    return c.json(await readReviewPage(database(c.env), [as, userId], page))
  })
