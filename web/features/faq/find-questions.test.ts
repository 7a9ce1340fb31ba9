import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Topic } from './faq.ts'
import { findQuestions, splitMatches, wordsOf } from './find-questions.ts'

const TOPICS: Topic[] = [
  {
    id: 'gas',
    questions: [
      { id: 'gas', question: 'Do I need ETH?', answer: ['Yes, for the [network fee](/x).', { points: ['Base', 'Café'] }] },
      { id: 'how-much', question: 'いくら必要ですか？', answer: ['キャンセルはできません。'] },
    ],
  },
  { id: 'tech', questions: [{ id: 'tech', question: 'What is it?', answer: ['contracts', { steps: ['A contract'] }] }] },
]
const find = (search: string) => findQuestions(TOPICS, wordsOf(search)).flatMap(({ questions }) => questions.map(({ id }) => id))

it.each([
  ['', ['gas', 'how-much', 'tech']],
  ['eth', ['gas']],
  ['FEE base', ['gas']],
  ['network fee', ['gas']],
  ['cafe', ['gas']],
  ['contract', ['tech']],
  ['キャンセル', ['how-much']],
  ['ｷｬﾝｾﾙ', ['how-much']],
  ['きゃんせる', ['how-much']],
  ['eth contract', []],
  ['/x', []],
  ['\ud83d', []],
])('“%s” finds %j', (search, found) => expect(find(search)).toEqual(found))

it.each([
  ['The fee is a FEE.', 'fee', ['The ', 'fee', ' is a ', 'FEE', '.']],
  ['キャンセルできます', 'ｷｬﾝｾﾙ', ['', 'キャンセル', 'できます']],
  ['Œuvre', 'oe', ['', 'Œ', 'uvre']],
  ['aaa', 'aa', ['', 'aa', 'a']],
  ['network', 'net network', ['', 'network', '']],
  ['none', '', ['none']],
])('in “%s” the matches of “%s” are marked', (text, search, parts) => expect(splitMatches(text, wordsOf(search))).toEqual(parts))

it('marking never changes a text, and marks what was found', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 3 }), (text, search) => {
      expect(splitMatches(text, wordsOf(search)).join('')).toBe(text)
      expect(splitMatches(`${text} fee`, ['fee']).length).toBeGreaterThan(2)
    }),
  )
})
