import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventDays, eventZones, formatLocalIso, formatLocalTime, offsetMinutes } from './event-time.schema.ts'
import { isTimeZone, TIME_ZONES, toKnownZone, zonedSeconds } from './time-zones.schema.ts'

const utc = (text: string) => Date.parse(`${text}Z`) / 1000

describe('the time zone module', () => {
  it.each([
    ['2026-12-01T18:30', 'Asia/Tokyo', '2026-12-01T09:30'],
    ['2026-12-01T18:30', 'UTC', '2026-12-01T18:30'],
    ['2026-07-01T18:30', 'Europe/Berlin', '2026-07-01T16:30'],
    ['2026-12-01T18:30', 'Europe/Berlin', '2026-12-01T17:30'],
    ['2026-12-01T00:00', 'Asia/Kathmandu', '2026-11-30T18:15'],
    ['2026-03-01T08:00', 'America/St_Johns', '2026-03-01T11:30'],
    ['2028-02-29T23:59', 'Pacific/Kiritimati', '2028-02-29T09:59'],
    // Summer time begins: 02:30 does not exist and means 03:30 summer time.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30'],
    // Summer time ends: 02:30 occurs twice, and the first one counts.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30'],
  ])('converts %s in %s to %s UTC', (local, zone, at) => expect(zonedSeconds(local, zone)).toBe(utc(at)))

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
  ])('refuses the time %j in zone %j', (local, zone) => expect(zonedSeconds(local, zone)).toBeNull())

  it('converts a time to local time and back; if that local time occurs twice, the result may be up to an hour earlier', () => {
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
        const local = formatLocalTime(minute, zone)
        const found = zonedSeconds(local, zone)!
        expect(formatLocalTime(found, zone)).toBe(local)
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
  ])('formats %s UTC in %s as %s', (at, zone, iso) => expect(formatLocalIso(utc(at), zone)).toBe(iso))

  it.each(['Asia/Tokyo', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kyiv'])(
    'accepts the zone %s',
    (zone) => expect(isTimeZone(zone)).toBe(true),
  )

  // Some browsers accept these zones and others throw.
  it.each(['SystemV/EST5', 'Etc/GMT+9', 'US/Pacific', 'EST5EDT', 'europe/berlin', '+09:00', 'America/Coyhaique', '', 'constructor'])(
    'refuses the zone %j and replaces it with UTC',
    (zone) => {
      expect(isTimeZone(zone)).toBe(false)
      expect(toKnownZone(zone)).toBe('UTC')
    },
  )

  it('has every regional zone that Intl offers, except America/Coyhaique', () => {
    const offered = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/') && !zone.startsWith('Etc/'))
    expect(offered.filter((zone) => !isTimeZone(zone))).toEqual(offered.filter((zone) => zone === 'America/Coyhaique'))
    for (const zone of TIME_ZONES) expect(() => formatLocalTime(0, zone), zone).not.toThrow()
  })
})

it.each([
  [0, 3600, 1],
  [0, 86_400, 1],
  [0, 86_401, 2],
  [100, 100 + 3 * 86_400, 3],
])('an event from %i to %i lasts %i days', (start, end, days) => expect(eventDays(start, end)).toBe(days))

describe('the time zones in which an event is shown', () => {
  const ALL = [...TIME_ZONES]
  const zones = fc.constantFrom(...ALL)
  // Half of the times are close to the start or end of summer time.
  const CHANGES = ['2026-03-29T01:00', '2026-10-25T01:00', '2026-11-01T06:00', '2026-04-04T15:00'].map(utc)
  const time = fc.oneof(
    fc.integer({ min: utc('2026-01-01T00:00'), max: utc('2036-01-01T00:00') }),
    fc.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -7200, max: 7200 })).map(([change, by]) => change + by),
  )
  const types = fc.constantFrom('IN_PERSON' as const, 'HYBRID' as const, 'ONLINE' as const)

  it('are the event’s and then the viewer’s, in reverse for an online event; the second is left out if its local times are the same', () => {
    fc.assert(
      fc.property(types, zones, zones, time, fc.integer({ min: 60, max: 5 * 86_400 }), (eventType, place, viewer, event_date, length) => {
        const event = { eventType, timeZone: place, event_date, end_date: event_date + length }
        const [first, second] = eventZones(event, viewer)
        expect(first).toEqual(eventType === 'ONLINE' ? { zone: viewer, own: true } : { zone: place, own: false })
        const isDifferent = [event_date, event_date + length].some((at) => offsetMinutes(at, place) !== offsetMinutes(at, viewer))
        expect(second !== null).toBe(isDifferent)
        if (second) expect(second).toEqual(first.own ? { zone: place, own: false } : { zone: viewer, own: true })
      }),
      { numRuns: 600 },
    )
  })

  it('give local times that are parsed back to the same time', () => {
    fc.assert(
      fc.property(zones, time, (zone, at) => {
        expect(Date.parse(formatLocalIso(at, zone)) / 1000).toBe(at)
        expect(formatLocalIso(at, zone).slice(0, 16)).toBe(formatLocalTime(at, zone))
      }),
      { numRuns: 600 },
    )
  })
})
