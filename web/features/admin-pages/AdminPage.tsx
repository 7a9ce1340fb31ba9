import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'
import { useAdminContracts } from './use-admin-contracts.ts'

const Overview = lazyComponent(() => import('../admin/Overview.tsx'), ['admin'])

/** `/admin`: the front page of the admin panel, for admins of the OrderBook and of the Platform contract. */
export default function AdminPage() {
  const { t } = useLingui()
  return (
    <AdminFrame page="panel" title={t`Admin panel`}>
      {() => <Parts />}
    </AdminFrame>
  )
}

function Parts() {
  const { contracts, error, isFetching, refetch } = useAdminContracts()
  if (error) return <ErrorState error={error} onRetry={refetch} busy={isFetching} />
  if (!contracts) return <Skeletons height={120} count={4} />
  if (!contracts.isPlatformAdmin && !contracts.isOrderBookAdmin) return <AdminsOnly contract={undefined} />
  return (
    <Suspense fallback={<Skeletons height={120} count={4} />}>
      <Overview {...contracts} />
    </Suspense>
  )
}
