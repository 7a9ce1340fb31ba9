import { type ReactNode, Suspense } from 'react'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'
import { usePanel } from './use-panel.ts'

interface Props {
  page: 'disputes'
  title: string
  /** Renders the page, whose code is loaded only then. */
  children: (userId: number) => ReactNode
}

/** A page for admins of the OrderBook contract. Everybody else does not get its code. */
export function OrderBookFrame({ page, title, children }: Props) {
  const { data: panel, error, isFetching, refetch } = usePanel()
  return (
    <AdminFrame page={page} title={title} contract="OrderBook">
      {(userId) =>
        panel?.isOrderBookAdmin ? (
          <Suspense fallback={<Skeletons height={132} />}>{children(userId)}</Suspense>
        ) : panel !== undefined ? (
          <AdminsOnly contract="OrderBook" />
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
        ) : (
          <Skeletons height={132} />
        )
      }
    </AdminFrame>
  )
}
