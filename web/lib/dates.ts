import type { Locale } from '../../workers/shared/locales.schema.ts'
import { locale } from './i18n.ts'

/** Dates and times in the page's language and the form of the reader's region. Every date on screen is formatted here. */

/** `GB` of `en-GB`, `TW` of `zh-Hant-TW`; undefined where a tag names no region. */
const regionOf = (tag: string | undefined) => /-([a-z]{2}|\d{3})(?:-|$)/i.exec(tag ?? '')?.[1]

/**
 * The page's language as it is written where the reader lives, for dates and clocks: `en-GB` has 22 Nov and 18:30, `en-US` has Nov 22
 * and 6:30 PM. Where that is, the browser's first language tells, by its region or else by where most of its speakers live. Numbers stay
 * as the language has them: `1.234` means another sum on each side of a border.
 */
export function dateLocale(language: string = locale(), tags: readonly string[] = navigator.languages): string {
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
  // Who counts to twelve writes 8:00 AM, who counts to twenty-four 08:00.
  const hour = new Intl.DateTimeFormat(at, CLOCK).resolvedOptions().hour12 ? 'numeric' : '2-digit'
  const made = new Intl.DateTimeFormat(at, options.hour ? { ...options, hour } : options)
  formats.set(key, made)
  return made
}

/** The IANA name of the reader's own time zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** UTC seconds as a clock and calendar of a time zone show them; without one, the reader's own. */
export const formatDate = (seconds: number, shape: DateShape = 'day', timeZone?: string): string =>
  dateFormat(shape, timeZone).format(seconds * 1000)

/**
 * Languages whose ranges Intl writes in long form (8時00分～12時00分): the sign between the day with its first time and the second time.
 */
const SAME_DAY_DASH: Partial<Record<Locale, string>> = { ja: '～' }

/** From one time to another (UTC seconds). One day is written once. */
export function formatRange(start: number, end: number, timeZone?: string): string {
  const dash = SAME_DAY_DASH[locale()]
  if (dash && formatDate(start, 'day', timeZone) === formatDate(end, 'day', timeZone))
    return formatDate(start, 'whole', timeZone) + dash + formatDate(end, 'time', timeZone)
  return dateFormat('whole', timeZone).formatRange(start * 1000, end * 1000)
}

/** What a time zone is called at a time (UTC seconds): `Japan Standard Time`, as `zoneShort` `JST` or `GMT+9`, as `offset` `GMT+9`. */
export const zoneName = (seconds: number, timeZone: string, shape: 'zone' | 'zoneShort' | 'offset' = 'zone'): string =>
  dateFormat(shape, timeZone)
    .formatToParts(seconds * 1000)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
