import { expect, it } from 'vitest'
import type { EventCard } from '../../../workers/listings/events.schema.ts'
import { icsOf } from './ics.ts'

const card = (title: string, location: string | null, when: Partial<EventCard['event']> = {}) =>
  ({
    id: 7,
    title,
    descriptionPreview: 'Bring a cup.\nTea is there.',
    place: { country: 'JP', city: { cityId: 1, en: 'Kyoto', ja: '京都市' } },
    createdAt: 1_790_000_000,
    event: { event_date: 1_796_491_800, end_date: 1_796_499_000, timeZone: 'Asia/Tokyo', location, ...when },
  }) as EventCard
const URL = 'https://warren.example/events/7/tea'

it('writes an event in its own time zone', () => {
  expect(icsOf(card('Tea', null), URL).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Warren//EN',
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Tokyo',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0900',
    'TZOFFSETTO:+0900',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:event-7@warren.example',
    'DTSTAMP:20260921T141320Z',
    'DTSTART;TZID=Asia/Tokyo:20261206T023000',
    'DTEND;TZID=Asia/Tokyo:20261206T043000',
    'SUMMARY:Tea',
    expect.stringMatching(/^DESCRIPTION:Bring a cup\.\\nTea is there\./),
    ' tea',
    'LOCATION:Kyoto',
    `URL:${URL}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('escapes special characters and line breaks, and folds lines between characters at 75 bytes or less', () => {
  const file = icsOf(card('Tea; cake, and\r\nATTENDEE:mailto:x@example.com \\', '一'.repeat(60)), URL)
  expect(file).toContain('SUMMARY:Tea\\; cake\\, and\\nATTENDEE:mailto:x@example.com \\\\')
  const lines = file.split('\r\n')
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`LOCATION:${'一'.repeat(60)}\\, Kyoto`)
})

it('writes no time zone definition for an event whose time zone is UTC', () => {
  const file = icsOf(card('Tea', null, { timeZone: 'UTC' }), URL)
  expect(file).toContain('DTSTART:20261205T173000Z')
  expect(file).not.toContain('VTIMEZONE')
})

it('includes the end of summer time during an event', () => {
  // From the evening before the end of summer time in Berlin to the morning after.
  const when = { timeZone: 'Europe/Berlin', event_date: Date.UTC(2026, 9, 24, 18) / 1000, end_date: Date.UTC(2026, 9, 25, 9) / 1000 }
  const file = icsOf(card('A night of films', null, when), URL)
  expect(file).toContain('TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0200')
  expect(file).toContain('BEGIN:STANDARD\r\nDTSTART:20261025T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100')
  expect(file).toContain('DTSTART;TZID=Europe/Berlin:20261024T200000')
  expect(file).toContain('DTEND;TZID=Europe/Berlin:20261025T100000')
})
