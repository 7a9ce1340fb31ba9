import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { APPLICATION_LIMITS, type ReceivedApplication } from '../../../workers/creators/applications.schema.ts'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { useAnswerApplication } from '../../queries/manage-creators.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Count, TextArea } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import css from './creators-admin.module.css'

interface Props {
  application: ReceivedApplication
  action: 'ask' | 'refuse'
  onClose: () => void
}

/** What the viewer has written about an application but not sent, while the page is open: a dialog is easily closed by mistake. */
const drafts = new Map<string, string>()

/** Writes a question to an applicant, or the reason why an application is refused. */
export function AnswerDialog({ application: { id, name }, action, onClose }: Props) {
  const { t } = useLingui()
  const key = `${action} ${id}`
  const [text, setText] = useState(drafts.get(key) ?? '')
  const [isChecked, setChecked] = useState(false)
  const answer = useAnswerApplication()
  const form = useRef<HTMLFormElement>(null)
  const isAsked = action === 'ask'
  const length = characters(cleanLines(text))
  const fault =
    length > APPLICATION_LIMITS.question
      ? t`This is too long. Please shorten it.`
      : length > 0
        ? null
        : isAsked
          ? t`Please write a question.`
          : t`Please write a reason.`

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (answer.isPending) return
    if (fault) return focusFirstFault(form)
    void answer.mutateAsync({ id, action, text }).then(
      () => {
        drafts.delete(key)
        toast(isAsked ? t`Your question has been sent.` : t`The application is refused.`)
        onClose()
      },
      () => {}, // The dialog shows the error.
    )
  }

  return (
    <Dialog
      title={isAsked ? <Trans>Ask {name} a question</Trans> : <Trans>Refuse the application of {name}?</Trans>}
      onClose={onClose}
      locked={answer.isPending}
      plain={!isAsked}
    >
      <form ref={form} className={css.form} onSubmit={submit} noValidate>
        <TextArea
          rows={5}
          dir="auto"
          label={isAsked ? t`Question` : t`Reason`}
          value={text}
          error={isChecked ? fault : null}
          hint={
            <>
              {isAsked ? (
                <Trans>The applicant is notified and can answer.</Trans>
              ) : (
                <Trans>The applicant is notified, reads the reason, and can apply again.</Trans>
              )}
              <Count now={length} of={APPLICATION_LIMITS.question} />
            </>
          }
          onChange={(event) => {
            if (answer.error) answer.reset()
            setText(event.target.value)
            drafts.set(key, event.target.value)
          }}
        />
        {answer.error && <Notice tone="rose">{errorText(answer.error)}</Notice>}
        <div className={css.buttons}>
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button look={isAsked ? 'primary' : 'danger'} type="submit" busy={answer.isPending}>
            {isAsked ? <Trans>Send the question</Trans> : <Trans>Refuse the application</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
