import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import type { ReportedContent, ReportedThing, ReportList } from '../../../workers/orders/reports.schema.ts'
import type { Review } from '../../../workers/orders/reviews.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { reportsQuery, useDecideReports } from '../../queries/decide-reports.ts'
import { Button } from '../../ui/Button.tsx'
import { StarRow } from '../../ui/StarRow.tsx'
import { toast } from '../../ui/toast.ts'
import { Skeletons } from '../admin-pages/AdminFrame.tsx'
import { ReasonLabel } from '../reviews/ReasonLabel.tsx'
import { ReviewCard } from '../reviews/ReviewCard.tsx'
import { changedThing, isChangedThing } from './changed-thing.ts'
import { MemberActions } from './MemberActions.tsx'
import { NothingOpen } from './NothingOpen.tsx'
import { ReportSection } from './ReportSection.tsx'
import css from './Reports.module.css'

/** The reported reviews and answers, or the hidden ones; nothing while none is hidden. */
export function ReviewReports({ list, canSanction }: { list: ReportList; canSanction: boolean }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(reportsQuery(list))
  const things = query.data?.pages.flatMap((page) => page.things) ?? []
  return (
    <ReportSection
      title={list === 'open' ? t`Reported reviews and answers` : t`Hidden reviews and answers`}
      query={query}
      skeleton={<Skeletons />}
      empty={list === 'open' && <NothingOpen text={<Trans>Reported reviews and answers appear here.</Trans>} />}
    >
      {things.map((thing) => (
        <li key={`${thing.kind} ${thing.id}`}>
          <Entry of={thing}>
            <Thing thing={thing} canSanction={canSanction} />
          </Entry>
        </li>
      ))}
    </ReportSection>
  )
}

function Thing({ thing, canSanction }: { thing: ReportedThing; canSanction: boolean }) {
  const { t } = useLingui()
  const { kind, count, reports, review, hidden, author_id: author } = thing
  const isAnswer = kind === 'answer'
  const reported = isAnswer ? t`Reported answer` : t`Reported review`
  const heading = !hidden ? reported : isAnswer ? t`Hidden answer` : t`Hidden review`
  return (
    <article className={css.thing} aria-label={heading}>
      <h3>
        {hidden && count === 0 ? (
          heading
        ) : isAnswer ? (
          <Plural value={count} one="# report about the answer" other="# reports about the answer" />
        ) : (
          <Plural value={count} one="# report about the review" other="# reports about the review" />
        )}
      </h3>
      {reports.length > 0 && (
        <ul className={css.reports}>
          {reports.map(({ reason, text, at, content }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two reports can be equal, and the list is never sorted again
            <li key={i}>
              <b>
                <ReasonLabel reason={reason} />
              </b>{' '}
              <span className="small mute">{formatDate(at, 'dayTime')}</span>
              {text && <p dir="auto">{text}</p>}
              {content && <Reported content={content} review={review} />}
            </li>
          ))}
        </ul>
      )}
      <b className="small">
        <Trans>As it is now</Trans>
      </b>
      {review ? (
        <ReviewCard review={review} showsService plain />
      ) : (
        <p className="mute">
          <Trans>The review no longer exists.</Trans>
        </p>
      )}
      <Decisions thing={thing} />
      {canSanction && author && <MemberActions userId={author} />}
    </article>
  )
}

/** The buttons that decide the reports about a review or an answer, or show a hidden one again. */
function Decisions({ thing }: { thing: ReportedThing }) {
  const { t } = useLingui()
  const decide = useDecideReports(thing)
  const isAnswer = thing.kind === 'answer'
  const send = async (action: 'hide' | 'dismiss' | 'restore') => {
    try {
      await decide.mutateAsync(action)
      const done = {
        hide: isAnswer ? t`The answer is hidden.` : t`The review is hidden.`,
        dismiss: t`The reports are dismissed.`,
        restore: t`It is no longer hidden.`,
      }[action]
      toast(done, 'good', action === 'restore' ? { label: t`Undo`, run: () => void send('hide') } : undefined)
    } catch (error) {
      // What is hidden again is listed only once it is hidden.
      toast(isChangedThing(error) && action !== 'hide' ? t(changedThing) : errorText(error), 'bad')
    }
  }
  const of = (action: typeof decide.variables) => ({
    onClick: () => void send(action!),
    busy: decide.isPending && decide.variables === action,
    disabled: decide.isPending,
  })
  return (
    <div className={css.buttons}>
      {thing.count > 0 && (
        <Button {...of('dismiss')}>
          <Trans>Dismiss</Trans>
        </Button>
      )}
      {thing.hidden ? (
        <Button {...of('restore')}>
          <Trans>Show it again</Trans>
        </Button>
      ) : (
        <Button look="danger" {...of('hide')}>
          {isAnswer ? <Trans>Hide the answer</Trans> : <Trans>Hide the review</Trans>}
        </Button>
      )}
    </div>
  )
}

/** The review and its answer as they were when they were reported, unless they are still the same. */
function Reported({ content: { rating, review: text, answer }, review }: { content: ReportedContent; review: Review | null }) {
  if (review && rating === review.rating && text === review.review && answer === (review.answer?.text || null))
    return (
      <p className="small mute">
        <Trans>Not changed since this report.</Trans>
      </p>
    )
  return (
    <blockquote className={css.reported}>
      <b className="small">
        <Trans>When it was reported</Trans>
      </b>
      <StarRow rating={rating} />
      <p lang={detectLanguage(text)} dir="auto">
        {text}
      </p>
      {answer !== null && (
        <>
          <b className="small">
            <Trans>The answer</Trans>
          </b>
          <p lang={detectLanguage(answer)} dir="auto">
            {answer}
          </p>
        </>
      )}
    </blockquote>
  )
}
