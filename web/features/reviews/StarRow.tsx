import { useLingui } from '@lingui/react/macro'
import { Icon } from '../../ui/Icon.tsx'
import css from './reviews.module.css'

const STARS = [1, 2, 3, 4, 5]

/** The stars of one review. */
export function StarRow({ rating }: { rating: number }) {
  const { t } = useLingui()
  return (
    <span className={css.stars} role="img" aria-label={t`${rating} of 5 stars`}>
      {STARS.map((star) => (
        <span key={star} data-lit={star <= rating}>
          <Icon name="star" size={17} />
        </span>
      ))}
    </span>
  )
}
