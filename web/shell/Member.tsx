import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { useInbox } from './inbox.ts'
import css from './Member.module.css'

/** What only a signed-in person gets, loaded for them alone: the inbox socket, and on phones their ways under the thumb. */
export default function Member() {
  const { t } = useLingui()
  useInbox()
  // A payment whose tab was closed before the server heard of it.
  useEffect(() => {
    if (localStorage.getItem('warren.pending')) void import('../wallet/pending.ts').then((pending) => pending.resumeTransactions())
  }, [])
  return (
    <nav className={css.bar} aria-label={t`Your places`}>
      <Place href={paths.home()} icon="home">
        <Trans>Home</Trans>
      </Place>
      <Place href={paths.orders()} icon="box">
        <Trans>Orders</Trans>
      </Place>
      <Place href={paths.messenger()} icon="chat">
        <Trans>Messages</Trans>
      </Place>
      <Place href={paths.profile()} icon="user">
        <Trans>Profile</Trans>
      </Place>
    </nav>
  )
}

function Place({ href, icon, children }: { href: string; icon: IconName; children: ReactNode }) {
  const pathname = usePathname()
  const here = href === '/' ? pathname === '/' : pathname.startsWith(href.slice(0, -1))
  return (
    <Link href={href} aria-current={here ? 'page' : undefined}>
      <Icon name={icon} size={22} />
      {children}
    </Link>
  )
}
