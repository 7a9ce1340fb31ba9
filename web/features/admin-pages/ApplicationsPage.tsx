import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { Skeletons } from './AdminFrame.tsx'
import { PlatformFrame } from './PlatformFrame.tsx'

const Applications = lazyComponent(() => import('../admin/Applications.tsx'), ['admin', 'orders', 'wallet'])

/** `/admin/applications`: the applications to become a creator, for admins of the Platform contract. */
export default function ApplicationsPage() {
  const { t } = useLingui()
  return (
    <PlatformFrame page="applications" title={t`Creator applications`}>
      {(admin, userId) => (
        <Suspense fallback={<Skeletons />}>
          <Applications key={userId} admin={admin} userId={userId} />
        </Suspense>
      )}
    </PlatformFrame>
  )
}
