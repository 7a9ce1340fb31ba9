import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { changesLeft, DELIVERY_LIMITS, type DeliveryStep, MIN_CHANGES } from '../../../workers/orders/deliveries.schema.ts'
import { type Order, STATE_MACHINE } from '../../../workers/orders/orders.schema.ts'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { postMessage } from '../../queries/chat.ts'
import { useRequestChanges } from '../../queries/deliveries.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Count, TextArea } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import css from './DeliveryDialog.module.css'
import { type Note, Notes } from './Notes.tsx'
import { otherName } from './order-labels.ts'

interface ChangesDialogProps {
  order: Order
  steps: readonly DeliveryStep[]
  /** Opens the dialog of a dispute instead. */
  onDispute: () => void
  onClose: () => void
}

/** Requests changes to a delivery. Without a revision left, it only says so and offers the dispute. */
export default function ChangesDialog({ order, steps, onDispute, onClose }: ChangesDialogProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  // The changes left when the dialog opened. This form's own request is counted before the dialog closes.
  const [left] = useState(changesLeft(order, steps))
  const changes = useChanges(order, order.revisions - left + 1, onClose)
  const seller = otherName(order, 'buyer')
  const day = formatDate(STATE_MACHINE.delivered.waits!.until(order), 'dayTime')
  const total = order.revisions
  const notes: Note[] = [
    [
      'clock',
      <Trans key="clock">
        The release date stays the same: after {day}, anyone may release the payment to {seller}, even if you still wait for changes.
      </Trans>,
    ],
    [
      'warning',
      <Trans key="dispute">
        If you do not agree on the work in time, open a dispute before that date. It keeps the payment in escrow.
      </Trans>,
    ],
  ]
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!changes.send()) focusFirstFault(form)
  }
  return (
    <Dialog
      title={<Trans>Request changes</Trans>}
      subtitle={order.title && <UserText text={order.title} />}
      onClose={onClose}
      locked={changes.isBusy}
      foot={
        <>
          {changes.error !== null && <Notice tone="rose">{errorText(changes.error)}</Notice>}
          <div className={css.buttons}>
            {!changes.isBusy && (
              <Button onClick={onClose}>
                <Trans>Not now</Trans>
              </Button>
            )}
            {!changes.isStored && (
              <Button look={left > 0 ? 'quiet' : 'primary'} onClick={onDispute} disabled={changes.isBusy}>
                <Trans>Open a dispute</Trans>
              </Button>
            )}
            {left > 0 && (
              <Button look="primary" type="submit" form={formId} busy={changes.isBusy} data-invalid={changes.fault !== null || undefined}>
                {changes.isStored ? <Trans>Send the message again</Trans> : <Trans>Request changes</Trans>}
              </Button>
            )}
          </div>
        </>
      }
    >
      <form id={formId} ref={form} className={css.form} onSubmit={send} noValidate>
        <p>
          {left > 0 ? (
            <Plural value={total} one={`You have ${left} of # revision left.`} other={`You have ${left} of # revisions left.`} />
          ) : total > 0 ? (
            <Plural
              value={total}
              one={`You have used the # revision of this order. You can still write to ${seller} in the conversation.`}
              other={`You have used all # revisions of this order. You can still write to ${seller} in the conversation.`}
            />
          ) : (
            <Trans>This order includes no revisions. You can still write to {seller} in the conversation.</Trans>
          )}
        </p>
        {left > 0 && <ChangesField changes={changes} />}
        <Notes notes={notes} />
      </form>
    </Dialog>
  )
}

/**
 * The text of change request `number`. `send` stores it with the order, then sends it as a message in the order's room. If only the message
 * fails, a retry sends only the message. `send` returns false if the text breaks a rule (`fault`).
 */
function useChanges(order: Order, number: number, onDone: () => void) {
  const { t } = useLingui()
  const request = useRequestChanges(order.id)
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [stored, setStored] = useState<DeliveryStep | null>(null)
  const [error, setError] = useState<unknown>(null)
  const length = characters(cleanLines(text))
  const fault: 'long' | 'short' | null = length > DELIVERY_LIMITS.changes ? 'long' : length < MIN_CHANGES ? 'short' : null

  const post = async () => {
    setBusy(true)
    setError(null)
    try {
      const step = stored ?? (await request.mutateAsync(text))
      setStored(step)
      const { message } = step
      const { room, revisions } = order
      // The step's id is also the message's id, so that a repeated message is stored once.
      if (room) await postMessage(room, { clientId: step.id, text: t`I request changes (${number} of ${revisions}):\n\n${message}` })
      toast(t`Your request has been sent.`)
      onDone()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const send = (): boolean => {
    setChecked(true)
    if (fault || isBusy) return !fault
    void post()
    return true
  }
  return { text, setText, length, fault, isChecked, isBusy, isStored: stored !== null, error, send }
}

function ChangesField({
  changes: { text, setText, length, fault, isChecked, isBusy, isStored },
}: {
  changes: ReturnType<typeof useChanges>
}) {
  const { t } = useLingui()
  const errors = {
    long: t`This is too long. Please shorten it.`,
    short: t`Please write at least ${MIN_CHANGES} characters about what should change.`,
  }
  return (
    <TextArea
      label={<Trans>What should change?</Trans>}
      value={text}
      rows={4}
      dir="auto"
      onChange={(event) => setText(event.target.value)}
      disabled={isBusy || isStored}
      error={fault === 'long' || (isChecked && fault) ? errors[fault] : null}
      hint={
        <>
          <Trans>At least {MIN_CHANGES} characters. It also appears as your message in the conversation.</Trans>
          <Count now={length} of={DELIVERY_LIMITS.changes} />
        </>
      }
    />
  )
}
