import { useLingui } from '@lingui/react/macro'
import { Marked } from '../../lib/Marked.tsx'
import { paths } from '../../lib/paths.ts'
import type { FaqTopic } from '../../pages.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { Answer } from './Answer.tsx'
import css from './faq.module.css'
import type { Question } from './faq.ts'

interface Props {
  topic: FaqTopic
  question: Question
  words: readonly string[]
  /** Whether it is the title of its topic. */
  isTitle: boolean
  /** Whether it is the first one that is shown of its topic: a search may hide the title. */
  isFirst: boolean
  /** Whether the address names it. */
  isLinked: boolean
}

/** A question with its answer, and a button that copies its address. */
export function QuestionEntry({ topic, question: { id, question, answer }, words, isTitle, isFirst, isLinked }: Props) {
  const Heading = isFirst ? 'h2' : 'h3'
  return (
    <article id={isTitle ? undefined : id} className={css.entry} tabIndex={-1} data-linked={isLinked || undefined}>
      <div className={css.question}>
        <Heading className={isTitle ? css.title : undefined}>
          <Marked text={question} words={words} />
        </Heading>
        <CopyLink path={paths.faq(topic) + (isTitle ? '' : `#${id}`)} question={question} />
      </div>
      <Answer answer={answer} words={words} />
    </article>
  )
}

function CopyLink({ path, question }: { path: string; question: string }) {
  const { t } = useLingui()
  const { isCopied, copy } = useCopy(() => location.origin + path)
  return (
    <>
      <IconButton icon={isCopied ? 'check' : 'link'} label={t`Copy the link to “${question}”`} onClick={copy} />
      <span className="unseen" role="status">
        {isCopied && t`Copied`}
      </span>
    </>
  )
}
