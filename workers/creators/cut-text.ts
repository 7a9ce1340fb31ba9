/** The lengths to which a title and a description are cut if they are derived from other text (characters as a reader sees them). */
export const DERIVED_TITLE = 22
export const DERIVED_DESCRIPTION = 122

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first `limit` characters of a text, with dots if it is longer. A character is never cut, even one of several code points. */
export function cutText(text: string, limit: number): string {
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === limit) return `${text.slice(0, index).trimEnd()}…`
    count += 1
  }
  return text
}
