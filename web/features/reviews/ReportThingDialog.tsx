import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { MAX_POST_REPORT, POST_REPORT_REASONS } from '../../../workers/creators/post-reports.schema.ts'
import { type ReportedThing, useReportThing } from '../../queries/report-thing.ts'
import { ReportForm } from './ReportForm.tsx'

const byAuthor = msg`The author does not learn who reported it.`
const TEXTS = {
  post: { title: msg`Report this post`, subtitle: byAuthor },
  comment: { title: msg`Report this comment`, subtitle: byAuthor },
  listing: { title: msg`Report this listing`, subtitle: msg`The owner does not learn who reported it.` },
  page: { title: msg`Report this page`, subtitle: msg`The owner does not learn who reported it.` },
  person: { title: msg`Report this member`, subtitle: msg`They do not learn who reported them.` },
}

/** Reports a post, comment, listing, member or page to the team. */
export default function ReportThingDialog({ thing, onClose }: { thing: ReportedThing; onClose: () => void }) {
  const { i18n } = useLingui()
  const report = useReportThing(thing)
  const { title, subtitle } = TEXTS[thing.kind]
  return (
    <ReportForm
      plain
      title={i18n._(title)}
      subtitle={i18n._(subtitle)}
      reasons={POST_REPORT_REASONS}
      limit={MAX_POST_REPORT}
      sending={report}
      send={report.mutate}
      onClose={onClose}
    />
  )
}
