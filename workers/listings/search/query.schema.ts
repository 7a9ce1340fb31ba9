import { findPhrase, synonymsOf } from './synonyms.schema.ts'
import { BEGINNINGS, MARKS, type Marks } from './terms.schema.ts'
import { bigrams, foldText, isCommonWord, isKana, isWeakWord, type Run, splitRuns, splitWords, stemOf } from './words.schema.ts'

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
  const useful = all.filter(({ text: word }) => !isCommonWord(word) && !isKana(word))
  const strong = useful.filter(({ text: word }) => !isWeakWord(word))
  const wanted = strong.length ? strong : useful
  // A word that comes again says nothing new.
  const runs = wanted.filter((run, i) => wanted.findIndex(({ text: word }) => word === run.text) === i).slice(0, MAX_WORDS)
  const phrases: Run[][] = []
  for (let at = 0; at < runs.length; ) {
    const phrase = findPhrase(runs, at)
    phrases.push(phrase ?? [runs[at]!])
    at += phrase?.length ?? 1
  }
  const endsWithWord = all.at(-1)?.text === runs.at(-1)?.text
  const terms = phrases.map((phrase, i) => ({
    runs: phrase,
    synonyms: synonymsOf(phrase).slice(0, MAX_SYNONYMS),
    isPrefix: endsWithWord && i === phrases.length - 1 && !phrase.at(-1)!.cjk,
  }))
  return terms.length ? { terms, folded: foldText(read) } : null
}

/** What is searched. */
export type Kind = keyof typeof MARKS
/** Where a word may be: in the title, also on the card or among the names, or anywhere. */
export const PLACES = { title: ['title'], card: ['title', 'card'], anywhere: ['title', 'card', 'body'] } as const satisfies Record<
  string,
  (keyof Marks)[]
>
export type Place = keyof typeof PLACES

const anyOf = (expressions: string[]): string => (expressions.length > 1 ? `(${expressions.join(' OR ')})` : expressions[0]!)
const allOf = (expressions: string[]): string => (expressions.length > 1 ? `(${expressions.join(' AND ')})` : expressions[0]!)

/** The FTS5 expression for a run. Every term is quoted, so that nobody can add operators. */
function matchRun({ text, cjk }: Run, isPrefix: boolean, kind: Kind, place: Place): string {
  const pairs = cjk ? bigrams(text) : []
  const words = pairs.length ? pairs : [cjk ? text : stemOf(text)]
  const any = PLACES[place].map((mark) => `"${words.map((word) => MARKS[kind][mark] + word).join(' ')}"`)
  const length = [...text].length
  if (isPrefix && length >= BEGINNINGS.from && length <= BEGINNINGS.to) any.push(`"${MARKS[kind].beginning}${text}"`)
  return anyOf(any)
}

const matchPhrase = (runs: Run[], isPrefix: boolean, kind: Kind, place: Place): string =>
  allOf(runs.map((run, i) => matchRun(run, isPrefix && i === runs.length - 1, kind, place)))

/** The FTS5 expression that finds a word or one of its synonyms. */
const matchTerm = ({ runs, synonyms, isPrefix }: QueryTerm, kind: Kind, place: Place): string =>
  anyOf([matchPhrase(runs, isPrefix, kind, place), ...synonyms.map((other) => matchPhrase(other, false, kind, place))])

/** The FTS5 expression of a search: all its words, or any of them. */
export const matchQuery = ({ terms }: Query, mode: 'all' | 'any', kind: Kind, place: Place): string =>
  terms.map((term) => matchTerm(term, kind, place)).join(mode === 'all' ? ' AND ' : ' OR ')
