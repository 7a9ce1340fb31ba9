import { type Area, readStored } from './storage.ts'

// Separate from storage.ts, which is loaded with the first page.

/** The JSON value stored under a key; null if there is none or it is invalid. It may have another shape, such as that of an older version. */
export function readJson<Value>(key: string, area?: Area): Value | null {
  try {
    return JSON.parse(readStored(key, area) ?? 'null') as Value | null
  } catch {
    return null
  }
}

const DAY = 86_400

/**
 * Whether a stored time (UTC seconds) is at most `maxAge` seconds ago. A time more than a day ahead comes from a wrong clock or was changed
 * by hand: it would count as recent for years, and one that is too large cannot be shown.
 */
export function isRecent(time: number, maxAge: number): boolean {
  const age = Date.now() / 1000 - time
  return age <= maxAge && age >= -DAY
}

/** A page opened after this time (ms) counts as another visit. */
const PAUSE_MS = 30 * 60_000

/** Whether a page opened at `now` begins another visit, if the one before was opened at `last` (UTC ms). A wrong clock may be ahead. */
export const isNewVisit = (last: number, now: number): boolean => Math.abs(now - last) > PAUSE_MS

/**
 * The items of the list stored under a key, without those that lack a field of `sample`, or have another type or an infinite number there.
 */
export function readList<Item extends object>(key: string, sample: Item): Item[] {
  const stored = readJson<unknown>(key)
  const typeOf = (value: unknown) =>
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'array'
        : typeof value === 'number' && !Number.isFinite(value)
          ? 'infinite'
          : typeof value
  const hasShape = (item: Partial<Record<string, unknown>> | null) =>
    item !== null && Object.entries(sample).every(([name, value]) => typeOf(item[name]) === typeOf(value))
  return Array.isArray(stored) ? stored.filter(hasShape) : []
}
