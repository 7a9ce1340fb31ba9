import { formatLocalTime } from '../../../workers/listings/event-time.schema.ts'
import { CURRENCIES } from '../../../workers/listings/money.schema.ts'
import type { SavedQuery, SavedSearch } from '../../../workers/listings/saved/searches.schema.ts'
import { ownZone } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import type { SavedQueryBody } from '../../queries/change-searches.ts'
import { type SearchFilter, toCardFilter, writeSearchFilter } from './search-filter.ts'

/** The filter of a search for listings. */
export type SavableFilter = SearchFilter & { kind: Exclude<SearchFilter['kind'], 'people'> }

/** The search of a page as it is saved. */
export function toSavedQuery(text: string, filter: SavableFilter): SavedQueryBody {
  const type = filter.kind === 'all' ? 'services' : filter.kind
  const { languages: _, userId: __, feed: ___, enabled: ____, ...query } = toCardFilter(type, text, filter, '')
  return { ...query, type: filter.kind }
}

const dollars = (micro: number | undefined) => micro && String(Math.round(micro / 1_000_000))
/** The day of a time (UTC seconds) in the time zone of the browser. */
const dayOf = (time: number | undefined) => time && formatLocalTime(time, ownZone()).slice(0, 10)

/** The address that shows a saved search: the page of its category if there is nothing else, or the page of its results. */
export function addressOfSearch(query: SavedQuery): string {
  const { type, text, category, subCategory, local, minSalary, currency = 'USD' } = query
  if (!text && category && type !== 'all') return paths.category(type, category, subCategory)
  const filter = {
    kind: type,
    category,
    sub: subCategory,
    where: local === undefined ? undefined : local ? 'local' : 'online',
    country: query.country,
    city: query.city,
    min: dollars(query.minPrice),
    max: dollars(query.maxPrice),
    days: query.delivery?.toString(),
    rating: query.rating?.toString(),
    lang: query.lang,
    within: query.within?.toString(),
    contract: query.contract,
    salary: minSalary && String(Math.round(minSalary / 10 ** CURRENCIES[currency])),
    currency: minSalary && currency,
    period: minSalary && query.period,
    from: dayOf(query.from),
    to: dayOf(query.to),
    sort: query.sort === 'best' ? undefined : query.sort,
  }
  const set = Object.fromEntries(Object.entries(filter).filter(([, value]) => value))
  return paths.search(text) + writeSearchFilter(set as unknown as SearchFilter)
}

/** The saved search that has this text and filter. Whether a map is shown makes no difference. */
export function findSaved(searches: readonly SavedSearch[], text: string, filter: SearchFilter): SavedSearch | undefined {
  const here = paths.search(text) + writeSearchFilter({ ...filter, view: undefined })
  return searches.find(({ query }) => addressOfSearch(query) === here)
}
