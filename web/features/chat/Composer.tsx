import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { cleanText, MAX_MESSAGE, type Message, summaryOf } from '../../../workers/chat/messages.schema.ts'
import { draftIn, rememberDraft } from '../../lib/drafts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { AttachButton } from './AttachButton.tsx'
import css from './Composer.module.css'
import type { Attachments } from './use-attachments.tsx'

/** Below this number of remaining characters, it is shown. */
const COUNT_BELOW = 400

/** What the text is for, if not a new message: an answer to a message, or its new text. */
export type Subject = { type: 'reply' | 'edit'; message: Message }

interface ComposerProps {
  roomId: string
  me: number
  label: string
  field: RefObject<HTMLTextAreaElement | null>
  subject: Subject | null
  /** The name of the author of the subject; null for the viewer. */
  author: string | null
  onCancel: () => void
  attachments: Attachments
  /** Returns false if the message was not taken. */
  onSend: (text: string) => boolean
  /** Saves the new text of the subject. Resolves with whether that worked. */
  onEdit: (text: string) => Promise<boolean>
  onEditLast: () => void
  onType: () => void
  /** Opens the dialog for a custom offer; undefined where no offers are possible. */
  onOffer: (() => void) | undefined
}

/**
 * Enter sends, and Shift+Enter starts a new line. An Enter that confirms the input of a Japanese word does neither. Esc ends a reply or an
 * edit, and the up key in an empty field edits the last own message.
 */
export function Composer({
  roomId,
  me,
  label,
  field,
  subject,
  author,
  attachments,
  onCancel,
  onSend,
  onEdit,
  onEditLast,
  onType,
  onOffer,
}: ComposerProps) {
  const { t } = useLingui()
  const edited = subject?.type === 'edit' ? subject.message : null
  const [text, setText] = useState(() => edited?.message.text ?? draftIn(me, roomId))
  const [isSaving, setSaving] = useState(false)
  /** Whether an edit without a text was refused. */
  const [isEmpty, setEmpty] = useState(false)
  const id = useId()
  const left = MAX_MESSAGE - text.length

  const change = (next: string) => {
    setText(next)
    setEmpty(false)
    if (edited) return
    rememberDraft(me, roomId, next)
    if (next.trim()) onType()
  }
  const save = async (clean: string) => {
    setSaving(true)
    if (!(await onEdit(clean))) setSaving(false)
  }
  const send = () => {
    const clean = cleanText(text)
    if (left < 0 || isSaving) return
    if (edited) {
      if (clean) void save(clean)
      else setEmpty(true)
      return
    }
    if (attachments.isBlocked || (!clean && !attachments.files.length)) return
    if (!onSend(clean)) return
    setText('')
    rememberDraft(me, roomId, '')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const press = (event: KeyboardEvent) => {
    // In Safari, the Enter that confirms a word comes after the end of the composition and has the key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape' && subject) onCancel()
    else if (event.key === 'ArrowUp' && !text && !subject) onEditLast()
    else if (event.key === 'Enter' && !event.shiftKey) send()
    else return
    event.preventDefault()
  }

  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // Programs for texts and tables add a picture of what was copied.
    if (edited || !files.length || types.includes('text/plain')) return
    event.preventDefault()
    attachments.add(files)
  }

  return (
    <form className={css.composer} data-edit={edited ? true : undefined} onSubmit={submit}>
      {subject && (
        <div className={css.subject}>
          <Icon name={edited ? 'pencil' : 'reply'} size={18} />
          <p>
            <b>
              {edited ? <Trans>Edit message</Trans> : author === null ? <Trans>Reply to yourself</Trans> : <Trans>Reply to {author}</Trans>}
            </b>
            <span className="cut" dir="auto">
              {summaryOf(subject.message.message)}
            </span>
          </p>
          <IconButton icon="close" label={edited ? t`Cancel the edit` : t`Cancel the reply`} onClick={onCancel} />
        </div>
      )}
      {!edited && (
        <div className={css.tools}>
          {onOffer && <IconButton icon="ticket" label={t`Send a custom offer`} onClick={onOffer} />}
          <AttachButton onFiles={attachments.add} />
        </div>
      )}
      <textarea
        ref={field}
        rows={1}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={press}
        onPaste={paste}
        aria-label={edited ? t`New text of the message` : label}
        placeholder={t`Write a message`}
        aria-invalid={left < 0 || isEmpty || undefined}
        aria-describedby={left < COUNT_BELOW || isEmpty || attachments.failed > 0 ? id : undefined}
        enterKeyHint="send"
        dir="auto"
      />
      <IconButton
        type="submit"
        look="primary"
        icon={edited ? 'check' : 'send'}
        label={edited ? t`Save` : t`Send`}
        aria-busy={isSaving || undefined}
        disabled={left < 0 || (!edited && attachments.isBlocked)}
      />
      <Hint id={id} left={left} isEmpty={isEmpty} failed={edited ? 0 : attachments.failed} />
    </form>
  )
}

/**
 * Why the text cannot be saved or sent, or how much of it is left. `isEmpty`: whether an edit without a text was refused. `failed`: the number
 * of files that could not be added.
 */
function Hint({ id, left, isEmpty, failed }: { id: string; left: number; isEmpty: boolean; failed: number }) {
  if (isEmpty)
    return (
      <p id={id} className={css.over} role="alert">
        <Trans>An edited message needs a text. To remove the message, cancel the edit and choose Delete in its menu.</Trans>
      </p>
    )
  if (left >= 0 && failed)
    return (
      <p id={id} className={css.over} role="alert">
        <Plural
          value={failed}
          one="# file could not be added. Remove it to send the message."
          other="# files could not be added. Remove them to send the message."
        />
      </p>
    )
  if (left >= COUNT_BELOW) return null
  return (
    <p id={id} className={left < 0 ? css.over : css.count} role={left < 0 ? 'alert' : undefined}>
      {left < 0 ? (
        <Plural value={-left} one="# character too many" other="# characters too many" />
      ) : (
        <Plural value={left} one="# character left" other="# characters left" />
      )}
    </p>
  )
}
