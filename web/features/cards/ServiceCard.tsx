import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { localName } from '../../lib/i18n.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { SaveButton } from '../saved/SaveButton.tsx'
import { Price } from './Price.tsx'
import css from './ServiceCard.module.css'

const CardPictures = lazyComponent(() => import('./CardPictures.tsx'), ['cards'])

/**
 * A listing in a grid: its picture above its facts, on phones beside them. `eager` is for cards on the first screen. `note` is shown
 * instead of a price for jobs and events. More pictures are loaded on hover or focus.
 */
export function ServiceCard(props: Props) {
  return (
    <Entry of={props.card}>
      <Content {...props} />
    </Entry>
  )
}

interface Props {
  card: ListingCard
  eager?: boolean
  note?: ReactNode
}

function Content({ card, eager, note }: Props) {
  const [isNear, setNear] = useState(false)
  const loadPictures = () => setNear(card.pictures > 1)
  return (
    <article className={css.card} onPointerEnter={loadPictures} onFocus={loadPictures}>
      <div className={css.picture}>
        <Banner card={card} ratio="4 / 3" sizes="(max-width: 599px) 128px, (max-width: 1023px) 45vw, 300px" eager={eager} />
        {isNear && (
          <Suspense>
            <CardPictures card={card} />
          </Suspense>
        )}
        <span className={css.category}>{localName(card.categoryLabel)}</span>
        <SaveButton card={card} />
      </div>
      <div className={css.facts}>
        <p className={css.who}>
          <Avatar name={card.poster.name} image={card.poster.image} size={28} />
          <bdi className="cut">{card.poster.name}</bdi>
          <Stars rating={card.rating} />
        </p>
        <h3 lang={card.lang} dir="auto">
          <Link href={paths.listing(card.id, card.title, card.listType)}>{card.title}</Link>
        </h3>
        <p className={css.text} lang={card.lang} dir="auto">
          {card.descriptionPreview}
        </p>
        <p className={css.price}>{card.listType === 'services' ? <Price micro={card.price} hourly={card.hourly} from /> : note}</p>
      </div>
    </article>
  )
}

export function ServiceCardSkeleton() {
  return (
    <div className={css.card} aria-hidden="true">
      <div className={css.picture}>
        <Skeleton ratio="4 / 3" width="100%" />
      </div>
      <div className={css.facts}>
        <p className={css.who}>
          <Skeleton width={28} height={28} round />
          <Skeleton width="45%" />
        </p>
        <Skeleton width="90%" height={20} />
        <Skeleton width="30%" />
      </div>
    </div>
  )
}
