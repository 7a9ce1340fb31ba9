import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListType, paths } from '../../paths.ts'
import { useViewer } from '../../shell/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { cardGrid, ServiceCard, ServiceCardSkeleton } from '../../ui/ServiceCard.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import css from './HomePage.module.css'
import { cardsQuery } from './queries.ts'

/** Cards that are surely on the first screen, so their pictures must not wait. */
const FIRST_SCREEN = 4
const SHAPES = Array.from({ length: 8 }, (_, i) => i)

/** The newest listings of a tab, or one's own. */
export function Cards({ tab, onPost }: { tab: ListType; onPost: () => void }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [whose, setWhose] = useState<'all' | 'mine'>('all')
  const mine = whose === 'mine' && viewer ? viewer.user_id : undefined
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    cardsQuery({ type: tab, ...(mine && { userId: mine }) }),
  )
  const cards = data?.pages.flatMap((page) => page.services) ?? []
  const titles: Record<ListType, string> = { services: t`Fresh from the warren`, jobs: t`Open jobs`, events: t`Coming up` }

  return (
    <section className={css.cards}>
      <div className={css.head}>
        <h2>{titles[tab]}</h2>
        {viewer && (
          <Segmented
            label={t`Whose posts`}
            options={[
              ['all', t`Everybody`],
              ['mine', t`My posts`],
            ]}
            value={whose}
            onChange={setWhose}
          />
        )}
      </div>
      {isPending ? (
        <div className={cardGrid} role="status" aria-label={t`Loading`}>
          {SHAPES.map((i) => (
            <ServiceCardSkeleton key={i} />
          ))}
        </div>
      ) : error && !cards.length ? (
        <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
      ) : !cards.length ? (
        <Nothing tab={tab} mine={mine !== undefined} onPost={onPost} />
      ) : (
        <>
          <div className={cardGrid}>
            {cards.map((card, i) => (
              <ServiceCard key={card.id} card={card} eager={i < FIRST_SCREEN} />
            ))}
          </div>
          {hasNextPage && (
            <div className={css.more}>
              <Button onClick={() => fetchNextPage()} busy={isFetchingNextPage}>
                {error ? <Trans>That did not work. Try again</Trans> : <Trans>Show more</Trans>}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Nothing({ tab, mine, onPost }: { tab: ListType; mine: boolean; onPost: () => void }) {
  if (tab === 'services')
    return (
      <EmptyState
        drawing="search"
        title={mine ? <Trans>You have not posted anything yet</Trans> : <Trans>Every door is still closed</Trans>}
        text={
          <Trans>Say what you do well, for how much and by when. It takes a few minutes, and costs nothing until somebody pays you.</Trans>
        }
      >
        <Button look="primary" onClick={onPost}>
          <Trans>Post a service</Trans>
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      drawing="search"
      title={tab === 'jobs' ? <Trans>No jobs yet</Trans> : <Trans>No events yet</Trans>}
      text={<Trans>Nothing has been posted here so far. Meanwhile, see what people offer.</Trans>}
    >
      <ButtonLink href={paths.tab('services')}>
        <Trans>See services</Trans>
      </ButtonLink>
    </EmptyState>
  )
}
