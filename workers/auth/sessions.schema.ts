import { object, pipe, regex, string } from 'valibot'

/** A browser somebody is signed in with. Times are UTC seconds. */
export interface SessionInfo {
  /** Names the session in endSession; it signs nobody in. */
  id: string
  /** `Firefox`, `Chrome`, …; '' when it cannot be told. */
  browser: string
  /** `Windows`, `iOS`, …; '' when it cannot be told. */
  os: string
  createdAt: number
  /** Written once an hour at most. */
  lastSeenAt: number
  /** ISO code of where it was signed in from, or null. */
  country: string | null
  city: string | null
  /** The one that asks. */
  current: boolean
}

/** Body of endSession: an id of getSessions, `others` or `all`. */
export const endSessionRequest = object({ id: pipe(string(), regex(/^(?:others|all|[0-9a-f]{32})$/, 'id')) })

// The first that fits: each of these also calls itself by the names of those below it.
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

/** What a User-Agent says of browser and system, roughly; '' for what it does not. */
export const deviceOf = (userAgent: string): { browser: string; os: string } => {
  const first = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
  return { browser: first(BROWSERS), os: first(SYSTEMS) }
}
