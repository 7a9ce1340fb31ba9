import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RatingSummary, ReviewSort } from '../../../workers/orders/reviews.schema.ts'
import { formatNumber } from '../../lib/format.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { type Rated, reviewsQuery } from '../../queries/reviews.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import css from './reviews.module.css'

/** The heading and the reviews of a service. */
export default function ReviewList({ rated, subjectId }: { rated: Rated; subjectId: number }) {
  return (
    <section className={css.section} aria-labelledby="reviews">
      <h2 id="reviews">
        <Trans>Reviews</Trans>
      </h2>
      {/* Another service starts with its own skeleton, not with the reviews of the last one. */}
      <Reviews key={rated.id} rated={rated} subjectId={subjectId} />
    </section>
  )
}

/** The mean, the number of reviews of each rating, and the reviews in pages, newest or best first. The member `subjectId` may answer. */
export function Reviews({ rated, subjectId }: { rated: Rated; subjectId: number }) {
  const { t } = useLingui()
  const [sort, setSort] = useState<ReviewSort>('newest')
  const query = useInfiniteQuery(reviewsQuery(rated, sort))
  const pages = query.data?.pages ?? []
  const reviews = pages.flatMap((page) => page.reviews)
  return (
    <ListState queries={[query]} isEmpty={reviews.length === 0} skeleton={<Skeletons />} empty={<None as={rated.as} />}>
      {pages[0] && <Summary summary={pages[0].summary} />}
      {reviews.length > 1 && (
        <div className={css.sort}>
          <Segmented
            label={t`Sort the reviews`}
            options={[
              ['newest', t`Newest first`],
              ['best', t`Best first`],
            ]}
            value={sort}
            onChange={setSort}
          />
        </div>
      )}
      <ul className={css.list}>
        {reviews.map((review) => (
          <li key={review.id}>
            <Entry of={review}>
              <ReviewCard review={review} subjectId={subjectId} showsService={rated.as === 'seller'} />
            </Entry>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </ListState>
  )
}

function Summary({ summary: { mean, count, stars } }: { summary: RatingSummary }) {
  const { t } = useLingui()
  return (
    <div className={css.summary}>
      <p className={css.mean}>
        <Icon name="star" size={26} />
        <b className="num">{formatNumber(mean ?? 0, 1)}</b>
        <span className="mute">
          <Plural value={count} one="# review" other="# reviews" />
        </span>
      </p>
      <ul className={css.bars}>
        {stars
          .map((number, i) => [i + 1, number] as const)
          .toReversed()
          .map(([star, number]) => (
            <li key={star}>
              <span className="num" aria-hidden="true">
                {star}
              </span>
              <span className={css.bar} aria-hidden="true">
                <span style={{ inlineSize: `${count ? (100 * number) / count : 0}%` }} />
              </span>
              <span className="num mute" aria-hidden="true">
                {formatNumber(number)}
              </span>
              <span className="unseen">{t`${plural(star, { one: '# star', other: '# stars' })}: ${plural(number, {
                one: '# review',
                other: '# reviews',
              })}`}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}

const None = ({ as }: { as: Rated['as'] }) => (
  <p className={css.none}>
    {as === 'service' ? (
      <Trans>No reviews yet. Buyers and sellers review each other after an order that was paid through escrow.</Trans>
    ) : as === 'seller' ? (
      <Trans>No reviews as a seller yet.</Trans>
    ) : (
      <Trans>No reviews as a buyer yet.</Trans>
    )}
  </p>
)

function Skeletons() {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className={css.list}>
      {[0, 1].map((i) => (
        <div key={i} className={css.review}>
          <Skeleton width={180} height={40} />
          <Skeleton width="100%" height={56} />
        </div>
      ))}
    </div>
  )
}
