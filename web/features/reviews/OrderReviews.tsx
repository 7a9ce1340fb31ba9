import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Order, Role } from '../../../workers/orders/orders.schema.ts'
import { REVIEW_WAIT, type Review, type ReviewStage, reviewStage, TEXT_EDITABLE } from '../../../workers/orders/reviews.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { ListState } from '../../lib/ListState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { useNow } from '../../lib/use-now.ts'
import { orderReviewsQuery } from '../../queries/reviews.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadingBlock } from '../../ui/LoadingBlock.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import css from './reviews.module.css'

const ReviewDialog = lazyComponent(() => import('./ReviewDialog.tsx'), ['reviews'])

/** The reviews of a completed order, as one of its parties sees them: their own, and the other party's once it is visible. */
export default function OrderReviews({ order, role, other }: { order: Order; role: Role; other: string }) {
  const viewer = useViewer()
  const query = useQuery(orderReviewsQuery(order.id))
  const [writing, setWriting] = useState(false)
  usePrefetch(true, ReviewDialog)
  const own = query.data?.find(({ side }) => side === role) ?? null
  const theirs = query.data?.find(({ side }) => side !== role) ?? null
  const now = useNow()
  const stage = reviewStage(order, own, Boolean(theirs), now)
  const isLate = now >= order.statusAt + REVIEW_WAIT
  const deadline = formatDate(order.statusAt + REVIEW_WAIT, 'dayTime')
  if (stage === 'notAgreed')
    return (
      <p className="small mute">
        <Trans>This order cannot be reviewed, because its payment has no matching quote.</Trans>
      </p>
    )
  return (
    <section className={css.order} aria-labelledby="order-reviews">
      <h2 id="order-reviews">
        <Trans>Reviews</Trans>
      </h2>
      <ListState queries={[query]} isEmpty={false} skeleton={<LoadingBlock />} empty={null}>
        {own ? (
          <ReviewCard review={own} address={order[role]}>
            <OwnState own={own} stage={stage} other={other} isLate={isLate} />
          </ReviewCard>
        ) : (
          <p>
            {stage === 'closed' ? (
              <Trans>You did not review {other} in time. Their review is visible now, so you can only answer it.</Trans>
            ) : isLate ? (
              <Trans>How was your order with {other}? Your review will be visible at once.</Trans>
            ) : (
              <Trans>
                How was your order with {other}? Neither of you sees the other’s review until both are written or 14 days have passed.
              </Trans>
            )}
          </p>
        )}
        {(stage === 'write' || stage === 'change' || stage === 'changeText') && (
          <Button look={own ? 'quiet' : 'primary'} icon={own ? 'pencil' : 'star'} wide onClick={() => setWriting(true)}>
            {own ? <Trans>Change the review</Trans> : <Trans>Write a review</Trans>}
          </Button>
        )}
        {theirs ? (
          <ReviewCard review={theirs} subjectId={viewer?.user_id} address={role === 'buyer' ? order.seller : order.buyer} />
        ) : (
          !isLate &&
          (stage === 'write' || stage === 'change') && (
            <p className="small mute">
              <Trans>
                You will see the review by {other} when both of you have written one, or on {deadline}.
              </Trans>
            </p>
          )
        )}
      </ListState>
      {writing && (
        <Suspense fallback={null}>
          <ReviewDialog order={order} own={own} stage={stage} other={other} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Who sees the viewer's review, and how long it can be changed. */
function OwnState({ own, stage, other, isLate }: { own: Review; stage: ReviewStage; other: string; isLate: boolean }) {
  const visibleFrom = formatDate(own.visibleAt, 'dayTime')
  const until = formatDate(own.visibleAt + TEXT_EDITABLE, 'dayTime')
  return (
    <p className="small mute">
      {own.hidden ? (
        <Trans>The team has hidden this review after a report. Only you see it.</Trans>
      ) : stage === 'changeText' ? (
        <Trans>Everybody sees it. You can change the text until {until}; the stars stay.</Trans>
      ) : own.visible ? (
        <Trans>Everybody sees it.</Trans>
      ) : isLate ? (
        <Trans>It will be visible within a minute.</Trans>
      ) : (
        <Trans>
          Only you see it so far. It becomes visible when {other} has written one too, or on {visibleFrom}. Until then you can change it.
        </Trans>
      )}
    </p>
  )
}
