import {
  boolean,
  check,
  type InferInput,
  type InferOutput,
  nullish,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
} from 'valibot'
import { mediaId } from '../shared/ids.schema.ts'
import { numericId, whole } from '../shared/numbers.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import { MAX_PRICE, MIN_PRICE } from '../shared/usd.schema.ts'
import { type Fault, findFaults, LIMITS, type Rule } from './fields.schema.ts'

/**
 * Status of an application. The applicant can change it while it is `sent`, and withdraw it while it is `sent` or `accepted`. An admission
 * to a paid event is `expired` if the place was not paid in time, or if the host rejected its order. A withdrawn or expired application can
 * be sent again.
 */
export const APPLICATION_STATUS = ['sent', 'accepted', 'declined', 'withdrawn', 'expired'] as const
type ApplicationStatus = (typeof APPLICATION_STATUS)[number]

/** An application to a job or event. The `bid_` fields are null for listings without bids. Times are UTC seconds. */
export interface Application {
  id: string
  listingId: number
  listType: 'jobs' | 'events'
  /** Title of the listing. */
  title: string
  /** The applicant: user id, profile name or else username, whether they have a profile, and its picture (a media id). */
  user_id: number
  name: string
  has_profile: boolean
  image: string | null
  /** When the application was sent. */
  date: number
  message: string
  /** The `path` for downloadPrivateFile; null without a CV. */
  cv_path: string | null
  cv_filename: string | null
  /** Micro-USD. */
  bid_price: number | null
  /** Id and title of the applicant's service. */
  bid_service: number | null
  bid_service_title: string | null
  /** Days. */
  bid_delivery: number | null
  /** The `id` of the newest order of the accepted bid; null without one. A cancelled or rejected order does not count. */
  bid_order: string | null
  status: ApplicationStatus
  /** The owner's message with the answer. */
  answer: string
  answeredAt: number | null
  /** Position in the waiting list of an event with a capacity, from 1; null otherwise, and after the answer. */
  position: number | null
  /** Whether the event has no place left. */
  full: boolean
  /** The place of an applicant who was admitted to a paid event; null if nothing is to be paid. */
  place: Place | null
}

/** A place of a paid event: its price at the admission (micro-USD), until when it can be paid, and the order that pays it. */
export interface Place {
  price: number
  payBy: number
  /** The `id` of the order; null while the place is not paid. */
  orderId: string | null
  /** Whether the host has accepted the order. Only then does the attendee see a hidden location. */
  isOrderAccepted: boolean
}

/** A page of applications in the requested order. `next` is the cursor of the next page, null on the last. */
export interface ApplicationPage {
  applications: Application[]
  next: string | null
}

export const DEFAULT_BID_DELIVERY = 3

/**
 * Body of submitApplication, for a job or an event. While the application is not answered, another call changes it. The applicant comes
 * from the session, the file name from the upload.
 */
export const submitRequest = pipe(
  object({
    jobId: nullish(numericId),
    eventId: nullish(numericId),
    message: optional(multiLineText(LIMITS.message), ''),
    /** The `path` from uploadFile. */
    cvPath: nullish(mediaId, null),
    /** Micro-USD. */
    bidPrice: nullish(whole, null),
    /** Days. */
    bidDelivery: nullish(whole, DEFAULT_BID_DELIVERY),
    bidService: nullish(numericId, null),
  }),
  check(({ jobId, eventId }) => Boolean(jobId) !== Boolean(eventId), 'jobId_or_eventId'),
  transform(({ jobId, eventId, ...rest }) => ({
    ...rest,
    listType: jobId ? ('jobs' as const) : ('events' as const),
    listingId: (jobId ?? eventId)!,
  })),
)
export type ApplicationDraft = InferInput<typeof submitRequest>
export type ApplicationBody = InferOutput<typeof submitRequest>

/** The properties of the listing that the rules depend on. */
export interface AppliedTo {
  listType: 'jobs' | 'events'
  bidding: boolean
}

const rules = [
  ['message_missing', 'message', ({ to, message }) => to.listType === 'events' || message !== ''],
  ['bid_service_missing', 'bidService', ({ to, bidService }) => !to.bidding || bidService !== null],
  ['bid_price_missing', 'bidPrice', ({ to, bidPrice }) => !to.bidding || bidPrice !== null],
  ['price_low', 'bidPrice', ({ to, bidPrice }) => !to.bidding || bidPrice === null || bidPrice >= MIN_PRICE],
  ['price_high', 'bidPrice', ({ to, bidPrice }) => !to.bidding || bidPrice === null || bidPrice <= MAX_PRICE],
  ['delivery_short', 'bidDelivery', ({ to, bidDelivery }) => !to.bidding || bidDelivery >= 1],
  ['delivery_long', 'bidDelivery', ({ to, bidDelivery }) => !to.bidding || bidDelivery <= LIMITS.deliveryDays],
] as const satisfies Rule<ApplicationBody & { to: AppliedTo }>[]

/** The rules that a well-formed application can break. */
export type ApplicationRule = (typeof rules)[number][0]

/** The rules that an application breaks, in the order in which they are reported. */
export const applicationRules = (body: ApplicationBody, to: AppliedTo): Fault<ApplicationRule>[] => findFaults(rules, { ...body, to })

const id = pipe(string(), regex(/^[1-9]\d{0,9}$/, 'id'), transform(Number))

/**
 * Query of getApplications, for the owner of a job or event. Without an id, the call lists the applications that the caller has sent. The
 * newest come first. With the state `waiting` (no answer yet), the oldest come first.
 */
export const applicationsRequest = object({
  jobId: optional(id),
  eventId: optional(id),
  state: optional(picklist(['waiting', 'answered'], 'unknown')),
  cursor: optional(pipe(string(), regex(/^\d{1,12}\.[\w-]{22}$/, 'cursor'))),
})

/** Body of answerApplication. `bidPrice` and `bidDelivery` are the bid that the page showed. A bid that was changed later is refused. */
export const answerRequest = object({
  id: mediaId,
  accept: boolean(),
  message: optional(multiLineText(LIMITS.message), ''),
  bidPrice: optional(whole),
  bidDelivery: optional(whole),
})
export type AnswerBody = InferInput<typeof answerRequest>

/** Body of withdrawApplication. */
export const withdrawRequest = object({ id: mediaId })
