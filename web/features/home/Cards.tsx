import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { ListType } from '../../lib/paths.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { cardGrid, ServiceCard, ServiceCardSkeleton } from '../cards/ServiceCard.tsx'
import { filterOf } from './filter.ts'
import css from './HomePage.module.css'

const NoCards = lazyComponent(() => import('../cards/NoCards.tsx'), ['cards'])
const Filter = lazyComponent(() => import('../cards/Filter.tsx'), ['cards'])
const OtherCards = lazyComponent(() => import('../cards/OtherCards.tsx'), ['cards'])

/** Cards that are surely on the first screen, so their pictures must not wait. */
const FIRST_SCREEN = 4
const SHAPES = Array.from({ length: 8 }, (_, i) => i)

interface Props {
  tab: ListType
  /** Which of them, as `filterOf` reads it. */
  show: string
  onShow: (show: string) => void
  onPost: () => void
}

/** The newest listings of a tab, all or some. */
export function Cards({ tab, show, onShow, onPost }: Props) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [asked, ask] = useState(false)
  const query = useInfiniteQuery(cardsQuery({ type: tab, ...filterOf(show, viewer?.user_id) }))
  const { data, error, isPending, isFetching, refetch } = query
  const cards = data?.pages.flatMap((page) => page.services) ?? []
  const waiting = (
    <div className={cardGrid} role="status" aria-label={t`Loading`}>
      {SHAPES.map((i) => (
        <ServiceCardSkeleton key={i} />
      ))}
    </div>
  )
  const button = (
    <Button small onClick={() => ask(true)}>
      <Trans>Filter</Trans>
    </Button>
  )
  const titles: Record<ListType, string> = { services: t`Fresh from the warren`, jobs: t`Open jobs`, events: t`Coming up` }

  return (
    <section className={css.cards}>
      <div className={css.head}>
        <h2>{titles[tab]}</h2>
        {asked || show ? (
          <Suspense fallback={button}>
            <Filter show={show} onShow={onShow} focus={asked} />
          </Suspense>
        ) : (
          button
        )}
      </div>
      {isPending ? (
        waiting
      ) : !cards.length ? (
        <Suspense fallback={waiting}>
          <NoCards tab={tab} show={show} onShow={onShow} onPost={onPost} error={error} onRetry={refetch} busy={isFetching} />
        </Suspense>
      ) : (
        <>
          {tab === 'services' ? (
            <div className={cardGrid}>
              {cards.map((card, i) => (
                <ServiceCard key={card.id} card={card} eager={i < FIRST_SCREEN} />
              ))}
            </div>
          ) : (
            <Suspense fallback={waiting}>
              <OtherCards cards={cards} />
            </Suspense>
          )}
          <LoadMore query={query} />
        </>
      )}
    </section>
  )
}
