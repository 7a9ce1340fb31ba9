import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { shownImage } from '../shared/hidden-tables.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles, shownName, users } from '../shared/tables.ts'
import { reviews } from './review-tables.ts'
import { type RatingSummary, REVIEW_WAIT, type Review, type ReviewPage, type ReviewSort } from './reviews.schema.ts'

/** Reviews on a page. */
const PAGE = 10

/**
 * Sets `visible_at` and `visible` of the reviews in `scope` from the order, the other party's review and the time. The trigger
 * `reviews_counted` then updates the counts. Must run in the batch of every change of an order or review; safe to repeat.
 */
export const updateVisibility = (scope: SQL, at: number): SQL => sql`
  update reviews set (visible_at, visible) = (
    select due.at, coalesce(due.at <= ${at}, 0) and reviews.hidden_at is null from (
      select case
        when o.id is null then null
        when reviews.visible_at <= ${at} then reviews.visible_at
        when exists (select 1 from reviews other where other.order_id = reviews.order_id and other.side <> reviews.side) then ${at}
        else max(o.status_at + ${REVIEW_WAIT}, reviews.created_at)
      end as at
      from (select 1) left join orders o on o.id = reviews.order_id and o.status = 5 and o.terms_state = 'ok'
    ) as due
  ) where ${scope}`

/** Scope of `updateVisibility`: the reviews whose waiting time is over. */
export const isDue = (at: number): SQL => sql`visible = 0 and hidden_at is null and visible_at <= ${at}`

const columns = {
  id: reviews.id,
  orderId: reviews.orderId,
  side: reviews.side,
  rating: reviews.rating,
  text: reviews.text,
  authorId: reviews.authorId,
  subjectId: reviews.subjectId,
  name: shownName,
  image: shownImage(),
  isDeleted: sql<number>`${users.deletedAt} is not null`,
  service: sql<string | null>`case when ${reviews.side} = 'buyer' then (select json_object('id', l.id, 'title', l.title,
    'listType', l.list_type) from listings l where l.id = ${reviews.serviceId} and l.enabled and l.deleted_at is null) end`,
  createdAt: reviews.createdAt,
  editedAt: reviews.editedAt,
  visible: reviews.visible,
  visibleAt: reviews.visibleAt,
  hiddenAt: reviews.hiddenAt,
  answer: reviews.answer,
  answeredAt: reviews.answeredAt,
  answerEditedAt: reviews.answerEditedAt,
  answerHiddenAt: reviews.answerHiddenAt,
}

/** Selects reviews with their authors. */
export const selectReviews = (db: Database, where: SQL | undefined) =>
  db
    .select(columns)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.authorId))
    .leftJoin(profiles, eq(profiles.userId, reviews.authorId))
    .where(where)

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number]

/**
 * Converts a row to a review. `party` is the user id of a party of the order as its reader: it gets the id of the order, and its own answer
 * also if that is hidden.
 */
export const toReview = (row: ReviewRow, party: number | null = null): Review => ({
  id: row.id,
  order_id: party === null ? null : row.orderId,
  side: row.side as Review['side'],
  rating: row.rating,
  review: row.text,
  name: row.name,
  image: row.image,
  user_id: row.isDeleted ? null : row.authorId,
  service: row.service === null ? null : (JSON.parse(row.service) as Review['service']),
  date: row.createdAt,
  editedAt: row.editedAt,
  visible: row.visible,
  visibleAt: row.visibleAt ?? row.createdAt,
  hidden: row.hiddenAt !== null,
  answer: row.answer === null ? null : toAnswer(row, row.answer, party),
})

const toAnswer = (row: ReviewRow, text: string, party: number | null): Review['answer'] => {
  const hidden = row.answerHiddenAt !== null
  return { text: hidden && party !== row.subjectId ? '' : text, date: row.answeredAt!, editedAt: row.answerEditedAt, hidden }
}

function toSummary(rows: { stars: number; count: number }[]): RatingSummary {
  const stars = [1, 2, 3, 4, 5].map((star) => rows.find((row) => row.stars === star)?.count ?? 0) as RatingSummary['stars']
  const count = stars.reduce((sum, one) => sum + one, 0)
  const total = stars.reduce((sum, one, i) => sum + one * (i + 1), 0)
  return { mean: count ? Math.round((100 * total) / count) / 100 : null, count, stars }
}

/** A service, or a member as a seller or as a buyer, with its id. */
type Rated = [rated: 'service' | 'seller' | 'buyer', id: number]
interface PageQuery {
  sort: ReviewSort
  cursor?: string | undefined
}

/** How many reviews have each number of stars, as JSON. */
const countedOf = ([rated, ratedId]: Rated) => sql<string>`(select json_group_array(json_object('stars', stars, 'count', count))
  from rating_counts where rated = ${rated} and rated_id = ${ratedId})`

/** Selects a page of visible reviews, and one more if there is a next page. */
export function selectReviewPage(db: Database, [rated, ratedId]: Rated, { sort, cursor }: PageQuery) {
  const [rating, visibleAt, id] = cursor?.split('.') ?? []
  // `visible` and `side` are written as in the indexes; otherwise SQLite would not use these.
  const about = {
    service: sql`${reviews.serviceId} = ${ratedId} and ${reviews.side} = 'buyer'`,
    seller: sql`${reviews.subjectId} = ${ratedId} and ${reviews.side} = 'buyer'`,
    buyer: sql`${reviews.subjectId} = ${ratedId} and ${reviews.side} = 'seller'`,
  }[rated]
  const isBest = sort === 'best'
  const position = isBest ? sql`(${reviews.rating}, ${reviews.visibleAt}, ${reviews.id})` : sql`(${reviews.visibleAt}, ${reviews.id})`
  const last = isBest ? sql`(${Number(rating)}, ${Number(visibleAt)}, ${id})` : sql`(${Number(visibleAt)}, ${id})`
  // Every row has `counted`, so that one statement reads the page and the counts.
  return db
    .select({ ...columns, counted: countedOf([rated, ratedId]) })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.authorId))
    .leftJoin(profiles, eq(profiles.userId, reviews.authorId))
    .where(and(sql`${reviews.visible} = 1 and ${about}`, cursor ? sql`${position} < ${last}` : undefined))
    .orderBy(...(isBest ? [desc(reviews.rating)] : []), desc(reviews.visibleAt), desc(reviews.id))
    .limit(PAGE + 1)
}

/** Reads a page of the visible reviews of a service or member, with the summary of all of them. */
export async function readReviewPage(db: Database, rated: Rated, query: PageQuery): Promise<ReviewPage> {
  const rows = await selectReviewPage(db, rated, query)
  // An empty first page means that there are no reviews. A later page is empty only if reviews were hidden meanwhile.
  const [head] = rows.length || !query.cursor ? rows : await db.all<{ counted: string }>(sql`select ${countedOf(rated)} as counted`)
  const end = rows[PAGE] && rows[PAGE - 1]
  return {
    reviews: convertRows('review', rows.slice(0, PAGE), (row) => toReview(row)),
    summary: toSummary(head ? JSON.parse(head.counted) : []),
    next: end ? `${end.rating}.${end.visibleAt}.${end.id}` : null,
  }
}
