import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ListType, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { cardGrid, ServiceCard, ServiceCardSkeleton } from '../../ui/ServiceCard.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import css from './HomePage.module.css'
import { cardsQuery } from './queries.ts'

/** One row of the widest grid. */
const ROW = [0, 1, 2, 3]

interface Props {
  tab: ListType
  mine: boolean
  onPost: () => void
  error: Error | null
  onRetry: () => void
  busy: boolean
}

/** What stands in place of cards when there are none; loaded then only. */
export default function NoCards({ tab, mine, onPost, error, onRetry, busy }: Props) {
  if (error) return <ErrorState error={error} onRetry={onRetry} busy={busy} />
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
    <>
      <EmptyState
        drawing={tab}
        title={tab === 'jobs' ? <Trans>Jobs are not open yet</Trans> : <Trans>Events are not open yet</Trans>}
        text={
          tab === 'jobs' ? (
            <Trans>
              Here you will say what you need, and people will apply or bid. Until then, order from those who offer it, or offer what you
              can do yourself.
            </Trans>
          ) : (
            <Trans>
              Here meetups and workshops will find their guests. Until then, get to know people by what they make, or show what you can do.
            </Trans>
          )
        }
      >
        <div className={css.ways}>
          <ButtonLink look="primary" href={paths.tab('services')}>
            <Trans>See services</Trans>
          </ButtonLink>
          <Button onClick={onPost}>
            <Trans>Post a service</Trans>
          </Button>
        </div>
      </EmptyState>
      <Meanwhile />
    </>
  )
}

/** The newest services, where a tab has nothing of its own to show; nothing at all when they can't be had. */
function Meanwhile() {
  const { data, isPending } = useInfiniteQuery(cardsQuery({ type: 'services' }))
  const cards = data?.pages[0]?.services.slice(0, ROW.length) ?? []
  if (!isPending && !cards.length) return null
  return (
    <section className={css.meanwhile}>
      <h2>
        <Trans>Fresh from the warren</Trans>
      </h2>
      <div className={cardGrid}>
        {isPending && ROW.map((i) => <ServiceCardSkeleton key={i} />)}
        {cards.map((card) => (
          <ServiceCard key={card.id} card={card} />
        ))}
      </div>
    </section>
  )
}
