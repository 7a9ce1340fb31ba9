import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { ListType } from '../../lib/paths.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { CardGrid, CardList } from '../cards/CardList.tsx'
import { filterOf } from './filter.ts'
import css from './HomePage.module.css'

const EmptyTab = lazyComponent(() => import('../cards/EmptyTab.tsx'), ['cards'])
const Filter = lazyComponent(() => import('../cards/Filter.tsx'), ['cards'])
const JobAndEventCards = lazyComponent(() => import('../cards/JobAndEventCards.tsx'), ['cards'])

/** Loads what the first render of a tab needs. */
export const fetchTab = async (type: string | undefined): Promise<unknown> =>
  type && type !== 'services' ? JobAndEventCards.fetch() : undefined

interface Props {
  tab: ListType
  /** The filter, in the form that `filterOf` reads. */
  show: string
  onShow: (show: string) => void
  onPost: () => void
}

/** The newest listings of a tab that match the filter. */
export function Cards({ tab, show, onShow, onPost }: Props) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [asked, ask] = useState(false)
  const query = useInfiniteQuery(cardsQuery({ type: tab, ...filterOf(show, viewer?.user_id) }))
  const button = (
    <Button small onClick={() => ask(true)}>
      <Trans>Filter</Trans>
    </Button>
  )
  const titles: Record<ListType, string> = { services: t`New services`, jobs: t`Open jobs`, events: t`Upcoming events` }

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
      <CardList query={query} skeletons={8} empty={<EmptyTab tab={tab} show={show} onShow={onShow} onPost={onPost} />}>
        {(cards) => (tab === 'services' ? <CardGrid cards={cards} /> : <JobAndEventCards cards={cards} />)}
      </CardList>
    </section>
  )
}
