import { Trans } from '@lingui/react/macro'
import type { Service } from '../../../workers/listings/services.schema.ts'
import { formatDate } from '../../format.ts'
import type { PageProps } from '../../routes.tsx'
import { useViewer } from '../../shell/viewer.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { placeName } from '../cards/place.ts'
import css from './details.module.css'
import { Gallery } from './Gallery.tsx'
import { Plans } from './Plans.tsx'
import { Byline, Crumbs, Detail, Owner } from './parts.tsx'
import { RichText } from './RichText.tsx'

/** `/services/:id/:slug?` */
export default function ServicePage({ params }: PageProps) {
  return (
    <Detail type="services" id={params.id}>
      {(service) => <Shown service={service} />}
    </Detail>
  )
}

function Shown({ service }: { service: Service }) {
  const viewer = useViewer()
  const own = viewer?.user_id === service.poster.userId
  return (
    <div className={`wrap ${css.page}`} data-own={own}>
      <Crumbs listing={service} />
      {own && <Owner listing={service} />}
      <div className={css.cols}>
        <header className={css.head}>
          <h1 lang={service.lang}>{service.title}</h1>
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
        </section>
        <div className={css.side}>
          <Plans service={service} own={own} />
        </div>
      </div>
    </div>
  )
}
