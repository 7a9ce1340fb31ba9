import { isNewVisit } from '../../lib/stored-json.ts'

/** The visits of this browser: how many, and when the last page was opened (UTC ms). */
export interface Visits {
  count: number
  last: number
}

/** After "Not now", installing is offered again after this time (ms). */
const DECLINED_MS = 90 * 86_400_000

/** The visits after a page was opened at `now` (UTC ms). `before` is what the browser has stored, or null. */
export function countVisit(before: Partial<Visits> | null, now: number): Visits {
  const { count, last } = before ?? {}
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(last)) return { count: 1, last: now }
  return { count: count! + (isNewVisit(last!, now) ? 1 : 0), last: now }
}

/** Whether to offer to install the app: from the second visit, and not within three months of "Not now" at `declinedAt` (UTC ms). */
export const shouldOfferInstall = ({ count }: Visits, declinedAt: number | null, now: number): boolean =>
  count >= 2 && !(declinedAt !== null && now - declinedAt < DECLINED_MS)
