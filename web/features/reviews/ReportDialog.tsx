import { Trans } from '@lingui/react/macro'
import { MAX_REPORT, REPORT_REASONS, type ReportKind } from '../../../workers/orders/reports.schema.ts'
import { useReport } from '../../queries/reviews.ts'
import { ReportForm } from './ReportForm.tsx'

/** Reports a review or its answer to the team. `id` is the id of the review. */
export default function ReportDialog({ kind, id, onClose }: { kind: ReportKind; id: string; onClose: () => void }) {
  const report = useReport(kind, id)
  return (
    <ReportForm
      title={kind === 'review' ? <Trans>Report this review</Trans> : <Trans>Report this answer</Trans>}
      subtitle={
        kind === 'review' ? (
          <Trans>A low rating alone is no reason to report a review. The author of the review does not learn who reported it.</Trans>
        ) : (
          <Trans>The author of the answer does not learn who reported it.</Trans>
        )
      }
      reasons={REPORT_REASONS}
      limit={MAX_REPORT}
      sending={report}
      send={report.mutate}
      onClose={onClose}
    />
  )
}
