import { safeParse } from 'valibot'
import { formatLocalTime } from '../../../workers/listings/event-time.schema.ts'
import {
  type Event,
  type EventDraft as EventBody,
  type EventProduct,
  type EventType,
  eventBody,
  eventRules,
  type Theme,
} from '../../../workers/listings/events.schema.ts'
import type { Seller } from '../../../workers/listings/fields.schema.ts'
import { zonedSeconds } from '../../../workers/listings/time-zones.schema.ts'
import { parseUsd, usdText } from '../../../workers/shared/usd.schema.ts'
import { bodyFields, type Draft, type DraftFault, emptyFields, faultsOfParsed, fieldsOf, parseWhole } from './draft.ts'

const HOUR = 3600

/** A sponsor. `key` stays the same while the name is edited. */
export interface SponsorDraft {
  key: string
  name: string
  url: string
}

/** The draft of an event: numbers as typed, times as local times in `timeZone` (`2026-12-01T18:30`). */
export interface EventDraft extends Draft {
  eventType: EventType
  start: string
  end: string
  timeZone: string
  paid: boolean
  price: string
  /** Empty: no limit. */
  maxAttendees: string
  sponsors: SponsorDraft[]
  location: string
  hide_location: boolean
  theme: Theme
}

export const emptyEvent = (timeZone = 'UTC'): EventDraft => ({
  ...emptyFields('EVENTS'),
  eventType: 'IN_PERSON',
  start: '',
  end: '',
  timeZone,
  paid: false,
  price: '20',
  maxAttendees: '',
  sponsors: [],
  location: '',
  hide_location: false,
  theme: 'SIMPLE_LIGHT',
})

/** The draft of an existing event. */
export const eventDraftOf = (event: Event): EventDraft => {
  const { event_date, end_date, timeZone, paid, maxAttendees, location, hide_location, eventType, theme } = event.event
  return {
    ...fieldsOf(event),
    eventType,
    start: formatLocalTime(event_date, timeZone),
    end: formatLocalTime(end_date, timeZone),
    timeZone,
    paid,
    price: event.price ? usdText(event.price) : '20',
    maxAttendees: maxAttendees === null ? '' : String(maxAttendees),
    sponsors: event.sponsors.map(({ name, url }) => ({ key: crypto.randomUUID(), name, url: url ?? '' })),
    location: location ?? '',
    hide_location,
    theme,
  }
}

/** Start and end in UTC seconds; null without a valid time. If the end is null, the server lets the event last one day. */
export const eventTimes = ({ start, end, timeZone }: EventDraft) => ({
  event_date: zonedSeconds(start, timeZone),
  end_date: end ? zonedSeconds(end, timeZone) : null,
})

/** The default end: two hours after the start, as local time in the zone; '' without a valid start. */
export function endAfter(start: string, timeZone: string): string {
  const seconds = zonedSeconds(start, timeZone)
  return seconds === null ? '' : formatLocalTime(seconds + 2 * HOUR, timeZone)
}

/** Adds `https://` to a URL that was typed without a scheme; null for an empty text. */
const addressOf = (text: string) => (/^[a-z]+:/i.test(text.trim()) ? text.trim() : text.trim() && `https://${text.trim()}`) || null

/** The body to send for a draft. */
export const eventBodyOf = (draft: EventDraft, id?: number): EventBody => ({
  ...bodyFields({ ...draft, local: draft.eventType !== 'ONLINE' }, id),
  ...eventTimes(draft),
  eventType: draft.eventType,
  timeZone: draft.timeZone,
  paid: draft.paid,
  price: draft.paid ? (parseUsd(draft.price) ?? 0) : 0,
  maxAttendees: draft.maxAttendees.trim() ? parseWhole(draft.maxAttendees, 0) : null,
  sponsors: draft.sponsors.filter(({ name }) => name.trim()).map(({ name, url }) => ({ name, url: addressOf(url) })),
  location: draft.location,
  hide_location: draft.hide_location && draft.location.trim() !== '',
  theme: draft.theme,
})

/** Finds the faults of a draft at a time (UTC seconds), in the order to show them; none if the server will accept it. */
export const eventFaults = (draft: EventDraft, seller: Seller, now = Math.floor(Date.now() / 1000)): DraftFault[] =>
  faultsOfParsed<EventProduct>(safeParse(eventBody, eventBodyOf(draft)), (product) => eventRules(product, seller, now))
