import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Icon } from './Icon.tsx'
import css from './Stars.module.css'

/**
 * The average rating with one decimal and the number of reviews; nothing without reviews. `short` writes the number in parentheses.
 */
export function Stars({ rating, short }: { rating: { mean: number; count: number } | null; short?: boolean }) {
  const { t, i18n } = useLingui()
  if (!rating?.count) return null
  const mean = i18n.number(rating.mean, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <span
      className={css.stars}
      role="img"
      aria-label={t`${mean} of 5 stars, ${plural(rating.count, { one: '# review', other: '# reviews' })}`}
    >
      <Icon name="star" size={15} />
      <b className="num">{mean}</b>
      <span className={css.count}>
        {short ? `(${i18n.number(rating.count)})` : <Plural value={rating.count} one="# review" other="# reviews" />}
      </span>
    </span>
  )
}
