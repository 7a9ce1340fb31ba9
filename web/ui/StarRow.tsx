import { useLingui } from '@lingui/react/macro'
import { Icon } from './Icon.tsx'
import css from './StarRow.module.css'

export const STARS = [1, 2, 3, 4, 5]

/** The stars of one review. */
export function StarRow({ rating }: { rating: number }) {
  const { t } = useLingui()
  return (
    <span className={`${css.stars} ${css.row}`} role="img" aria-label={t`${rating} of 5 stars`}>
      {STARS.map((star) => (
        <span key={star} data-lit={star <= rating}>
          <Icon name="star" size={17} />
        </span>
      ))}
    </span>
  )
}
