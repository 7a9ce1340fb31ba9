import { JOB_TYPES } from '../../../workers/listings/jobs.schema.ts'
import { LIST_TYPES } from '../../../workers/listings/list-types.schema.ts'
import { MAX_PEOPLE, MAX_TOTAL, SORTS } from '../../../workers/listings/listings.schema.ts'
import { CURRENCIES, type Currency, PERIODS, type Period } from '../../../workers/listings/money.schema.ts'
import { LANGUAGES } from '../../../workers/listings/text.schema.ts'
import { isCountry } from '../../../workers/shared/countries.schema.ts'
import type { CardFilter } from '../../lib/card-filter.ts'
import type { ListType } from '../../lib/paths.ts'

/** What a search shows: listings of one kind, people, or some of everything. */
export const KINDS = ['all', ...LIST_TYPES, 'people'] as const
export type Kind = (typeof KINDS)[number]

/** The filter of a search, as it is in the address. Prices are whole dollars, salaries whole units of `currency`, dates `2026-12-31`. */
export interface SearchFilter {
  kind: Kind
  category?: string | undefined
  sub?: string | undefined
  where?: 'online' | 'local' | undefined
  country?: string | undefined
  /** GeoNames id. */
  city?: string | undefined
  min?: string | undefined
  max?: string | undefined
  days?: string | undefined
  rating?: string | undefined
  lang?: string | undefined
  within?: string | undefined
  contract?: string | undefined
  salary?: string | undefined
  currency?: string | undefined
  period?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: string | undefined
  /** Whether a map is shown above the list. */
  view?: 'map' | undefined
  /** The member whose listings are searched. */
  userId?: string | undefined
}
export type Field = Exclude<keyof SearchFilter, 'kind'>

/**
 * Changes some fields of the filter. The change is a step to which the browser's back button returns; with `isTyping` it belongs to the
 * step before.
 */
export type ChangeFilter = (change: Partial<SearchFilter>, isTyping?: boolean) => void

/** The fields of each kind, in the order of the form. A change of the kind drops the fields that the new kind does not have. */
export const FIELDS: Record<Kind, readonly Field[]> = {
  all: ['view', 'userId', 'where', 'country', 'city', 'lang', 'within'],
  services: ['view', 'userId', 'sort', 'category', 'sub', 'where', 'country', 'city', 'min', 'max', 'days', 'rating', 'lang', 'within'],
  jobs: ['view', 'userId', 'sort', 'category', 'contract', 'salary', 'currency', 'period', 'where', 'country', 'city', 'lang', 'within'],
  events: ['view', 'userId', 'sort', 'category', 'from', 'to', 'where', 'country', 'city', 'min', 'max', 'lang'],
  people: [],
}

/** The number of results of a kind. More than a search counts, or than it returns people, are `100+` and `24+`. */
export function countText(kind: Kind, count: number): string {
  const most = kind === 'people' ? MAX_PEOPLE : MAX_TOTAL
  return count >= most ? `${most}+` : String(count)
}

/** The orders that make sense for a kind. `best` is the default. */
export const SORTS_OF: Record<ListType, readonly (typeof SORTS)[number][]> = {
  services: ['best', 'newest', 'price', 'priceDown', 'rating'],
  jobs: ['best', 'newest'],
  events: ['best', 'soonest', 'newest', 'price', 'priceDown'],
}

/** Choices of the form: delivery within days, posted within days, and lowest ratings. */
export const DELIVERY_DAYS = ['1', '3', '7', '14', '30']
export const POSTED_DAYS = ['1', '7', '30', '90']
export const RATINGS = ['4', '3']

/** The currency and the period of a salary in an address without them. */
export const DEFAULT_PAY = { currency: 'USD', period: 'year' } as const satisfies { currency: Currency; period: string }

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
/** Whether a text is a day. Some browsers have no 31 February, and could not write it. */
const isDay = (text: string) => DATE.test(text) && !Number.isNaN(new Date(`${text}T00:00:00`).getTime())
const isOneOf = (list: readonly string[]) => (text: string) => list.includes(text)

/** Which texts a field accepts. Others, which an address may contain, are ignored. */
const ACCEPTS: Record<Field, (text: string) => boolean> = {
  category: (text) => /^[a-z0-9_]{1,60}$/.test(text),
  sub: (text) => /^[a-z0-9_]{1,60}$/.test(text),
  where: isOneOf(['online', 'local']),
  country: isCountry,
  city: (text) => /^[1-9]\d{0,9}$/.test(text),
  min: (text) => /^\d{1,7}$/.test(text),
  max: (text) => /^\d{1,7}$/.test(text),
  days: isOneOf(DELIVERY_DAYS),
  rating: isOneOf(RATINGS),
  lang: isOneOf(LANGUAGES),
  within: isOneOf(POSTED_DAYS),
  contract: isOneOf(JOB_TYPES),
  salary: (text) => /^[1-9]\d{0,8}$/.test(text),
  currency: isOneOf(Object.keys(CURRENCIES)),
  period: isOneOf(PERIODS),
  from: isDay,
  to: isDay,
  view: isOneOf(['map']),
  sort: isOneOf(SORTS.filter((sort) => sort !== 'best')),
  userId: (text) => /^[1-9]\d{0,9}$/.test(text),
}

/** Reads the filter from the query of an address. Unknown values, and fields of other kinds, are ignored. */
export function readSearchFilter(search: string): SearchFilter {
  const params = new URLSearchParams(search)
  const kind = KINDS.find((one) => one === params.get('kind')) ?? 'all'
  const fields = FIELDS[kind].flatMap((field) => {
    const text = params.get(field) ?? ''
    return text && ACCEPTS[field](text) ? [[field, text] as const] : []
  })
  return withoutOrphans({ kind, ...Object.fromEntries(fields) })
}

/**
 * Removes fields whose meaning depends on a field that is missing: a city needs its country, a subcategory its
 * category, and a currency its salary.
 */
function withoutOrphans({ sub, country, city, currency, period, ...rest }: SearchFilter): SearchFilter {
  const isLocal = rest.where === 'local'
  return {
    ...rest,
    ...(sub && rest.category && { sub }),
    ...(country && isLocal && { country }),
    ...(city && country && isLocal && { city }),
    ...(currency && rest.salary && { currency }),
    ...(period && rest.salary && { period }),
  }
}

/** Writes the filter as the query of an address; '' for an empty one. */
export function writeSearchFilter(filter: SearchFilter): string {
  const { kind, ...fields } = withoutOrphans(filter)
  const pairs = FIELDS[kind].flatMap((field) => (fields[field] ? [[field, fields[field]] as [string, string]] : []))
  const params = new URLSearchParams([...(kind === 'all' ? [] : [['kind', kind] as [string, string]]), ...pairs])
  return params.size ? `?${params}` : ''
}

/** `lang` of a category's page for listings in any language, in one order. Without it, those in the reader's language come first. */
export const ANY_LANGUAGE = 'any'

/** Reads the filter of a category's page from the query of its address. The category is in the path. */
export function readCategoryFilter(kind: ListType, search: string): SearchFilter {
  const params = new URLSearchParams(search)
  params.set('kind', kind)
  const { category: _, sub: __, ...filter } = readSearchFilter(String(params))
  return params.get('lang') === ANY_LANGUAGE ? { ...filter, lang: ANY_LANGUAGE } : filter
}

/** Writes the filter of a category's page as the query of its address; '' for an empty one. */
export function writeCategoryFilter(filter: SearchFilter): string {
  const params = new URLSearchParams(writeSearchFilter({ ...filter, category: undefined, sub: undefined }))
  params.delete('kind')
  return params.size ? `?${params}` : ''
}

/** Fields that only say how the results are shown and sorted, or in which unit another field is. */
const OTHER_FIELDS: readonly Field[] = ['view', 'sort', 'currency', 'period']
/** The fields that narrow a search. */
export const narrowingFields = (filter: SearchFilter): Field[] =>
  FIELDS[filter.kind].filter((field) => filter[field] && filter[field] !== ANY_LANGUAGE && !OTHER_FIELDS.includes(field))

const micro = (dollars: string | undefined) => dollars && `${Number(dollars) * 1_000_000}`
/** The times that the call `query` accepts (UTC seconds). */
const TIMES = { first: 0, last: 99_999_999_999 } as const
/**
 * The first or last second of a day in the time zone of the browser (UTC seconds). A year that is being typed begins with zeros: such a day is
 * before all events.
 */
function seconds(date: string | undefined, time: string): string | undefined {
  if (!date) return undefined
  const at = Math.floor(new Date(`${date}T${time}`).getTime() / 1000)
  return String(Math.min(Math.max(at, TIMES.first), TIMES.last))
}

/** The request for the listings of a type. `languages` are those that the reader reads, separated by commas. */
export function toCardFilter(type: ListType, text: string, filter: SearchFilter, languages: string): CardFilter {
  const { category, sub, where, country, city, min, max, days, rating, lang, within, contract, from, to, sort, userId } = filter
  const { salary, currency = DEFAULT_PAY.currency, period = DEFAULT_PAY.period } = filter
  return {
    type,
    ...(text && { text }),
    ...(lang !== ANY_LANGUAGE && { languages }),
    ...(category && { category }),
    ...(sub && { subCategory: sub }),
    ...(where && { local: where === 'local' ? 'true' : 'false' }),
    ...(country && { country }),
    ...(city && { city }),
    ...(min && { minPrice: micro(min) }),
    ...(max && { maxPrice: micro(max) }),
    ...(days && { delivery: days }),
    ...(rating && { rating }),
    ...(lang && lang !== ANY_LANGUAGE && { lang }),
    ...(within && { within }),
    ...(contract && { contract: contract as CardFilter['contract'] }),
    ...(salary && {
      minSalary: String(Number(salary) * 10 ** CURRENCIES[currency as Currency]),
      currency: currency as Currency,
      period: period as Period,
    }),
    ...(from && { from: seconds(from, '00:00:00') }),
    ...(to && { to: seconds(to, '23:59:59') }),
    ...(sort && { sort: sort as CardFilter['sort'] }),
    ...(userId && { userId: Number(userId) }),
  }
}

/** The filter of the link to another kind: without the order and the category, and with the other fields that the kind has too. */
export const filterInKind = (filter: SearchFilter, kind: Kind): SearchFilter =>
  readSearchFilter(writeSearchFilter({ ...filter, kind, sort: undefined, category: undefined }))

/**
 * The request for the listings of a type that a page of results makes. Of the kinds that it does not show, it needs the number of results
 * behind the link to the kind.
 */
export const cardFilterOf = (type: ListType, text: string, filter: SearchFilter, languages: string): CardFilter =>
  toCardFilter(type, text, filter.kind === 'all' || filter.kind === type ? filter : filterInKind(filter, type), languages)
