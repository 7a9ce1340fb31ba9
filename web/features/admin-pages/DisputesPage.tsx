import { useLingui } from '@lingui/react/macro'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { OrderBookFrame } from './OrderBookFrame.tsx'

const Disputes = lazyComponent(() => import('../admin/Disputes.tsx'), ['admin', 'orders', 'wallet'])
const DisputeView = lazyComponent(() => import('../admin/DisputeView.tsx'), ['admin', 'orders', 'wallet'])

/** `/admin/disputes/:id?`: the open disputes, or one of them to decide, for admins of the OrderBook. */
export default function DisputesPage({ params }: PageProps) {
  const { t } = useLingui()
  const { id } = params
  return (
    <OrderBookFrame page="disputes" title={t`Disputes`}>
      {(userId) => (id ? <DisputeView key={`${userId} ${id}`} id={id} /> : <Disputes key={userId} userId={userId} />)}
    </OrderBookFrame>
  )
}
