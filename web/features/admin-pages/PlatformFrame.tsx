import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PlatformAdmin } from '../../../workers/creators/creators.schema.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { platformAdminQuery } from '../../queries/platform-admin.ts'
import { useViewer } from '../../session/viewer.ts'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'

interface Props {
  page: 'applications' | 'creators'
  title: string
  /** Renders the page, whose code is loaded only then. */
  children: (admin: PlatformAdmin, userId: number) => ReactNode
}

/** A page for admins of the Platform contract. Everybody else does not get its code. */
export function PlatformFrame({ page, title, children }: Props) {
  const viewer = useViewer()
  const { data: admin, error, isFetching, refetch } = useQuery({ ...platformAdminQuery(viewer?.user_id ?? 0), enabled: Boolean(viewer) })
  return (
    <AdminFrame page={page} title={title} contract="Platform">
      {(userId) =>
        admin ? (
          children(admin, userId)
        ) : admin === null ? (
          <AdminsOnly contract="Platform" />
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
        ) : (
          <Skeletons />
        )
      }
    </AdminFrame>
  )
}
