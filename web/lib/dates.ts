import { useSyncExternalStore } from 'react'
import type { Locale } from '../../workers/shared/locales.schema.ts'
import type { Reader } from '../page-request.ts'
import { dateLocale } from './date-locale.ts'
import { formatted } from './formatted.ts'
import { locale } from './i18n.ts'
import { pageData, serverReader } from './page-data.ts'

/** Dates and times in the page's language and the format of the reader's region. All dates of the interface are formatted here. */

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
const DATES = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  dayTime: { day: 'numeric', month: 'short', ...CLOCK },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  time: CLOCK,
  month: { month: 'long', year: 'numeric' },
  monthShort: { month: 'short' },
  begin: { weekday: 'short', day: 'numeric', month: 'short', ...CLOCK },
  beginYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...CLOCK },
  whole: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', ...CLOCK },
  zoneShort: { timeZoneName: 'short' },
  zone: { timeZoneName: 'long' },
  offset: { timeZoneName: 'shortOffset' },
} satisfies Record<string, Intl.DateTimeFormatOptions>
type DateShape = keyof typeof DATES

let browserZone: string | undefined

/** The reader as this browser knows them; on a server, as the edge assumes. */
function reader(): Reader {
  browserZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return serverReader() ?? { dates: dateLocale(locale(), globalThis.navigator?.languages ?? []), timeZone: browserZone }
}

const formats = new Map<string, Intl.DateTimeFormat>()
function dateFormat({ dates, timeZone: own }: Reader, shape: DateShape, timeZone: string = own): Intl.DateTimeFormat {
  const key = `${dates} ${shape} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const options: Intl.DateTimeFormatOptions = { ...DATES[shape], timeZone }
  // 8:00 AM on a 12-hour clock, 08:00 on a 24-hour clock.
  const hour = new Intl.DateTimeFormat(dates, CLOCK).resolvedOptions().hour12 ? 'numeric' : '2-digit'
  const made = new Intl.DateTimeFormat(dates, options.hour ? { ...options, hour } : options)
  formats.set(key, made)
  return made
}

/**
 * For each language whose ranges Intl writes in long form (8時00分～12時00分), the sign between the two times of a range on one day.
 */
const SAME_DAY_DASH: Partial<Record<Locale, string>> = { ja: '～' }

/** The functions that format dates for a reader. */
function datesFor(reader: () => Reader) {
  /** {@link formatted}, for this reader. */
  const formattedDate = (key: (string | number | undefined)[], format: () => string) =>
    formatted([reader().dates, reader().timeZone, ...key].join(' '), format)

  /** A time (UTC seconds) in a time zone; without one, in the reader's own. */
  const formatDate = (seconds: number, shape: DateShape = 'day', timeZone?: string): string =>
    formattedDate([shape, timeZone, seconds], () => dateFormat(reader(), shape, timeZone).format(seconds * 1000))

  /** A time range (UTC seconds). A day that both ends share is written once. */
  function formatRange(start: number, end: number, timeZone?: string): string {
    const dash = SAME_DAY_DASH[locale()]
    if (dash && formatDate(start, 'day', timeZone) === formatDate(end, 'day', timeZone))
      return formatDate(start, 'whole', timeZone) + dash + formatDate(end, 'time', timeZone)
    return formattedDate(['range', timeZone, start, end], () =>
      dateFormat(reader(), 'whole', timeZone).formatRange(start * 1000, end * 1000),
    )
  }

  /** The name of a time zone at a time (UTC seconds): `Japan Standard Time`; `JST` or `GMT+9` as `zoneShort`; `GMT+9` as `offset`. */
  const zoneName = (seconds: number, timeZone: string, shape: 'zone' | 'zoneShort' | 'offset' = 'zone'): string =>
    formattedDate(
      [shape, timeZone, seconds],
      () =>
        dateFormat(reader(), shape, timeZone)
          .formatToParts(seconds * 1000)
          .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
    )

  /** The IANA name of the reader's own time zone. */
  const ownZone = (): string => reader().timeZone

  return { formatDate, formatRange, zoneName, ownZone }
}

/** The functions of {@link useDates}, for code that is not part of the first render of a public page. */
export const { formatDate, formatRange, zoneName, ownZone } = datesFor(reader)

export type Dates = ReturnType<typeof datesFor>
const known = new Map<string, Dates>()
function cachedDates(reader: Reader): Dates {
  const key = `${reader.dates} ${reader.timeZone}`
  const dates = known.get(key) ?? datesFor(() => reader)
  known.set(key, dates)
  return dates
}

const neverChanges = () => () => {}

/**
 * The functions that format dates, for components that a server renders too. While a component is hydrated they format as the server did,
 * and right after that as this browser does.
 */
export const useDates = (): Dates =>
  useSyncExternalStore(
    neverChanges,
    () => cachedDates(reader()),
    () => cachedDates(pageData().reader ?? reader()),
  )
