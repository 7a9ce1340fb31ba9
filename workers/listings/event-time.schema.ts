/** Times of events: UTC seconds in the API and the database, local times of a time zone in the interface. */

const DAY = 86_400

const formats = new Map<string, Intl.DateTimeFormat>()
function getFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}

/** Formats a time (UTC seconds) as local time in a zone, as `2026-12-01T18:30`, the value of a `datetime-local` field. */
export function formatLocalTime(seconds: number, zone: string): string {
  const parts = Object.fromEntries(
    getFormat(zone)
      .formatToParts(seconds * 1000)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/** The UTC offset of a zone at a time (UTC seconds), in minutes. */
export function offsetMinutes(seconds: number, zone: string): number {
  const minute = Math.floor(seconds / 60)
  return Date.parse(`${formatLocalTime(minute * 60, zone)}Z`) / 60_000 - minute
}

/** Formats an offset in minutes as `+09:00`. */
export function formatOffset(minutes: number, separator = ':'): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${separator}${String(rest).padStart(2, '0')}`
}

/** Formats a time (UTC seconds) as ISO 8601 in a zone with its offset: `2026-12-01T18:30:00+09:00`. */
export const formatLocalIso = (seconds: number, zone: string): string =>
  `${formatLocalTime(seconds, zone)}:${String(seconds % 60).padStart(2, '0')}${formatOffset(offsetMinutes(seconds, zone))}`

/** A time zone in which the times of an event are shown. */
export interface EventZone {
  /** IANA name. */
  zone: string
  /** Whether it is the viewer's own zone. */
  own: boolean
}

/**
 * The zones in which to show the times of an event. The first is the zone of the location, or the viewer's zone (`viewerZone`,
 * IANA) for an online event. The other zone is second if the start or the end has a different local time there.
 */
export function eventZones(
  event: { eventType: 'IN_PERSON' | 'ONLINE' | 'HYBRID'; timeZone: string; event_date: number; end_date: number },
  viewerZone: string,
): [first: EventZone, second: EventZone | null] {
  const ofPlace: EventZone = { zone: event.timeZone, own: false }
  const ofViewer: EventZone = { zone: viewerZone, own: true }
  const isSame = [event.event_date, event.end_date].every((at) => formatLocalTime(at, event.timeZone) === formatLocalTime(at, viewerZone))
  const [first, second] = event.eventType === 'ONLINE' ? [ofViewer, ofPlace] : [ofPlace, ofViewer]
  return [first, isSame ? null : second]
}

/** The length of an event in days, rounded up, at least 1. */
export const eventDays = (start: number, end: number): number => Math.max(1, Math.ceil((end - start) / DAY))
