import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { isDeleted, type Message, summaryOf } from '../../../workers/chat/messages.schema.ts'
import { CONVERSATION_REASONS, type ConversationReason, MAX_REPORTED } from '../../../workers/orders/conversation-reports.schema.ts'
import { MAX_REPORT } from '../../../workers/orders/reports.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { useReportMessages, useSetBlocked } from '../../queries/conversations.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import { ReasonField } from '../reviews/ReasonField.tsx'
import { TextForm } from '../reviews/TextForm.tsx'
import css from './ReportMessagesDialog.module.css'

interface Props {
  roomId: string
  me: number
  /** The other member, who is blocked too if `blocks`. */
  other: number
  name: string
  /** The loaded messages, oldest first. */
  messages: Message[]
  /** The number of the message that is chosen at first. */
  first?: number
  blocks?: boolean
  onClose: () => void
}

/** Reports messages of the room to the team; the member chooses which. */
export default function ReportMessagesDialog({ roomId, me, other, name, messages, first, blocks, onClose }: Props) {
  const { t } = useLingui()
  const [reason, setReason] = useState<ConversationReason | null>(null)
  const [chosen, setChosen] = useState<number[]>(first === undefined ? [] : [first])
  const [isChecked, setChecked] = useState(false)
  const reasons = useRef<HTMLFieldSetElement>(null)
  const list = useRef<HTMLFieldSetElement>(null)
  const report = useReportMessages()
  const block = useSetBlocked()
  const shown = messages.filter(({ message }) => !isDeleted(message)).toReversed()
  const hasTheirs = shown.some(({ seq, user_id }) => user_id === other && chosen.includes(seq))
  const isBusy = report.isPending || block.isPending
  const check = () => {
    setChecked(true)
    if (!hasTheirs) list.current?.querySelector('input')?.focus()
    else if (reason === null) reasons.current?.querySelector('input')?.focus()
    return hasTheirs && reason !== null
  }
  const send = async (text: string) => {
    if (reason === null) return
    try {
      // The block first: it must not depend on whether these messages were reported before.
      if (blocks) await block.mutateAsync({ userId: other, isBlocked: true })
      await report.mutateAsync({ roomId, messages: chosen.toSorted((a, b) => a - b), reason, text })
    } catch {
      // The form shows why.
      return
    }
    toast(t`Thank you. The team will look at it.`)
    onClose()
  }
  const toggle = (seq: number) => setChosen(chosen.includes(seq) ? chosen.filter((one) => one !== seq) : [...chosen, seq])
  const count = chosen.length
  return (
    <Dialog
      plain
      title={blocks ? <Trans>Report and block {name}</Trans> : <Trans>Report messages</Trans>}
      subtitle={
        <Trans>The team gets a copy of the messages that you choose, and no others. {name} does not learn who reported them.</Trans>
      }
      onClose={onClose}
      locked={isBusy}
    >
      <TextForm
        label={t`What should the team know?`}
        initial=""
        limit={MAX_REPORT}
        isOptional
        send={blocks ? <Trans>Report and block</Trans> : <Trans>Send the report</Trans>}
        error={block.error ?? report.error}
        busy={isBusy}
        check={check}
        onSend={(text) => void send(text)}
        onClose={onClose}
      >
        <fieldset ref={list} className={css.messages} disabled={isBusy}>
          <legend>
            <Trans>Which messages?</Trans>
          </legend>
          <p className="small mute num" aria-live="polite">
            <Trans>
              {count} chosen, at most {MAX_REPORTED}
            </Trans>
          </p>
          {isChecked && !hasTheirs && <FieldError>{t`Please choose a message of the other person.`}</FieldError>}
          <div className={css.scroller}>
            {shown.map(({ seq, user_id, at, message }) => (
              <Checkbox
                key={seq}
                checked={chosen.includes(seq)}
                disabled={count === MAX_REPORTED && !chosen.includes(seq)}
                onChange={() => toggle(seq)}
                label={
                  <>
                    {user_id === me ? <Trans>You</Trans> : <bdi>{name}</bdi>}{' '}
                    <span className="small mute num">{formatDate(at, 'dayTime')}</span>
                  </>
                }
                hint={
                  <span className={css.text}>
                    <UserText text={message.text || summaryOf(message)} />
                  </span>
                }
              />
            ))}
          </div>
        </fieldset>
        <ReasonField
          ref={reasons}
          reasons={CONVERSATION_REASONS}
          value={reason}
          onChange={setReason}
          isMissing={isChecked && reason === null}
        />
      </TextForm>
    </Dialog>
  )
}
