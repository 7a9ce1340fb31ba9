import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MAX_REPORT, REPORT_REASONS, type ReportKind, type ReportReason } from '../../../workers/orders/reports.schema.ts'
import { useReport } from '../../queries/reviews.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonLabel } from './ReasonLabel.tsx'
import css from './reviews.module.css'
import { TextForm } from './TextForm.tsx'

/** Reports a review or its answer to the team. `id` is the id of the review. */
export default function ReportDialog({ kind, id, onClose }: { kind: ReportKind; id: string; onClose: () => void }) {
  const { t } = useLingui()
  const [reason, setReason] = useState<ReportReason>('spam')
  const report = useReport()
  const onSend = (text: string) =>
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
        onSend={onSend}
        onClose={onClose}
      >
        <fieldset className={css.reasons}>
          <legend>
            <Trans>What is wrong with it?</Trans>
          </legend>
          {REPORT_REASONS.map((one) => (
            <label key={one}>
              <input type="radio" name="reason" checked={one === reason} onChange={() => setReason(one)} />
              <ReasonLabel reason={one} />
            </label>
          ))}
        </fieldset>
      </TextForm>
    </Dialog>
  )
}
