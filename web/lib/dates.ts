import type { Locale } from '../../workers/shared/locales.schema.ts'
import { locale } from './i18n.ts'

/** Dates and times in the page's language and the format of the reader's region. All dates of the interface are formatted here. */

/** The region of a language tag: `GB` of `en-GB`, `TW` of `zh-Hant-TW`; undefined without one. */
const regionOf = (tag: string | undefined) => /-([a-z]{2}|\d{3})(?:-|$)/i.exec(tag ?? '')?.[1]

/**
 * The locale for dates: the page's language with the reader's region. `en-GB` has 22 Nov and 18:30, `en-US` has Nov 22 and 6:30 PM. Of the
 * tags of the browser's first language, the first with a region counts. Without one, it is the region of most speakers of that language.
 */
export function dateLocale(language: string = locale(), tags: readonly string[] = globalThis.navigator?.languages ?? []): string {
  const first = tags[0] ?? language
  const region =
    tags
      .filter((tag) => tag.slice(0, 2) === first.slice(0, 2))
      .map(regionOf)
      .find(Boolean) ?? new Intl.Locale(first).maximize().region
  return region ? `${language}-${region}` : language
}

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
export type DateShape = keyof typeof DATES

const formats = new Map<string, Intl.DateTimeFormat>()
function dateFormat(shape: DateShape, timeZone?: string): Intl.DateTimeFormat {
  const at = dateLocale()
  const key = `${at} ${shape} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const options: Intl.DateTimeFormatOptions = { ...DATES[shape], timeZone }
  // 8:00 AM on a 12-hour clock, 08:00 on a 24-hour clock.
  const hour = new Intl.DateTimeFormat(at, CLOCK).resolvedOptions().hour12 ? 'numeric' : '2-digit'
  const made = new Intl.DateTimeFormat(at, options.hour ? { ...options, hour } : options)
  formats.set(key, made)
  return made
}

/** The IANA name of the reader's own time zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time (UTC seconds) in a time zone; without one, in the reader's own. */
export const formatDate = (seconds: number, shape: DateShape = 'day', timeZone?: string): string =>
  dateFormat(shape, timeZone).format(seconds * 1000)

/**
 * For each language whose ranges Intl writes in long form (8時00分～12時00分), the sign between the two times of a range on one day.
 */
const SAME_DAY_DASH: Partial<Record<Locale, string>> = { ja: '～' }

/** A time range (UTC seconds). A day that both ends share is written once. */
export function formatRange(start: number, end: number, timeZone?: string): string {
  const dash = SAME_DAY_DASH[locale()]
  if (dash && formatDate(start, 'day', timeZone) === formatDate(end, 'day', timeZone))
    return formatDate(start, 'whole', timeZone) + dash + formatDate(end, 'time', timeZone)
  return dateFormat('whole', timeZone).formatRange(start * 1000, end * 1000)
}

/** The name of a time zone at a time (UTC seconds): `Japan Standard Time`; `JST` or `GMT+9` as `zoneShort`; `GMT+9` as `offset`. */
export const zoneName = (seconds: number, timeZone: string, shape: 'zone' | 'zoneShort' | 'offset' = 'zone'): string =>
  dateFormat(shape, timeZone)
    .formatToParts(seconds * 1000)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
