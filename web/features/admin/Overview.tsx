import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Panel } from '../../../workers/creators/panel.schema.ts'
import { adminPaths } from '../../lib/admin-paths.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './Overview.module.css'
import { countReports, formatCount } from './open-count.ts'

/** The parts of the admin panel that the viewer may use, by the contract whose admins they are for, with the number of what is open. */
export default function Overview({ panel }: { panel: Panel }) {
  const { isPlatformAdmin, isOrderBookAdmin, platform, orderBook } = panel
  const { t } = useLingui()
  return (
    <>
      {isPlatformAdmin && (
        <Group title={t`For admins of the Platform contract`}>
          <Part href={adminPaths.applications} icon="mail" title={t`Creator applications`} count={platform?.applications}>
            <Trans>Read who wants to become a creator, ask questions, and decide.</Trans>
          </Part>
          <Part href={adminPaths.creators} icon="star" title={t`Creators`}>
            <Trans>Find creators, promote them, remove and restore them.</Trans>
          </Part>
        </Group>
      )}
      {isOrderBookAdmin && (
        <Group title={t`For admins of the OrderBook contract`}>
          <Part href={adminPaths.disputes} icon="gavel" title={t`Disputes`} count={orderBook?.disputes}>
            <Trans>Decide how much a buyer gets back.</Trans>
          </Part>
        </Group>
      )}
      <Group title={t`For admins of the OrderBook or of the Platform contract`}>
        <Part href={adminPaths.reports} icon="flag" title={t`Reports`} count={countReports(panel)}>
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

interface PartProps {
  href: string
  icon: IconName
  title: string
  /** How much is open; missing where nothing is decided, and if it could not be counted. */
  count?: number | undefined
  children: ReactNode
}

function Part({ href, icon, title, count = 0, children }: PartProps) {
  const shown = formatCount(count)
  return (
    <li className={css.part}>
      <Icon name={icon} size={24} />
      <div>
        <h3>
          <Link href={href}>{title}</Link>
        </h3>
        <p className="mute">{children}</p>
        {count > 0 && (
          <p className={css.count}>
            <Chip tone="carrot">
              <Trans>{shown} open</Trans>
            </Chip>
          </p>
        )}
      </div>
    </li>
  )
}
