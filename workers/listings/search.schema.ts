/**
 * Terms for full-text search. FTS5 cannot find words inside unsegmented Japanese, so the index and the queries split it into
 * overlapping pairs of characters (bigrams); see docs/decisions/0007-search.md.
 */

const CJK = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{M}\p{N}]]`
const OTHER = String.raw`[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]]`
const RUNS = new RegExp(`(?<cjk>${CJK}+)|${OTHER}+`, 'gv')

/** Longest search text that is read (UTF-16 code units), and the most words in a query. */
const MAX_QUERY = 200
const MAX_WORDS = 12

interface Run {
  text: string
  cjk: boolean
  /** Whether only white space or punctuation follows. */
  last: boolean
}

/** Splits a normalized text (NFKC, lower case) into words and runs of CJK characters. */
function splitRuns(text: string): Run[] {
  const normalized = text.normalize('NFKC').toLowerCase()
  const found = [...normalized.matchAll(RUNS)]
  return found.map((match, i) => ({ text: match[0], cjk: match.groups?.cjk !== undefined, last: i === found.length - 1 }))
}

/** `猫の絵` -> `猫の の絵 絵`: a term starts at every character, so a prefix search finds single characters. */
const bigrams = (run: string) => [...run].map((letter, i, letters) => letter + (letters[i + 1] ?? ''))

/** The index terms of a text, separated by spaces. */
export const terms = (text: string): string =>
  splitRuns(text)
    .flatMap((run) => (run.cjk ? bigrams(run.text) : [run.text]))
    .join(' ')

/**
 * Converts a search text to an FTS5 query; null if it has no CJK character and fewer than two others. All words must match: CJK runs as
 * phrases, and a last word that is not CJK also as a prefix. Every term is quoted, so users cannot inject FTS5 operators.
 */
export function matchQuery(text: string): string | null {
  const words = splitRuns(text.slice(0, MAX_QUERY)).slice(0, MAX_WORDS)
  const isLongEnough = words.some(({ cjk }) => cjk) || words.reduce((sum, word) => sum + [...word.text].length, 0) >= 2
  if (!isLongEnough) return null
  const phrases = words.map(({ text: word, cjk, last }) => {
    if (!cjk) return last ? `"${word}" *` : `"${word}"`
    const pairs = bigrams(word)
    return pairs.length === 1 ? `"${word}" *` : `"${pairs.slice(0, -1).join(' ')}"`
  })
  return phrases.join(' AND ')
}

/** Checks if a name contains all words of a text: CJK runs anywhere, others at the start of a word. */
export function nameMatches(name: string, text: string): boolean {
  const normalizedName = ` ${splitRuns(name)
    .map((run) => run.text)
    .join(' ')}`
  const words = splitRuns(text.slice(0, MAX_QUERY))
  return words.length > 0 && words.every(({ text: word, cjk }) => normalizedName.includes(cjk ? word : ` ${word}`))
}

/** An index term for type or category in the `kind` column. It lets FTS5 filter without a join. */
export const kindTerm = (name: 'type' | 'category', value: string): string => `${name}${value.toLowerCase().replace(/[^a-z0-9]/g, '')}`
