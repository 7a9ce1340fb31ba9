import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import css from './FootBar.module.css'

/** The ways of a signed-in person, under the thumb; phones only. */
export function FootBar() {
  const { t } = useLingui()
  return (
    <nav className={css.bar} aria-label={t`Your places`} data-foot>
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
