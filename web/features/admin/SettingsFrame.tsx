import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { PanelSettings } from '../../../workers/creators/settings.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { contractSettingsQuery } from '../../queries/panel-settings.ts'
import { useViewer } from '../../session/viewer.ts'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'

interface Props {
  page: 'fees' | 'tokens' | 'admins' | 'treasury' | 'log'
  title: string
  /** Renders the page, whose code is loaded only then. */
  children: (settings: PanelSettings, userId: number) => ReactNode
}

/** A page about the settings of our contracts, for admins of the OrderBook or of the Platform. Everybody else does not get its code. */
export function SettingsFrame({ page, title, children }: Props) {
  const viewer = useViewer()
  const query = useQuery({ ...contractSettingsQuery(viewer?.user_id ?? 0), enabled: Boolean(viewer) })
  const { data, error } = query
  const isRefused = error instanceof ApiError && error.status === 403
  return (
    <AdminFrame page={page} title={title} contract="any" wide hasLinks={Boolean(viewer && data && !isRefused)}>
      {(userId) =>
        isRefused ? (
          <AdminsOnly contract="any" />
        ) : data ? (
          <Suspense fallback={<Skeletons height={160} count={3} />}>{children(data, userId)}</Suspense>
        ) : error ? (
          <ErrorState error={error} onRetry={() => query.refetch()} busy={query.isFetching} />
        ) : (
          <Skeletons height={160} count={3} />
        )
      }
    </AdminFrame>
  )
}
