import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../shared/db.ts'
import { LIST_TYPES } from '../list-types.schema.ts'
import { PLACES } from './query.schema.ts'
import { correctRun } from './synonyms.schema.ts'
import { MARKS } from './terms.schema.ts'
import { foldText, isCommonWord, splitRuns, stemOf } from './words.schema.ts'

/** Shorter words are not corrected: too many words differ from them by one letter. */
const [MIN_LETTERS, MIN_CJK] = [4, 4]
const MAX_LETTERS = 20
/** The most words of a search that are corrected, and the most runs without spaces that are compared with known phrases. */
const MAX_CORRECTED = 4
const MAX_RUNS = 12
/** How many stored words with the same half are compared with a word. */
const MAX_COMPARED = 2000
/** How many words with one mistake are counted, and up to which number of listings, to choose the most usual one. */
const [MAX_NEAR, MAX_COUNTED] = [30, 50]

const isEnglish = (word: string): boolean => /^[a-z]+$/.test(word)
const reverse = (word: string): string => [...word].reverse().join('')

/** SQL that stores the words of a text, so that they can be proposed for words with a mistake, if the condition is true. */
export function addWords(text: string, condition: SQL): SQL {
  const words = splitRuns(foldText(text)).flatMap(({ text: word }) =>
    isEnglish(word) && word.length >= MIN_LETTERS - 1 && word.length <= MAX_LETTERS + 1 && !isCommonWord(word) ? [word] : [],
  )
  const pairs = [...new Set(words)].map((word) => [word, reverse(word)])
  return sql`insert or ignore into search_words (word, reversed)
    select value ->> 0, value ->> 1 from json_each(${JSON.stringify(pairs)}) where ${condition}`
}

/** Whether two different words differ by one mistake: a letter too many, missing or wrong, or two neighbours exchanged. */
export function differsByOne(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  if (a.length !== b.length) return a.length > b.length ? a.slice(1) === b : b.slice(1) === a
  return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
}

export interface StoredWord {
  word: string
}

/** SQL for the stored words that begin with a text, in a column with an index. */
const beginningWith = (column: 'word' | 'reversed', text: string, { length }: string, limit: SQL): SQL =>
  sql`select word from (select word from search_words where ${sql.raw(column)} >= ${text} and ${sql.raw(column)} < ${`${text}{`}
    limit ${limit}) where length(word) between ${length - 1} and ${length + 1}`

/**
 * SQL for the stored words that may differ from a word by one mistake. The mistake is in one half of it, so the other half is the same;
 * only if the two letters in the middle are exchanged, both differ.
 */
function near(word: string, limit: SQL): SQL {
  const half = word.length >> 1
  const exchanged = `${word.slice(0, half - 1)}${word[half]}${word[half - 1]}${word.slice(half + 1)}`
  return sql`${beginningWith('word', word.slice(0, half), word, limit)}
    union ${beginningWith('reversed', reverse(word.slice(half)), word, limit)}
    union select word from search_words where word in (${word}, ${exchanged})`
}

const nearAny = (words: string[], limit: SQL): SQL =>
  sql.join(
    words.map((word) => near(word, limit)),
    sql` union `,
  )

/** The words of a text that may be corrected. */
function wordsToCorrect(text: string): string[] {
  const words = splitRuns(foldText(text)).flatMap(({ text: word, cjk }) =>
    !cjk && isEnglish(word) && word.length >= MIN_LETTERS && word.length <= MAX_LETTERS && !isCommonWord(word) ? [word] : [],
  )
  return [...new Set(words)].slice(0, MAX_CORRECTED)
}

/**
 * SQL for the stored words near those of a text, if a search has at most `few` hits; `hits` selects the first of them. The result has an
 * empty word if it has few, so that it tells apart a text without near words. Null for a text without words that may be corrected.
 */
export function selectNear(text: string, hits: SQL, few: number): SQL | null {
  const words = wordsToCorrect(text)
  const limit = sql`(select iif(hasFew, ${MAX_COMPARED}, 0) from hits)`
  return words.length
    ? sql`with hits as materialized (select count(*) <= ${few} as hasFew from (${hits}))
        select '' as word from hits where hasFew union ${nearAny(words, limit)}`
    : null
}

/** The listings that have a word in the title or on the card, up to `MAX_COUNTED`. */
const countListings = sql`(select count(*) from (select 1 from search_terms where search_terms match value ->> 1 limit ${MAX_COUNTED}))`

const expressionOf = (word: string): string =>
  LIST_TYPES.flatMap((type) => PLACES.card.map((mark) => `"${MARKS[type][mark]}${stemOf(word)}"`)).join(' OR ')

/**
 * The words near these ones that most listings have on their card, by the word; without those that listings have, and those without one
 * near.
 */
async function correctWords(db: Database, words: string[], near: StoredWord[] | undefined): Promise<Map<string, string>> {
  const corrected = new Map<string, string>()
  if (!words.length) return corrected
  const stored = near ?? ((await db.all(nearAny(words, sql`${MAX_COMPARED}`))) as StoredWord[])
  const candidates = new Map(
    words.map((word) => [word, stored.filter((other) => differsByOne(word, other.word)).slice(0, MAX_NEAR)] as const),
  )
  const counted = [...words, ...[...candidates.values()].flat().map(({ word }) => word)]
  if (counted.length === words.length) return corrected
  const rows = (await db.all(sql`select value ->> 0 as word, ${countListings} as listings
    from json_each(${JSON.stringify(counted.map((word) => [word, expressionOf(word)]))})`)) as { word: string; listings: number }[]
  const listings = new Map(rows.map((row) => [row.word, row.listings]))
  for (const [word, others] of candidates) {
    if (listings.get(word)) continue
    // Among equals, a word that begins with the same letter: few people mistype the first one.
    const isLikely = (other: string) => Number(other[0] === word[0])
    const [best] = others
      .map((other) => other.word)
      .filter((other) => listings.get(other))
      .sort((a, b) => isLikely(b) - isLikely(a) || listings.get(b)! - listings.get(a)! || b.length - a.length)
    if (best) corrected.set(word, best)
  }
  return corrected
}

/**
 * Corrects words that no listing has, if they differ from others by one letter. Returns the corrected text, folded, or null if nothing was
 * corrected. `near` are the rows of {@link selectNear}, if that was asked before.
 */
export async function correctText(db: Database, text: string, near?: StoredWord[]): Promise<string | null> {
  const runs = splitRuns(foldText(text))
  const corrected = await correctWords(db, wordsToCorrect(text), near)
  const compared = runs.flatMap(({ text: run, cjk }) => (cjk && [...run].length >= MIN_CJK ? [run] : []))
  for (const run of [...new Set(compared)].slice(0, MAX_RUNS)) {
    const known = corrected.size < MAX_CORRECTED ? correctRun(run) : null
    if (known) corrected.set(run, known)
  }
  return corrected.size ? runs.map(({ text: word }) => corrected.get(word) ?? word).join(' ') : null
}
