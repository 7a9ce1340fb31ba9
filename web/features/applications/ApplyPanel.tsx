import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { Event } from '../../../workers/listings/events.schema.ts'
import type { Job } from '../../../workers/listings/jobs.schema.ts'
import { formatUsd } from '../../lib/format.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { useMarkThingRead } from '../../queries/notifications.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { isFull, Ticket } from '../cards/card-facts.tsx'
import { ApplicationState } from './ApplicationState.tsx'
import css from './applications.module.css'
import { PayPlace } from './PayPlace.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

const ApplyDialog = lazyComponent(() => import('./ApplyDialog.tsx'), ['applications', 'auth'])

/**
 * The button to apply, bid or request to join, or the viewer's own application with the buttons to edit and withdraw it. If `onApply` is
 * set, the button calls it instead of opening the dialog.
 */
export function ApplyPanel({ listing, onApply }: { listing: Job | Event; onApply?: (() => void) | undefined }) {
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  const [leaving, setLeaving] = useState(false)
  usePrefetch(viewer, ApplyDialog)
  const { application, listType, id } = listing
  useMarkThingRead('event', viewer && application && listType === 'events' ? String(id) : undefined)
  const apply = () => (onApply ? onApply() : viewer ? setOpen(true) : openDialog('login', () => setOpen(true)))
  const event = listing.listType === 'events' ? listing.event : null
  const over = event !== null && event.end_date * 1000 <= Date.now()
  const full = event !== null && isFull(event)

  const label = () => {
    if (listing.listType === 'events') return full ? <Trans>Join the waiting list</Trans> : <Trans>Request to join</Trans>
    return listing.job.bidBase !== null ? <Trans>Bid from {formatUsd(listing.job.bidBase)}</Trans> : <Trans>Apply</Trans>
  }
  return (
    <div className={css.panel}>
      {application && application.status !== 'expired' ? (
        <>
          <h2>{listType === 'events' ? <Trans>Your place</Trans> : <Trans>Your application</Trans>}</h2>
          <ApplicationState application={application} />
          {application.status === 'accepted' && application.place && listing.listType === 'events' && !over && (
            <PayPlace event={listing} applicationId={application.id} place={application.place} />
          )}
          {application.status === 'sent' && application.position !== null && (
            <p className="small mute">
              {application.full ? (
                <Trans>All places are taken. If one becomes free, the host sees who is next on the waiting list.</Trans>
              ) : application.position === 1 ? (
                <Trans>You are next: a place is free, and the host decides.</Trans>
              ) : null}
            </p>
          )}
          {application.bid_order && (
            <ButtonLink look="primary" wide href={paths.order(application.bid_order)}>
              <Trans>See the order</Trans>
            </ButtonLink>
          )}
          {application.status !== 'declined' && !application.place?.orderId && (
            <div className={css.buttons}>
              <Button onClick={() => setLeaving(true)}>
                <Trans>Withdraw</Trans>
              </Button>
              {application.status === 'sent' && (
                <Button look="primary" icon="pencil" onClick={() => setOpen(true)}>
                  <Trans>Edit</Trans>
                </Button>
              )}
            </div>
          )}
        </>
      ) : over ? (
        <Notice>
          <Trans>This event is over.</Trans>
        </Notice>
      ) : (
        <>
          {application && (
            <Notice>
              <Trans>
                You lost your place, because you did not pay for it in time or the host declined the order. You can request to join again.
              </Trans>
            </Notice>
          )}
          {full && (
            <Notice>
              <Trans>All places are taken. You can join the waiting list. The earliest request is next.</Trans>
            </Notice>
          )}
          <div {...(event && { className: css.join, 'data-bottom': 'phone' })}>
            {event && (
              <b className={css.ticket}>
                <Ticket event={event} price={listing.price} />
              </b>
            )}
            <Button look="primary" wide onClick={apply} disabled={viewer === undefined}>
              {label()}
            </Button>
          </div>
        </>
      )}
      {leaving && application && <WithdrawDialog application={application} onClose={() => setLeaving(false)} />}
      {open && (
        <Suspense fallback={null}>
          <ApplyDialog listType={listType} id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
