import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { Skeletons } from './AdminFrame.tsx'
import { PlatformFrame } from './PlatformFrame.tsx'

const Creators = lazyComponent(() => import('../admin/Creators.tsx'), ['admin', 'orders', 'profile', 'wallet'])

/** `/admin/creators`: all creators, for admins of the Platform contract. */
export default function CreatorsPage() {
  const { t } = useLingui()
  return (
    <PlatformFrame page="creators" title={t`Creators`}>
      {(admin, userId) => (
        <Suspense fallback={<Skeletons height={64} />}>
          <Creators key={userId} admin={admin} userId={userId} />
        </Suspense>
      )}
    </PlatformFrame>
  )
}
