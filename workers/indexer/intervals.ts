/** Blocks `from` to `to`, both included. */
export interface Interval {
  from: number
  to: number
}

/** The most blocks asked for at once; public Base nodes take 2,000 or more. */
export const MAX_BLOCKS = 2000

/**
 * Blocks that must lie on top of one before it is believed. The local chain has one author and no reorgs of its own. Base has one
 * sequencer, whose blocks are replaced only when it fails over, by a few at most, and whose nodes are a few blocks apart from
 * each other; ten blocks are twenty seconds, which a payment that was not told by its buyer can wait. Deeper reorgs are met by
 * the cursor's hash.
 */
export const finality = (chainId: number): number => (chainId === 31337 ? 0 : 10)

/** What to read next: at most `size` blocks after `done`, none above `last`; null when there is nothing. */
export function nextInterval(done: number, last: number, size: number): Interval | null {
  const from = done + 1
  return from > last ? null : { from, to: Math.min(done + size, last) }
}

/** The size after a refusal: half of what was asked for; null when a single block was refused. */
export const smaller = ({ from, to }: Interval): number | null => (to === from ? null : Math.ceil((to - from + 1) / 2))

/** The size after a success: twice what went well, so that a range once too large is not kept small for ever. */
export const larger = ({ from, to }: Interval): number => Math.min((to - from + 1) * 2, MAX_BLOCKS)
