import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { formatNumber } from '../../lib/format.ts'
import { localName } from '../../lib/i18n.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { categoriesQuery } from '../../queries/categories.ts'
import { centerInRow } from '../../ui/center-in-row.ts'
import { scrollBehavior } from '../../ui/reduced-motion.ts'
import css from './CategoryRail.module.css'

/**
 * Links to the categories of a type, with icons and how many listings each has, in a row that scrolls. `current` is the id of the one
 * shown.
 */
export default function CategoryRail({ type, current }: { type: ListType; current?: string }) {
  const { t } = useLingui()
  const row = useRef<HTMLDivElement>(null)
  const { data } = useQuery(categoriesQuery(type, current))
  // Keyboards and touch screens scroll the row without these buttons.
  const button = (direction: 1 | -1) => (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={() => row.current!.scrollBy({ left: direction * row.current!.clientWidth * 0.8, behavior: scrollBehavior() })}
    >
      {direction < 0 ? '‹' : '›'}
    </button>
  )
  return (
    <nav className={css.rail} aria-label={t`Categories`}>
      {button(-1)}
      <div ref={row}>
        {data?.categories.map(({ id, count, ...label }) => (
          <Link key={id} href={paths.category(type, id)} {...(id === current && { 'aria-current': 'page' as const, ref: centerInRow })}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <use href={`/art/categories-${type}.svg#${id}`} />
            </svg>
            <span>{localName(label)}</span>
            {count > 0 && <small>{formatNumber(count)}</small>}
          </Link>
        ))}
      </div>
      {button(1)}
    </nav>
  )
}
