import { sql } from 'drizzle-orm'
import type { Database } from '../../shared/db.ts'
import { findKnownPhrase } from './synonyms.schema.ts'
import { foldText, isCommonWord, splitRuns } from './words.schema.ts'

/** Shorter words are not corrected: too many words differ from them by one letter. */
const [MIN_LETTERS, MIN_CJK] = [4, 4]
const MAX_LETTERS = 20
/** The most words of a search that are corrected. */
const MAX_CORRECTED = 4
/** Up to this number, the listings with a word are counted to choose the most usual one. */
const MAX_COUNTED = 50
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** All words that differ from a word by one mistake: a letter too many, missing or wrong, or two neighbours exchanged. */
export function wordsNear(word: string): string[] {
  const near = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (after) near.add(before + after.slice(1))
    if (after.length > 1) near.add(before + after[1] + after[0] + after.slice(2))
    for (const letter of LETTERS) {
      near.add(before + letter + after)
      if (after) near.add(before + letter + after.slice(1))
    }
  }
  near.delete(word)
  return [...near]
}

/** The word near this one that most listings have on their card; null if there is none, or if listings have the word itself. */
async function correctWord(db: Database, word: string): Promise<string | null> {
  const rows = (await db.all(sql`select value as word, (select count(*) from (select 1 from listing_terms
      where listing_terms match '{title card labels} : "' || value || '"' limit ${MAX_COUNTED})) as listings
    from json_each(${JSON.stringify([word, ...wordsNear(word)])}) where listings > 0`)) as { word: string; listings: number }[]
  if (rows.some((row) => row.word === word)) return null
  // Among equals, a word that begins with the same letter: few people mistype the first one.
  const isLikely = (row: { word: string }) => Number(row.word[0] === word[0])
  return rows.sort((a, b) => isLikely(b) - isLikely(a) || b.listings - a.listings || b.word.length - a.word.length)[0]?.word ?? null
}

/** The known phrase that differs from a run without spaces by one character; null if there is none. */
function correctRun(run: string): string | null {
  const letters = [...run]
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at), letters.slice(at)]
    const patterns = [
      after.length ? `${before.join('')}.${after.slice(1).join('')}` : null,
      `${before.join('')}.${after.join('')}`,
      after.length ? before.join('') + after.slice(1).join('') : null,
    ]
    for (const pattern of patterns) {
      const found = pattern && findKnownPhrase(pattern)
      if (found) return found
    }
  }
  return null
}

/**
 * Corrects words that no listing has, if they differ from others by one letter. Returns the corrected text, folded, or null if nothing was corrected.
 */
export async function correctText(db: Database, text: string): Promise<string | null> {
  const folded = foldText(text)
  let corrected = 0
  const parts: string[] = []
  for (const { text: word, cjk } of splitRuns(folded)) {
    const isCandidate = cjk
      ? [...word].length >= MIN_CJK
      : /^[a-z]+$/.test(word) && word.length >= MIN_LETTERS && word.length <= MAX_LETTERS && !isCommonWord(word)
    const better = isCandidate && corrected < MAX_CORRECTED ? (cjk ? correctRun(word) : await correctWord(db, word)) : null
    if (better) corrected++
    parts.push(better ?? word)
  }
  return corrected ? parts.join(' ') : null
}
