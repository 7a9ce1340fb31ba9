import type { EventCard } from '../../../workers/listings/events.schema.ts'
import { brand } from '../../brand.ts'

/** Longest line of an iCalendar file, in bytes; the rest goes on in the next, behind a space (RFC 5545, 3.1). */
const LINE = 75

/** Text as a value: backslash, comma, semicolon and line breaks escaped (RFC 5545, 3.3.11). */
const text = (value: string): string => value.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n')

/** UTC seconds as `20261205T173000Z`. */
const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '')

/** A line broken where it would be too long, never inside a character. */
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

/** An event as an iCalendar file (RFC 5545) with one entry, in UTC. Only a location the viewer may know is on the card. */
export function icsOf({ id, title, descriptionPreview, place, event, createdAt }: EventCard, url: string): string {
  const where = [event.location, place?.city.en].filter(Boolean).join(', ')
  return `${[
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${brand.name}//EN`,
    'BEGIN:VEVENT',
    `UID:event-${id}@${new URL(url).host}`,
    `DTSTAMP:${time(createdAt)}`,
    `DTSTART:${time(event.event_date)}`,
    `DTEND:${time(event.end_date)}`,
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
