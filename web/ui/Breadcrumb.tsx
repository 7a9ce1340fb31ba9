import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Link } from 'wouter'
import css from './Breadcrumb.module.css'

/** Links to the pages above this one, from the top. An item without an address is this page. */
export function Breadcrumb({ items }: { items: readonly (readonly [name: string, href?: string])[] }) {
  const { t } = useLingui()
  return (
    <nav className={css.crumbs} aria-label={t`Breadcrumb`}>
      {items.map(([name, href], i) => (
        <Fragment key={href ?? ''}>
          {i > 0 && <span aria-hidden="true">/</span>}
          {href ? <Link href={href}>{name}</Link> : <span aria-current="page">{name}</span>}
        </Fragment>
      ))}
    </nav>
  )
}
