import { useLingui } from '@lingui/react/macro'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { AdminFrame, Skeletons } from './AdminFrame.tsx'
import { PanelGate } from './PanelGate.tsx'

const Overview = lazyComponent(() => import('../admin/Overview.tsx'), ['admin'])

/** `/admin`: the front page of the admin panel, for admins of the OrderBook and of the Platform contract. */
export default function AdminPage() {
  const { t } = useLingui()
  return (
    <AdminFrame page="panel" title={t`Admin panel`}>
      {() => (
        <PanelGate
          isFor={({ isPlatformAdmin, isOrderBookAdmin }) => isPlatformAdmin || isOrderBookAdmin}
          contract={undefined}
          skeleton={<Skeletons height={120} count={4} />}
        >
          {(panel) => <Overview panel={panel} />}
        </PanelGate>
      )}
    </AdminFrame>
  )
}
