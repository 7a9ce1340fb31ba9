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
import { numericId, whole } from '../shared/numbers.schema.ts'
import { broken, type Fault, LIMITS, lines, MAX_PRICE, MIN_PRICE, mediaId, type Rule } from './fields.schema.ts'

/** Where an application stands. `sent` may be changed; an answer is final. */
export const APPLICATION_STATUS = ['sent', 'accepted', 'declined', 'withdrawn'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUS)[number]

/** An application to a job or event; what begins with `bid_` is null where nobody bids. Times are UTC seconds. */
export interface Application {
  id: string
  listingId: number
  listType: 'jobs' | 'events'
  /** Of the listing. */
  title: string
  /** The applicant: the name of their profile, their username without one, and their picture (a media id). */
  user_id: number
  name: string
  image: string | null
  /** When it was sent. */
  date: number
  message: string
  /** For downloadPrivateFile; null where there is no CV. */
  cv_path: string | null
  cv_filename: string | null
  /** Micro-USD. */
  bid_price: number | null
  /** The id of a service of the applicant, and its title. */
  bid_service: number | null
  bid_service_title: string | null
  /** Days. */
  bid_delivery: number | null
  status: ApplicationStatus
  /** What the owner wrote with the answer. */
  answer: string
  answeredAt: number | null
  /** Of one that waits for a place at an event with a limit: 1 is who asked first. Null for all else. */
  position: number | null
  /** Whether all places of the event are taken: who waits then is on its waiting list. */
  full: boolean
}

/** A page of applications, in the order that was asked for; `next` is the cursor of the following page, null on the last. */
export interface ApplicationPage {
  applications: Application[]
  next: string | null
}

export const DEFAULT_BID_DELIVERY = 3

/**
 * Body of submitApplication, for a job or an event. Sent again it changes what was sent, until it is answered. Who applies is
 * told by the session; the file's name by the upload.
 */
export const submitRequest = pipe(
  object({
    jobId: nullish(numericId),
    eventId: nullish(numericId),
    message: optional(lines(LIMITS.message), ''),
    /** The path uploadFile answered. */
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

/** What an application answers to. */
export interface AppliedTo {
  listType: 'jobs' | 'events'
  bidding: boolean
}

const rules = [
  // An event may be joined without a word.
  ['message_missing', 'message', ({ to, message }) => to.listType === 'events' || message !== ''],
  ['bid_service_missing', 'bidService', ({ to, bidService }) => !to.bidding || bidService !== null],
  ['bid_price_missing', 'bidPrice', ({ to, bidPrice }) => !to.bidding || bidPrice !== null],
  ['price_low', 'bidPrice', ({ to, bidPrice }) => !to.bidding || bidPrice === null || bidPrice >= MIN_PRICE],
  ['price_high', 'bidPrice', ({ to, bidPrice }) => !to.bidding || bidPrice === null || bidPrice <= MAX_PRICE],
  ['delivery_short', 'bidDelivery', ({ to, bidDelivery }) => !to.bidding || bidDelivery >= 1],
  ['delivery_long', 'bidDelivery', ({ to, bidDelivery }) => !to.bidding || bidDelivery <= LIMITS.deliveryDays],
] as const satisfies Rule<ApplicationBody & { to: AppliedTo }>[]

/** What can be wrong with an application whose shape is right. */
export type ApplicationRule = (typeof rules)[number][0]

/** Every rule an application breaks, in the order they are to be told. */
export const applicationRules = (body: ApplicationBody, to: AppliedTo): Fault<ApplicationRule>[] => broken(rules, { ...body, to })

const id = pipe(string(), regex(/^[1-9]\d{0,9}$/, 'id'), transform(Number))

/**
 * Query of getApplications, for the owner of the job or event; of neither, it is one's own applications. Newest first; those that wait
 * for an answer alone (`waiting`) in the order in which they came, as a line is served; those that have one (`answered`) newest first.
 */
export const applicationsRequest = object({
  jobId: optional(id),
  eventId: optional(id),
  state: optional(picklist(['waiting', 'answered'], 'unknown')),
  cursor: optional(pipe(string(), regex(/^\d{1,12}\.[\w-]{22}$/, 'cursor'))),
})

/** Body of answerApplication. */
export const answerRequest = object({ id: mediaId, accept: boolean(), message: optional(lines(LIMITS.message), '') })

/** Body of withdrawApplication. */
export const withdrawRequest = object({ id: mediaId })
