import { Trans, useLingui } from '@lingui/react/macro'
import { DELIVERY_LIMITS } from '../../../workers/orders/deliveries.schema.ts'
import { Count, TextArea } from '../../ui/Field.tsx'
import { AttachmentField } from '../uploads/AttachmentField.tsx'
import type { useDeliveryDraft } from './use-delivery-draft.ts'

interface DeliveryFieldsProps {
  draft: ReturnType<typeof useDeliveryDraft>
  disabled: boolean
  /** Whether to show the error of an empty form, too. */
  isChecked: boolean
}

/** The message and the files of a delivery. */
export function DeliveryFields({ draft, disabled, isChecked }: DeliveryFieldsProps) {
  const { t } = useLingui()
  const { message, length, files, fault } = draft
  const errors = {
    long: t`This is too long. Please shorten it.`,
    empty: t`Please write a message or add a file.`,
    upload: t`A file was not uploaded. Try again, or remove it.`,
  }
  return (
    <>
      <TextArea
        label={draft.isOptional ? <Trans>Message to the attendee</Trans> : <Trans>Message to the buyer</Trans>}
        value={message}
        rows={4}
        dir="auto"
        onChange={(event) => draft.setMessage(event.target.value)}
        disabled={disabled}
        hint={<Count now={length} of={DELIVERY_LIMITS.message} />}
        error={fault === 'long' || (isChecked && fault) ? errors[fault] : null}
        placeholder={draft.isOptional ? t`Optional.` : t`What you deliver, and what the buyer should check.`}
      />
      <AttachmentField
        value={files}
        max={DELIVERY_LIMITS.files}
        onChange={draft.setFiles}
        onStatus={draft.setUploads}
        disabled={disabled}
        privacy={
          draft.isOptional ? (
            <Trans>Only you and the attendee can download them, and arbitrators if there is a dispute.</Trans>
          ) : (
            <Trans>Only you and the buyer can download them, and arbitrators if there is a dispute.</Trans>
          )
        }
      />
    </>
  )
}
