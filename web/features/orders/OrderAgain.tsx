import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Service, ServiceOption } from '../../../workers/listings/services.schema.ts'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { listingQuery } from '../../queries/listing.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { MessageButton } from '../chat/MessageButton.tsx'
import css from './OrderPanel.module.css'
import { otherName } from './order-labels.ts'

const PurchaseDialog = lazyComponent(() => import('./PurchaseDialog.tsx'), ['orders', 'wallet'])

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** For the buyer of a completed order: the way to order the same again, or the reason why that is not possible. */
export default function OrderAgain({ order }: { order: Order }) {
  if (order.offer) return <OfferAgain roomId={order.offer.roomId} />
  return order.job === null ? <PlanAgain order={order} /> : <BidAgain order={order} job={order.job} />
}

/** An offer can be ordered once, so another one is needed. */
const OfferAgain = ({ roomId }: { roomId: string }) => (
  <div className={css.again}>
    <p className="small mute">
      <Trans>A custom offer can be ordered once. Ask for a new one to order again.</Trans>
    </p>
    <ButtonLink href={paths.messenger(roomId)}>
      <Trans>Open the conversation</Trans>
    </ButtonLink>
  </div>
)

/** The plan of a service. */
function PlanAgain({ order }: { order: Order }) {
  const [buying, setBuying] = useState<ServiceOption | null>(null)
  usePrefetch(true, PurchaseDialog)
  const { data, error } = useQuery({ ...listingQuery('services', order.service_id), retry: false })
  // An error after the listing was loaded must not close the dialog in which somebody pays.
  if (!data) {
    if (!isGone(error)) return null
    return (
      <p className="small mute">
        <Trans>This service is no longer available.</Trans>
      </p>
    )
  }
  const { id, title, poster, account, options } = data as Service
  // A plan that is removed meanwhile must not close it either.
  const option = Object.hasOwn(options, order.plan) ? options[order.plan] : buying
  if (!option) {
    return (
      <div className={css.again}>
        <p className="small mute">
          <Trans>The plan you ordered is no longer available for this service.</Trans>
        </p>
        <ButtonLink href={paths.listing(id, title)}>
          <Trans>See current plans</Trans>
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className={css.again}>
      <Button onClick={() => setBuying(option)}>
        <Trans>Order again</Trans>
      </Button>
      {buying && (
        <Suspense fallback={null}>
          <PurchaseDialog
            serviceId={id}
            seller={poster.name}
            sellerAccount={account}
            plan={order.plan}
            shown={{ title, ...option }}
            isPlanUnseen
            onClose={() => setBuying(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** An accepted bid can be ordered again on the page of its job, which only exists while the buyer has not deleted it. */
function BidAgain({ order, job }: { order: Order; job: number }) {
  const { data, error } = useQuery({ ...listingQuery('jobs', job), retry: false })
  const seller = otherName(order, 'buyer')
  if (!data && !isGone(error)) return null
  return (
    <div className={css.again}>
      <p className="small mute">
        {data ? (
          <Trans>
            This order was for the bid of {seller} on your job. You can order again at the same price on the page of the job, or agree on
            something new with {seller}.
          </Trans>
        ) : (
          <Trans>This order was for a bid on a job that no longer exists. Agree on something new with {seller}.</Trans>
        )}
      </p>
      <p className={css.ways}>
        {data && (
          <ButtonLink href={paths.listing(job, data.title, 'jobs')}>
            <Trans>See the job</Trans>
          </ButtonLink>
        )}
        {order.seller_id !== null && (
          <MessageButton userId={order.seller_id}>
            <Trans>Message {seller}</Trans>
          </MessageButton>
        )}
      </p>
    </div>
  )
}
