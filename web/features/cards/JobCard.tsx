import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useId, useState } from 'react'
import { Link } from 'wouter'
import type { JobCard as Card } from '../../../workers/listings/jobs.schema.ts'
import { useDates } from '../../lib/dates.ts'
import { formatUsd } from '../../lib/format.ts'
import { localName } from '../../lib/i18n.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { SaveButton } from '../saved/SaveButton.tsx'
import { JobFacts } from './card-facts.tsx'
import css from './JobCard.module.css'

const ApplyDialog = lazyComponent(() => import('../applications/ApplyDialog.tsx'), ['applications', 'auth'])

/** A job: description, employer, pay, and the button to apply or bid. */
export function JobCard(props: Props) {
  return (
    <Entry of={props.card}>
      <Content {...props} />
    </Entry>
  )
}

interface Props {
  card: Card
  eager?: boolean
}

function Content({ card, eager }: Props) {
  const { t } = useLingui()
  const id = useId()
  const viewer = useViewer()
  const { formatDate } = useDates()
  const [more, setMore] = useState(false)
  const [applying, setApplying] = useState(false)
  const { job, poster, title } = card
  usePrefetch(viewer, ApplyDialog)
  const own = viewer?.user_id === poster.userId
  const apply = () => (viewer ? setApplying(true) : openDialog('login', () => setApplying(true)))
  return (
    <article className={css.card} aria-labelledby={id}>
      <div className={css.banner}>
        <Banner card={card} ratio="4 / 1" sizes="(max-width: 599px) 88vw, (max-width: 749px) 100vw, 600px" eager={eager} />
        <span className={css.category}>{localName(card.categoryLabel)}</span>
        <SaveButton card={card} />
      </div>
      <div className={css.body}>
        <h3 id={id} lang={card.lang} dir="auto">
          <Link href={paths.listing(card.id, title, 'jobs')}>{title}</Link>
        </h3>
        <p className={css.who}>
          <Link href={paths.person(poster.userId)}>
            <Avatar name={poster.name} image={poster.image} size={28} />
            <bdi className="cut">{poster.name}</bdi>
          </Link>
          <time className="small mute" dateTime={new Date(card.createdAt * 1000).toISOString()}>
            {formatDate(card.createdAt)}
          </time>
        </p>
        <p className={css.facts}>
          <JobFacts job={job} place={card.place} />
        </p>
        {card.descriptionPreview && (
          <div className={css.details}>
            <p id={`${id}d`} lang={card.lang} dir="auto" data-more={more}>
              {card.descriptionPreview}
            </p>
            <button type="button" aria-expanded={more} aria-controls={`${id}d`} onClick={() => setMore(!more)}>
              {more ? <Trans>Show less</Trans> : <Trans>Show more</Trans>}
              <span className="unseen"> {title}</span>
            </button>
          </div>
        )}
        <div className={css.acts}>
          {own ? (
            <ButtonLink icon="pencil" href={paths.list('jobs', card.id)} aria-label={t`Edit ${title}`}>
              <Trans>Edit</Trans>
            </ButtonLink>
          ) : (
            <Button look="primary" onClick={apply} disabled={viewer === undefined}>
              {job.bidBase !== null ? <Trans>Bid from {formatUsd(job.bidBase)}</Trans> : <Trans>Apply</Trans>}
            </Button>
          )}
          <ButtonLink href={paths.listing(card.id, title, 'jobs')} aria-label={t`View job: ${title}`}>
            <Trans context="a job">View job</Trans>
          </ButtonLink>
        </div>
      </div>
      {applying && (
        <Suspense fallback={null}>
          <ApplyDialog listType="jobs" id={card.id} onClose={() => setApplying(false)} />
        </Suspense>
      )}
    </article>
  )
}
