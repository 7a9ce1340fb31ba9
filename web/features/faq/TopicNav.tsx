import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { paths } from '../../lib/paths.ts'
import css from './faq.module.css'
import type { Topic } from './faq.ts'

/**
 * Links to the topics; the one that is being read is marked. Below the desktop width it is one row that scrolls sideways, to the marked
 * link.
 */
export function TopicNav({ topics, reading, onGo }: { topics: readonly Topic[]; reading: string; onGo: (id: string) => void }) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  // Not scrollIntoView, which would also scroll the page.
  useEffect(() => {
    const row = list.current!
    const link = row.querySelector<HTMLElement>(`[data-topic="${reading}"]`)
    if (link && row.scrollWidth > row.clientWidth) row.scrollTo({ left: link.offsetLeft - 16 })
  }, [reading])
  return (
    <nav className={css.topics} aria-label={t`Topics`}>
      <ol ref={list}>
        {topics.map(({ id, questions }) => (
          <li key={id}>
            <Link href={paths.faq(id)} data-topic={id} aria-current={id === reading ? 'location' : undefined} onClick={() => onGo(id)}>
              {questions[0]!.question}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
