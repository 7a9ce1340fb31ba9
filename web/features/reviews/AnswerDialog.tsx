import { Trans, useLingui } from '@lingui/react/macro'
import { REVIEW_LIMITS, type Review } from '../../../workers/orders/reviews.schema.ts'
import { useAnswerReview } from '../../queries/reviews.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { TextForm } from './TextForm.tsx'

/** Writes or changes the answer to a review. */
export default function AnswerDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useLingui()
  const answer = useAnswerReview()
  const onSend = (text: string) =>
    answer.mutate(
      { id: review.id, answer: text },
      {
        onSuccess: () => {
          toast(t`Your answer is saved.`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={<Trans>Answer the review</Trans>}
      subtitle={<Trans>Everybody sees your answer below the review. You can change it for 7 days.</Trans>}
      onClose={onClose}
      locked={answer.isPending}
    >
      <TextForm
        label={t`Your answer`}
        initial={review.answer?.text ?? ''}
        limit={REVIEW_LIMITS.answer}
        send={<Trans>Save</Trans>}
        error={answer.error}
        busy={answer.isPending}
        onSend={onSend}
        onClose={onClose}
      />
    </Dialog>
  )
}
