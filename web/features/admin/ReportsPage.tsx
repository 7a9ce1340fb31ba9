import { useLingui } from '@lingui/react/macro'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { OrderBookFrame } from './OrderBookFrame.tsx'

const Reports = lazyComponent(() => import('./Reports.tsx'), ['admin', 'reviews', 'sponsor'])

/** `/admin/reports`: what members have reported, for admins of the OrderBook. */
export default function ReportsPage() {
  const { t } = useLingui()
  return (
    <OrderBookFrame page="reports" title={t`Reports`}>
      {(userId) => <Reports key={userId} userId={userId} />}
    </OrderBookFrame>
  )
}
