import { findPhrase, synonymsOf } from './synonyms.schema.ts'
import { STEM } from './terms.schema.ts'
import { bigrams, foldText, isCommonWord, isWeakWord, type Run, splitRuns, splitWords, stemOf } from './words.schema.ts'

/** Longest search text that is read (UTF-16 code units), and the most words of it that are used. */
const MAX_TEXT = 200
const MAX_WORDS = 12
/** The most synonyms of a word that are searched. */
const MAX_SYNONYMS = 8

/** A word or phrase of a search: the listing has it, or one of its synonyms. */
export interface QueryTerm {
  runs: Run[]
  synonyms: readonly Run[][]
  /** Whether the last word is still being typed, so that words beginning with it are found too. */
  isPrefix: boolean
}

export interface Query {
  terms: QueryTerm[]
  /** The whole text, folded, to recognize it as a phrase. */
  folded: string
}

/**
 * Reads a search text. Returns null if it has no Chinese, Japanese or Korean character and fewer than two others, or only words that nearly
 * every text has.
 */
export function parseQuery(text: string): Query | null {
  const read = text.slice(0, MAX_TEXT).normalize('NFKC').toLowerCase().slice(0, MAX_TEXT)
  const all = splitRuns(read).flatMap(({ text: run, cjk }) =>
    (cjk ? splitWords(run) : [run]).map((word) => ({ text: foldText(word), cjk })),
  )
  if (!all.some(({ cjk }) => cjk) && all.reduce((sum, run) => sum + [...run.text].length, 0) < 2) return null
  const useful = all.filter(({ text: word }) => !isCommonWord(word))
  const strong = useful.filter(({ text: word }) => !isWeakWord(word))
  const runs = (strong.length ? strong : useful).slice(0, MAX_WORDS)
  const phrases: Run[][] = []
  for (let at = 0; at < runs.length; ) {
    const phrase = findPhrase(runs, at)
    phrases.push(phrase ?? [runs[at]!])
    at += phrase?.length ?? 1
  }
  const endsWithWord = all.at(-1) === runs.at(-1)
  const terms = phrases.map((phrase, i) => ({
    runs: phrase,
    synonyms: synonymsOf(phrase).slice(0, MAX_SYNONYMS),
    isPrefix: endsWithWord && i === phrases.length - 1 && !phrase.at(-1)!.cjk,
  }))
  return terms.length ? { terms, folded: foldText(read) } : null
}

const quote = (term: string) => `"${term}"`

/** The FTS5 expression for a run. Every term is quoted, so that nobody can add operators. */
function matchRun({ text, cjk }: Run, isPrefix: boolean): string {
  if (cjk) {
    const pairs = bigrams(text)
    return pairs.length === 1 ? `${quote(text)} *` : quote(pairs.slice(0, -1).join(' '))
  }
  const stem = stemOf(text)
  const forms = new Set([text, stem, STEM + stem])
  const any = [...forms].map(quote)
  if (isPrefix && [...text].length >= 2) any.push(`${quote(text)} *`)
  return any.length > 1 ? `(${any.join(' OR ')})` : any[0]!
}

const matchPhrase = (runs: Run[], isPrefix: boolean): string => {
  const all = runs.map((run, i) => matchRun(run, isPrefix && i === runs.length - 1))
  return all.length > 1 ? `(${all.join(' AND ')})` : all[0]!
}

/** The FTS5 expression that finds a word or one of its synonyms. */
const matchTerm = ({ runs, synonyms, isPrefix }: QueryTerm): string => {
  const any = [matchPhrase(runs, isPrefix), ...synonyms.map((other) => matchPhrase(other, false))]
  return any.length > 1 ? `(${any.join(' OR ')})` : any[0]!
}

/** The FTS5 expression of a search: all its words, or any of them. */
export const matchQuery = ({ terms }: Query, mode: 'all' | 'any'): string => terms.map(matchTerm).join(mode === 'all' ? ' AND ' : ' OR ')
