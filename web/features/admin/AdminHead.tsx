import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import type { Panel } from '../../../workers/creators/panel.schema.ts'
import { type AdminContract, type AdminPageName, adminPaths } from '../../lib/admin-paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { centerInRow } from '../../ui/center-in-row.ts'
import css from './AdminHead.module.css'
import { countReports, formatCount } from './open-count.ts'

interface Props {
  page: AdminPageName
  title: string
  /** Undefined for the front page, which says it of each part. */
  contract: AdminContract | undefined
  panel: Panel
}

/** The head of a page for admins: links to all pages of the panel that are for the viewer, and for whom this one is. */
export default function AdminHead({ page, title, contract, panel }: Props) {
  const isOwnerOnly = !panel.isPlatformAdmin && !panel.isOrderBookAdmin
  return (
    <>
      <Pages current={page} panel={panel} />
      <div>
        <h1>{title}</h1>
        {(isOwnerOnly || contract) && (
          <p className="small mute">
            {isOwnerOnly ? (
              <Trans>For owners of our contracts</Trans>
            ) : contract === 'Platform' ? (
              <Trans>For admins of the Platform contract</Trans>
            ) : contract === 'OrderBook' ? (
              <Trans>For admins of the OrderBook contract</Trans>
            ) : (
              <Trans>For admins of the OrderBook or of the Platform contract</Trans>
            )}
          </p>
        )}
      </div>
    </>
  )
}

/** The pages that are for the viewer, always in the same order, with the number of what is open. */
function Pages({ current, panel }: { current: AdminPageName; panel: Panel }) {
  const { t } = useLingui()
  const { isPlatformAdmin, isOrderBookAdmin, platform, orderBook } = panel
  const isAdmin = isPlatformAdmin || isOrderBookAdmin
  const openText = (shown: string) => t`${shown} open`
  const pages: [page: AdminPageName, name: string, isShown: boolean, count?: number | undefined][] = [
    ['panel', t({ message: 'Overview', context: 'admin panel' }), isAdmin],
    ['applications', t({ message: 'Applications', context: 'creators' }), isPlatformAdmin, platform?.applications],
    ['disputes', t`Disputes`, isOrderBookAdmin, orderBook?.disputes],
    ['reports', t`Reports`, isAdmin, countReports(panel)],
    ['creators', t`Creators`, isPlatformAdmin],
    ['fees', t`Fees`, true],
    ['tokens', t`Payable tokens`, true],
    ['admins', t`Admins`, true],
    ['treasury', t`Withdrawals`, true],
    ['log', t`Audit log`, isAdmin],
  ]
  return (
    <nav className={css.nav} aria-label={t`Pages for admins`}>
      {pages.map(
        ([page, name, isShown, count = 0]) =>
          isShown && (
            <Link
              key={page}
              href={adminPaths[page]}
              className={page === 'fees' && isAdmin ? css.first : undefined}
              aria-current={page === current ? 'page' : undefined}
              aria-description={count > 0 ? openText(formatCount(count)) : undefined}
              ref={page === current ? centerInRow : undefined}
            >
              {name}
              <Badge count={count} />
            </Link>
          ),
      )}
    </nav>
  )
}
