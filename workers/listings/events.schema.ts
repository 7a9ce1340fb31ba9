import {
  array,
  boolean,
  check,
  forward,
  type InferInput,
  type InferOutput,
  maxLength,
  nullish,
  object,
  optional,
  picklist,
  pipe,
  string,
  transform,
  union,
} from 'valibot'
import { time, whole } from '../shared/numbers.schema.ts'
import { multiLineText, singleLineText } from '../shared/text-fields.schema.ts'
import { MAX_PRICE } from '../shared/usd.schema.ts'
import type { AcceptsApplications, CardBase, ListingBase } from './base.schema.ts'
import {
  CARD_TEMPLATE,
  CATEGORY,
  commonFields,
  DESCRIPTION,
  type Fault,
  findFaults,
  LIMITS,
  PLACE,
  PROFILE,
  type Rule,
  type Seller,
  TEMPLATE,
  TITLE,
} from './fields.schema.ts'
import { MAX_PAID_DAYS } from './places.schema.ts'
import { isSubCategory } from './taxonomy.schema.ts'
import { isTimeZone } from './time-zones.schema.ts'

const DAY = 86_400
const YEAR = 365.25 * DAY

/** Themes of an event's page. */
export const THEMES = ['SIMPLE_DARK', 'SIMPLE_LIGHT', 'COSMOS', 'INK'] as const
export type Theme = (typeof THEMES)[number]

/** Where an event takes place. All except online events have a country and a city. */
export const EVENT_TYPES = ['IN_PERSON', 'ONLINE', 'HYBRID'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The terms of an event. Times are UTC seconds. */
export interface EventTerms {
  eventType: EventType
  event_date: number
  end_date: number
  /** The IANA name of the zone in which the host entered the times. */
  timeZone: string
  /** Days, rounded up. */
  duration: number
  /** Whether a place costs `price` (micro-USD). */
  paid: boolean
  maxAttendees: number | null
  /** Number of accepted applications. */
  attendees: number
  /** Address or link; null if there is none or if it is hidden from the viewer. */
  location: string | null
  /** Whether only accepted attendees see the location. */
  hide_location: boolean
  theme: Theme
}

export interface Sponsor {
  name: string
  url: string | null
}

/** An event on a card. `price` is in micro-USD, 0 if free. A card never contains a hidden location. */
export interface EventCard extends CardBase {
  listType: 'events'
  event: EventTerms
}

/** A complete event, as getListing returns it. */
export interface Event extends EventCard, ListingBase, AcceptsApplications {
  sponsors: Sponsor[]
}

/** Normalizes an http(s) URL without credentials; null for any other text. */
function normalizeWebUrl(text: string): string | null {
  try {
    const url = new URL(text)
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

const sponsorName = pipe(string(), maxLength(LIMITS.sponsorName * 4, 'too_long'))
const sponsorUrl = pipe(string(), maxLength(500, 'too_long'))

// A plain name is a sponsor without a link. It becomes an object first, so that an error is reported at the link and not at the sponsor.
const sponsor = pipe(
  union([sponsorName, object({ name: sponsorName, url: nullish(sponsorUrl) })]),
  transform((value) => (typeof value === 'string' ? { name: value } : value)),
  object({
    name: singleLineText(LIMITS.sponsorName),
    url: nullish(
      pipe(
        sponsorUrl,
        transform((text) => text.trim()),
        check((text) => text === '' || normalizeWebUrl(text) !== null, 'url'),
        transform((text) => normalizeWebUrl(text)),
      ),
      null,
    ),
  }),
)

/**
 * The `product` of addEvent; see {@link serviceBody}. Without an `end_date` the event lasts `duration` days. Without an `eventType`,
 * the type follows from `local`; with one, every event that is not online is local.
 */
export const eventBody = pipe(
  object({
    ...commonFields('events'),
    /** If empty, the server uses the beginning of the description. */
    descriptionPreview: optional(multiLineText(LIMITS.descriptionPreview), ''),
    eventType: optional(picklist(EVENT_TYPES, 'unknown')),
    local: optional(boolean(), true),
    event_date: nullish(time, null),
    end_date: nullish(time, null),
    /** Days. */
    duration: optional(whole, 1),
    timeZone: optional(pipe(string(), maxLength(40, 'unknown'), check(isTimeZone, 'unknown')), 'UTC'),
    paid: optional(boolean(), false),
    /** Micro-USD. */
    price: nullish(whole, 0),
    maxAttendees: nullish(whole, null),
    sponsors: optional(
      pipe(
        array(sponsor),
        maxLength(LIMITS.sponsors, 'too_many'),
        transform((list) => list.filter(({ name }) => name)),
      ),
      [],
    ),
    location: nullish(
      pipe(
        singleLineText(LIMITS.location),
        check((text) => !/^https?:/i.test(text) || normalizeWebUrl(text) !== null, 'url'),
        // A URL is stored normalized, so that look-alike letters of other scripts in its host are visible as punycode (`xn--`).
        transform((text) => (/^https?:/i.test(text) ? normalizeWebUrl(text)! : text)),
      ),
      '',
    ),
    hide_location: optional(boolean(), false),
    theme: optional(picklist(THEMES, 'unknown'), 'SIMPLE_LIGHT'),
  }),
  forward(
    check(({ category, subCategory }) => isSubCategory('events', category, subCategory), 'unknown'),
    ['subCategory'],
  ),
  transform(({ duration, ...event }) => {
    const eventType = event.eventType ?? (event.local ? 'IN_PERSON' : 'ONLINE')
    return {
      ...event,
      eventType,
      local: eventType !== 'ONLINE',
      end_date: event.end_date ?? (event.event_date === null ? null : event.event_date + duration * DAY),
      price: event.paid ? event.price : 0,
    }
  }),
)

/** A draft as sent by the client. */
export type EventDraft = InferInput<typeof eventBody>
/** A well-formed draft with cleaned texts. */
export type EventProduct = InferOutput<typeof eventBody>

const rules = [
  TITLE,
  CATEGORY,
  PROFILE,
  CARD_TEMPLATE,
  TEMPLATE,
  DESCRIPTION,
  PLACE,
  ['date_missing', 'event_date', ({ event_date }) => event_date !== null && event_date > 0],
  ['date_order', 'end_date', ({ event_date, end_date }) => event_date === null || end_date === null || end_date > event_date],
  [
    'date_long',
    'end_date',
    ({ event_date, end_date }) => event_date === null || end_date === null || end_date - event_date <= LIMITS.eventDays * DAY,
  ],
  ['date_past', 'event_date', ({ end_date, now }) => end_date === null || end_date > now],
  ['date_far', 'event_date', ({ event_date, now }) => event_date === null || event_date <= now + LIMITS.eventYears * YEAR],
  ['paid_end_far', 'end_date', ({ paid, end_date, now }) => !paid || end_date === null || end_date <= now + MAX_PAID_DAYS * DAY],
  ['ticket_price', 'price', ({ paid, price }) => !paid || (price > 0 && price <= MAX_PRICE)],
  ['wallet_required', 'seller', ({ paid, seller }) => !paid || Boolean(seller.wallet)],
  [
    'capacity_range',
    'maxAttendees',
    ({ maxAttendees }) => maxAttendees === null || (maxAttendees >= 1 && maxAttendees <= LIMITS.attendees),
  ],
] as const satisfies Rule<EventProduct & { seller: Seller; now: number }>[]

/** The rules that a well-formed event can break. */
export type EventRule = (typeof rules)[number][0]

/** The rules that an event breaks at the time `now` (UTC seconds), in the order in which they are reported. */
export const eventRules = (product: EventProduct, seller: Seller, now: number): Fault<EventRule>[] =>
  findFaults(rules, { ...product, seller, now })

/** Body of addEvent. */
export const addEventRequest = object({ product: eventBody })
