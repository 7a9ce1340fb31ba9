import { Trans, useLingui } from '@lingui/react/macro'
import type { Job } from '../../../workers/listings/jobs.schema.ts'
import { useDates } from '../../lib/dates.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { placeName } from '../../lib/place-name.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Applications } from '../applications/Applications.tsx'
import { ApplyPanel } from '../applications/ApplyPanel.tsx'
import { JobKind, Pay } from '../cards/card-facts.tsx'
import { Gallery } from './Gallery.tsx'
import { Byline, explainOwnListing, ListingBreadcrumb, Owner, useOwnership } from './ListingHeader.tsx'
import { ListingLoader } from './ListingLoader.tsx'
import css from './listing-page.module.css'
import { RichText } from './RichText.tsx'
import side from './side.module.css'

/** `/jobs/:id/:slug?` */
export default function JobPage({ params }: PageProps) {
  return (
    <ListingLoader type="jobs" id={params.id}>
      {(job) => <Shown job={job} />}
    </ListingLoader>
  )
}

function Shown({ job }: { job: Job }) {
  const { formatDate } = useDates()
  const { t } = useLingui()
  const { own, asMember } = useOwnership(job)
  return (
    <div className={`wrap ${css.page}`} data-own={own}>
      <ListingBreadcrumb listing={job} />
      <Owner listing={job} />
      <div className={css.cols}>
        <header className={css.head}>
          <h1 lang={job.lang} dir="auto">
            {job.title}
          </h1>
          <Byline listing={job} />
        </header>
        <div className={css.gallery}>
          {job.media.length > 1 ? (
            <Gallery media={job.media} title={job.title} />
          ) : (
            <div className={side.banner}>
              <Banner card={job} ratio="3 / 1" sizes="(max-width: 599px) 88vw, (max-width: 900px) 100vw, 800px" eager />
            </div>
          )}
        </div>
        <section className={css.about}>
          {own && <Applications target={job} waiting={job.waiting ?? 0} />}
          <h2>
            <Trans>About this job</Trans>
          </h2>
          <RichText html={job.description} lang={job.lang} />
          <p className="small mute">
            <Trans>Last changed {formatDate(job.updatedAt)}</Trans>
          </p>
        </section>
        <aside className={`${css.side} ${side.panel}`} aria-label={t`Terms of this job`}>
          <Terms job={job} />
          {!own && <ApplyPanel listing={job} onApply={asMember ? explainOwnListing : undefined} />}
        </aside>
      </div>
    </div>
  )
}

function Terms({ job: listing }: { job: Job }) {
  const { formatDate } = useDates()
  const { job, place, createdAt } = listing
  return (
    <>
      <p className={side.big}>{job.bidBase !== null || job.salary ? <Pay job={job} /> : <Trans>Pay negotiable</Trans>}</p>
      <dl className={side.terms}>
        <dt>
          <Trans>Type</Trans>
        </dt>
        <dd>
          <JobKind job={job} />
        </dd>
        <dt>
          <Trans>Location</Trans>
        </dt>
        <dd>{place ? placeName(place) : <Trans>Remote</Trans>}</dd>
        <dt>
          <Trans>Posted</Trans>
        </dt>
        <dd>{formatDate(createdAt)}</dd>
      </dl>
      {job.bidding && (
        <p className="small mute">
          <Trans>A bid names a price, the delivery days and one of the bidder’s services. When you order, you pay into escrow.</Trans>
        </p>
      )}
    </>
  )
}
