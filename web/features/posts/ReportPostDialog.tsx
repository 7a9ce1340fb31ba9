import { Trans } from '@lingui/react/macro'
import { MAX_POST_REPORT, POST_REPORT_REASONS } from '../../../workers/creators/post-reports.schema.ts'
import { type ReportedThing, useReportPost } from '../../queries/report-post.ts'
import { ReportForm } from '../reviews/ReportForm.tsx'

/** Reports a post or a comment to the team. */
export default function ReportPostDialog({ thing, onClose }: { thing: ReportedThing; onClose: () => void }) {
  const report = useReportPost(thing)
  return (
    <ReportForm
      plain
      title={thing.kind === 'post' ? <Trans>Report this post</Trans> : <Trans>Report this comment</Trans>}
      subtitle={<Trans>The author does not learn who reported it.</Trans>}
      reasons={POST_REPORT_REASONS}
      limit={MAX_POST_REPORT}
      sending={report}
      send={report.mutate}
      onClose={onClose}
    />
  )
}
