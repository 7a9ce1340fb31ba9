import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { CardFilter } from '../../../lib/card-filter.ts'
import { paths } from '../../../lib/paths.ts'
import { placeName } from '../../../lib/place-name.ts'
import { cardsQuery } from '../../../queries/listing-cards.ts'
import type { MapCity } from '../../../queries/places.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { cardsOf } from '../../cards/CardList.tsx'
import { CardNote } from '../../cards/card-facts.tsx'
import { Price } from '../../cards/Price.tsx'
import css from './MapView.module.css'

/** Listings that the panel names. */
const SHOWN = 3

/** The results in a city: how many, the first ones if they are of one type (`filter`), and a button that narrows the list to the city. */
export function CityPanel({
  city,
  filter,
  onChoose,
  onClose,
}: {
  city: MapCity
  filter: CardFilter | undefined
  onChoose: () => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const { count } = city
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another city is selected
  useEffect(() => title.current?.focus({ preventScroll: true }), [city.cityId])
  return (
    <section className={css.panel}>
      <header>
        <h2 ref={title} tabIndex={-1}>
          {placeName({ country: city.country, city })}
        </h2>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </header>
      <p className="mute">
        <Plural value={count} one="# result" other="# results" />
      </p>
      {filter && <FirstListings filter={filter} city={city} />}
      <Button look="primary" small onClick={onChoose}>
        <Trans>Show only this city</Trans>
      </Button>
    </section>
  )
}

function FirstListings({ filter, city }: { filter: CardFilter; city: MapCity }) {
  const query = useInfiniteQuery(cardsQuery({ ...filter, local: 'true', country: city.country, city: String(city.cityId) }))
  if (query.isPending) return <Skeleton width="100%" height={44} />
  return (
    <ul>
      {cardsOf(query)
        .slice(0, SHOWN)
        .map((card) => (
          <li key={card.id}>
            <Link href={paths.listing(card.id, card.title, card.listType)} lang={card.lang}>
              <b className="cut">{card.title}</b>
              <span className="small mute">
                {card.listType === 'services' ? <Price micro={card.price} hourly={card.hourly} from /> : <CardNote card={card} />}
              </span>
            </Link>
          </li>
        ))}
    </ul>
  )
}
