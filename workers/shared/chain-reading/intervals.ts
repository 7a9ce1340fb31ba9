/** Blocks `from` to `to`, both inclusive. */
export interface Interval {
  from: number
  to: number
}

/** Maximum number of blocks per request; public Base nodes allow 2,000 or more. */
export const MAX_BLOCKS = 2000

/** Maximum number of logs that are stored at once. Only a single block may have more. */
export const MAX_LOGS = 5000

/** How many receipts are asked for at once when a single block has to be read in parts. */
export const RECEIPTS_PER_BATCH = 50

/**
 * A part of a block is stored once it has at least this many logs. A block of 400 M gas has fewer than 100,000 events, so at most
 * `MAX_PARTS` calls store a block, including the last call, which moves the cursor.
 */
export const PART_LOGS = 10_000
export const MAX_PARTS = 11

/**
 * What a run of the cron may read; the next run continues. A failed read is followed by one of half the size, so a run has at most 12 more
 * failed reads than ranges. So it makes fewer than 1,100 requests, and usually fewer than 32 calls of other workers (docs/decisions/0026).
 */
export const RUN_LIMITS = { ms: 40_000, ranges: 10, logs: 20_000 }

/** The next interval: at most `size` blocks after `done`, none above `last`; null if there is none. */
export function nextInterval(done: number, last: number, size: number): Interval | null {
  const from = done + 1
  return from > last ? null : { from, to: Math.min(done + size, last) }
}

/** The size after an error: half of the failed one; null if a single block failed. */
export const halve = ({ from, to }: Interval): number | null => (to === from ? null : Math.ceil((to - from + 1) / 2))

/** The size after a success: double, so that a reduced range grows again. */
export const double = ({ from, to }: Interval): number => Math.min((to - from + 1) * 2, MAX_BLOCKS)
