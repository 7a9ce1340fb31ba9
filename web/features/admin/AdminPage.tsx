import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { isAdminQuery } from '../../queries/is-admin.ts'
import { platformAdminQuery } from '../../queries/platform-admin.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'

const Overview = lazyComponent(() => import('./Overview.tsx'), ['admin'])

/** `/admin`: the front page of the admin panel, for admins of the OrderBook and of the Platform contract. */
export default function AdminPage() {
  const { t } = useLingui()
  const viewer = useViewer()
  return (
    <AdminFrame page="panel" title={t`Admin panel`}>
      {() => viewer && <Parts viewer={viewer} />}
    </AdminFrame>
  )
}

function Parts({ viewer }: { viewer: Viewer }) {
  const platform = useQuery(platformAdminQuery(viewer.user_id))
  const orderBook = useQuery({ ...isAdminQuery(viewer.accounts), enabled: viewer.accounts.length > 0 })
  const failed = [platform, orderBook].find(({ error }) => error)
  const isOrderBookAdmin = viewer.accounts.length > 0 && orderBook.data
  if (failed)
    return (
      <ErrorState
        error={failed.error}
        onRetry={() => Promise.all([platform.refetch(), orderBook.refetch()])}
        busy={platform.isFetching || orderBook.isFetching}
      />
    )
  if (platform.data === undefined || isOrderBookAdmin === undefined) return <Skeletons height={120} count={4} />
  if (!platform.data && !isOrderBookAdmin) return <AdminsOnly contract={undefined} />
  return (
    <Suspense fallback={<Skeletons height={120} count={4} />}>
      <Overview isPlatformAdmin={platform.data !== null} isOrderBookAdmin={isOrderBookAdmin} />
    </Suspense>
  )
}
