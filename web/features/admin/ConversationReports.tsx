import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ConversationReport } from '../../../workers/orders/conversation-reports.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { paths } from '../../lib/paths.ts'
import { conversationReportsQuery, useCloseConversationReport } from '../../queries/conversation-reports.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonLabel } from '../reviews/ReasonLabel.tsx'
import { MemberActions } from './MemberActions.tsx'
import css from './Reports.module.css'

/** The open reports about messages; nothing if there are none. The list of reports below says who may see this page. */
export function ConversationReports({ canSanction }: { canSanction: boolean }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(conversationReportsQuery)
  const reports = query.data?.pages.flatMap((page) => page.reports) ?? []
  if (!reports.length) return null
  return (
    <section className={css.list} aria-label={t`Reported messages`}>
      <h2>
        <Trans>Reported messages</Trans>
      </h2>
      <ul className={css.list}>
        {reports.map((report) => (
          <li key={report.id}>
            <Entry of={report}>
              <Report report={report} canSanction={canSanction} />
            </Entry>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </section>
  )
}

function Report({ report, canSanction }: { report: ConversationReport; canSanction: boolean }) {
  const { id, reason, text, at, reporter, subject, messages } = report
  const { t } = useLingui()
  const close = useCloseConversationReport()
  const nameOf = ({ name }: { name: string }) => name || t`Deleted account`
  const [subjectName, reporterName] = [nameOf(subject), nameOf(reporter)]
  return (
    <article className={css.thing} aria-label={t`Reported messages`}>
      <h3>{subject.name ? <Link href={paths.person(subject.id)}>{subjectName}</Link> : subjectName}</h3>
      <p>
        <b>
          <ReasonLabel reason={reason} />
        </b>{' '}
        <span className="small mute">
          <Trans>Reported by {reporterName}</Trans> · {formatDate(at, 'dayTime')}
        </span>
      </p>
      {text && (
        <p className={css.message} dir="auto">
          {text}
        </p>
      )}
      <ul className={css.reports}>
        {messages.map((message) => (
          <li key={message.seq}>
            <b>
              <bdi>{message.userId === subject.id ? subjectName : reporterName}</bdi>
            </b>{' '}
            <span className="small mute">{formatDate(message.at, 'dayTime')}</span>
            <p className={css.message} dir="auto">
              {message.text}
            </p>
          </li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Button busy={close.isPending} onClick={() => close.mutate(id, { onError: (error) => toast(errorText(error), 'bad') })}>
          <Trans>Close the report</Trans>
        </Button>
      </div>
      {canSanction && subject.name && <MemberActions userId={subject.id} />}
    </article>
  )
}
