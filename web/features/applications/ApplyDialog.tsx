import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { paths } from '../../lib/paths.ts'
import { ownServicesQuery, type Target } from '../../queries/applications.ts'
import { listingQuery } from '../../queries/listing.ts'
import { useViewer } from '../../session/viewer.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { isFull } from '../cards/card-facts.tsx'
import { ApplicationState } from './ApplicationState.tsx'
import { ApplyForm } from './ApplyForm.tsx'
import css from './applications.module.css'

/** Applies to a job, bids for it, or requests to join an event; edits an application that is not answered yet. */
export default function ApplyDialog({ listType, id, onClose }: Target & { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(listingQuery<'jobs' | 'events'>(listType, id))
  const viewer = useViewer()
  const bidding = data?.listType === 'jobs' && data.job.bidding
  const services = useQuery({ ...ownServicesQuery(viewer?.user_id ?? 0), enabled: Boolean(viewer && bidding) })
  const failed = error ?? services.error
  const full = data?.listType === 'events' && isFull(data.event)
  const title = bidding ? (
    <Trans>Bid for this job</Trans>
  ) : listType === 'jobs' ? (
    <Trans>Apply</Trans>
  ) : full ? (
    <Trans>Join the waiting list</Trans>
  ) : (
    <Trans>Request to join</Trans>
  )
  return (
    <Dialog title={title} subtitle={data && <UserText text={data.title} />} onClose={onClose}>
      {data && (!bidding || services.data) ? (
        data.application && !['sent', 'expired'].includes(data.application.status) ? (
          <ApplicationState application={data.application} />
        ) : bidding && !services.data?.length ? (
          <NoService />
        ) : (
          <ApplyForm
            listing={data}
            services={(services.data ?? []).map((card) => [String(card.id), card.title] as const)}
            onClose={onClose}
          />
        )
      ) : failed ? (
        <ErrorState error={failed} onRetry={() => Promise.all([refetch(), services.refetch()])} busy={isFetching} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  )
}

/** Shown to a bidder who has no service: every bid is backed by one. */
function NoService() {
  return (
    <EmptyState
      drawing="listings"
      heading="h3"
      title={<Trans>Post a service first</Trans>}
      text={
        <Trans>
          Every bid needs one of your services. The order uses the price and the delivery days of your bid, and is paid into escrow.
        </Trans>
      }
    >
      <ButtonLink look="primary" href={paths.list('services')}>
        <Trans>Post a service</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

function LoadingState() {
  const { t } = useLingui()
  return (
    <div className={css.form} role="status" aria-label={t`Loading`}>
      <Skeleton width="40%" />
      <Skeleton width="100%" height={120} />
      <Skeleton width="100%" height={72} />
    </div>
  )
}
