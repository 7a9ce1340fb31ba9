import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { POST_REPORT_REASONS } from '../../../workers/creators/post-reports.schema.ts'
import { type ReportedThing, useReportPost } from '../../queries/report-post.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonField } from '../reviews/ReasonField.tsx'
import { TextForm } from '../reviews/TextForm.tsx'

/** Maximum characters of a report's text, as in the schema. */
const MAX_REPORT = 1000

/** Reports a post or a comment to the team. */
export function ReportPostDialog({ thing, onClose }: { thing: ReportedThing; onClose: () => void }) {
  const { t } = useLingui()
  const [reason, setReason] = useState<(typeof POST_REPORT_REASONS)[number] | null>(null)
  const [isChecked, setChecked] = useState(false)
  const reasons = useRef<HTMLFieldSetElement>(null)
  const report = useReportPost(thing)
  const check = () => {
    setChecked(true)
    if (reason === null) reasons.current?.querySelector('input')?.focus()
    return reason !== null
  }
  const onSend = (text: string) =>
    reason !== null &&
    report.mutate(
      { reason, text },
      {
        onSuccess: () => {
          toast(t`Thank you. The team will look at it.`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      plain
      title={thing.kind === 'post' ? <Trans>Report this post</Trans> : <Trans>Report this comment</Trans>}
      subtitle={<Trans>The author does not learn who reported it.</Trans>}
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
        <ReasonField
          ref={reasons}
          reasons={POST_REPORT_REASONS}
          value={reason}
          onChange={setReason}
          isMissing={isChecked && reason === null}
        />
      </TextForm>
    </Dialog>
  )
}
