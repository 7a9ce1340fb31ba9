import { useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, Suspense } from 'react'
import type { ListingCard, ListingPage } from '../../../workers/listings/listings.schema.ts'
import { ListState } from '../../lib/ListState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import css from './ServiceCard.module.css'
import { ServiceCard, ServiceCardSkeleton } from './ServiceCard.tsx'

export type CardQuery = UseInfiniteQueryResult<InfiniteData<ListingPage>>

/** The cards of all pages that are loaded. A trending card may be on two pages, if its rank fell meanwhile; it keeps its first position. */
export const cardsOf = ({ data }: CardQuery): ListingCard[] => [
  ...new Map(data?.pages.flatMap((page) => page.services).map((card) => [card.id, card])).values(),
]

/**
 * The cards of a paged query: `skeletons` of them while it loads, an error with a retry, `empty` when there are none, and a button for
 * the next page. `children` renders the cards; the default is a grid of service cards.
 */
export function CardList({
  query,
  empty,
  skeletons = 4,
  children = (cards) => <CardGrid cards={cards} />,
}: {
  query: CardQuery
  empty: ReactNode
  skeletons?: number
  children?: (cards: ListingCard[]) => ReactNode
}) {
  const cards = cardsOf(query)
  const skeleton = <CardSkeletons count={skeletons} />
  return (
    <ListState queries={[query]} isEmpty={!cards.length} skeleton={skeleton} empty={<Suspense fallback={skeleton}>{empty}</Suspense>}>
      <Suspense fallback={skeleton}>{children(cards)}</Suspense>
      <LoadMore query={query} />
    </ListState>
  )
}

/** The grid of cards. */
export const Grid = ({ children }: { children: ReactNode }) => <div className={css.grid}>{children}</div>

/** Cards in a grid. The first `eager` ones are on the first screen, so their pictures are loaded at once. */
export function CardGrid<Card extends ListingCard>({
  cards,
  eager = 4,
  children = (card, isEager) => <ServiceCard card={card} eager={isEager} />,
}: {
  cards: readonly Card[]
  eager?: number
  children?: (card: Card, isEager: boolean) => ReactNode
}) {
  return (
    <Grid>
      {cards.map((card, i) => (
        <Fragment key={card.id}>{children(card, i < eager)}</Fragment>
      ))}
    </Grid>
  )
}

export function CardSkeletons({ count = 4 }: { count?: number }) {
  const { t } = useLingui()
  return (
    <div className={css.grid} role="status" aria-label={t`Loading`}>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are alike
        <ServiceCardSkeleton key={i} />
      ))}
    </div>
  )
}
