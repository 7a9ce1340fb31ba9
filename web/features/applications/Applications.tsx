import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Application, ApplicationPage } from '../../../workers/listings/applications.schema.ts'
import { LIMITS } from '../../../workers/listings/fields.schema.ts'
import { characters } from '../../../workers/shared/text.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { formatUsd } from '../../lib/format.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { applicationsQuery, type Target, useAnswer } from '../../queries/applications.ts'
import { useMarkThingRead } from '../../queries/notifications.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Count, TextArea } from '../../ui/Field.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { memberName } from '../../ui/member-name.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import { MessageButton } from '../chat/MessageButton.tsx'
import { ApplicationState } from './ApplicationState.tsx'
import css from './applications.module.css'

const PurchaseDialog = lazyComponent(() => import('../orders/PurchaseDialog.tsx'), ['orders', 'wallet'])

/** The applications to the viewer's own job or event, and the answers to them. */
export function Applications({ target, waiting }: { target: Target; waiting: number }) {
  useMarkThingRead('event', target.listType === 'events' ? String(target.id) : undefined)
  return (
    <section className={css.owned} id="applications">
      <h2>
        <Trans>Applications</Trans>
        {waiting > 0 && (
          <span className="small mute">
            <Plural value={waiting} one="# waiting for your answer" other="# waiting for your answer" />
          </span>
        )}
      </h2>
      {target.listType === 'events' ? <WaitingAndAnswered target={target} /> : <All target={target} />}
    </section>
  )
}

function All({ target }: { target: Target }) {
  const query = useInfiniteQuery(applicationsQuery(target))
  const list = applicationsOf(query)
  return (
    <ListState queries={[query]} isEmpty={!list.length} skeleton={<Skeletons />} empty={<None />}>
      <List list={list} query={query} />
    </ListState>
  )
}

/** The applications to an event: the waiting ones in order of application, then the answered ones. */
function WaitingAndAnswered({ target }: { target: Target }) {
  const waitingQuery = useInfiniteQuery(applicationsQuery(target, 'waiting'))
  const answeredQuery = useInfiniteQuery(applicationsQuery(target, 'answered'))
  const waiting = applicationsOf(waitingQuery)
  const answered = applicationsOf(answeredQuery)
  const full = waiting[0]?.full
  return (
    <ListState
      queries={[waitingQuery, answeredQuery]}
      isEmpty={waiting.length + answered.length === 0}
      skeleton={<Skeletons />}
      empty={<None />}
    >
      {waiting.length > 0 && (
        <>
          <h3 className={css.part}>{full ? <Trans>Waiting list</Trans> : <Trans>Waiting for your answer</Trans>}</h3>
          {full && (
            <p className="small mute">
              <Trans>All places are taken. The first person on the list is next when somebody withdraws or you add places.</Trans>
            </p>
          )}
          <List list={waiting} query={waitingQuery} />
        </>
      )}
      {answered.length > 0 && (
        <>
          <h3 className={css.part}>
            <Trans>Answered</Trans>
          </h3>
          <List list={answered} query={answeredQuery} />
        </>
      )}
    </ListState>
  )
}

const applicationsOf = ({ data }: UseInfiniteQueryResult<InfiniteData<ApplicationPage>>): Application[] =>
  data?.pages.flatMap(({ applications }) => applications) ?? []

function List({ list, query }: { list: Application[]; query: ComponentProps<typeof LoadMore>['query'] }) {
  return (
    <>
      <ul className={css.list}>
        {list.map((one) => (
          <li key={one.id}>
            <Entry of={one}>
              <Received application={one} />
            </Entry>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  )
}

const None = () => (
  <EmptyState
    drawing="mail"
    heading="h3"
    title={<Trans>No applications</Trans>}
    text={<Trans>New applications appear here at once. Share the link to reach more people.</Trans>}
  />
)

function Received({ application }: { application: Application }) {
  const { t } = useLingui()
  const [answer, setAnswer] = useState<'accept' | 'decline' | null>(null)
  const [buying, setBuying] = useState(false)
  usePrefetch(true, PurchaseDialog)
  const { image, user_id, has_profile, status, position, full, place, bid_service, bid_price, bid_delivery, bid_order } = application
  const orderId = place?.orderId ?? bid_order
  const name = memberName(application.name)
  const who = (
    <>
      <Avatar name={name} image={image} size={36} />
      <bdi className="cut">{name}</bdi>
      {position === 1 && !full && (
        <Chip tone="sky">
          <Trans context="in line">Next</Trans>
        </Chip>
      )}
    </>
  )
  return (
    <article className={css.one} aria-label={t`Application from ${name}`}>
      {has_profile ? (
        <Link className={css.who} href={paths.person(user_id)}>
          {who}
        </Link>
      ) : (
        <div className={css.who}>{who}</div>
      )}
      <ApplicationState application={application} />
      <div className={css.buttons}>
        {status === 'sent' && (
          <Button onClick={() => setAnswer('decline')}>
            <Trans context="an application">Decline</Trans>
          </Button>
        )}
        {status !== 'declined' && (
          <MessageButton userId={user_id}>
            <Trans>Message</Trans>
          </MessageButton>
        )}
        {status === 'accepted' && bid_service !== null && bid_price !== null && bid_delivery !== null && (
          <Button look={bid_order ? 'quiet' : 'primary'} onClick={() => setBuying(true)}>
            {bid_order ? <Trans>Order again</Trans> : <Trans>Order for {formatUsd(bid_price)}</Trans>}
          </Button>
        )}
        {orderId && (
          <ButtonLink look="primary" href={paths.order(orderId)}>
            <Trans>See the order</Trans>
          </ButtonLink>
        )}
        {status === 'sent' && !full && (
          <Button look="primary" onClick={() => setAnswer('accept')}>
            <Trans context="an application">Accept</Trans>
          </Button>
        )}
      </div>
      {buying && (
        <Suspense fallback={null}>
          <PurchaseDialog
            serviceId={bid_service!}
            seller={name}
            plan={application.title}
            shown={{
              title: application.bid_service_title ?? application.title,
              price: bid_price!,
              hourly: false,
              delivery: bid_delivery!,
            }}
            applicationId={application.id}
            onClose={() => setBuying(false)}
          />
        </Suspense>
      )}
      {answer && <AnswerDialog application={application} accept={answer === 'accept'} onClose={() => setAnswer(null)} />}
    </article>
  )
}

/** Accepts or declines an application, with an optional message. An answer is final. */
function AnswerDialog({ application, accept, onClose }: { application: Application; accept: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const answer = useAnswer()
  const [message, setMessage] = useState('')
  const { name, listType, bid_price } = application
  // The bid as it was when the dialog opened. The applicant may change the bid until it is answered.
  const [bid] = useState({ bidPrice: bid_price ?? undefined, bidDelivery: application.bid_delivery ?? undefined })
  const give = () =>
    answer.mutate(
      { id: application.id, accept, message, ...bid },
      {
        onSuccess: () => {
          toast(accept ? t`${name} has been accepted and notified.` : t`${name} has been declined and notified.`)
          onClose()
        },
      },
    )
  const long = characters(message) > LIMITS.message
  return (
    <Dialog
      title={accept ? <Trans>Accept {name}?</Trans> : <Trans>Decline {name}?</Trans>}
      subtitle={<UserText text={application.title} />}
      onClose={onClose}
      locked={answer.isPending}
    >
      <div className={css.form}>
        <p>
          {!accept ? (
            <Trans>They can read your message. You cannot change your answer later.</Trans>
          ) : listType === 'events' ? (
            <Trans>
              They get a place and see the location. At a paid event, they must first pay for the place into escrow, within 48 hours. You
              cannot change your answer later.
            </Trans>
          ) : bid_price === null ? (
            <Trans>They can read your message. You cannot change your answer later.</Trans>
          ) : (
            <Trans>This fixes the price and the delivery days of the bid. Nothing is paid yet: you pay into escrow when you order.</Trans>
          )}
        </p>
        <TextArea
          label={<Trans>Your message</Trans>}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          hint={<Count now={characters(message)} of={LIMITS.message} />}
          error={long ? t`This is too long. Please shorten it.` : null}
          placeholder={t`Optional.`}
        />
        {answer.error && <Notice tone="rose">{errorText(answer.error)}</Notice>}
        <div className={css.buttons}>
          {!answer.isPending && (
            <Button onClick={onClose}>
              <Trans>Not now</Trans>
            </Button>
          )}
          <Button look={accept ? 'primary' : 'danger'} onClick={give} busy={answer.isPending} disabled={long}>
            {accept ? <Trans context="an application">Accept</Trans> : <Trans context="an application">Decline</Trans>}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Skeletons() {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className={css.list}>
      {[0, 1].map((i) => (
        <div key={i} className={css.one}>
          <Skeleton width={160} height={36} />
          <Skeleton width="100%" height={64} />
        </div>
      ))}
    </div>
  )
}
