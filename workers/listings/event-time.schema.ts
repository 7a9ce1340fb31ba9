/** Times of events: UTC seconds in calls and database, the clock of some time zone where people read them. */

const DAY = 86_400

const formats = new Map<string, Intl.DateTimeFormat>()
function format(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** What a clock in a zone shows at a time (UTC seconds), as `2026-12-01T18:30`: the value of a `datetime-local` field. */
export function zonedText(seconds: number, zone: string): string {
  const parts = Object.fromEntries(
    format(zone)
      .formatToParts(seconds * 1000)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/** How far a zone is ahead of UTC at a time (UTC seconds), in minutes. */
export function offsetMinutes(seconds: number, zone: string): number {
  const minute = Math.floor(seconds / 60)
  return Date.parse(`${zonedText(minute * 60, zone)}Z`) / 60_000 - minute
}

/** `+09:00`; `between` stands between hours and minutes. */
export function offsetText(minutes: number, between = ':'): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${between}${String(rest).padStart(2, '0')}`
}

/** A time (UTC seconds) as a clock in a zone shows it, with how far that is from UTC: `2026-12-01T18:30:00+09:00`. */
export const zonedIso = (seconds: number, zone: string): string =>
  `${zonedText(seconds, zone)}:${String(seconds % 60).padStart(2, '0')}${offsetText(offsetMinutes(seconds, zone))}`

/** By whose clock an event is told. */
export interface EventClock {
  /** IANA. */
  zone: string
  /** Whether it is the reader's own. */
  own: boolean
}

/**
 * The clocks an event is told by. One at a place leads with the clock of that place, one online with the reader's (`here`, an IANA zone),
 * for that is where they will be. The other follows where it shows something else at the beginning or the end.
 */
export function eventClocks(
  event: { eventType: 'IN_PERSON' | 'ONLINE' | 'HYBRID'; timeZone: string; event_date: number; end_date: number },
  here: string,
): [first: EventClock, second: EventClock | null] {
  const there: EventClock = { zone: event.timeZone, own: false }
  const mine: EventClock = { zone: here, own: true }
  const same = [event.event_date, event.end_date].every((at) => zonedText(at, there.zone) === zonedText(at, here))
  const [first, second] = event.eventType === 'ONLINE' ? [mine, there] : [there, mine]
  return [first, same ? null : second]
}

/** How many days something lasts, begun ones counted whole. */
export const eventDays = (start: number, end: number): number => Math.max(1, Math.ceil((end - start) / DAY))
