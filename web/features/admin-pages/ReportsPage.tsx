import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'
import { usePanel } from './use-panel.ts'

const Reports = lazyComponent(() => import('../admin/Reports.tsx'), ['admin', 'posts', 'reviews', 'sponsor'])

/**
 * `/admin/reports`: what members have reported, for admins of the OrderBook and of the Platform contract. Everybody else gets neither its
 * links nor its code.
 */
export default function ReportsPage() {
  const { t } = useLingui()
  const { data: panel, error, isFetching, refetch } = usePanel()
  const { isPlatformAdmin = false, isOrderBookAdmin = false } = panel ?? {}
  const contract = isPlatformAdmin === isOrderBookAdmin ? 'any' : isPlatformAdmin ? 'Platform' : 'OrderBook'
  return (
    <AdminFrame page="reports" title={t`Reports`} contract={contract}>
      {(userId) =>
        panel && (isPlatformAdmin || isOrderBookAdmin) ? (
          <Suspense fallback={<Skeletons height={132} />}>
            <Reports key={userId} panel={panel} />
          </Suspense>
        ) : panel !== undefined ? (
          <AdminsOnly contract="any" />
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
        ) : (
          <Skeletons height={132} />
        )
      }
    </AdminFrame>
  )
}
