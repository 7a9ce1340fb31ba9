import { useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ListingPage } from '../../../workers/listings/listings.schema.ts'
import type { ListType } from '../../lib/paths.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import css from './KindSection.module.css'
import OtherCards from './OtherCards.tsx'
import { cardGrid, ServiceCard } from './ServiceCard.tsx'

/** The listings of one kind under its name; nothing at all where there are none. */
export function KindSection({
  type,
  query,
  eager,
}: {
  type: ListType
  query: UseInfiniteQueryResult<InfiniteData<ListingPage>>
  eager?: boolean
}) {
  const { t } = useLingui()
  const cards = query.data?.pages.flatMap((page) => page.services) ?? []
  if (!cards.length) return null
  const names: Record<ListType, string> = { services: t`Services`, jobs: t`Jobs`, events: t`Events` }
  return (
    <section className={css.kind}>
      <h2>{names[type]}</h2>
      {type === 'services' ? (
        <div className={cardGrid}>
          {cards.map((card, i) => (
            <ServiceCard key={card.id} card={card} eager={eager && i < 4} />
          ))}
        </div>
      ) : (
        <OtherCards cards={cards} />
      )}
      <LoadMore query={query} />
    </section>
  )
}
