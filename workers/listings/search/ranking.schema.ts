import type { Query, QueryTerm } from './query.schema.ts'
import { foldText, type Run, splitRuns, stemOf } from './words.schema.ts'

/** What the ranking knows of a listing that was found. */
export interface Candidate {
  id: number
  title: string
  /** The description on the card. */
  card: string
  /** The names of category, subcategory, owner, country and city, which the index has too. */
  labels: string
  lang: string
  /** UTC seconds. */
  createdAt: number
  /** Mean of the visible reviews of its orders (1 to 5), and their number; 0 of 0 without any. */
  rating: number
  ratings: number
  /** Members with a completed order of the last half year. */
  completed: number
  /** How long its orders waited for an answer, on average (seconds); null without any. */
  answerSeconds: number | null
}

/**
 * The weights of the ranking. A word counts once, in the best place and form in which the listing has it: `place` times `form`. `whole` is
 * added if the title has the whole search text, and `share` times the share of the title's words that were searched. The others are
 * added once: `reputation` for the best possible rating, `experience` for a hundred completed orders or reviews, `answer` if orders are
 * answered at once, half of it after `answerHours`, `freshness` for a listing of today, half of it after `freshDays`, and `language` if the
 * reader reads its language. `leastShare` is the part of a search that a listing must have at least.
 */
const WEIGHTS = {
  place: { title: 10, card: 5, labels: 6, body: 1 },
  form: { exact: 1, synonym: 0.65, stem: 0.8, prefix: 0.35 },
  whole: 3,
  share: 6,
  reputation: 0.5,
  experience: 0.5,
  answer: 0.3,
  answerHours: 12,
  freshness: 0.3,
  freshDays: 60,
  language: 2,
  leastShare: 0.2,
  unknown: 0.7,
} as const

/** With few reviews, the rating is moved towards this mean, as if there were this number of reviews with it. */
const [USUAL_RATING, USUAL_RATINGS] = [4, 4]

/** A text, prepared for comparing. */
interface Field {
  folded: string
  runs: Run[]
}

function readField(text: string): Field {
  const folded = foldText(text)
  return { folded, runs: splitRuns(folded) }
}

/** Whether two English words have one stem. Words with different first letters have not, and stemming takes time. */
const haveOneStem = (word: string, other: string): boolean => word[0] === other[0] && stemOf(word) === stemOf(other)

type Form = keyof typeof WEIGHTS.form

/** The form in which a field has a run; null if it has none. A run without spaces may be anywhere in the text. */
function formOf(field: Field, { text, cjk }: Run, isPrefix: boolean): Form | null {
  if (cjk) return field.folded.includes(text) ? 'exact' : null
  if (field.runs.some((run) => run.text === text)) return 'exact'
  if (field.runs.some((run) => haveOneStem(run.text, text))) return 'stem'
  return isPrefix && field.runs.some((run) => run.text.startsWith(text)) ? 'prefix' : null
}

/** The weight of the worst form among the runs of a phrase; 0 if one is missing. */
function weightOfPhrase(field: Field, runs: Run[], isPrefix: boolean): number {
  let weight: number = WEIGHTS.form.exact
  for (const [i, run] of runs.entries()) {
    const form = formOf(field, run, isPrefix && i === runs.length - 1)
    if (!form) return 0
    weight = Math.min(weight, WEIGHTS.form[form])
  }
  return weight
}

const weightOfTerm = (field: Field, { runs, synonyms, isPrefix }: QueryTerm): number =>
  Math.max(
    weightOfPhrase(field, runs, isPrefix),
    ...synonyms.map((other) => (weightOfPhrase(field, other, false) ? WEIGHTS.form.synonym : 0)),
  )

/** How many words a run counts as. A word without spaces has about two characters. */
const lengthOf = ({ text, cjk }: Run): number => (cjk ? [...text].length / 2 : 1)
const sum = (runs: Run[]): number => runs.reduce((total, run) => total + lengthOf(run), 0)

/** The share of the title's words that are words of the search, 0 to 1. */
function shareOfTitle(title: Field, { terms }: Query): number {
  const searched = terms.flatMap(({ runs, synonyms }) => [runs, ...synonyms].flat())
  const found = [
    ...title.runs.filter(({ text, cjk }) => !cjk && searched.some((run) => haveOneStem(run.text, text))),
    ...searched.filter(({ text, cjk }) => cjk && title.folded.includes(text)),
  ]
  return title.runs.length ? Math.min(1, sum(found) / sum(title.runs)) : 0
}

/** Where and in which form a listing has each word of a search: 0 for a word that it does not have there. */
interface Match<Found> {
  candidate: Found
  title: Field
  /** Whether the title, or one of the names, has the whole text of the search. */
  isWhole: boolean
  words: number[]
}

/** A word in the title counts more than one elsewhere, unless only its beginning is there. */
const BEST_ELSEWHERE = Math.max(WEIGHTS.place.card, WEIGHTS.place.labels)

function readMatch<Found extends Candidate>(candidate: Found, query: Query, missing: number): Match<Found> {
  const title = readField(candidate.title)
  let others: [Field, number][] | undefined
  const isWhole = query.folded.length > 1 && [title.folded, foldText(candidate.labels)].some((text) => text.includes(query.folded))
  const words = query.terms.map((term) => {
    const inTitle = WEIGHTS.place.title * weightOfTerm(title, term)
    if (inTitle >= BEST_ELSEWHERE) return inTitle
    others ??= [
      [readField(candidate.card), WEIGHTS.place.card],
      [readField(candidate.labels), WEIGHTS.place.labels],
    ]
    return Math.max(inTitle, ...others.map(([field, place]) => place * weightOfTerm(field, term))) || missing
  })
  return { candidate, title, isWhole, words }
}

/** What a listing is worth besides the words: its reviews and orders, its age, and its language. */
function standing(candidate: Candidate, now: number, languages: readonly string[]): number {
  const { rating, ratings, completed, answerSeconds, createdAt, lang } = candidate
  const mean = (rating * ratings + USUAL_RATING * USUAL_RATINGS) / (ratings + USUAL_RATINGS)
  const age = Math.max(0, now - createdAt) / 86_400
  return (
    WEIGHTS.reputation * (mean - USUAL_RATING) +
    WEIGHTS.experience * Math.min(1, Math.log1p(Math.max(completed, ratings)) / Math.log1p(100)) +
    (answerSeconds === null ? 0 : WEIGHTS.answer * 0.5 ** (answerSeconds / 3600 / WEIGHTS.answerHours)) +
    WEIGHTS.freshness * 0.5 ** (age / WEIGHTS.freshDays) +
    (languages.includes(lang) ? WEIGHTS.language : 0)
  )
}

/**
 * Sorts what was found: best first, and the newest first among equals. With the mode `all`, every listing has all words of the search. With
 * `any`, a word counts more if fewer of the listings have it, and listings with little of the search are left out. `now` is in
 * UTC seconds, `languages` are those of the reader.
 */
export function rank<Found extends Candidate>(
  candidates: readonly Found[],
  query: Query,
  mode: 'all' | 'any',
  now: number,
  languages: readonly string[],
): Found[] {
  // The text of the page is not read. A required word that is nowhere else is there.
  const matches = candidates.map((candidate) => readMatch(candidate, query, mode === 'all' ? WEIGHTS.place.body : 0))
  const importance = query.terms.map((_, i) => {
    const having = matches.filter(({ words }) => words[i]).length
    if (mode === 'all') return 1
    return having ? Math.log(1 + (matches.length + 1) / having) : WEIGHTS.unknown
  })
  const total = importance.reduce((all, one) => all + one, 0)
  const share = (words: number[], read: (word: number) => number) =>
    words.reduce((all, word, i) => all + read(word) * importance[i]!, 0) / total
  const scored = matches
    .filter(({ words }) => share(words, Math.sign) >= WEIGHTS.leastShare)
    .map(({ candidate, title, isWhole, words }) => {
      const relevance = share(words, (word) => word) + (isWhole ? WEIGHTS.whole : 0) + WEIGHTS.share * shareOfTitle(title, query)
      return { candidate, score: relevance + standing(candidate, now, languages) }
    })
  return scored.sort((a, b) => b.score - a.score || b.candidate.id - a.candidate.id).map(({ candidate }) => candidate)
}
