import { describe, expect, it } from 'vitest'
import { parseQuery } from './query.schema.ts'
import { type Candidate, rank } from './ranking.schema.ts'

const NOW = 1_800_000_000
const DAY = 86_400
const BASE: Candidate = {
  id: 1,
  title: 'Heron paintings',
  card: 'By hand.',
  labels: 'Illustration',
  lang: 'en',
  createdAt: NOW - 100 * DAY,
  rating: 0,
  ratings: 0,
  completed: 0,
  answerSeconds: null,
}

/** Ranks two listings of which the better one is older, so that it does not win by its id. */
const isBetter = (text: string, better: Partial<Candidate>, worse: Partial<Candidate>, languages: string[] = []) => {
  const found = [
    { ...BASE, ...worse, id: 2 },
    { ...BASE, ...better, id: 1 },
  ]
  return rank(found, parseQuery(text)!, 'all', NOW, languages)[0]!.id === 1
}

describe('the ranking prefers', () => {
  it.each<[string, string, Partial<Candidate>, Partial<Candidate>]>([
    ['a word in the title to one on the card', 'heron', {}, { title: 'Birds', card: 'A heron.' }],
    ['a word on the card to one in the text of the page', 'heron', { title: 'Birds', card: 'A heron.' }, { title: 'Birds' }],
    ['the exact word to another form of it', 'paintings', {}, { title: 'Heron painting' }],
    ['another form of a word to its beginning', 'paint', { title: 'Heron painted' }, { title: 'Heron paintbrush' }],
    ['a word to its synonym', 'logo', { title: 'A logo' }, { title: 'ロゴ制作' }],
    ['a title of the searched words to a longer one', 'heron', { title: 'Heron' }, { title: 'Heron, bear, fox and other animals' }],
    ['a higher rating by the same number of reviews', 'heron', { rating: 5, ratings: 9 }, { rating: 3, ratings: 9 }],
    ['many good reviews to a single one', 'heron', { rating: 4.9, ratings: 40 }, { rating: 5, ratings: 1 }],
    ['no reviews to bad ones', 'heron', {}, { rating: 1, ratings: 5 }],
    ['more members with a completed order', 'heron', { completed: 20 }, { completed: 2 }],
    ['orders that are answered soon', 'heron', { answerSeconds: 3600 }, { answerSeconds: 3 * DAY }],
    ['a newer listing', 'heron', { createdAt: NOW - DAY }, {}],
  ])('%s', (_, text, better, worse) => expect(isBetter(text, better, worse)).toBe(true))

  it('a language of the reader', () => expect(isBetter('heron', { lang: 'ja' }, { lang: 'en' }, ['ja'])).toBe(true))

  it('the words to everything else', () => {
    const famous = { completed: 1000, rating: 5, ratings: 1000, answerSeconds: 0, createdAt: NOW }
    expect(isBetter('heron', {}, { title: 'Birds', card: 'A heron.', ...famous })).toBe(true)
  })
})

it('orders without any history neither help nor harm, and equals are sorted by age', () => {
  const found = [1, 3, 2].map((id) => ({ ...BASE, id }))
  expect(rank(found, parseQuery('heron')!, 'all', NOW, []).map(({ id }) => id)).toEqual([3, 2, 1])
})
