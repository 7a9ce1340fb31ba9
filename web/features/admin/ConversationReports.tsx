import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { RoomMessage } from '../../../workers/chat/messages.schema.ts'
import type {
  ConversationDecision,
  ConversationReport,
  HiddenMessages as Hidden,
  ReportedRoom,
} from '../../../workers/orders/conversation-reports.schema.ts'
import { adminPaths } from '../../lib/admin-paths.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { paths } from '../../lib/paths.ts'
import { conversationReportsQuery, hiddenMessagesQuery, useDecideConversationReport } from '../../queries/conversation-reports.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { Skeletons } from '../admin-pages/AdminFrame.tsx'
import { ReasonLabel } from '../reviews/ReasonLabel.tsx'
import { MemberActions } from './MemberActions.tsx'
import { NothingOpen } from './NothingOpen.tsx'
import { ReportSection } from './ReportSection.tsx'
import css from './Reports.module.css'

type Party = ConversationReport['subject']

/** The open reports about messages. */
export function ConversationReports({ canSanction }: { canSanction: boolean }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(conversationReportsQuery)
  const reports = query.data?.pages.flatMap((page) => page.reports) ?? []
  return (
    <ReportSection
      title={t`Reported messages`}
      query={query}
      skeleton={<Skeletons height={220} count={2} />}
      empty={<NothingOpen text={<Trans>Reported messages appear here.</Trans>} />}
    >
      {reports.map((report) => (
        <li key={report.id}>
          <Entry of={report}>
            <Report report={report} canSanction={canSanction} />
          </Entry>
        </li>
      ))}
    </ReportSection>
  )
}

/** The hidden messages; nothing if there are none. */
export function HiddenMessages({ canSanction }: { canSanction: boolean }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(hiddenMessagesQuery)
  const hidden = query.data?.pages.flatMap((page) => page.hidden) ?? []
  return (
    <ReportSection title={t`Hidden messages`} query={query}>
      {hidden.map((one) => (
        <li key={one.id}>
          <Entry of={one}>
            <HiddenGroup hidden={one} canSanction={canSanction} />
          </Entry>
        </li>
      ))}
    </ReportSection>
  )
}

function Report({ report, canSanction }: { report: ConversationReport; canSanction: boolean }) {
  const { id, reason, text, at, reporter, subject, room, messages } = report
  const { t } = useLingui()
  const decision = useDecision(id)
  const reporterName = useName()(reporter)
  const count = messages.filter(({ userId }) => userId === subject.id).length
  return (
    <article className={css.thing} aria-label={t`Reported messages`}>
      <Subject subject={subject} />
      <p>
        <b>
          <ReasonLabel reason={reason} />
        </b>{' '}
        <span className="small mute">
          <Trans>Reported by {reporterName}</Trans> · {formatDate(at, 'dayTime')}
        </span>
      </p>
      {room && <Room room={room} />}
      {text && (
        <p className={css.message} dir="auto">
          {text}
        </p>
      )}
      <Messages messages={messages} subject={subject} reporter={reporter} />
      <div className={css.buttons}>
        <Button {...decision('dismiss')}>
          <Trans>Close the report</Trans>
        </Button>
        <Button look="danger" {...decision('hide')}>
          <Plural value={count} one="Hide the message" other="Hide # messages" />
        </Button>
      </div>
      {canSanction && subject.name && <MemberActions userId={subject.id} />}
    </article>
  )
}

function HiddenGroup({ hidden: { id, at, subject, messages }, canSanction }: { hidden: Hidden; canSanction: boolean }) {
  const { t } = useLingui()
  const decision = useDecision(id)
  return (
    <article className={css.thing} aria-label={t`Hidden messages`}>
      <Subject subject={subject} />
      <p className="small mute">
        <Trans>Hidden on {formatDate(at, 'dayTime')}</Trans>
      </p>
      {!messages ? (
        <p className="mute">
          <Trans>These messages cannot be read at the moment. Try again later.</Trans>
        </p>
      ) : messages.length ? (
        <Messages messages={messages} subject={subject} reporter={null} />
      ) : (
        <p className="mute">
          <Trans>Their author has deleted them.</Trans>
        </p>
      )}
      <div className={css.buttons}>
        <Button {...decision('restore')}>
          <Trans>Show them again</Trans>
        </Button>
      </div>
      {canSanction && subject.name && <MemberActions userId={subject.id} />}
    </article>
  )
}

/** In which conversation it was, and who its members are. Nothing else of a private conversation is shown. */
function Room({ room: { kind, members, disputedOrderId } }: { room: ReportedRoom }) {
  const { t } = useLingui()
  return (
    <p className="small">
      <span className="mute">
        {kind === 'order' ? <Trans>In the conversation about an order:</Trans> : <Trans>In a conversation of two members:</Trans>}
      </span>{' '}
      {members.map(({ id: userId, name }, i) => (
        <Fragment key={userId}>
          {i > 0 && ' · '}
          <Link className={css.link} href={paths.person(userId)}>
            <bdi>{name || t`Member ${userId}`}</bdi>
          </Link>
        </Fragment>
      ))}
      {disputedOrderId && (
        <>
          {' · '}
          <Link className={css.link} href={adminPaths.dispute(disputedOrderId)}>
            <Trans>Open the dispute</Trans>
          </Link>
        </>
      )}
    </p>
  )
}

/** The name of a member; of a deleted account, that it is one. */
function useName(): (party: Party) => string {
  const { t } = useLingui()
  return ({ name }) => name || t`Deleted account`
}

function Subject({ subject }: { subject: Party }) {
  const name = useName()(subject)
  return <h3>{subject.name ? <Link href={paths.person(subject.id)}>{name}</Link> : name}</h3>
}

/** Messages with their authors. `reporter` is null if all of them are by the subject. */
function Messages({ messages, subject, reporter }: { messages: RoomMessage[]; subject: Party; reporter: Party | null }) {
  const nameOf = useName()
  return (
    <ul className={css.reports}>
      {messages.map(({ seq, userId, at, text }) => (
        <li key={seq}>
          <b>
            <bdi>{nameOf(userId === subject.id ? subject : (reporter ?? subject))}</bdi>
          </b>{' '}
          <span className="small mute">{formatDate(at, 'dayTime')}</span>
          <p className={css.message} dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The properties of the buttons that decide about a report. */
function useDecision(id: number) {
  const { t } = useLingui()
  const { mutateAsync, isPending, variables } = useDecideConversationReport(id)
  const send = async (action: ConversationDecision['action']) => {
    try {
      await mutateAsync(action)
      const done = { hide: t`The messages are hidden.`, dismiss: t`The report is closed.`, restore: t`The messages are shown again.` }
      toast(done[action], 'good', action === 'restore' ? { label: t`Undo`, run: () => void send('hide') } : undefined)
    } catch (error) {
      toast(errorText(error), 'bad')
    }
  }
  return (action: ConversationDecision['action']) => ({
    busy: isPending && variables === action,
    disabled: isPending,
    onClick: () => void send(action),
  })
}
