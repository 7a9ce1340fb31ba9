/**
 * Cleaning of text that one user types and others see: names, titles, messages and so on. It removes invisible characters, which can make
 * one text look like another.
 */

// Control characters except tab and line break, soft hyphen, zero-width characters, fillers, direction marks, overrides and isolates, tag
// characters.
const UNSEEN = String.raw`[\p{Cc}--[\t\n]]|[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{13430}-\u{1343f}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]`
// The flags of England, Scotland and Wales: a black flag and tag characters. No other emoji uses tag characters.
const FLAG = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`
const UNSEEN_OR_FLAG = new RegExp(`(?<flag>${FLAG})|${UNSEEN}`, 'gv')

// A joiner is only meaningful between two emoji or between two letters of a script that joins. Anywhere else it is invisible.
const JOINING =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
const JOINS = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}${JOINING.split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')}]`
const JOINER = '[\u200c\u200d]'
const STRAY_JOINER = new RegExp(String.raw`(?<!${JOINS}\p{M}*)${JOINER}|${JOINER}(?!${JOINS})`, 'gu')
const JOINERS = new RegExp(JOINER, 'g')

// A variation selector is only meaningful after an emoji, a symbol or a letter of these scripts. Anywhere else it is invisible.
const STRAY_SELECTOR =
  /(?<![\p{Emoji}\p{S}\p{Script=Han}\p{Script=Myanmar}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<!\p{Script=Mongolian})[\u180b-\u180d\u180f]/gu

// Characters that are invisible alone: combining marks without a letter, blank Braille, a blank note head, the object replacement
// character.
const BLANK = /^[\s\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]*$/u
/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => BLANK.test(text)

// More than four combining marks on one letter; no script needs more.
const STACKED = /(\p{M}{4})\p{M}+/gu

/**
 * Returns the text well-formed and in NFC, without invisible characters, stray joiners and selectors, and with at most four marks on a
 * letter.
 */
export const unmasked = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSEEN_OR_FLAG, '$<flag>')
    .replace(STRAY_JOINER, '')
    .replace(STRAY_SELECTOR, '')
    .normalize('NFC')
    .replace(STACKED, '$1')

/** Removes all joiners if each of them is meaningful; returns the text unchanged if any is stray. */
export const withoutJoiners = (text: string): string => ([...text.matchAll(STRAY_JOINER)].length ? text : text.replace(JOINERS, ''))

/**
 * Cleans a single line: removes invisible characters, turns each run of white space into one space, and trims. Returns '' if nothing
 * visible is left.
 */
export function cleanLine(text: string): string {
  const line = unmasked(text.replace(/[^\S\ufeff]+/gu, ' '))
    .replace(/ {2,}/g, ' ')
    .trim()
  return isBlank(line) ? '' : line
}

/** Cleans each line as cleanLine does, and keeps at most one empty line in a row. */
export const cleanLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The number of code points: 😀 counts as one character, an emoji that is joined from several counts as more. */
export const characters = (text: string): number => [...text].length

/** The path (keys and indexes) to the first string or key that contains a lone surrogate, or null if all strings are well-formed. */
export function malformedAt(value: unknown): (string | number)[] | null {
  // No recursion: a body may be nested deeper than the call stack allows.
  interface Entry {
    value: unknown
    key: string | number
    parent: Entry | null
  }
  const pathOf = (entry: Entry): (string | number)[] => {
    const path: (string | number)[] = []
    for (let current: Entry | null = entry; current?.parent; current = current.parent) path.push(current.key)
    return path.reverse()
  }
  const pending: Entry[] = [{ value, key: '', parent: null }]
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    if (typeof entry.value === 'string' && !entry.value.isWellFormed()) return pathOf(entry)
    if (typeof entry.value !== 'object' || entry.value === null) continue
    for (const [key, inner] of Object.entries(entry.value)) {
      const child: Entry = { value: inner, key: key.toWellFormed(), parent: entry }
      if (!key.isWellFormed()) return pathOf(child)
      pending.push(child)
    }
  }
  return null
}
