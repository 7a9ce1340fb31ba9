import {
  array,
  type InferOutput,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  safeInteger,
  string,
  toNumber,
  transform,
  union,
} from 'valibot'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { numericId } from '../shared/numbers.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import { type Order, type Role, STATUS } from './orders.schema.ts'

const DAY = 86_400
/** A review becomes visible this long after the end of its order, even if the other party has written none (seconds). */
export const REVIEW_WAIT = 14 * DAY
/** How long the text of a visible review, and an answer, can be changed (seconds). */
export const TEXT_EDITABLE = 7 * DAY

/** Maximum characters of a text. */
export const REVIEW_LIMITS = { review: 2000, answer: 1000 } as const
export const DEFAULT_RATING = 5

const COMPLETED = STATUS.indexOf('completed')

/** A review. Times are UTC seconds. */
export interface Review {
  id: string
  /** The opaque id of the order, for its two parties; null for others, because the id can be computed from the payment on chain. */
  order_id: string | null
  /** Who wrote it. A buyer rates the service and its seller, a seller rates the buyer. */
  side: Role
  /** 1 to 5. */
  rating: number
  review: string
  /** The author. All three are empty (null or '') after the account was deleted. */
  name: string
  image: string | null
  user_id: number | null
  /** The service that was ordered, or the event, while it is published; for reviews by its buyers. */
  service: { id: number; title: string; listType: 'services' | 'events' } | null
  date: number
  /** When the text was last changed while the review was visible; null if never. */
  editedAt: number | null
  /** Whether everybody sees it; always true unless the reader is its author. */
  visible: boolean
  /** The latest time from which everybody sees it. */
  visibleAt: number
  /** Whether an admin hid it; then only its author sees it. */
  hidden: boolean
  /** `hidden`: an admin hid it; then its text is empty for everybody but its author. */
  answer: { text: string; date: number; editedAt: number | null; hidden: boolean } | null
}

/** The reviews of a service, or those that a member received as a seller or as a buyer. */
export interface RatingSummary {
  /** The mean of the visible ratings; null without any. */
  mean: number | null
  count: number
  /** How many have one star, two stars, and so on. */
  stars: [number, number, number, number, number]
}

/** A page of visible reviews. `next` is the cursor of the next page, null on the last. */
export interface ReviewPage {
  reviews: Review[]
  summary: RatingSummary
  next: string | null
}

/** What a party of an order may do with their review of it: write it, change it, change its text, or nothing. */
export type ReviewStage = 'write' | 'change' | 'changeText' | 'closed' | 'notCompleted' | 'notAgreed'

/**
 * The stage of a party's review. `own` is their review, `isOtherSeen` says whether the other party's has become visible. Nobody may rate
 * the other party after seeing their review, so that no rating is a reaction to a review.
 */
export function reviewStage(
  order: Pick<Order, 'status_' | 'terms'>,
  own: Pick<Review, 'visible' | 'visibleAt' | 'hidden'> | null,
  isOtherSeen: boolean,
  now: number,
): ReviewStage {
  if (order.status_ !== COMPLETED) return 'notCompleted'
  // Without a matching quote, anybody could pay a cent into the contract and rate any service.
  if (order.terms !== 'ok') return 'notAgreed'
  if (!own) return isOtherSeen ? 'closed' : 'write'
  if (own.hidden) return 'closed'
  if (!own.visible) return 'change'
  return now < own.visibleAt + TEXT_EDITABLE ? 'changeText' : 'closed'
}

/** The error for each stage in which a review cannot be written or changed. */
export const STAGE_ERRORS: Partial<Record<ReviewStage, ErrorCode>> = {
  notCompleted: 'order_not_completed',
  notAgreed: 'order_not_agreed',
  closed: 'review_closed',
}

/** Whether the reviewed party may still write or change an answer. */
export const isAnswerable = ({ visible, answer }: Pick<Review, 'visible' | 'answer'>, now: number): boolean =>
  visible && (!answer || (!answer.hidden && now < answer.date + TEXT_EDITABLE))

/** A text with at least one visible character. */
const someText = (limit: number) => pipe(multiLineText(limit), minLength(1, 'too_short'))

/** Body of addReview. Without `rating`, a new review gets five stars and an existing one keeps its stars. */
export const addReviewRequest = object({
  orderId: opaqueId,
  rating: optional(pipe(number(), safeInteger('whole'), minValue(1, 'too_low'), maxValue(5, 'too_high'))),
  review: someText(REVIEW_LIMITS.review),
})

/** Body of answerReview. */
export const answerReviewRequest = object({ id: opaqueId, answer: someText(REVIEW_LIMITS.answer) })

const MAX_ORDERS = 50
const orderIds = pipe(array(opaqueId), maxLength(MAX_ORDERS, 'too_many'))

/** Query and body of getReviews: up to fifty ids of orders, in a query separated by commas. */
export const reviewsRequest = object({
  ids: union([
    orderIds,
    pipe(
      string(),
      maxLength(MAX_ORDERS * 23, 'too_long'),
      transform((text) => text.split(',')),
      orderIds,
    ),
  ]),
})

/** A number as a query sends it, or as JSON does. */
const id = union([numericId, pipe(string(), regex(/^[1-9]\d{0,15}$/, 'id'), toNumber(), numericId)])
const pageEntries = {
  sort: optional(picklist(['newest', 'best']), 'newest'),
  /** The `next` of the previous page: `[rating].[visibleAt].[id]`. */
  cursor: optional(pipe(string(), regex(/^[1-5]\.\d{1,12}\.[\w-]{22}$/, 'cursor'))),
}

/** Query and body of getReviewsByServiceId. */
export const serviceReviewsRequest = object({ id, ...pageEntries })
/** Query of getReviewsByUserId: the reviews that a member received as a seller or as a buyer. */
export const userReviewsRequest = object({ userId: id, as: picklist(['seller', 'buyer']), ...pageEntries })

export type ReviewSort = InferOutput<typeof serviceReviewsRequest>['sort']
