import { expect, it } from 'vitest'
import { wordsOf } from '../../lib/search-words.ts'
import type { Topic } from './faq.ts'
import { findQuestions } from './find-questions.ts'

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
