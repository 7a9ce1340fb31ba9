import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import type { PanelSettings } from '../../../workers/creators/settings.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { contractSettingsQuery } from '../../queries/panel-settings.ts'
import { useViewer } from '../../session/viewer.ts'
import { AdminFrame, AdminsOnly, Skeletons } from './AdminFrame.tsx'

type Load = () => Promise<{ default: ComponentType<{ settings: PanelSettings }> }>

const part = (title: MessageDescriptor, load: Load) => ({ title, Content: lazyComponent(load, ['admin', 'orders', 'wallet']) })

/** The pages about the settings of our contracts, by the last part of their address. */
const PARTS = {
  /** The fees of sellers. */
  fees: part(msg`Fees`, () => import('../admin/Fees.tsx')),
  /** The tokens that can be paid with. */
  tokens: part(msg`Payable tokens`, () => import('../admin/Tokens.tsx')),
  /** The admins of each contract. */
  admins: part(msg`Admins`, () => import('../admin/ContractAdmins.tsx')),
  /** The fees that contracts hold. */
  treasury: part(msg`Withdrawals`, () => import('../admin/Treasury.tsx')),
  /** What admins have done. */
  log: part(msg`Audit log`, () => import('../admin/AuditLog.tsx')),
}

/**
 * `/admin/:part`, for admins of the OrderBook or of the Platform contract, and without the audit log also for the owner of a contract and the
 * wallet that is offered one. The code of the content is loaded for them only.
 */
export default function SettingsPage({ params }: PageProps) {
  const { t } = useLingui()
  const page = params.part as keyof typeof PARTS
  const { title, Content } = PARTS[page]
  const viewer = useViewer()
  const query = useQuery({ ...contractSettingsQuery(viewer?.user_id ?? 0), enabled: Boolean(viewer) })
  const { data, error } = query
  const isOwnerOnly = data !== undefined && !data.contracts.some(({ name, isAdmin }) => isAdmin && name !== 'marketplace')
  const isRefused = (error instanceof ApiError && error.status === 403) || (isOwnerOnly && page === 'log')
  return (
    <AdminFrame page={page} title={t(title)} contract="any">
      {(userId) =>
        isRefused ? (
          <AdminsOnly contract="any" />
        ) : data ? (
          <Suspense fallback={<Skeletons height={160} count={3} />}>
            <Content key={`${userId} ${page}`} settings={data} />
          </Suspense>
        ) : error ? (
          <ErrorState error={error} onRetry={() => query.refetch()} busy={query.isFetching} />
        ) : (
          <Skeletons height={160} count={3} />
        )
      }
    </AdminFrame>
  )
}
