import type { Category } from '../taxonomy/category.schema.ts'
import { KINDS, type ListKind, TAXONOMY } from '../taxonomy.schema.ts'
import { readings } from './readings.schema.ts'
import { GROUPS } from './synonym-groups.schema.ts'
import { foldText, type Run, splitRuns, stemOf } from './words.schema.ts'

/** The most runs in a phrase. */
const MAX_RUNS = 3

/** The key under which a phrase is found: its runs, with English words as stems. */
const keyOf = (runs: Run[]): string => runs.map(({ text, cjk }) => (cjk ? text : stemOf(text))).join(' ')

/** The names of categories and subcategories that are one phrase, without those that list several things. */
function labelGroups(): string[][] {
  const kinds = Object.values(KINDS).flat() as ListKind[]
  return kinds
    .flatMap((kind): readonly Category[] => TAXONOMY[kind])
    .flatMap(({ id: _, subs, ...label }) => [label, ...Object.values(subs)])
    .map((label) => Object.values(label) as string[])
    .filter((names) => names.every((name) => !/[&・,、/(（]/.test(name) && splitRuns(foldText(name)).length <= MAX_RUNS))
}

/** Phrases by key. A phrase of several groups has the words of each. */
function indexGroups(): Map<string, Run[][]> {
  const index = new Map<string, Run[][]>()
  for (const group of [...GROUPS, ...labelGroups()]) {
    const phrases = group.map((phrase) => splitRuns(foldText(phrase)))
    for (const phrase of phrases) {
      const known = index.get(keyOf(phrase)) ?? []
      const keys = new Set([keyOf(phrase), ...known.map(keyOf)])
      const added = phrases.filter((other) => !keys.has(keyOf(other)) && keys.add(keyOf(other)))
      index.set(keyOf(phrase), [...known, ...added])
    }
  }
  // A reading stands for its word and for what that stands for, unless it is a word of its own.
  for (const { word, forms } of readings()) {
    const runs = splitRuns(word)
    const meant = [runs, ...(index.get(keyOf(runs)) ?? [])]
    for (const form of forms) {
      const key = keyOf(splitRuns(form))
      if (!index.has(key)) index.set(key, meant)
    }
  }
  return index
}

const SYNONYMS = indexGroups()
/** The known phrases without spaces, by their number of characters. */
const COMPOUND_WORDS = Map.groupBy(
  [...SYNONYMS.keys()].filter((key) => !/[ a-z0-9]/.test(key)),
  (key) => [...key].length,
)
/** The most characters of a known phrase without spaces. */
const MAX_COMPOUND = Math.max(...COMPOUND_WORDS.keys())
/** The other phrases for the same thing; empty if there are none. */
export const synonymsOf = (runs: Run[]): readonly Run[][] => SYNONYMS.get(keyOf(runs)) ?? []

/** The longest phrase with synonyms that starts at run `from`; null if there is none. */
export function findPhrase(runs: Run[], from: number): Run[] | null {
  for (let length = Math.min(MAX_RUNS, runs.length - from); length > 0; length--) {
    const phrase = runs.slice(from, from + length)
    if (SYNONYMS.has(keyOf(phrase))) return phrase
  }
  return null
}

/** The phrase without spaces that a pattern describes, in which `.` is any one character; null if no known phrase matches. */
export function findKnownPhrase(pattern: string): string | null {
  const expression = new RegExp(`^${pattern}$`, 'u')
  return COMPOUND_WORDS.get([...pattern].length)?.find((word) => expression.test(word)) ?? null
}

/** The known phrase that differs from a run without spaces by one character; null if there is none. */
export function correctRun(run: string): string | null {
  const letters = [...run]
  // A longer run differs by more than one character, and to compare it would take seconds.
  if (letters.length > MAX_COMPOUND + 1) return null
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
