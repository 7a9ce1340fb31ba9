import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { later } from '../../later.ts'
import type { ListType } from '../../paths.ts'
import { useViewer } from '../../shell/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { cardGrid, ServiceCard, ServiceCardSkeleton } from '../../ui/ServiceCard.tsx'
import css from './HomePage.module.css'
import { cardsQuery } from './queries.ts'

const NoCards = later(() => import('./NoCards.tsx'))
const OtherCards = later(() => import('../cards/OtherCards.tsx'), ['cards'])

/** Cards that are surely on the first screen, so their pictures must not wait. */
const FIRST_SCREEN = 4
const SHAPES = Array.from({ length: 8 }, (_, i) => i)

/** The newest listings of a tab, or one's own. */
export function Cards({ tab, onPost }: { tab: ListType; onPost: () => void }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [mine, setMine] = useState(false)
  const userId = mine ? viewer?.user_id : undefined
  const query = useInfiniteQuery(cardsQuery({ type: tab, ...(userId && { userId }) }))
  const { data, error, isPending, isFetching, refetch } = query
  const cards = data?.pages.flatMap((page) => page.services) ?? []
  const waiting = (
    <div className={cardGrid} role="status" aria-label={t`Loading`}>
      {SHAPES.map((i) => (
        <ServiceCardSkeleton key={i} />
      ))}
    </div>
  )
  const titles: Record<ListType, string> = { services: t`Fresh from the warren`, jobs: t`Open jobs`, events: t`Coming up` }

  return (
    <section className={css.cards}>
      <div className={css.head}>
        <h2>{titles[tab]}</h2>
        {viewer && (
          <Button small aria-pressed={mine} onClick={() => setMine(!mine)}>
            <Trans>My posts</Trans>
          </Button>
        )}
      </div>
      {isPending ? (
        waiting
      ) : !cards.length ? (
        <Suspense fallback={waiting}>
          <NoCards tab={tab} mine={mine} onPost={onPost} error={error} onRetry={refetch} busy={isFetching} />
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
