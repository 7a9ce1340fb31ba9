import { object, optional, pipe, regex, string, transform } from 'valibot'

/**
 * Ids in one part of the sitemap. A part covers a fixed range of ids, so a new listing or member changes only the last part, and reading one
 * part never reads the others.
 */
export const PART_SIZE = 5000
/** Parts listed at most. The limit of a sitemap index is 50,000. */
export const MAX_PARTS = 10_000

/** The number of a part: ids from `part * PART_SIZE` on. */
const partNumber = pipe(string(), regex(/^\d{1,7}$/, 'part'), transform(Number))

/** Query of a call that returns one part of a sitemap. */
export const partRequest = object({ part: optional(partNumber, '0') })
