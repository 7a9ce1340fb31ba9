import type { FaqTopic } from '../../pages.ts'

/**
 * A part of an answer: a paragraph, numbered steps, points of a list, or the addresses of the contracts. In texts, `[label](address)` is a
 * link.
 */
export type Block = string | { steps: string[] } | { points: string[] } | typeof CONTRACTS
export const CONTRACTS = 'contracts'

/** A question; `id` is its anchor on the page. */
export interface Question {
  id: string
  question: string
  answer: Block[]
}

/** A section of the page. Its first question is its title. */
export interface Topic {
  id: FaqTopic
  questions: Question[]
}

/** A piece of a text: plain, or the label of a link. `at` is its position in the text. */
interface Piece {
  at: number
  text: string
  href?: string
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g

/** Splits a text at its links. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: whole, 1: label, 2: href, index } of text.matchAll(LINK)) {
    pieces.push({ at: from, text: text.slice(from, index) }, { at: index, text: label!, href: href! })
    from = index + whole.length
  }
  pieces.push({ at: from, text: text.slice(from) })
  return pieces.filter((piece) => piece.text)
}

const withoutLinks = (text: string) => text.replace(LINK, '$1')

/** The texts of an answer, without links. */
export const textsOf = (answer: readonly Block[]): string[] =>
  answer
    .flatMap((block) => {
      if (block === CONTRACTS) return []
      if (typeof block === 'string') return block
      return 'steps' in block ? block.steps : block.points
    })
    .map(withoutLinks)

/** The schema.org FAQPage of the topics, as JSON that cannot end its script element. */
export const faqJson = (topics: readonly Topic[]): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: topics.flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: textsOf(answer).join('\n') },
      })),
    ),
  }).replaceAll('<', '\\u003c')
