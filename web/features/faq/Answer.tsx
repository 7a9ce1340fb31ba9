import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Contracts } from '../../lib/Contracts.tsx'
import { Marked } from '../../lib/Marked.tsx'
import { type Block, CONTRACTS, piecesOf } from './faq.ts'

/** A text with its links, and the searched words marked. Links to other sites open in a new tab. */
function Text({ text, words }: { text: string; words: readonly string[] }) {
  return piecesOf(text).map(({ at, text: piece, href }) => {
    const content = <Marked key={at} text={piece} words={words} />
    if (!href) return content
    // The documentation of the API is a page of its own.
    if (href.startsWith('/') && !href.startsWith('/api/'))
      return (
        <Link key={at} href={href}>
          {content}
        </Link>
      )
    return (
      <a key={at} href={href} {...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}>
        {content}
      </a>
    )
  })
}

/** An answer, with the searched words marked. */
export function Answer({ answer, words }: { answer: readonly Block[]; words: readonly string[] }): ReactNode {
  const list = (items: readonly string[]) =>
    items.map((text) => (
      <li key={text}>
        <Text text={text} words={words} />
      </li>
    ))
  return answer.map((block) => {
    if (block === CONTRACTS) return <Contracts key={block} />
    if (typeof block === 'string')
      return (
        <p key={block}>
          <Text text={block} words={words} />
        </p>
      )
    return 'steps' in block ? <ol key="steps">{list(block.steps)}</ol> : <ul key="points">{list(block.points)}</ul>
  })
}
