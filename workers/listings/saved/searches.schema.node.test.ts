import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextMorning } from './searches.schema.ts'

const ZONES = [
  'UTC',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'America/St_Johns',
  'Europe/Berlin',
  'Pacific/Apia',
  'Australia/Lord_Howe',
]
const clock = (at: number, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: zone }).format(
    at * 1000,
  )

it('the next morning is at eight o’clock in the time zone, and at most a day and an hour away', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 1_600_000_000, max: 2_200_000_000 }), (zone, after) => {
      const at = nextMorning(zone, after)
      expect(at).toBeGreaterThan(after)
      expect(at - after).toBeLessThanOrEqual(25 * 3600)
      expect(clock(at, zone)).toBe('08:00:00')
    }),
    { numRuns: 2000 },
  )
})

it('at eight o’clock itself, it is the next day', () => {
  const eight = Date.parse('2026-11-25T08:00:00+09:00') / 1000
  expect(nextMorning('Asia/Tokyo', eight)).toBe(eight + 86_400)
  expect(nextMorning('Asia/Tokyo', eight - 1)).toBe(eight)
})

it('stays at eight o’clock when the clocks change in the night', () => {
  const evening = Date.parse('2026-10-24T20:00:00+02:00') / 1000
  expect(nextMorning('Europe/Berlin', evening)).toBe(Date.parse('2026-10-25T08:00:00+01:00') / 1000)
  const spring = Date.parse('2026-03-28T20:00:00+01:00') / 1000
  expect(nextMorning('Europe/Berlin', spring)).toBe(Date.parse('2026-03-29T08:00:00+02:00') / 1000)
})
