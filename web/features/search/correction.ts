import type { ListingPage } from '../../../workers/listings/listings.schema.ts'

/** What to say about a search text. */
interface Correction {
  /** The text that was searched instead. */
  corrected?: string
  /** A text that may be meant. */
  proposal?: string
}

/**
 * What to say about a text, from the first pages of the kinds that are shown; undefined ones are still loading. A text counts as corrected
 * only if no kind has its words.
 */
export function correctionOf(pages: readonly (ListingPage | undefined)[]): Correction {
  const loaded = pages.filter((page) => page !== undefined)
  const corrected = loaded.find((page) => page.corrected)?.corrected
  const isFound = loaded.some((page) => page.total && !page.corrected)
  if (corrected && !isFound && loaded.length === pages.length) return { corrected }
  const proposal = loaded.find((page) => page.proposal)?.proposal ?? corrected
  return proposal && (isFound || !corrected) ? { proposal } : {}
}
