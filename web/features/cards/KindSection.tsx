import { useLingui } from '@lingui/react/macro'
import type { ListType } from '../../lib/paths.ts'
import { CardGrid, CardList, type CardQuery, cardsOf } from './CardList.tsx'
import JobAndEventCards from './JobAndEventCards.tsx'
import css from './KindSection.module.css'

/** The listings of one kind under its name; nothing if there are none. `eager` as in CardGrid. */
export function KindSection({ type, query, eager = 0 }: { type: ListType; query: CardQuery; eager?: number }) {
  const { t } = useLingui()
  if (!cardsOf(query).length) return null
  const names: Record<ListType, string> = { services: t`Services`, jobs: t`Jobs`, events: t`Events` }
  return (
    <section className={css.kind}>
      <h2>{names[type]}</h2>
      <CardList query={query} empty={null}>
        {(cards) => (type === 'services' ? <CardGrid cards={cards} eager={eager} /> : <JobAndEventCards cards={cards} />)}
      </CardList>
    </section>
  )
}
