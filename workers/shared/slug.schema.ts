/** The last letter with its marks; an unpaired surrogate counts as a letter. */
const LAST = /\P{M}?\p{M}*$/u

/**
 * At most 80 UTF-16 units, cut between letters. Firefox 121 lacks Intl.Segmenter; for the letters, marks and digits of a slug this gives
 * the same result.
 */
const cut = (text: string) => (text.length > 80 ? text.slice(0, 81).replace(LAST, '') : text)

/** `Logo & 名刺 デザイン!` -> `logo-名刺-デザイン`. */
export const slug = (title: string): string =>
  cut(
    title
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  ).replace(/^-+|-+$/g, '')
