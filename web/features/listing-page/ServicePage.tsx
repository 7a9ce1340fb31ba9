import { Trans } from '@lingui/react/macro'
import type { Service } from '../../../workers/listings/services.schema.ts'
import { useDates } from '../../lib/dates.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { placeName } from '../../lib/place-name.ts'
import { Below } from '../../ui/Below.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { Gallery } from './Gallery.tsx'
import { Byline, explainOwnListing, ListingBreadcrumb, Owner, useOwnership } from './ListingHeader.tsx'
import { ListingLoader } from './ListingLoader.tsx'
import css from './listing-page.module.css'
import { Plans } from './Plans.tsx'
import { RichText } from './RichText.tsx'

const RelatedListings = lazyComponent(() => import('./RelatedListings.tsx'), ['cards'])
const ReviewList = lazyComponent(() => import('../reviews/ReviewList.tsx'), ['reviews'])

/** `/services/:id/:slug?` */
export default function ServicePage({ params }: PageProps) {
  return (
    <ListingLoader type="services" id={params.id}>
      {(service) => <Shown service={service} />}
    </ListingLoader>
  )
}

function Shown({ service }: { service: Service }) {
  const { own, asMember } = useOwnership(service)
  const { formatDate } = useDates()
  return (
    <div className={`wrap ${css.page}`} data-own={own}>
      <ListingBreadcrumb listing={service} />
      <Owner listing={service} />
      <div className={css.cols}>
        <header className={css.head}>
          <h1 lang={service.lang} dir="auto">
            {service.title}
          </h1>
          <Byline listing={service}>
            <Stars rating={service.rating} />
            {service.place && <Chip icon="pin">{placeName(service.place)}</Chip>}
          </Byline>
        </header>
        <div className={css.gallery}>
          <Gallery media={service.media} title={service.title} />
        </div>
        <section className={css.about}>
          <p className={css.lead} lang={service.lang}>
            {service.descriptionPreview}
          </p>
          <h2>
            <Trans>About this service</Trans>
          </h2>
          <RichText html={service.description} lang={service.lang} />
          <p className="small mute">
            <Trans>Last changed {formatDate(service.updatedAt)}</Trans>
          </p>
          <Below>
            <ReviewList rated={{ as: 'service', id: service.id }} subjectId={service.poster.userId} />
          </Below>
        </section>
        <div className={css.side}>
          <Plans service={service} own={own} onBuy={asMember ? explainOwnListing : undefined} />
        </div>
      </div>
      <Below>
        <RelatedListings service={service} />
      </Below>
    </div>
  )
}
