import { formatLocalTime, formatOffset, offsetMinutes } from '../../../workers/listings/event-time.schema.ts'
import type { EventCard } from '../../../workers/listings/events.schema.ts'
import { brand } from '../../brand.ts'

const DAY = 86_400

/** Longest line of an iCalendar file in bytes; a longer one continues on the next line, after a space (RFC 5545, 3.1). */
const LINE = 75

/** Text as a value: backslash, comma, semicolon and line breaks escaped (RFC 5545, 3.3.11). */
const text = (value: string): string => value.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n')

/** Formats UTC seconds as `20261205T173000Z`. */
const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '')

/** Formats UTC seconds as local time in a zone: `20261206T023000`. */
const wall = (seconds: number, zone: string): string =>
  `${formatLocalTime(seconds, zone).replace(/[-:]/g, '')}${String(seconds % 60).padStart(2, '0')}`

/** One UTC offset of a zone. `onset` is its start as local time at the offset `before` (RFC 5545, 3.6.5). */
const observance = (kind: 'STANDARD' | 'DAYLIGHT', onset: string, before: number, after: number) => [
  `BEGIN:${kind}`,
  `DTSTART:${onset}`,
  `TZOFFSETFROM:${formatOffset(before, '')}`,
  `TZOFFSETTO:${formatOffset(after, '')}`,
  `END:${kind}`,
]

/** A time zone with its offsets between two times (UTC seconds), because calendar programs may not support the name of the zone. */
function timeZoneLines(zone: string, from: number, to: number): string[] {
  let offset = offsetMinutes(from, zone)
  const lines = observance('STANDARD', '19700101T000000', offset, offset)
  for (let day = from; day < to; day += DAY) {
    const next = Math.min(day + DAY, to)
    const after = offsetMinutes(next, zone)
    if (after === offset) continue
    // Finds the exact second at which the offset changes.
    let [low, high] = [day, next]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetMinutes(middle, zone) === offset) low = middle
      else high = middle
    }
    const onset = wall(high + offset * 60, 'UTC')
    lines.push(...observance(after > offset ? 'DAYLIGHT' : 'STANDARD', onset, offset, after))
    offset = after
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE']
}

/** Folds a long line, never inside a character. */
function fold(line: string): string {
  const bytes = new TextEncoder()
  let [all, now] = ['', '']
  for (const letter of line) {
    if (bytes.encode(now + letter).length > LINE) {
      all += `${now}\r\n`
      now = ' '
    }
    now += letter
  }
  return all + now
}

/**
 * An event as an iCalendar file (RFC 5545) with one entry in the event's own zone, so that it keeps its local time if the zone's rules
 * change. `event.location` is null unless the viewer may know it.
 */
export function icsOf({ id, title, descriptionPreview, place, event, createdAt }: EventCard, url: string): string {
  const where = [event.location, place?.city.en].filter(Boolean).join(', ')
  const { event_date, end_date, timeZone } = event
  const zoned = timeZone !== 'UTC'
  const at = (name: string, seconds: number) => (zoned ? `${name};TZID=${timeZone}:${wall(seconds, timeZone)}` : `${name}:${time(seconds)}`)
  return `${[
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${brand.name}//EN`,
    ...(zoned ? timeZoneLines(timeZone, event_date, end_date) : []),
    'BEGIN:VEVENT',
    `UID:event-${id}@${new URL(url).host}`,
    `DTSTAMP:${time(createdAt)}`,
    at('DTSTART', event_date),
    at('DTEND', end_date),
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(`${descriptionPreview}\n\n${url}`)}`,
    ...(where ? [`LOCATION:${text(where)}`] : []),
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(fold)
    .join('\r\n')}\r\n`
}
