import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useEffect } from 'react'
import type { AdminContract, AdminPageName } from '../../lib/admin-paths.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './AdminFrame.module.css'
import { usePanel } from './use-panel.ts'

const AdminHead = lazyComponent(() => import('../admin/AdminHead.tsx'), ['admin'])

interface Props {
  page: AdminPageName
  title: string
  /** The contract whose admins see the page, which then says so. */
  contract?: AdminContract
  /** Renders the page for the member with the id `userId`. */
  children: (userId: number) => ReactNode
}

/**
 * A page for admins: asks guests to log in, and links to the pages of the panel that are for the viewer. The server checks the wallet on
 * every call. This folder is loaded by everybody who opens such an address; the code and the texts of the panel itself are not.
 */
export function AdminFrame({ page, title, contract, children }: Props) {
  const viewer = useViewer()
  const { data: panel, isPending } = usePanel()
  useTitle(title)
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])
  const hasLinks = viewer !== null && (isPending || panel !== null)
  const head = (
    <>
      {hasLinks && <div className={css.space} />}
      <h1>{title}</h1>
    </>
  )
  return (
    <div className={`wrap ${css.page}`}>
      {viewer && panel ? (
        <Suspense fallback={head}>
          <AdminHead page={page} title={title} contract={contract} panel={panel} />
        </Suspense>
      ) : (
        head
      )}
      {viewer ? children(viewer.user_id) : viewer === null ? <AdminsOnly contract={contract} isGuest /> : <Skeletons />}
    </div>
  )
}

/** Shown to everybody who is no admin of the contract. Without a contract, admins of both are meant. */
export const AdminsOnly = ({ contract, isGuest }: { contract?: AdminContract | undefined; isGuest?: boolean }) => (
  <EmptyState
    drawing="lost"
    title={<Trans>For admins only</Trans>}
    text={
      contract === 'Platform' ? (
        <Trans>Log in with a wallet that is an admin of the Platform contract.</Trans>
      ) : contract === 'OrderBook' ? (
        <Trans>Log in with a wallet that is an admin of the OrderBook contract.</Trans>
      ) : (
        <Trans>Log in with a wallet that is an admin of one of our contracts.</Trans>
      )
    }
  >
    {isGuest && (
      <Button look="primary" onClick={() => openDialog('login')}>
        <Trans>Log in</Trans>
      </Button>
    )}
  </EmptyState>
)

/** Shown while a list loads; so many fill the screen. */
export function Skeletons({ height = 220, count = 6 }: { height?: number; count?: number }) {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className={css.list}>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are all alike
        <Skeleton key={i} width="100%" height={height} />
      ))}
    </div>
  )
}
