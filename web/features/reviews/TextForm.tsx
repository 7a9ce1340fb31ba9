import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Count, TextArea } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import css from './reviews.module.css'

interface Props {
  label: string
  initial: string
  limit: number
  /** Whether the text may be empty. */
  isOptional?: boolean
  /** The label of the submit button. */
  send: ReactNode
  error: Error | null
  busy: boolean
  /** Checks the fields before the text: marks what is missing, and moves the focus there. Nothing is sent unless it returns true. */
  check?: () => boolean
  onSend: (text: string) => void
  onClose: () => void
  /** Fields before the text. */
  children?: ReactNode
}

/** The form of a dialog for one text: a review, an answer or a report. */
export function TextForm({ label, initial, limit, isOptional, send, error, busy, check, onSend, onClose, children }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState(initial)
  const [isSent, setSent] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const length = characters(cleanLines(text))
  const fault =
    length > limit
      ? t`This is too long. Please shorten it.`
      : isSent && !isOptional && length === 0
        ? t`Please write at least one sentence.`
        : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (busy || check?.() === false) return
    if (length > limit || (!isOptional && length === 0)) return field.current?.querySelector('textarea')?.focus()
    onSend(text)
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {children}
      <div ref={field}>
        <TextArea
          label={label}
          value={text}
          rows={4}
          dir="auto"
          onChange={(event) => setText(event.target.value)}
          hint={<Count now={length} of={limit} />}
          error={fault}
          placeholder={isOptional ? t`Optional.` : undefined}
        />
      </div>
      {error && <Notice tone="rose">{errorText(error)}</Notice>}
      <div className={css.send}>
        {!busy && (
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
        )}
        <Button look="primary" type="submit" busy={busy}>
          {send}
        </Button>
      </div>
    </form>
  )
}
