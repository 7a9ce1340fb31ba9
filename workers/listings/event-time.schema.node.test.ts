import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventClocks, eventDays, offsetMinutes, zonedIso, zonedText } from './event-time.schema.ts'
import { isTimeZone, knownZone, TIME_ZONES, zonedSeconds } from './time-zones.schema.ts'

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

  it.each([
    ['2026-12-01T09:30', 'Asia/Tokyo', '2026-12-01T18:30:00+09:00'],
    ['2026-12-01T09:30', 'UTC', '2026-12-01T09:30:00+00:00'],
    ['2026-07-01T16:30', 'Europe/Berlin', '2026-07-01T18:30:00+02:00'],
    ['2026-03-01T11:30', 'America/St_Johns', '2026-03-01T08:00:00-03:30'],
    ['2026-12-01T09:30', 'Pacific/Chatham', '2026-12-01T23:15:00+13:45'],
  ])('%s UTC in %s is %s', (at, zone, iso) => expect(zonedIso(utc(at), zone)).toBe(iso))

  it.each(['Asia/Tokyo', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kyiv'])('%s is a zone', (zone) =>
    expect(isTimeZone(zone)).toBe(true),
  )

  // Each of these is a zone to some browser, and an error in another.
  it.each(['SystemV/EST5', 'Etc/GMT+9', 'US/Pacific', 'EST5EDT', 'europe/berlin', '+09:00', 'America/Coyhaique', '', 'constructor'])(
    '%j is none, and shown as UTC',
    (zone) => {
      expect(isTimeZone(zone)).toBe(false)
      expect(knownZone(zone)).toBe('UTC')
    },
  )

  it('is one of all that a browser offers but the newest', () => {
    const offered = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/') && !zone.startsWith('Etc/'))
    expect(offered.filter((zone) => !isTimeZone(zone))).toEqual(offered.filter((zone) => zone === 'America/Coyhaique'))
    for (const zone of TIME_ZONES) expect(() => zonedText(0, zone), zone).not.toThrow()
  })
})

it.each([
  [0, 3600, 1],
  [0, 86_400, 1],
  [0, 86_401, 2],
  [100, 100 + 3 * 86_400, 3],
])('from %i to %i are %i days', (start, end, days) => expect(eventDays(start, end)).toBe(days))

describe('the clocks an event is told by', () => {
  const ALL = [...TIME_ZONES]
  const zones = fc.constantFrom(...ALL)
  // From just before a change of summer time to just after it, as often as at any other time.
  const CHANGES = ['2026-03-29T01:00', '2026-10-25T01:00', '2026-11-01T06:00', '2026-04-04T15:00'].map(utc)
  const time = fc.oneof(
    fc.integer({ min: utc('2026-01-01T00:00'), max: utc('2036-01-01T00:00') }),
    fc.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -7200, max: 7200 })).map(([change, by]) => change + by),
  )
  const types = fc.constantFrom('IN_PERSON' as const, 'HYBRID' as const, 'ONLINE' as const)

  it('lead with the place, or online with the reader; the other follows where it differs', () => {
    fc.assert(
      fc.property(types, zones, zones, time, fc.integer({ min: 60, max: 5 * 86_400 }), (eventType, there, here, event_date, lasts) => {
        const event = { eventType, timeZone: there, event_date, end_date: event_date + lasts }
        const [first, second] = eventClocks(event, here)
        expect(first).toEqual(eventType === 'ONLINE' ? { zone: here, own: true } : { zone: there, own: false })
        const differs = [event_date, event_date + lasts].some((at) => offsetMinutes(at, there) !== offsetMinutes(at, here))
        expect(second !== null).toBe(differs)
        if (second) expect(second).toEqual(first.own ? { zone: there, own: false } : { zone: here, own: true })
      }),
      { numRuns: 600 },
    )
  })

  it('show a time that is read back as the same moment, whatever the zone', () => {
    fc.assert(
      fc.property(zones, time, (zone, at) => {
        expect(Date.parse(zonedIso(at, zone)) / 1000).toBe(at)
        expect(zonedIso(at, zone).slice(0, 16)).toBe(zonedText(at, zone))
      }),
      { numRuns: 600 },
    )
  })
})
