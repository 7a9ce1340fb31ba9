import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { MAX_REPORT, REPORT_REASONS, type ReportKind, type ReportReason } from '../../../workers/orders/reports.schema.ts'
import { useReport } from '../../queries/reviews.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonField } from './ReasonField.tsx'
import { TextForm } from './TextForm.tsx'

/** Reports a review or its answer to the team. `id` is the id of the review. */
export default function ReportDialog({ kind, id, onClose }: { kind: ReportKind; id: string; onClose: () => void }) {
  const { t } = useLingui()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [isChecked, setChecked] = useState(false)
  const reasons = useRef<HTMLFieldSetElement>(null)
  const report = useReport()
  const check = () => {
    setChecked(true)
    if (reason === null) reasons.current?.querySelector('input')?.focus()
    return reason !== null
  }
  const onSend = (text: string) =>
    reason !== null &&
    report.mutate(
      { kind, id, reason, text },
      {
        onSuccess: () => {
          toast(t`Thank you. The team will look at it.`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={kind === 'review' ? <Trans>Report this review</Trans> : <Trans>Report this answer</Trans>}
      subtitle={
        kind === 'review' ? (
          <Trans>A low rating alone is no reason to report a review. The author of the review does not learn who reported it.</Trans>
        ) : (
          <Trans>The author of the answer does not learn who reported it.</Trans>
        )
      }
      onClose={onClose}
      locked={report.isPending}
    >
      <TextForm
        label={t`What should the team know?`}
        initial=""
        limit={MAX_REPORT}
        isOptional
        send={<Trans>Send the report</Trans>}
        error={report.error}
        busy={report.isPending}
        check={check}
        onSend={onSend}
        onClose={onClose}
      >
        <ReasonField ref={reasons} reasons={REPORT_REASONS} value={reason} onChange={setReason} isMissing={isChecked && reason === null} />
      </TextForm>
    </Dialog>
  )
}
