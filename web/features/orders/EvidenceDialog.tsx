import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { EVIDENCE_LIMITS } from '../../../workers/orders/evidence.schema.ts'
import type { Order, Role } from '../../../workers/orders/orders.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { useSubmitEvidence } from '../../queries/evidence.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Count, TextArea } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import { AttachmentField } from '../uploads/AttachmentField.tsx'
import css from './DeliveryDialog.module.css'
import { MessagePicker } from './MessagePicker.tsx'
import { Notes } from './Notes.tsx'
import { otherName } from './order-labels.ts'
import { useEvidenceDraft } from './use-evidence-draft.ts'

/** Submits a statement, messages of the order's room and files as evidence in a dispute. */
export default function EvidenceDialog({ order, role, onClose }: { order: Order; role: Role; onClose: () => void }) {
  const { t } = useLingui()
  const draft = useEvidenceDraft()
  const [attempt] = useState(() => crypto.randomUUID())
  const submit = useSubmitEvidence(order.id, attempt)
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [isChecked, setChecked] = useState(false)
  const other = otherName(order, role)
  const { statement, length, files, messages, fault } = draft
  const errors = {
    long: t`This is too long. Please shorten it.`,
    empty: t`Please write a statement, or choose messages or files.`,
    upload: t`A file was not uploaded. Try again, or remove it.`,
  }
  const isBusy = submit.isPending || draft.isUploading
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBusy) return
    if (fault) return focusFirstFault(form)
    submit.mutate(draft.content, {
      onSuccess: () => {
        toast(t`Your evidence has been submitted.`)
        onClose()
      },
    })
  }
  return (
    <Dialog
      title={<Trans>Submit evidence</Trans>}
      subtitle={order.title && <UserText text={order.title} />}
      onClose={onClose}
      locked={submit.isPending}
      foot={
        <>
          {submit.error && <Notice tone="rose">{errorText(submit.error)}</Notice>}
          <div className={css.buttons}>
            {!submit.isPending && (
              <Button onClick={onClose}>
                <Trans>Not now</Trans>
              </Button>
            )}
            <Button look="primary" type="submit" form={formId} busy={isBusy} data-invalid={fault !== null || undefined}>
              <Trans>Submit evidence</Trans>
            </Button>
          </div>
        </>
      }
    >
      <form id={formId} ref={form} className={css.form} onSubmit={send} noValidate>
        <TextArea
          label={<Trans>Statement</Trans>}
          value={statement}
          rows={4}
          dir="auto"
          onChange={(event) => draft.setStatement(event.target.value)}
          disabled={submit.isPending}
          hint={<Count now={length} of={EVIDENCE_LIMITS.statement} />}
          error={fault === 'long' || (isChecked && fault) ? errors[fault] : null}
          placeholder={t`What happened, and what the messages and files show.`}
        />
        {order.room && (
          <MessagePicker
            roomId={order.room}
            order={order}
            role={role}
            value={messages}
            onToggle={draft.toggleMessage}
            disabled={submit.isPending}
          />
        )}
        <AttachmentField
          value={files}
          max={EVIDENCE_LIMITS.files}
          onChange={draft.setFiles}
          onStatus={draft.setUploads}
          disabled={submit.isPending}
          privacy={<Trans>Only you, the other party and arbitrators can download them.</Trans>}
        />
        <Notes
          notes={[
            [
              'eye',
              <Trans key="eye">
                {other} is notified. {other} and the arbitrators see what you submit.
              </Trans>,
            ],
            [
              'lock',
              <Trans key="lock">
                You cannot change or delete it. It is stored for one year after the order ends, also if a message is deleted in the
                conversation.
              </Trans>,
            ],
          ]}
        />
      </form>
    </Dialog>
  )
}
