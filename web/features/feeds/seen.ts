import { isNewVisit } from '../../lib/stored-json.ts'

/** What this browser has seen of a feed: the newest listing before this visit, the newest one ever, and when (UTC ms). */
export interface Seen {
  before: number
  newest: number
  at: number
  /** When the visit before this one was (UTC ms). */
  since: number
  /** The member whose feed it is; 0 for a feed that is the same for everybody. */
  by: number
}

/**
 * What was seen once a feed with the listing `newest` is shown at `now` (UTC ms). `stored` is from the last time, or null. Listings with an id
 * above `before` and posts published after `since` are new; a first visit has none, nor has that of another member. A reload within half an
 * hour keeps them new.
 */
export function markSeen(stored: Partial<Seen> | null, newest: number, now: number, by = 0): Seen {
  const { before, newest: last, at } = stored ?? {}
  if ((stored?.by ?? 0) !== by || ![before, last, at].every(Number.isSafeInteger))
    return { before: newest, newest, at: now, since: now, by }
  const isNew = isNewVisit(at!, now)
  const since = isNew ? at! : Number.isSafeInteger(stored?.since) ? stored!.since! : now
  return { before: isNew ? last! : before!, newest: Math.max(last!, newest), at: now, since, by }
}
