import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { APPLICATION_LIMITS, type CreatorApplication } from '../../../workers/creators/applications.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import { useDates } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { useAnswerQuestion } from '../../queries/creator-application.ts'
import { Button } from '../../ui/Button.tsx'
import { Count, TextArea } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import css from './creators.module.css'
import type { Draft } from './use-application-draft.ts'

/** The questions of the team with the answers, oldest first. The last one has a field if it waits for its answer. */
export function Questions({ application: { questions, state }, draft }: { application: CreatorApplication; draft: Draft }) {
  const { formatDate } = useDates()
  return (
    <section className={css.part}>
      <h2>
        <Trans>Questions</Trans>
      </h2>
      <ol className={css.questions}>
        {questions.map(({ question, askedAt, answer, answeredAt }, place) => (
          <li key={`${askedAt} ${question}`}>
            <p className="small mute">
              <Trans>Our team</Trans> · {formatDate(askedAt)}
            </p>
            <p className={css.words} lang={detectLanguage(question)}>
              {question}
            </p>
            {answer !== null ? (
              <div className={css.answer}>
                <p className="small mute">
                  <Trans>You</Trans> · {formatDate(answeredAt ?? askedAt)}
                </p>
                <p className={css.words} lang={detectLanguage(answer)}>
                  {answer}
                </p>
              </div>
            ) : (
              state === 'asked' && <AnswerForm place={place} draft={draft} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function AnswerForm({ place, draft: { answer, change } }: { place: number; draft: Draft }) {
  const { t } = useLingui()
  const send = useAnswerQuestion(() => {
    change({ answer: '' })
    toast(t`Your answer has been sent.`)
  })
  const form = useRef<HTMLFormElement>(null)
  const [isChecked, setChecked] = useState(false)
  const length = characters(cleanLines(answer))
  const fault =
    length === 0 ? t`Please write an answer.` : length > APPLICATION_LIMITS.answer ? t`This is too long. Please shorten it.` : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (send.isPending) return
    if (fault) focusFirstFault(form)
    else send.mutate({ question: place, answer })
  }
  return (
    <form ref={form} className={css.answer} onSubmit={submit} noValidate>
      <TextArea
        name="answer"
        rows={4}
        dir="auto"
        label={<Trans>Your answer to our team</Trans>}
        value={answer}
        error={isChecked ? fault : null}
        hint={<Count now={length} of={APPLICATION_LIMITS.answer} />}
        onChange={(event) => {
          if (send.error) send.reset()
          change({ answer: event.target.value })
        }}
      />
      {send.error && <Notice tone="rose">{errorText(send.error)}</Notice>}
      <div>
        <Button look="primary" type="submit" busy={send.isPending}>
          <Trans>Send the answer</Trans>
        </Button>
      </div>
    </form>
  )
}
