import { type ReactNode, Suspense } from 'react'
import type { Panel } from '../../../workers/creators/panel.schema.ts'
import type { AdminContract } from '../../lib/admin-paths.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { AdminsOnly } from './AdminFrame.tsx'
import { usePanel } from './use-panel.ts'

interface Props {
  /** Whether a page is for somebody with this panel. */
  isFor: (panel: Panel) => boolean
  /** The contract whose admins see the page; undefined for the front page. */
  contract: AdminContract | undefined
  skeleton: ReactNode
  /** Renders the page, whose code is loaded only then. */
  children: (panel: Panel) => ReactNode
}

/** The content of a page of the panel for those whom it is for. Everybody else does not get its code. */
export function PanelGate({ isFor, contract, skeleton, children }: Props) {
  const { data: panel, error, isFetching, refetch } = usePanel()
  if (panel && isFor(panel)) return <Suspense fallback={skeleton}>{children(panel)}</Suspense>
  if (panel !== undefined) return <AdminsOnly contract={contract} />
  return error ? <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} /> : skeleton
}
