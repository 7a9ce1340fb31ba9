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

/** The contract whose admins see a page. Each has admins of its own; `any` is for the admins of both. */
type AdminContract = 'OrderBook' | 'Platform' | 'any'

interface Props {
  page: 'panel' | 'applications' | 'creators' | 'reports' | 'disputes' | 'fees' | 'tokens' | 'admins' | 'treasury' | 'log'
  title: string
  /** The contract whose admins see the page, which then says so. The front page is for the admins of both. */
  contract?: AdminContract
  wide?: boolean
  /** Whether to link to the other pages. */
  hasLinks?: boolean
  /** Whether the viewer owns, or is offered, a contract without being an admin: then only the pages about settings are for them. */
  isOwnerOnly?: boolean
  /** Renders the page for the admin with the id `userId`. */
  children: (userId: number) => ReactNode
}

/** A page for admins: asks guests to log in, and links to the other pages of the same contract. The server checks the wallet on every call. */
export function AdminFrame({ page, title, contract, wide, hasLinks = true, isOwnerOnly = false, children }: Props) {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(title)
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])
  const settings = { fees: t`Fees`, tokens: t`Payable tokens`, admins: t`Admins`, treasury: t`Withdrawals` }
  const pages = {
    Platform: { applications: t`Creator applications`, creators: t`Creators`, reports: t`Reports` },
    OrderBook: { disputes: t`Disputes`, reports: t`Reports` },
    any: { reports: t`Reports`, ...settings, log: t`Audit log` },
  }
  const links: Record<string, string> = isOwnerOnly ? settings : { panel: t`Admin panel`, ...(contract && pages[contract]) }
  return (
    <div className={`wrap ${css.page} ${wide ? css.wide : ''}`}>
      <div className={css.head}>
        <div>
          <h1>{title}</h1>
          {contract && hasLinks && (
            <p className="small mute">
              {isOwnerOnly ? (
                <Trans>For owners of our contracts</Trans>
              ) : contract === 'Platform' ? (
                <Trans>For admins of the Platform contract</Trans>
              ) : contract === 'any' ? (
                <Trans>For admins of the OrderBook or of the Platform contract</Trans>
              ) : (
                <Trans>For admins of the OrderBook contract</Trans>
              )}
            </p>
          )}
        </div>
        {contract && hasLinks && (
          <nav className={css.links} aria-label={t`Pages for admins`}>
            {Object.entries(links).map(([key, text]) => (
              <ButtonLink
                key={key}
                small
                look="ghost"
                href={adminPaths[key as Exclude<keyof typeof adminPaths, 'dispute' | 'creatorsNamed'>]}
                aria-current={page === key ? 'page' : undefined}
              >
                {text}
              </ButtonLink>
            ))}
          </nav>
        )}
      </div>
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
