import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Application } from '../../../workers/listings/applications.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { paths } from '../../lib/paths.ts'
import { applicationsQuery } from '../../queries/applications.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ApplicationState } from './ApplicationState.tsx'
import css from './applications.module.css'
import { WithdrawDialog } from './WithdrawDialog.tsx'

function Sent({ application }: { application: Application }) {
  const [leaving, setLeaving] = useState(false)
  const { title, listingId, listType, status, bid_price, place, bid_order } = application
  const orderId = place?.orderId ?? bid_order
  // The page of a job that was hidden has no button, but its owner can still order an accepted bid.
  const canWithdraw = status === 'accepted' && bid_price !== null
  return (
    <article className={css.one} aria-label={title}>
      <h3 lang={detectLanguage(title)} dir="auto">
        <Link href={paths.listing(listingId, title, listType)}>{title}</Link>
      </h3>
      <ApplicationState application={application} />
      {(orderId || canWithdraw) && (
        <div className={css.buttons}>
          {orderId && (
            <ButtonLink href={paths.order(orderId)}>
              <Trans>See the order</Trans>
            </ButtonLink>
          )}
          {canWithdraw && (
            <Button onClick={() => setLeaving(true)}>
              <Trans>Withdraw</Trans>
            </Button>
          )}
        </div>
      )}
      {leaving && <WithdrawDialog application={application} onClose={() => setLeaving(false)} />}
    </article>
  )
}

/** The viewer's own applications and bids, except withdrawn ones. */
export default function SentApplications() {
  const { t } = useLingui()
  const query = useInfiniteQuery(applicationsQuery())
  const list = query.data?.pages.flatMap(({ applications }) => applications) ?? []
  return (
    <ListState
      queries={[query]}
      isEmpty={!list.length}
      skeleton={
        <div role="status" aria-label={t`Loading`} className={css.list}>
          <div className={css.one}>
            <Skeleton width="60%" />
            <Skeleton width="100%" height={64} />
          </div>
        </div>
      }
      empty={
        <EmptyState
          drawing="jobs"
          heading="h3"
          title={<Trans>No applications</Trans>}
          text={<Trans>Your applications, bids and requests appear here with their answers.</Trans>}
        >
          <ButtonLink look="primary" href={paths.tab('jobs')}>
            <Trans>See open jobs</Trans>
          </ButtonLink>
        </EmptyState>
      }
    >
      <ul className={css.list}>
        {list.map((one) => (
          <li key={one.id}>
            <Entry of={one}>
              <Sent application={one} />
            </Entry>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </ListState>
  )
}
