import { useLingui } from '@lingui/react/macro'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { AdminFrame, Skeletons } from './AdminFrame.tsx'
import { PanelGate } from './PanelGate.tsx'
import { usePanel } from './use-panel.ts'

const Reports = lazyComponent(() => import('../admin/Reports.tsx'), ['admin', 'posts', 'reviews', 'sponsor'])

/**
 * `/admin/reports`: what members have reported, for admins of the OrderBook and of the Platform contract. Everybody else gets neither its
 * links nor its code.
 */
export default function ReportsPage() {
  const { t } = useLingui()
  const { isPlatformAdmin = false, isOrderBookAdmin = false } = usePanel().data ?? {}
  const contract = isPlatformAdmin === isOrderBookAdmin ? 'any' : isPlatformAdmin ? 'Platform' : 'OrderBook'
  return (
    <AdminFrame page="reports" title={t`Reports`} contract={contract}>
      {(userId) => (
        <PanelGate isFor={() => isPlatformAdmin || isOrderBookAdmin} contract="any" skeleton={<Skeletons height={132} />}>
          {(panel) => <Reports key={userId} panel={panel} />}
        </PanelGate>
      )}
    </AdminFrame>
  )
}
