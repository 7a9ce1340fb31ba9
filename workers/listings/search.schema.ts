/**
 * Terms for full-text search. FTS5 cannot find words inside unsegmented Japanese, so this cuts it into overlapping pairs
 * of characters, on the way into the index and on the way into a query alike; see docs/decisions/0007-search.md.
 */

const CJK = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{M}\p{N}]]`
const OTHER = String.raw`[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]]`
const RUNS = new RegExp(`(?<cjk>${CJK}+)|${OTHER}+`, 'gv')

/** Longest text a query is read from (UTF-16 units), and the most words that must all be found. */
const MAX_QUERY = 200
const MAX_WORDS = 12

interface Run {
  text: string
  cjk: boolean
  /** Nothing but white space or punctuation follows. */
  last: boolean
}

/** Words, and stretches of CJK characters, of a text made comparable: full-width and half-width alike, lower case. */
function runs(text: string): Run[] {
  const same = text.normalize('NFKC').toLowerCase()
  const found = [...same.matchAll(RUNS)]
  return found.map((match, i) => ({ text: match[0], cjk: match.groups?.cjk !== undefined, last: i === found.length - 1 }))
}

/** `猫の絵` -> `猫の の絵 絵`: a term begins at every character, so a single one is found as the beginning of a term. */
const bigrams = (run: string) => [...run].map((letter, i, letters) => letter + (letters[i + 1] ?? ''))

/** The terms of a text for the index, separated by spaces. */
export const terms = (text: string): string =>
  runs(text)
    .flatMap((run) => (run.cjk ? bigrams(run.text) : [run.text]))
    .join(' ')

/**
 * What FTS5 is asked for a text, or null when it is too short to search: one CJK character or two others. All words must
 * be found; CJK stretches as they stand, the last Latin word also as a beginning. Every term is quoted: no operator of
 * FTS5 can come from outside.
 */
export function matchQuery(text: string): string | null {
  const words = runs(text.slice(0, MAX_QUERY)).slice(0, MAX_WORDS)
  const long = words.some(({ cjk }) => cjk) || words.reduce((sum, word) => sum + [...word.text].length, 0) >= 2
  if (!long) return null
  const phrases = words.map(({ text: word, cjk, last }) => {
    if (!cjk) return last ? `"${word}" *` : `"${word}"`
    const pairs = bigrams(word)
    return pairs.length === 1 ? `"${word}" *` : `"${pairs.slice(0, -1).join(' ')}"`
  })
  return phrases.join(' AND ')
}

/** Whether a text names somebody: all its words stand in the name, CJK stretches anywhere, others as the beginning of a word. */
export function isNamed(name: string, text: string): boolean {
  const within = ` ${runs(name)
    .map((run) => run.text)
    .join(' ')}`
  const words = runs(text.slice(0, MAX_QUERY))
  return words.length > 0 && words.every(({ text: word, cjk }) => within.includes(cjk ? word : ` ${word}`))
}

/** A word of the index that no text can contain by itself in that column: filters by kind inside FTS5, without a join. */
export const kindTerm = (name: 'type' | 'category', value: string): string => `${name}${value.toLowerCase().replace(/[^a-z0-9]/g, '')}`
