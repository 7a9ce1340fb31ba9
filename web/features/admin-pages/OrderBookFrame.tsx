import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { isAdminQuery } from '../../queries/is-admin.ts'
import { useViewer } from '../../session/viewer.ts'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'

interface Props {
  page: 'disputes'
  title: string
  wide?: boolean
  /** Renders the page, whose code is loaded only then. */
  children: (userId: number) => ReactNode
}

/** A page for admins of the OrderBook contract. Everybody else gets neither its links nor its code. */
export function OrderBookFrame({ page, title, wide = false, children }: Props) {
  const accounts = useViewer()?.accounts ?? []
  const query = useQuery({ ...isAdminQuery(accounts), enabled: accounts.length > 0 })
  const isAdmin = accounts.length > 0 && query.data
  return (
    <AdminFrame page={page} title={title} contract="OrderBook" wide={wide} hasLinks={isAdmin === true}>
      {(userId) =>
        isAdmin ? (
          <Suspense fallback={<Skeletons height={132} />}>{children(userId)}</Suspense>
        ) : isAdmin === false ? (
          <AdminsOnly contract="OrderBook" />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
        ) : (
          <Skeletons height={132} />
        )
      }
    </AdminFrame>
  )
}
