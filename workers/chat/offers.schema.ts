import {
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  string,
  transform,
} from 'valibot'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { cleanLines } from '../shared/text.schema.ts'
import { MAX_PRICE, MIN_PRICE } from '../shared/usd.schema.ts'
import type { Media } from '../uploads/media.schema.ts'

/** How long an offer is valid after it was sent or changed (days). */
export const OFFER_DAYS = 14
/** Maximum length of the text of an offer in UTF-16 code units. It becomes the description of the order. */
export const MAX_OFFER_TEXT = 1200
/** The days to deliver that the dialog proposes. */
export const DEFAULT_OFFER_DELIVERY = 5
/** The most days to deliver, as for plans. */
export const MAX_OFFER_DELIVERY = 365

/**
 * The stored state of an offer. `accepted`: the seller has accepted a buyer's terms, and the buyer has not paid yet. `ordered`: it was paid.
 * An offer that was not answered in time is still `sent` or `accepted`: see {@link offerState}.
 */
export const OFFER_STATES = ['sent', 'accepted', 'declined', 'countered', 'withdrawn', 'ordered'] as const
type StoredState = (typeof OFFER_STATES)[number]

const price = pipe(
  number('offer_price_invalid'),
  integer('offer_price_invalid'),
  minValue(MIN_PRICE, 'offer_price_invalid'),
  maxValue(MAX_PRICE, 'offer_price_invalid'),
)
const delivery = pipe(
  number('offer_delivery_invalid'),
  integer('offer_delivery_invalid'),
  minValue(1, 'offer_delivery_invalid'),
  maxValue(MAX_OFFER_DELIVERY, 'offer_delivery_invalid'),
)
const service = pipe(
  number('offer_service_required'),
  integer('offer_service_required'),
  minValue(1, 'offer_service_required'),
  maxValue(Number.MAX_SAFE_INTEGER, 'offer_service_required'),
)

/** What is offered: the id of a service, the price (micro-USD), the days to deliver, and what is included. */
const offerTerms = object({
  // The defaults are refused, with the code that fits.
  service: optional(service, 0),
  // Cleaning can write one character as several.
  text: optional(
    pipe(string(), maxLength(MAX_OFFER_TEXT, 'message_too_long'), transform(cleanLines), maxLength(MAX_OFFER_TEXT, 'message_too_long')),
    '',
  ),
  price: optional(price, 0),
  delivery: optional(delivery, 0),
})
export type OfferTerms = InferOutput<typeof offerTerms>

/** The content of a message that is an offer. `counters` is the id of the offer that it replaces. */
export const offerContent = object({ mimeType: literal('offer'), text: offerTerms, counters: optional(opaqueId) })

/**
 * Body of answerOffer. `edits` is the number of changes of the offer that the member has seen; if there were more, the answer is
 * refused.
 */
export const answerOfferRequest = object({
  roomId: opaqueId,
  messageId: opaqueId,
  answer: picklist(['accept', 'decline', 'withdraw']),
  edits: pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER)),
})
export type OfferAnswer = InferOutput<typeof answerOfferRequest>['answer']

/** The service of an offer as it was when the offer was sent. */
export interface OfferedService {
  title: string
  lang: string
  picture: Media | null
}

/** An offer as its room shows it. */
export interface Offer extends OfferTerms, OfferedService {
  /** The user who offers the service, and is paid. The other member is the buyer. */
  sellerId: number
  state: StoredState
  /** The last UTC second in which it can be accepted. */
  expiresAt: number
  /** The id of the order that has paid for it. */
  orderId: string | null
  /** The seq of the counter-offer that replaces it. */
  counteredBy: number | null
}

/** An offer that a buyer can pay, the number of its changes, and the `seq` of its message. */
export interface PayableOffer {
  offer: Offer
  edits: number
  seq: number
}

/** A new offer, or the new terms of one. */
export interface NewOffer extends OfferTerms, OfferedService {
  /** Owner of the service. */
  sellerId: number
  /** The id of the offer that it replaces. */
  counters?: string
}

/** A change of an offer: new terms by its sender, or an answer. `edits`: the number of changes that the member has seen. */
export type OfferChange = { messageId: string; edits: number } & (
  | { type: 'offer'; offer: NewOffer }
  | { type: 'answer'; answer: OfferAnswer }
)

/** The state of an offer at a time (UTC seconds). */
export const offerState = ({ state, expiresAt }: Pick<Offer, 'state' | 'expiresAt'>, at: number): StoredState | 'expired' =>
  (state === 'sent' || state === 'accepted') && expiresAt < at ? 'expired' : state

/** What a member can do with an offer. A buyer accepts by paying (`pay`), a seller accepts the terms of a buyer (`accept`). */
export type OfferStep = 'change' | 'withdraw' | 'accept' | 'decline' | 'counter' | 'pay'

/** Why no step is possible in a state. */
const CLOSED: Record<Exclude<ReturnType<typeof offerState>, 'sent' | 'accepted'>, ErrorCode> = {
  declined: 'offer_declined',
  countered: 'offer_countered',
  withdrawn: 'offer_withdrawn',
  ordered: 'offer_ordered',
  expired: 'offer_expired',
}

/** Why a member cannot take a step with the offer of `senderId` at a time (UTC seconds); null if they can. */
export function refuseOfferStep(
  offer: Pick<Offer, 'state' | 'expiresAt' | 'sellerId'>,
  senderId: number,
  step: OfferStep,
  { userId, at }: { userId: number; at: number },
): ErrorCode | null {
  const [isSender, isSeller] = [userId === senderId, userId === offer.sellerId]
  const isOwnStep = step === 'change' || step === 'withdraw'
  if (isOwnStep && !isSender) return 'message_not_yours'
  const state = offerState(offer, at)
  const isAccepted = state === 'accepted'
  // The buyer pays an own offer once the seller has accepted it.
  if (isSender && !isOwnStep && !(step === 'pay' && isAccepted)) return 'offer_own'
  if (step === 'pay' && isSeller) return 'own_listing'
  if (step === 'accept' && !isSeller) return 'offer_unpaid'
  if (state !== 'sent' && state !== 'accepted') return CLOSED[state]
  if (isAccepted && (step === 'change' || step === 'counter')) return 'offer_accepted'
  return null
}

/** The steps that a member can take now, for the actions on the card of an offer. */
export const offerSteps = (offer: Offer, senderId: number, viewer: { userId: number; at: number }): OfferStep[] =>
  (['pay', 'accept', 'counter', 'decline', 'change', 'withdraw'] as const).filter(
    (step) =>
      refuseOfferStep(offer, senderId, step, viewer) === null &&
      // Repeating an acceptance changes nothing.
      !(step === 'accept' && offer.state === 'accepted'),
  )

/** What lists and old clients show of an offer. */
export const offerSummary = ({ text, title }: Pick<Offer, 'text' | 'title'>): string => text || title

/** Whether two offers have the same terms. */
export const isSameOffer = (one: OfferTerms, other: OfferTerms): boolean =>
  one.service === other.service && one.text === other.text && one.price === other.price && one.delivery === other.delivery
