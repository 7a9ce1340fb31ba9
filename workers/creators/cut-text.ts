/** The lengths to which a title and a description are cut if they are derived from other text (characters as a reader sees them). */
export const DERIVED_TITLE = 22
export const DERIVED_DESCRIPTION = 122

/**
 * Code points for each character of a limit, on average. The longest emoji have ten. Without this bound, a single character with thousands of
 * combining marks would pass any limit.
 */
const CODE_POINTS = 10

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The first `limit` characters of a text, with dots if it is longer. A character is never cut, even one of several code points, except if the
 * first one alone has too many of them.
 */
export function cutText(text: string, limit: number): string {
  let count = 0
  let codePoints = 0
  for (const { index, segment } of graphemes.segment(text)) {
    const points = [...segment]
    if (count === limit || (index > 0 && codePoints + points.length > limit * CODE_POINTS)) return `${text.slice(0, index).trimEnd()}…`
    if (points.length > limit * CODE_POINTS) return `${points.slice(0, limit * CODE_POINTS).join('')}…`
    count += 1
    codePoints += points.length
  }
  return text
}
