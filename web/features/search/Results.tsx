import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { LIST_TYPES } from '../../../workers/listings/list-types.schema.ts'
import { type Creator, MAX_TOTAL } from '../../../workers/listings/listings.schema.ts'
import { locale } from '../../lib/i18n.ts'
import { ListState } from '../../lib/ListState.tsx'
import { type ListType, paths } from '../../lib/paths.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { centerInRow } from '../../ui/center-in-row.ts'
import { CardGrid, CardList, type CardQuery, CardSkeletons, cardsOf } from '../cards/CardList.tsx'
import JobAndEventCards from '../cards/JobAndEventCards.tsx'
import { KindSection } from '../cards/KindSection.tsx'
import CategoryRail from '../home/CategoryRail.tsx'
import { correctionOf } from './correction.ts'
import { useKindNames } from './filter-texts.ts'
import { NothingFound } from './NothingFound.tsx'
import { PersonLink } from './PersonLink.tsx'
import css from './Results.module.css'
import { ResultsMap } from './ResultsMap.tsx'
import { SaveSearch } from './SaveSearch.tsx'
import { SearchFilters } from './SearchFilters.tsx'
import {
  type ChangeFilter,
  cardFilterOf,
  countText,
  filterInKind,
  KINDS,
  type Kind,
  readSearchFilter,
  type SearchFilter,
  toCardFilter,
  writeSearchFilter,
} from './search-filter.ts'

/** How many people are shown above the listings of all kinds. */
const PEOPLE_ABOVE = 6

/** What a search finds, with its kinds and filters, which are in the address. */
export function Results({ text }: { text: string }) {
  const [, navigate] = useLocation()
  // Not the path that wouter returns: that is decoded, and a percent sign in it is no valid address.
  const path = paths.search(text)
  const filter = readSearchFilter(useSearch())
  const change: ChangeFilter = (change, isTyping = false) =>
    navigate(path + writeSearchFilter({ ...filter, ...change }), { replace: isTyping })
  const isShown = (kind: Kind) => filter.kind === 'all' || filter.kind === kind
  const queryFor = (type: ListType) => cardsQuery(cardFilterOf(type, text, filter, locale()))
  const queries: Record<ListType, CardQuery> = {
    services: useInfiniteQuery(queryFor('services')),
    jobs: useInfiniteQuery(queryFor('jobs')),
    events: useInfiniteQuery(queryFor('events')),
  }
  const people = queries.services.data?.pages[0]?.creators ?? []
  const shown = LIST_TYPES.filter(isShown).map((type) => queries[type].data?.pages[0])
  // The map finds only what has the words, so it is asked for the corrected ones.
  const searched = (type: ListType) => queries[type].data?.pages[0]?.corrected ?? text
  const nothing = (
    <NothingFound
      title={<Trans>Nothing found for “{text}”</Trans>}
      text={<Trans>Try another word, or a shorter one. Both English and Japanese are searched.</Trans>}
      filter={filter}
      onChange={change}
    >
      {filter.kind === 'all' ? (
        <ButtonLink small href={paths.tab('services')}>
          <Trans>See all services</Trans>
        </ButtonLink>
      ) : (
        <Button small onClick={() => change({ kind: 'all' })}>
          <Trans>Search all kinds</Trans>
        </Button>
      )}
    </NothingFound>
  )
  return (
    <>
      <div className={css.rail}>
        <CategoryRail type={filter.kind === 'all' || filter.kind === 'people' ? 'services' : filter.kind} />
      </div>
      <KindLinks path={path} filter={filter} queries={queries} people={people.length} />
      <div className={css.layout}>
        <SearchFilters filter={filter} onChange={change} />
        <div className={css.found}>
          <Correction {...correctionOf(shown)} />
          {filter.kind !== 'people' && (
            <ResultsMap
              filters={LIST_TYPES.filter(isShown).map((type) => toCardFilter(type, searched(type), filter, locale()))}
              filter={filter}
              onChange={change}
            >
              <SaveSearch text={correctionOf(shown).corrected ?? text} filter={filter} />
            </ResultsMap>
          )}
          {filter.kind === 'people' ? (
            <ListState queries={[queries.services]} isEmpty={!people.length} skeleton={<CardSkeletons />} empty={nothing}>
              <People people={people} />
            </ListState>
          ) : filter.kind === 'all' ? (
            <ListState
              queries={Object.values(queries)}
              isEmpty={!people.length && Object.values(queries).every((query) => !cardsOf(query).length)}
              skeleton={<CardSkeletons />}
              empty={nothing}
            >
              <People people={people.slice(0, PEOPLE_ABOVE)} heading />
              {LIST_TYPES.map((type) => (
                <KindSection key={type} type={type} query={queries[type]} eager={4} />
              ))}
            </ListState>
          ) : (
            <OneKind type={filter.kind} query={queries[filter.kind]} empty={nothing} />
          )}
        </div>
      </div>
    </>
  )
}

/** Links to the kinds of results, with how many there are of each. */
function KindLinks({
  path,
  filter,
  queries,
  people,
}: {
  path: string
  filter: SearchFilter
  queries: Record<ListType, CardQuery>
  people: number
}) {
  const { t } = useLingui()
  const names = useKindNames()
  const countOf = (kind: Kind): number | undefined =>
    kind === 'all' ? undefined : kind === 'people' ? people : queries[kind].data?.pages[0]?.total
  return (
    <nav className={css.kinds} aria-label={t`Kinds of results`}>
      {KINDS.map((kind) => {
        const count = countOf(kind)
        return (
          <Link
            key={kind}
            href={path + writeSearchFilter(filterInKind(filter, kind))}
            {...(kind === filter.kind && { 'aria-current': 'page' as const, ref: centerInRow })}
          >
            {names[kind]}
            {count !== undefined && <span className={css.count}>{countText(kind, count)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

/** Says that another text was searched, or may be meant. */
function Correction({ corrected, proposal }: ReturnType<typeof correctionOf>) {
  if (corrected)
    return (
      <p className={css.note} role="status">
        <Trans>Nothing has these exact words. Showing results for “{corrected}”.</Trans>
      </p>
    )
  if (!proposal) return null
  return (
    <p className={css.note} role="status">
      <Trans>
        Did you mean <Link href={paths.search(proposal)}>{proposal}</Link>?
      </Trans>
    </p>
  )
}

function OneKind({ type, query, empty }: { type: ListType; query: CardQuery; empty: ReactNode }) {
  const names = useKindNames()
  const first = query.data?.pages[0]
  const total = first?.total ?? 0
  return (
    <>
      <h2 className="unseen">{names[type]}</h2>
      {first && total > 0 && (
        <p className={css.note} role="status">
          {total < MAX_TOTAL ? <Plural value={total} one="# result" other="# results" /> : <Trans>{MAX_TOTAL}+ results</Trans>}
          {first.isPartial && (
            <>
              {' '}
              <Trans>Below are also results with only some of the words.</Trans>
            </>
          )}
        </p>
      )}
      <CardList query={query} empty={empty}>
        {(cards) => (
          <Suspense fallback={<CardSkeletons />}>
            {type === 'services' ? <CardGrid cards={cards} /> : <JobAndEventCards cards={cards} />}
          </Suspense>
        )}
      </CardList>
    </>
  )
}

/** People that a search finds. */
function People({ people, heading }: { people: Creator[]; heading?: boolean }) {
  if (!people.length) return null
  return (
    <section className={css.people}>
      <h2 className={heading ? undefined : 'unseen'}>
        <Trans>People</Trans>
      </h2>
      <ul>
        {people.map((person) => (
          <li key={person.user_id}>
            <PersonLink person={person} />
          </li>
        ))}
      </ul>
    </section>
  )
}
