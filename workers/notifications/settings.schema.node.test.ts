import { expect, test } from 'vitest'
import { KINDS } from './notifications.schema.ts'
import { quietSeconds, SWITCHES, TOPIC_OF, TOPICS } from './settings.schema.ts'

const at = (text: string) => Date.parse(text) / 1000
const night = { from: 22 * 60, to: 7 * 60 }

test.each([
  ['outside of the hours', night, 'UTC', '2026-11-22T12:00:00Z', 0],
  ['at the first second', night, 'UTC', '2026-11-22T22:00:00Z', 9 * 3600],
  ['before midnight', night, 'UTC', '2026-11-22T23:59:30Z', 7 * 3600 + 30],
  ['after midnight', night, 'UTC', '2026-11-22T06:59:59Z', 1],
  ['at the end', night, 'UTC', '2026-11-22T07:00:00Z', 0],
  ['in another time zone', night, 'Asia/Tokyo', '2026-11-22T13:00:00Z', 9 * 3600],
  ['in a time zone with half an hour', night, 'Asia/Kolkata', '2026-11-22T16:30:00Z', 9 * 3600],
  ['hours within a day', { from: 60, to: 120 }, 'UTC', '2026-11-22T01:30:00Z', 1800],
  ['equal bounds', { from: 60, to: 60 }, 'UTC', '2026-11-22T01:00:00Z', 0],
  ['midnight as the end', { from: 1380, to: 0 }, 'UTC', '2026-11-22T23:30:00Z', 1800],
] as const)('returns the seconds until the end of quiet hours: %s', (_, hours, zone, time, seconds) =>
  expect(quietSeconds(hours, zone, at(time))).toBe(seconds),
)

test('returns one more hour at the expected end of quiet hours in the night when the clock goes back', () => {
  // In Berlin the clock goes back from 3:00 to 2:00 on 25 October 2026.
  const start = at('2026-10-24T22:00:00Z')
  const first = quietSeconds(night, 'Europe/Berlin', start)
  expect(first).toBe(7 * 3600)
  expect(quietSeconds(night, 'Europe/Berlin', start + first)).toBe(3600)
  expect(quietSeconds(night, 'Europe/Berlin', start + first + 3600)).toBe(0)
})

test('every kind has a topic, and every topic a switch in each channel', () => {
  expect(Object.keys(TOPIC_OF).sort()).toEqual([...KINDS].sort())
  // Nobody can turn off what has no topic.
  expect(new Set(Object.values(TOPIC_OF))).toEqual(new Set([...TOPICS, null]))
  // Messages have a switch for pushes only.
  expect(SWITCHES).toHaveLength(3 * TOPICS.length + 1)
})
