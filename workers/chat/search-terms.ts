import { bigrams, foldText, splitRuns, stemOf } from '../listings/search/words.schema.ts'

/** What the terms of the message index begin with, if they are not words. `~` is a token character of the index and part of no word. */
const MEMBER = 'u~'
const BEGINNING = 'b~'
/** Lengths (letters) of the beginnings of words that are indexed. */
const BEGINNINGS = { from: 1, to: 10 }
/** The most terms of one message. */
const MAX_TERMS = 4000
/** The most words of a search that are used. */
const MAX_WORDS = 8

const memberTerms = (userIds: number[]): string[] => userIds.map((userId) => MEMBER + userId)

/**
 * The index terms of a message, separated by spaces: its room's members, the stem of every word and the beginnings of the word, each
 * Chinese, Japanese or Korean character, and the pairs of these characters in their order. The pairs come last, because a long message has
 * more of them than are indexed. Empty for a message without words.
 */
export function messageTerms(text: string, members: number[]): string {
  const pairs: string[] = []
  const found = new Set<string>()
  for (const { text: run, cjk } of splitRuns(foldText(text))) {
    if (cjk) {
      pairs.push(...bigrams(run))
      for (const letter of run) found.add(letter)
    } else {
      found.add(stemOf(run))
      const letters = [...run]
      for (let { from: length } = BEGINNINGS; length <= Math.min(letters.length, BEGINNINGS.to); length++)
        found.add(BEGINNING + letters.slice(0, length).join(''))
    }
  }
  const words = [...found, ...pairs].slice(0, MAX_TERMS)
  return words.length ? [...memberTerms(members), ...words].join(' ') : ''
}

/**
 * The FTS5 expression that finds the messages with all words of a text in the rooms of a member; null if the text has no word. Every term is
 * quoted, so that nobody can add operators.
 */
export function matchMessages(text: string, userId: number): string | null {
  const runs = splitRuns(foldText(text)).slice(0, MAX_WORDS)
  if (!runs.length) return null
  const conditions = runs.map(({ text: run, cjk }) => {
    if (cjk) return `"${(bigrams(run).length ? bigrams(run) : [run]).join(' ')}"`
    const isPrefix = [...run].length <= BEGINNINGS.to
    return isPrefix ? `("${stemOf(run)}" OR "${BEGINNING}${run}")` : `"${stemOf(run)}"`
  })
  return [`"${MEMBER}${userId}"`, ...conditions].join(' AND ')
}

/** Characters before and after the first found word in an excerpt. */
const BEFORE = 30
const LENGTH = 140

/** A part of a text as one line of at most 140 characters, with the first word of a search that it has literally. */
export function excerptAround(text: string, search: string): string {
  const line = text.replace(/\s+/g, ' ')
  const folded = line.toLowerCase()
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0)
  // Counted in code points, so that no character is cut in two.
  const first = places.length ? [...line.slice(0, Math.min(...places))].length : 0
  const start = first > LENGTH - BEFORE ? first - BEFORE : 0
  const letters = [...line]
  return `${start ? '…' : ''}${letters.slice(start, start + LENGTH).join('')}${letters.length > start + LENGTH ? '…' : ''}`
}
