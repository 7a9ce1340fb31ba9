import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminContract, type AdminPageName, adminPaths } from '../../lib/admin-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import css from './AdminHead.module.css'

interface Props {
  page: AdminPageName
  title: string
  contract: AdminContract
  /** Whether the viewer owns, or is offered, a contract without being an admin: then only the pages about settings are for them. */
  isOwnerOnly: boolean
}

/** The head of a page for admins: for whom it is, and links to the other pages of the same contract. */
export default function AdminHead({ page, title, contract, isOwnerOnly }: Props) {
  const { t } = useLingui()
  const settings = { fees: t`Fees`, tokens: t`Payable tokens`, admins: t`Admins`, treasury: t`Withdrawals` }
  const pages = {
    Platform: { applications: t`Creator applications`, creators: t`Creators`, reports: t`Reports` },
    OrderBook: { disputes: t`Disputes`, reports: t`Reports` },
    any: { reports: t`Reports`, ...settings, log: t`Audit log` },
  }
  const links: Record<string, string> = isOwnerOnly ? settings : { panel: t`Admin panel`, ...pages[contract] }
  return (
    <div className={css.head}>
      <div>
        <h1>{title}</h1>
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
      </div>
      <nav className={css.links} aria-label={t`Pages for admins`}>
        {Object.entries(links).map(([key, text]) => (
          <ButtonLink key={key} small look="ghost" href={adminPaths[key as AdminPageName]} aria-current={page === key ? 'page' : undefined}>
            {text}
          </ButtonLink>
        ))}
      </nav>
    </div>
  )
}
