import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { DEFAULT_RATING, REVIEW_LIMITS, type Review, type ReviewStage } from '../../../workers/orders/reviews.schema.ts'
import { useWriteReview } from '../../queries/reviews.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { StarInput } from '../../ui/StarInput.tsx'
import { StarRow } from '../../ui/StarRow.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import { TextForm } from './TextForm.tsx'

interface Props {
  order: Order
  /** The review to change; null writes the first version. */
  own: Review | null
  stage: ReviewStage
  /** The name of the other party. */
  other: string
  onClose: () => void
}

/** Writes or changes the viewer's review of an order. The stars of a visible review are fixed. */
export default function ReviewDialog({ order, own, stage, other, onClose }: Props) {
  const { t } = useLingui()
  const [rating, setRating] = useState(own?.rating ?? DEFAULT_RATING)
  // The review can become visible while the dialog is open.
  const stars = stage === 'changeText' && own ? own.rating : rating
  const write = useWriteReview(order.id)
  const onSend = (review: string) =>
    write.mutate(
      { rating: stars, review },
      {
        onSuccess: () => {
          toast(t`Your review is saved.`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={own ? <Trans>Change your review of {other}</Trans> : <Trans>Review {other}</Trans>}
      subtitle={order.title && <UserText text={order.title} />}
      onClose={onClose}
      locked={write.isPending}
    >
      <TextForm
        label={t`How was the order?`}
        initial={own?.review ?? ''}
        limit={REVIEW_LIMITS.review}
        send={own ? <Trans>Save</Trans> : <Trans>Send the review</Trans>}
        error={write.error}
        busy={write.isPending}
        onSend={onSend}
        onClose={onClose}
      >
        {stage === 'changeText' ? (
          <p>
            <StarRow rating={stars} />
          </p>
        ) : (
          <StarInput name="rating" label={t`Your rating`} value={rating} onChange={setRating} />
        )}
      </TextForm>
    </Dialog>
  )
}
