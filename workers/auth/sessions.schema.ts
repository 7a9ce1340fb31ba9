import { object, pipe, regex, string } from 'valibot'

/** A session in the list of sessions. Times are UTC seconds. */
export interface SessionInfo {
  /** The id for endSession. It cannot be used to sign in. */
  id: string
  /** `Firefox`, `Chrome`, …; '' if unknown. */
  browser: string
  /** `Windows`, `iOS`, …; '' if unknown. */
  os: string
  createdAt: number
  /** Updated at most once an hour. */
  lastSeenAt: number
  /** ISO code of the country of the sign-in, or null. */
  country: string | null
  city: string | null
  /** True for the session of this request. */
  current: boolean
}

/** Body of endSession: an id of getSessions, `others` or `all`. */
export const endSessionRequest = object({ id: pipe(string(), regex(/^(?:others|all|[0-9a-f]{32})$/, 'id')) })

// The first match counts: a User-Agent also contains names of browsers further down in this list.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bLine\//, 'LINE'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system of a User-Agent, roughly; '' if unknown. */
export const deviceOf = (userAgent: string): { browser: string; os: string } => {
  const firstMatch = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
  return { browser: firstMatch(BROWSERS), os: firstMatch(SYSTEMS) }
}
