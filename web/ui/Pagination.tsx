import { useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { Icon } from './Icon.tsx'
import './icons.ts'
import css from './Pagination.module.css'
import { pagesAround } from './pages.ts'

/** Links to the numbered pages of a list. `href` returns the URL of a page. Nothing for a single page. */
export function Pagination({ label, now, last, href }: { label: string; now: number; last: number; href: (page: number) => string }) {
  const { t } = useLingui()
  if (last < 2) return null
  return (
    <nav className={css.pages} aria-label={label}>
      <ul>
        {now > 1 && (
          <li>
            <Link href={href(now - 1)} aria-label={t`Previous`}>
              <Icon name="left" />
            </Link>
          </li>
        )}
        {pagesAround(now, last).map((page, i) =>
          page === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no key of its own
            <li key={`gap${i}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <Link href={href(page)} className="num" aria-current={page === now ? 'page' : undefined}>
                {page}
              </Link>
            </li>
          ),
        )}
        {now < last && (
          <li>
            <Link href={href(now + 1)} aria-label={t`Next`}>
              <Icon name="right" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
