/** Messages a member may send in one go, and per second in the long run. */
export const BURST = 20
export const PER_SECOND = 4
/** Refusals after which a member's sockets are closed. */
const CUT_AFTER = 100
/** A frame that is no message (typing, read marks) weighs a tenth of one. */
const LIGHT = 0.1

/**
 * How much each member of a room may still send: a bucket that fills by the second. Kept in memory only, as a room that
 * forgets it was idle for longer than a bucket takes to fill.
 */
export class Flood {
  #buckets = new Map<number, { left: number; at: number }>()

  /** `pass`, `refuse`, or `cut` for a member who kept on long after being refused. */
  take(userId: number, weight: 'full' | 'light'): 'pass' | 'refuse' | 'cut' {
    const at = Date.now()
    const known = this.#buckets.get(userId)
    const cost = weight === 'full' ? 1 : LIGHT
    const left = (known ? Math.min(BURST, known.left + ((at - known.at) / 1000) * PER_SECOND) : BURST) - cost
    this.#buckets.set(userId, { left: Math.max(left, -CUT_AFTER), at })
    return left >= 0 ? 'pass' : left > -CUT_AFTER ? 'refuse' : 'cut'
  }
}
