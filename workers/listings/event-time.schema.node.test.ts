import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventDays, isTimeZone, zonedSeconds, zonedText } from './event-time.schema.ts'

const utc = (text: string) => Date.parse(`${text}Z`) / 1000

describe('a time in a zone', () => {
  it.each([
    ['2026-12-01T18:30', 'Asia/Tokyo', '2026-12-01T09:30'],
    ['2026-12-01T18:30', 'UTC', '2026-12-01T18:30'],
    ['2026-07-01T18:30', 'Europe/Berlin', '2026-07-01T16:30'],
    ['2026-12-01T18:30', 'Europe/Berlin', '2026-12-01T17:30'],
    ['2026-12-01T00:00', 'Asia/Kathmandu', '2026-11-30T18:15'],
    ['2026-03-01T08:00', 'America/St_Johns', '2026-03-01T11:30'],
    ['2028-02-29T23:59', 'Pacific/Kiritimati', '2028-02-29T09:59'],
    // Summer time begins: half past two is not on any clock, and is half past three on the new one.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30'],
    // It ends: half past two comes twice, the first counts.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30'],
  ])('%s in %s is %s UTC', (wall, zone, at) => expect(zonedSeconds(wall, zone)).toBe(utc(at)))

  it.each([
    ['2026-02-30T10:00', 'UTC'],
    ['2026-13-01T10:00', 'UTC'],
    ['2026-12-01T24:00', 'UTC'],
    ['2026-12-01T10:60', 'UTC'],
    ['2026-12-01', 'UTC'],
    ['', 'UTC'],
    ['2026-12-01T10:00', 'Mars/Base'],
    ['2026-12-01T10:00', '+09:00'],
    ['2026-12-01T10:00', ''],
  ])('%j in %j is none', (wall, zone) => expect(zonedSeconds(wall, zone)).toBeNull())

  it('comes back as it was written, but for the hour that comes twice', () => {
    const zones = [
      'UTC',
      'Asia/Tokyo',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
      'Pacific/Chatham',
    ]
    fc.assert(
      fc.property(fc.integer({ min: 1_600_000_000, max: 2_200_000_000 }), fc.constantFrom(...zones), (seconds, zone) => {
        const minute = seconds - (seconds % 60)
        const wall = zonedText(minute, zone)
        const found = zonedSeconds(wall, zone)!
        expect(zonedText(found, zone)).toBe(wall)
        expect(found).toBeLessThanOrEqual(minute)
        expect(minute - found).toBeLessThanOrEqual(3600)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['Asia/Tokyo', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+9', 'europe/berlin'])('%s is a zone', (zone) =>
    expect(isTimeZone(zone)).toBe(true),
  )
})

it.each([
  [0, 3600, 1],
  [0, 86_400, 1],
  [0, 86_401, 2],
  [100, 100 + 3 * 86_400, 3],
])('from %i to %i are %i days', (start, end, days) => expect(eventDays(start, end)).toBe(days))
