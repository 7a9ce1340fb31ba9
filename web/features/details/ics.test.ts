import { expect, it } from 'vitest'
import type { EventCard } from '../../../workers/listings/events.schema.ts'
import { icsOf } from './ics.ts'

const card = (title: string, location: string | null) =>
  ({
    id: 7,
    title,
    descriptionPreview: 'Bring a cup.\nTea is there.',
    place: { country: 'JP', city: { cityId: 1, en: 'Kyoto', ja: '京都市' } },
    createdAt: 1_790_000_000,
    event: { event_date: 1_796_491_800, end_date: 1_796_499_000, location },
  }) as EventCard
const URL = 'https://warren.example/events/7/tea'

it('writes an event for calendars, in UTC', () => {
  expect(icsOf(card('Tea', null), URL).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Warren//EN',
    'BEGIN:VEVENT',
    'UID:event-7@warren.example',
    'DTSTAMP:20260921T141320Z',
    'DTSTART:20261205T173000Z',
    'DTEND:20261205T193000Z',
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

it('lets no text begin a line of its own, and folds by bytes between characters', () => {
  const file = icsOf(card('Tea; cake, and\r\nATTENDEE:mailto:x@example.com \\', '一'.repeat(60)), URL)
  expect(file).toContain('SUMMARY:Tea\\; cake\\, and\\nATTENDEE:mailto:x@example.com \\\\')
  const lines = file.split('\r\n')
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`LOCATION:${'一'.repeat(60)}\\, Kyoto`)
})
