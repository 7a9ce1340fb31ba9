import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Icon } from './Icon.tsx'
import css from './Stars.module.css'

/** The average rating with one decimal, and the number of reviews in parentheses; nothing without reviews. */
export function Stars({ rating }: { rating: { mean: number; count: number } | null }) {
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
      <span className={css.count}>({i18n.number(rating.count)})</span>
    </span>
  )
}
