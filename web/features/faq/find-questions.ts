import { foldText } from '../../../workers/listings/search/words.schema.ts'
import { type Topic, textsOf } from './faq.ts'

/** The topics that are left when only the questions stay that contain every word, in the question or in its answer. */
export function findQuestions(topics: readonly Topic[], words: readonly string[]): Topic[] {
  if (!words.length) return [...topics]
  return topics
    .map(({ id, questions }) => ({
      id,
      questions: questions.filter(({ question, answer }) => {
        const text = foldText([question, ...textsOf(answer)].join('\n'))
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ questions }) => questions.length)
}
