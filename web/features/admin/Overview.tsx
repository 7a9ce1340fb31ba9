import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { adminPaths } from '../../lib/admin-paths.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './Overview.module.css'

/** The parts of the admin panel that the viewer may use, by the contract whose admins they are for. */
export default function Overview({ isPlatformAdmin, isOrderBookAdmin }: { isPlatformAdmin: boolean; isOrderBookAdmin: boolean }) {
  const { t } = useLingui()
  return (
    <>
      {isPlatformAdmin && (
        <Group title={t`For admins of the Platform contract`}>
          <Part href={adminPaths.applications} icon="mail" title={t`Creator applications`}>
            <Trans>Read who wants to become a creator, ask questions, and decide.</Trans>
          </Part>
          <Part href={adminPaths.creators} icon="star" title={t`Creators`}>
            <Trans>Find creators, promote them, remove and restore them.</Trans>
          </Part>
        </Group>
      )}
      {isOrderBookAdmin && (
        <Group title={t`For admins of the OrderBook contract`}>
          <Part href={adminPaths.disputes} icon="gavel" title={t`Disputes`}>
            <Trans>Decide how much a buyer gets back.</Trans>
          </Part>
        </Group>
      )}
      <Group title={t`For admins of the OrderBook or of the Platform contract`}>
        <Part href={adminPaths.reports} icon="flag" title={t`Reports`}>
          {isOrderBookAdmin ? (
            <Trans>See what members have reported, and requests to sponsor.</Trans>
          ) : (
            <Trans>See what members have reported, and who is suspended.</Trans>
          )}
        </Part>
        <Part href={adminPaths.fees} icon="sliders" title={t`Fees`}>
          <Trans>See and change what sellers pay, by default and one by one.</Trans>
        </Part>
        <Part href={adminPaths.tokens} icon="wallet" title={t`Payable tokens`}>
          <Trans>See and change in which tokens people can pay.</Trans>
        </Part>
        <Part href={adminPaths.admins} icon="lock" title={t`Admins`}>
          <Trans>See who is an admin of each contract, add and remove them.</Trans>
        </Part>
        <Part href={adminPaths.treasury} icon="download" title={t`Withdrawals`}>
          <Trans>See the fees that our contracts hold, and pay them out.</Trans>
        </Part>
        <Part href={adminPaths.log} icon="list" title={t`Audit log`}>
          <Trans>Read what admins have done.</Trans>
        </Part>
      </Group>
    </>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.group}>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
)

const Part = ({ href, icon, title, children }: { href: string; icon: IconName; title: string; children: ReactNode }) => (
  <li className={css.part}>
    <Icon name={icon} size={24} />
    <div>
      <h3>
        <Link href={href}>{title}</Link>
      </h3>
      <p className="mute">{children}</p>
    </div>
  </li>
)
