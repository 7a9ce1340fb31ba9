import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'
import { usePanel } from './use-panel.ts'

const Overview = lazyComponent(() => import('../admin/Overview.tsx'), ['admin'])

/** `/admin`: the front page of the admin panel, for admins of the OrderBook and of the Platform contract. */
export default function AdminPage() {
  const { t } = useLingui()
  const { data: panel, error, isFetching, refetch } = usePanel()
  return (
    <AdminFrame page="panel" title={t`Admin panel`}>
      {() =>
        panel?.isPlatformAdmin || panel?.isOrderBookAdmin ? (
          <Suspense fallback={<Skeletons height={120} count={4} />}>
            <Overview panel={panel} />
          </Suspense>
        ) : panel !== undefined ? (
          <AdminsOnly contract={undefined} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
        ) : (
          <Skeletons height={120} count={4} />
        )
      }
    </AdminFrame>
  )
}
