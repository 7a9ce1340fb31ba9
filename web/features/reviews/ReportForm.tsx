import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonField } from './ReasonField.tsx'
import type { AnyReason } from './ReasonLabel.tsx'
import { TextForm } from './TextForm.tsx'

interface ReportFormProps<Reason> {
  title: ReactNode
  subtitle: ReactNode
  reasons: readonly Reason[]
  /** Maximum characters of the text. */
  limit: number
  plain?: boolean
  /** The mutation that sends the report. */
  sending: { error: Error | null; isPending: boolean }
  send: (report: { reason: Reason; text: string }, options: { onSuccess: () => void }) => void
  onClose: () => void
}

/** The dialog of a report to the team: a reason, and a text that may be empty. */
export function ReportForm<Reason extends AnyReason>({
  title,
  subtitle,
  reasons,
  limit,
  plain,
  sending,
  send,
  onClose,
}: ReportFormProps<Reason>) {
  const { t } = useLingui()
  const [reason, setReason] = useState<Reason | null>(null)
  const [isChecked, setChecked] = useState(false)
  const field = useRef<HTMLFieldSetElement>(null)
  const check = () => {
    setChecked(true)
    if (reason === null) field.current?.querySelector('input')?.focus()
    return reason !== null
  }
  const onSuccess = () => {
    toast(t`Thank you. The team will look at it.`)
    onClose()
  }
  return (
    <Dialog plain={plain} title={title} subtitle={subtitle} onClose={onClose} locked={sending.isPending}>
      <TextForm
        label={t`What should the team know?`}
        initial=""
        limit={limit}
        isOptional
        send={<Trans>Send the report</Trans>}
        error={sending.error}
        busy={sending.isPending}
        check={check}
        onSend={(text) => reason !== null && send({ reason, text }, { onSuccess })}
        onClose={onClose}
      >
        <ReasonField ref={field} reasons={reasons} value={reason} onChange={setReason} isMissing={isChecked && reason === null} />
      </TextForm>
    </Dialog>
  )
}
