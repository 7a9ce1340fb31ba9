import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import { MAX_COMMENT } from '../../lib/figures.ts'
import { Button } from '../../ui/Button.tsx'
import { Count, TextArea } from '../../ui/Field.tsx'
import css from './Comments.module.css'

/** The field for a new comment. `onSend` gets the text, and calls back once it has taken it. */
export function CommentForm({ onSend }: { onSend: (text: string, onTaken: () => void) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const length = characters(cleanLines(text))
  const fault =
    length > MAX_COMMENT
      ? t`This is too long. Please shorten it.`
      : isChecked && length === 0
        ? t`Please write at least one sentence.`
        : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (length === 0 || length > MAX_COMMENT) return form.current?.querySelector('textarea')?.focus()
    onSend(cleanLines(text), () => {
      setText('')
      setChecked(false)
    })
  }
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <TextArea
        label={<Trans>Your comment</Trans>}
        rows={2}
        dir="auto"
        value={text}
        error={fault}
        hint={length > MAX_COMMENT * 0.8 ? <Count now={length} of={MAX_COMMENT} /> : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" icon="send">
        <Trans>Send the comment</Trans>
      </Button>
    </form>
  )
}
