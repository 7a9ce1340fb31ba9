import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { CarrotCounter } from '../../features/carrots/CarrotCounter.tsx'
import { config } from '../../lib/page-data.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { store } from '../../lib/storage.ts'
import { useIsHydrated } from '../../lib/use-is-hydrated.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { BASE_WALLET, chosenWallet } from '../../wallet/discovery.ts'
import { prefetchDialog } from '../dialogs.tsx'
import { ToastList } from '../Toasts.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { DIALOGS } from './DialogHost.tsx'
import css from './MemberBar.module.css'
import { useWaiting } from './waiting.ts'

/** The website of the Base wallet, which has no extension button in the browser. */
const BASE_WALLET_PAGE = 'https://account.base.app/'

/** The list of notifications. Not in paths.ts, because that file is loaded with the first page and only this link needs the path. */
const NOTIFICATIONS = '/notifications/'

/** The part of the top bar for members. Phones have orders and messages at the bottom, and the bell here. */
export default function MemberBar({ viewer }: { viewer: Viewer }) {
  const { t } = useLingui()
  const waiting = useWaiting()
  // A server does not know it.
  const wallet = useIsHydrated() && chosenWallet() === BASE_WALLET ? BASE_WALLET_PAGE : undefined
  usePrefetch(true, ToastList, ...Object.values(DIALOGS))
  // Stores the country and chain of the last visit, as discovery.ts stores the last wallet.
  useEffect(() => {
    store('warren.chain', String(config().chainId))
    store('warren.geoip', viewer.geoIp)
  }, [viewer.geoIp])
  return (
    <>
      <CarrotCounter prefetch={prefetchDialog('carrots')} />
      {wallet && (
        <a className={css.link} data-phone="no" href={wallet} target="_blank" rel="noreferrer">
          <Icon name="wallet" />
          <span className={css.name}>{t`Wallet`}</span>
        </a>
      )}
      <IconLink href={paths.orders()} icon="box" name={t`Orders`} count={waiting.orders} news={t`${waiting.orders} waiting for you`} />
      <IconLink href={paths.messenger()} icon="chat" name={t`Messages`} count={waiting.messages} news={t`${waiting.messages} unread`} />
      <IconLink
        href={NOTIFICATIONS}
        icon="bell"
        name={t`Notifications`}
        count={waiting.notifications}
        news={t`${waiting.notifications} unread`}
        bell
      />
      <AccountMenu viewer={viewer} wallet={wallet} />
    </>
  )
}

/** A link with a count. `bell`: an icon without a text, on phones too. */
function IconLink({
  href,
  icon,
  name,
  count,
  news,
  bell = false,
}: {
  href: string
  icon: IconName
  name: string
  count: number
  news: string
  bell?: boolean
}) {
  return (
    <Link href={href} className={css.link} data-phone={bell ? undefined : 'no'} title={name}>
      <span className={css.sign}>
        <Icon name={icon} />
        <Badge count={count} />
      </span>
      <span className={bell ? 'unseen' : css.name}>{name}</span>
      {count > 0 && <span className="unseen">, {news}</span>}
    </Link>
  )
}
