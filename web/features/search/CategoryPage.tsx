import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { CategoryCount } from '../../../workers/listings/categories.schema.ts'
import { LANGUAGES } from '../../../workers/listings/text.schema.ts'
import { formatNumber } from '../../lib/format.ts'
import { locale, localName } from '../../lib/i18n.ts'
import { ListState } from '../../lib/ListState.tsx'
import { languageName } from '../../lib/language-name.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { categoriesQuery } from '../../queries/categories.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { useTitle } from '../../session/title.ts'
import { Breadcrumb } from '../../ui/Breadcrumb.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CardGrid, CardList, CardSkeletons } from '../cards/CardList.tsx'
import JobAndEventCards from '../cards/JobAndEventCards.tsx'
import CategoryRail from '../home/CategoryRail.tsx'
import css from './CategoryPage.module.css'
import { useKindNames } from './filter-texts.ts'
import { NothingFound } from './NothingFound.tsx'
import layout from './Results.module.css'
import { ResultsMap } from './ResultsMap.tsx'
import { SearchFilters, useSorts } from './SearchFilters.tsx'
import { ANY_LANGUAGE, type ChangeFilter, readCategoryFilter, toCardFilter, writeCategoryFilter } from './search-filter.ts'

/** The id of a category or subcategory from its slug. */
const idOf = (slug: string) => slug.replaceAll('-', '_')

const FollowCategory = lazyComponent(() => import('../saved/FollowCategory.tsx'), ['saved'])

/** `/:type/c/:category/:sub?`: the listings of a category or subcategory. */
export default function CategoryPage({ params }: PageProps) {
  const type = params.type as ListType
  const id = idOf(params.category ?? '')
  const query = useQuery(categoriesQuery(type, id))
  const { data, isPlaceholderData } = query
  const category = data?.categories.find((one) => one.id === id)
  const sub = params.sub === undefined ? null : data?.subs?.find((one) => one.id === idOf(params.sub!))
  return (
    <div className={`wrap ${css.page}`}>
      <CategoryRail type={type} current={id} />
      <ListState
        queries={[query]}
        isEmpty={!isPlaceholderData && (!category || sub === undefined)}
        skeleton={<CardSkeletons count={8} />}
        empty={<Unknown type={type} />}
      >
        {category && sub !== undefined ? (
          <Listed type={type} category={category} sub={sub} subs={data?.subs ?? []} />
        ) : (
          <CardSkeletons count={8} />
        )}
      </ListState>
    </div>
  )
}

function Unknown({ type }: { type: ListType }) {
  const { t } = useLingui()
  const kinds = useKindNames()
  useTitle(t`Page not found`)
  return (
    <EmptyState
      drawing="lost"
      heading="h1"
      title={<Trans>There is no such category</Trans>}
      text={<Trans>The link is wrong or incomplete. All categories are above.</Trans>}
    >
      <ButtonLink look="primary" href={paths.tab(type)}>
        {kinds[type]}
      </ButtonLink>
    </EmptyState>
  )
}

interface Shown {
  type: ListType
  category: CategoryCount
  sub: CategoryCount | null
}

function Listed({ type, category, sub, subs }: Shown & { subs: CategoryCount[] }) {
  const { t } = useLingui()
  const kinds = useKindNames()
  const name = localName(category)
  const title = localName(sub ?? category)
  useTitle([...(sub ? [title] : []), name, kinds[type]].join(' · '))
  const leads: Record<ListType, string> = {
    services: t`Compare prices and delivery times. Your payment waits in escrow until the work is done.`,
    jobs: t`Full-time and contract work. Apply with a message, or bid with your own price.`,
    events: t`See when and where, and request to join.`,
  }
  return (
    <>
      <Breadcrumb
        items={[
          [kinds[type], paths.tab(type)],
          ...(sub ? [[name, paths.category(type, category.id)] as const, [title] as const] : [[name] as const]),
        ]}
      />
      <header className={css.head}>
        <div>
          <h1>{title}</h1>
          <p className="mute">{leads[type]}</p>
        </div>
        <Suspense fallback={<Skeleton width={118} height={44} />}>
          <FollowCategory type={type} category={category.id} sub={sub?.id ?? ''} name={title} />
        </Suspense>
      </header>
      <SubcategoryLinks type={type} category={category} subs={subs} current={sub?.id ?? ''} />
      <List key={`${category.id}/${sub?.id}`} type={type} category={category} sub={sub} />
    </>
  )
}

/** Links to the subcategories of a category, with how many listings each has. */
function SubcategoryLinks({
  type,
  category,
  subs,
  current,
}: {
  type: ListType
  category: CategoryCount
  subs: CategoryCount[]
  current: string
}) {
  const { t } = useLingui()
  const links = [{ id: '', name: t`All`, count: category.count }, ...subs.map((sub) => ({ ...sub, name: localName(sub) }))]
  return (
    <nav className={css.subs} aria-label={t`Subcategories`}>
      {links.map(({ id, name, count }) => (
        <Link key={id} href={paths.category(type, category.id, id)} aria-current={id === current ? 'page' : undefined}>
          {name}
          {count > 0 && <span className="num mute">{formatNumber(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** The listings that match the filter, which is in the address. */
function List({ type, category, sub }: Shown) {
  const { t } = useLingui()
  const [path, navigate] = useLocation()
  const filter = readCategoryFilter(type, useSearch())
  const change: ChangeFilter = (changes, isTyping = false) =>
    navigate(path + writeCategoryFilter({ ...filter, ...changes }), { replace: isTyping })
  const wanted = { ...filter, category: category.id, sub: sub?.id }
  const listed = toCardFilter(type, '', wanted, locale())
  const query = useInfiniteQuery(cardsQuery(listed))
  const posts: Record<ListType, string> = { services: t`Post a service`, jobs: t`Post a job`, events: t`Post an event` }
  const nothing = (
    <NothingFound
      title={<Trans>Nothing here yet</Trans>}
      text={<Trans>Be the first to post here. Posting takes a few minutes.</Trans>}
      filter={filter}
      onChange={change}
    >
      {sub && (
        <ButtonLink small href={paths.category(type, category.id)}>
          {localName(category)}
        </ButtonLink>
      )}
      <ButtonLink small icon="plus" href={paths.list(type)}>
        {posts[type]}
      </ButtonLink>
    </NothingFound>
  )
  return (
    <div className={layout.layout}>
      <SearchFilters
        filter={filter}
        onChange={change}
        sorts={useSorts(filter, type === 'events' ? t`Soonest` : t`Newest`).filter(
          ([sort]) => sort !== (type === 'events' ? 'soonest' : 'newest'),
        )}
        languages={useLanguageOptions(type)}
        hidden={['category', 'sub', 'userId']}
      />
      <div className={layout.found}>
        <h2 className="unseen">{localName(sub ?? category)}</h2>
        <ResultsMap filters={[listed]} filter={filter} onChange={change} />
        <CardList query={query} empty={nothing}>
          {(cards) => (
            <Suspense fallback={<CardSkeletons />}>
              {type === 'services' ? <CardGrid cards={cards} /> : <JobAndEventCards cards={cards} />}
            </Suspense>
          )}
        </CardList>
      </div>
    </div>
  )
}

/** The reader's language first, any language, or one language only. Events are sorted by time, so no language comes first. */
function useLanguageOptions(type: ListType): [value: string, text: string][] {
  const { t } = useLingui()
  const own = languageName(locale())
  return [
    ...((type === 'events'
      ? [['', t`Any language`]]
      : [
          ['', t`${own} first`],
          [ANY_LANGUAGE, t`Any language`],
        ]) as [string, string][]),
    ...LANGUAGES.map((code): [string, string] => {
      const name = languageName(code)
      return [code, t`Only ${name}`]
    }),
  ]
}
