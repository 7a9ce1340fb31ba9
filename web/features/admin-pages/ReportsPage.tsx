import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'
import { useAdminContracts } from './use-admin-contracts.ts'

const Reports = lazyComponent(() => import('../admin/Reports.tsx'), ['admin', 'posts', 'reviews', 'sponsor'])

/**
 * `/admin/reports`: what members have reported, for admins of the OrderBook and of the Platform contract. Everybody else gets neither its
 * links nor its code.
 */
export default function ReportsPage() {
  const { t } = useLingui()
  const { contracts, error, isFetching, refetch } = useAdminContracts()
  const { isPlatformAdmin = false, isOrderBookAdmin = false } = contracts ?? {}
  const isAdmin = isPlatformAdmin || isOrderBookAdmin
  const contract = isPlatformAdmin === isOrderBookAdmin ? 'any' : isPlatformAdmin ? 'Platform' : 'OrderBook'
  return (
    <AdminFrame page="reports" title={t`Reports`} contract={contract} hasLinks={isAdmin}>
      {(userId) =>
        isAdmin ? (
          <Suspense fallback={<Skeletons height={132} />}>
            <Reports key={userId} isPlatformAdmin={isPlatformAdmin} isOrderBookAdmin={isOrderBookAdmin} />
          </Suspense>
        ) : contracts ? (
          <AdminsOnly contract="any" />
        ) : error ? (
          <ErrorState error={error} onRetry={refetch} busy={isFetching} />
        ) : (
          <Skeletons height={132} />
        )
      }
    </AdminFrame>
  )
}
