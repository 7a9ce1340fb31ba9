import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './AdminFrame.module.css'
import { adminPaths } from './admin-paths.ts'

interface Props {
  page: 'reports' | 'disputes'
  title: string
  wide?: boolean
  /** Renders the page for the admin with the id `userId`. */
  children: (userId: number) => ReactNode
}

/** A page for admins of the OrderBook: asks guests to log in, and links to the other pages. The server checks the wallet on every call. */
export function AdminFrame({ page, title, wide, children }: Props) {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(title)
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])
  return (
    <div className={`wrap ${css.page} ${wide ? css.wide : ''}`}>
      <div className={css.head}>
        <h1>{title}</h1>
        <nav className={css.links} aria-label={t`Pages for admins`}>
          <ButtonLink small look="ghost" href={adminPaths.disputes} aria-current={page === 'disputes' ? 'page' : undefined}>
            <Trans>Disputes</Trans>
          </ButtonLink>
          <ButtonLink small look="ghost" href={adminPaths.reports} aria-current={page === 'reports' ? 'page' : undefined}>
            <Trans>Reports</Trans>
          </ButtonLink>
        </nav>
      </div>
      {viewer ? children(viewer.user_id) : viewer === null ? <AdminsOnly isGuest /> : <Skeletons />}
    </div>
  )
}

export const AdminsOnly = ({ isGuest }: { isGuest?: boolean }) => (
  <EmptyState
    drawing="lost"
    title={<Trans>For admins only</Trans>}
    text={<Trans>Log in with a wallet that is an admin of the OrderBook contract.</Trans>}
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
