import type { ReactNode } from 'react'
import { Link, useRouter } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './NavLink.module.css'

/** A link of the navigation; it is marked on its own page. `news` is the text of `count` for screen readers. */
export function NavLink({
  href,
  icon,
  count = 0,
  news,
  onClick,
  children,
}: {
  href: string
  icon: IconName
  count?: number
  news?: string
  onClick?: () => void
  children: ReactNode
}) {
  const pathname = usePathname(useRouter())
  // The addresses of other profiles begin with that of the viewer's own profile.
  const exact = href === paths.home() || href === paths.profile()
  const here = exact ? pathname.replace(/\/*$/, '/') === href : pathname.startsWith(href.slice(0, -1))
  return (
    <Link href={href} aria-current={here ? 'page' : undefined} onClick={onClick}>
      <span className={css.sign}>
        <Icon name={icon} size={22} />
        <Badge count={count} />
      </span>
      {children}
      {count > 0 && <span className="unseen">, {news}</span>}
    </Link>
  )
}
