import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { brand } from '../../brand.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { decodeSegment } from '../../lib/paths.ts'
import { wordsOf } from '../../lib/search-words.ts'
import { FAQ_TOPICS } from '../../pages.ts'
import { useTitle } from '../../session/title.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { scrollBehavior } from '../../ui/reduced-motion.ts'
import css from './faq.module.css'
import { faqJson } from './faq.ts'
import { findQuestions } from './find-questions.ts'
import { MAIL_LINK } from './links.ts'
import { QuestionEntry } from './QuestionEntry.tsx'
import { TopicNav } from './TopicNav.tsx'
import { useReadingPosition } from './use-reading-position.ts'
import { useTopics } from './use-topics.ts'

/** The longest search (characters). */
const MAX_SEARCH = 100

/** Events after which the address may name another question; wouter sends `pushState`. */
const MOVES = ['hashchange', 'popstate', 'pushState']

const questionInAddress = (): string | null => decodeSegment(location.hash.slice(1)) || null

/** The question that the address names behind the `#`, which a server does not know. */
function useLinkedQuestion(): string | null {
  const [linked, set] = useState<string | null>(null)
  useEffect(() => {
    const look = () => set(questionInAddress())
    look()
    for (const name of MOVES) addEventListener(name, look)
    return () => {
      for (const name of MOVES) removeEventListener(name, look)
    }
  }, [])
  return linked
}

/**
 * Scrolls to the question or the topic that the address names, as a browser does for elements that the HTML already contains: at once when
 * the page opens, later smoothly (unless the reader prefers reduced motion), and then the next Tab starts there.
 */
function useScrollToAddress(topic: string | undefined, linked: string | null) {
  const isOpen = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address names another question
  useEffect(() => {
    const to = document.getElementById(questionInAddress() ?? topic ?? '')
    to?.scrollIntoView({ behavior: isOpen.current ? scrollBehavior() : 'instant' })
    if (isOpen.current) to?.focus({ preventScroll: true })
    isOpen.current = true
  }, [topic, linked])
}

/** `/faq/:topic?#question`: all questions on one page, with a search. With a topic or a question, the page scrolls to it. */
export default function FaqPage({ params }: PageProps) {
  const { t } = useLingui()
  useTitle(t`Questions and answers`)
  const { topic } = params
  const all = useTopics()
  const [search, setSearch] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const linked = useLinkedQuestion()
  useScrollToAddress(topic, linked)
  const reading = useReadingPosition(box, topic ?? FAQ_TOPICS[0])

  const words = wordsOf(search)
  const found = findQuestions(all, words)
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)

  return (
    <div className={`wrap ${css.faq}`}>
      <header className={css.head}>
        <h1>
          <Trans>Questions and answers</Trans>
        </h1>
        <p>
          <Trans>
            How {brand.name} works. Something missing? <a href={MAIL_LINK}>Write to us</a>.
          </Trans>
        </p>
        <search>
          <TextField
            type="search"
            before={<Icon name="search" />}
            label={<Trans>Search questions and answers</Trans>}
            value={search}
            maxLength={MAX_SEARCH}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
          <p role="status" className="small mute">
            {words.length > 0 && t`${plural(count, { one: '# answer found', other: '# answers found' })}`}
          </p>
        </search>
      </header>
      {/* A link to a topic that the search has hidden ends the search. */}
      <TopicNav topics={all} reading={reading} onGo={() => setSearch('')} />
      <div className={css.answers} ref={box}>
        {found.map(({ id, questions }) => (
          <section key={id} id={id} tabIndex={-1} aria-label={all.find((one) => one.id === id)!.questions[0]!.question}>
            {questions.map((question, i) => (
              <QuestionEntry
                key={question.id}
                topic={id}
                question={question}
                words={words}
                isTitle={question.id === id}
                isFirst={i === 0}
                isLinked={question.id === linked}
              />
            ))}
          </section>
        ))}
        {count === 0 && (
          <EmptyState
            drawing="search"
            title={<Trans>No answer contains all of these words</Trans>}
            text={<Trans>Try fewer or other words, or write to us.</Trans>}
          >
            <Button onClick={() => setSearch('')}>
              <Trans>Show all questions</Trans>
            </Button>
          </EmptyState>
        )}
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own texts, with every `<` escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: faqJson(all) }} />
    </div>
  )
}
