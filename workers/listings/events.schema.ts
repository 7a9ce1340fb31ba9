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
import {
  broken,
  CARD_TEMPLATE,
  CATEGORY,
  commonFields,
  DESCRIPTION,
  type Fault,
  LIMITS,
  line,
  lines,
  MAX_PRICE,
  PLACE,
  PROFILE,
  type Rule,
  type Seller,
  TEMPLATE,
  TITLE,
} from './fields.schema.ts'
import type { Answerable, CardBase, ListingBase } from './listings.schema.ts'
import { isSubCategory } from './taxonomy.schema.ts'
import { isTimeZone } from './time-zones.schema.ts'

const DAY = 86_400
const YEAR = 365.25 * DAY

/** How an event's page looks. */
export const THEMES = ['SIMPLE_DARK', 'SIMPLE_LIGHT', 'COSMOS', 'INK'] as const
export type Theme = (typeof THEMES)[number]

/** Where people take part. All but online ones have a country and a city. */
export const EVENT_TYPES = ['IN_PERSON', 'ONLINE', 'HYBRID'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** When, where and for how many. Times are UTC seconds; `timeZone` (IANA) is that of the place, `duration` in begun days. */
export interface EventTerms {
  eventType: EventType
  event_date: number
  end_date: number
  timeZone: string
  duration: number
  /** Free, or `price` in micro-USD. */
  paid: boolean
  maxAttendees: number | null
  /** How many were admitted. */
  attendees: number
  /** The address or link; null where there is none, and where it is hidden from the one who asks. */
  location: string | null
  /** Shown to admitted people only. */
  hide_location: boolean
  theme: Theme
}

export interface Sponsor {
  name: string
  url: string | null
}

/** An event as a card shows it; `price` in micro-USD, 0 where it is free. A card never tells a hidden location. */
export interface EventCard extends CardBase {
  listType: 'events'
  event: EventTerms
}

/** An event whole, as getListing answers it. */
export interface Event extends EventCard, ListingBase, Answerable {
  sponsors: Sponsor[]
}

/** An address on the web as it will be opened; null for anything else. */
function webAddress(text: string): string | null {
  try {
    const url = new URL(text)
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

const sponsorName = pipe(string(), maxLength(LIMITS.sponsorName * 4, 'too_long'))
const sponsorUrl = pipe(string(), maxLength(500, 'too_long'))

// A name alone is a sponsor without a link. It is made whole first, so that a fault is told at the link and not at the sponsor.
const sponsor = pipe(
  union([sponsorName, object({ name: sponsorName, url: nullish(sponsorUrl) })]),
  transform((one) => (typeof one === 'string' ? { name: one } : one)),
  object({
    name: line(LIMITS.sponsorName),
    url: nullish(
      pipe(
        sponsorUrl,
        transform((text) => text.trim()),
        check((text) => text === '' || webAddress(text) !== null, 'url'),
        transform((text) => webAddress(text)),
      ),
      null,
    ),
  }),
)

/**
 * What addEvent takes as `product`; see {@link serviceBody}. Without an `end_date` it lasts `duration` days. What is not online
 * is local; where no `eventType` is given, `local` decides.
 */
export const eventBody = pipe(
  object({
    ...commonFields('events'),
    /** Left empty, the server takes the beginning of the description. */
    descriptionPreview: optional(lines(LIMITS.descriptionPreview), ''),
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
        line(LIMITS.location),
        check((text) => !/^https?:/i.test(text) || webAddress(text) !== null, 'url'),
        // An address is stored as it will be opened: letters of other scripts in its host show as what they are (`xn--`).
        transform((text) => (/^https?:/i.test(text) ? webAddress(text)! : text)),
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

/** A draft as it is sent. */
export type EventDraft = InferInput<typeof eventBody>
/** A draft whose shape is right and whose texts are clean. */
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
  ['ticket_price', 'price', ({ paid, price }) => !paid || (price > 0 && price <= MAX_PRICE)],
  // What is paid for needs somewhere to be paid to.
  ['wallet_required', 'seller', ({ paid, seller }) => !paid || Boolean(seller.wallet)],
  [
    'capacity_range',
    'maxAttendees',
    ({ maxAttendees }) => maxAttendees === null || (maxAttendees >= 1 && maxAttendees <= LIMITS.attendees),
  ],
] as const satisfies Rule<EventProduct & { seller: Seller; now: number }>[]

/** What can be wrong with an event whose shape is right. */
export type EventRule = (typeof rules)[number][0]

/** Every rule an event breaks at a time (UTC seconds), in the order they are to be told. */
export const eventRules = (product: EventProduct, seller: Seller, now: number): Fault<EventRule>[] =>
  broken(rules, { ...product, seller, now })

/** Body of addEvent. */
export const addEventRequest = object({ product: eventBody })
