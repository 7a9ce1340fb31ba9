import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { isAnswerable, type Review } from '../../../workers/orders/reviews.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { memberName } from '../../ui/member-name.ts'
import { StarRow } from '../../ui/StarRow.tsx'
import css from './reviews.module.css'

const AnswerDialog = lazyComponent(() => import('./AnswerDialog.tsx'), ['reviews'])
const ReportDialog = lazyComponent(() => import('./ReportDialog.tsx'), ['reviews'])

/**
 * A review with its answer. `subjectId` is the reviewed party, who may answer. `showsService` links the ordered service. `plain` leaves out
 * the buttons. `address` is the author's wallet, shown if there is no name. `children` is a note below.
 */
export function ReviewCard({
  review,
  subjectId,
  showsService,
  plain,
  address,
  children,
}: {
  review: Review
  subjectId?: number | null
  showsService?: boolean
  plain?: boolean
  address?: string
  children?: ReactNode
}) {
  const { t } = useLingui()
  const { name: shown, image, user_id, rating, date, editedAt, service, answer } = review
  const name = user_id === null ? t`Deleted account` : memberName(shown, address)
  return (
    <article className={css.review} aria-label={t`Review by ${name}`}>
      <header className={css.head}>
        <Avatar name={name} image={image} size={40} />
        <div className={css.who}>
          <b className="cut">
            {user_id === null || !shown ? (
              name
            ) : (
              <Link href={paths.person(user_id)}>
                <bdi>{name}</bdi>
              </Link>
            )}
          </b>
          <span className="small mute">
            {formatDate(date)}
            <ChangedOn at={editedAt} />
          </span>
        </div>
        <StarRow rating={rating} />
      </header>
      <p className={css.text} lang={detectLanguage(review.review)} dir="auto">
        {review.review}
      </p>
      {answer && <Answer review={review} answer={answer} subjectId={subjectId} plain={plain} />}
      <footer className={`small mute ${css.foot}`}>
        <span className={css.paid}>
          <Icon name="lock" size={15} />
          <Trans>Paid through escrow</Trans>
        </span>
        {showsService && service && (
          <Link href={paths.listing(service.id, service.title, service.listType)} className="cut">
            <bdi>{service.title}</bdi>
          </Link>
        )}
        {!plain && review.visible && <Buttons review={review} subjectId={subjectId} />}
      </footer>
      {children}
    </article>
  )
}

/** Says when a text was changed; nothing if it never was. */
function ChangedOn({ at }: { at: number | null }) {
  if (at === null) return null
  const changedOn = formatDate(at)
  return (
    <>
      {' · '}
      <Trans>changed on {changedOn}</Trans>
    </>
  )
}

interface AnswerProps {
  review: Review
  answer: NonNullable<Review['answer']>
  subjectId: number | null | undefined
  plain: boolean | undefined
}

/** The answer of the reviewed party, which everybody else may report. Only its author learns that it was hidden. */
function Answer({ review, answer, subjectId, plain }: AnswerProps) {
  const viewer = useViewer()
  const [isReporting, setReporting] = useState(false)
  const { text, date, editedAt, hidden } = answer
  const isOwn = Boolean(viewer) && viewer?.user_id === subjectId
  if (hidden && !isOwn) return null
  return (
    <blockquote className={css.answer}>
      <b className="small">{review.side === 'buyer' ? <Trans>Answer from the seller</Trans> : <Trans>Answer from the buyer</Trans>}</b>
      <span className="small mute">
        {formatDate(date)}
        <ChangedOn at={editedAt} />
      </span>
      {text && (
        <p lang={detectLanguage(text)} dir="auto">
          {text}
        </p>
      )}
      {hidden && (
        <p className="small mute">
          <Trans>The team has hidden your answer after a report.</Trans>
        </p>
      )}
      {!plain && !isOwn && (
        <div className={css.buttons}>
          <Button look="ghost" small onClick={() => (viewer ? setReporting(true) : openDialog('login', () => setReporting(true)))}>
            <Trans>Report the answer</Trans>
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {isReporting && <ReportDialog kind="answer" id={review.id} onClose={() => setReporting(false)} />}
      </Suspense>
    </blockquote>
  )
}

/** The buttons below a review: the reviewed party may answer it, and everybody but the author may report it. */
function Buttons({ review, subjectId }: { review: Review; subjectId: number | null | undefined }) {
  const viewer = useViewer()
  const [dialog, setDialog] = useState<'answer' | 'report' | null>(null)
  const me = viewer?.user_id
  if (me && me === review.user_id) return null
  const close = () => setDialog(null)
  return (
    <div className={css.buttons}>
      {me && me === subjectId && isAnswerable(review, Date.now() / 1000) && (
        <Button icon="chat" small onClick={() => setDialog('answer')}>
          {review.answer ? <Trans>Change the answer</Trans> : <Trans context="a review">Answer</Trans>}
        </Button>
      )}
      <Button look="ghost" small onClick={() => (viewer ? setDialog('report') : openDialog('login', () => setDialog('report')))}>
        <Trans>Report</Trans>
      </Button>
      <Suspense fallback={null}>
        {dialog === 'answer' && <AnswerDialog review={review} onClose={close} />}
        {dialog === 'report' && <ReportDialog kind="review" id={review.id} onClose={close} />}
      </Suspense>
    </div>
  )
}
