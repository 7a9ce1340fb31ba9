import { Plural, useLingui } from '@lingui/react/macro'
import { type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react'
import { cleanText, MAX_MESSAGE } from '../../../workers/chat/messages.schema.ts'
import { IconButton } from '../../ui/Button.tsx'
import css from './Composer.module.css'

/** From this length on, the number of remaining characters is shown. */
const COUNT_FROM = MAX_MESSAGE - 400

/** The unsent text of each room. It survives a change of the page, but not a reload. */
const drafts = new Map<string, string>()

/** Enter sends, and Shift+Enter starts a new line. An Enter that confirms the input of a Japanese word does neither. */
export function Composer({
  roomId,
  label,
  field,
  onSend,
  onType,
}: {
  roomId: string
  label: string
  field?: Ref<HTMLTextAreaElement>
  onSend: (text: string) => void
  onType: () => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState(drafts.get(roomId) ?? '')
  const id = useId()
  const left = MAX_MESSAGE - text.length

  const change = (next: string) => {
    setText(next)
    drafts.set(roomId, next)
    if (next.trim()) onType()
  }
  const send = () => {
    const clean = cleanText(text)
    if (!clean || left < 0) return
    onSend(clean)
    setText('')
    drafts.delete(roomId)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const press = (event: KeyboardEvent) => {
    // In Safari, the Enter that confirms a word comes after the end of the composition and has the key code 229.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
  }

  return (
    <form className={css.composer} onSubmit={submit}>
      <textarea
        ref={field}
        rows={1}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={press}
        aria-label={label}
        placeholder={label}
        aria-invalid={left < 0 || undefined}
        aria-describedby={text.length > COUNT_FROM ? id : undefined}
        enterKeyHint="send"
        dir="auto"
      />
      <IconButton type="submit" look="primary" icon="send" label={t`Send`} disabled={left < 0} />
      {text.length > COUNT_FROM && (
        <p id={id} className={left < 0 ? css.over : css.count} role={left < 0 ? 'alert' : undefined}>
          {left < 0 ? (
            <Plural value={-left} one="# character too many" other="# characters too many" />
          ) : (
            <Plural value={left} one="# character left" other="# characters left" />
          )}
        </p>
      )}
    </form>
  )
}
