import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Service } from '../../../workers/listings/services.schema.ts'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { listingQuery } from '../../queries/listing.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import css from './OrderPanel.module.css'

const PurchaseDialog = lazyComponent(() => import('./PurchaseDialog.tsx'), ['orders', 'wallet'])

/** For the buyer of a completed order: the button to order the same plan again, or the reason why that is not possible. */
export default function OrderAgain({ order }: { order: Order }) {
  const [buying, setBuying] = useState(false)
  usePrefetch(true, PurchaseDialog)
  const { data, error } = useQuery({ ...listingQuery('services', order.service_id), retry: false })
  if (error) {
    if (!(error instanceof ApiError && error.status === 404)) return null
    return (
      <p className="small mute">
        <Trans>This service is no longer available.</Trans>
      </p>
    )
  }
  if (!data) return null
  const { id, title, poster, options } = data as Service
  const option = Object.hasOwn(options, order.plan) ? options[order.plan] : undefined
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
      <Button look="primary" wide onClick={() => setBuying(true)}>
        <Trans>Order again</Trans>
      </Button>
      {buying && (
        <Suspense fallback={null}>
          <PurchaseDialog serviceId={id} seller={poster.name} plan={order.plan} option={option} onClose={() => setBuying(false)} />
        </Suspense>
      )}
    </div>
  )
}
