import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles } from '../shared/tables.ts'
import { cardColumns, selectCards, toCard } from './cards.ts'
import { LIST_TYPES, type ListType } from './list-types.schema.ts'
import type { ListingPage, Places, queryRequest } from './listings.schema.ts'
import type { PlaceFilter } from './resolve-place.ts'
import { countByCity, MAX_CHECKED, type SearchFilter, selectMatches } from './search/candidates.ts'
import { parseQuery } from './search/query.schema.ts'
import { searchListings } from './search/search-listings.ts'
import { priceProperties, propertyOf } from './search/terms.schema.ts'
import { listings } from './tables.ts'
import { LANGUAGES } from './text.schema.ts'

/** Cards on a page. */
export const PAGE = 24
/** Cards suggested while a user types, of all types together. */
const MAX_SUGGESTIONS = 6
/** Creators suggested while a user types. */
const MAX_CREATORS = 2
/** Greater than every id: the cursor of the first page. */
const NEWEST = 2 ** 32

type Request = Omit<InferOutput<typeof queryRequest>, keyof PlaceFilter> &
  PlaceFilter & {
    type: ListType
    /** How many people with the words of the text are found too; undefined for none in the answer. */
    people?: number
  }

/** The fields that say which listings are found. */
type Filters = Omit<Request, 'feed' | 'userId' | 'enabled' | 'languages' | 'sort' | 'cursor'>

type CardRow = Parameters<typeof toCard>[0]
/** Columns that only cursors need; they are not part of the answer. */
interface CursorColumns {
  endsAt?: number
}

/** Builds a page from up to PAGE + 1 rows. `cursorOf` gives the cursor after a row. */
function toPage<Row extends CardRow & CursorColumns>(rows: Row[], cursorOf: (last: Row) => string): ListingPage {
  const last = rows[PAGE] && rows[PAGE - 1]
  const page: (CardRow & CursorColumns)[] = rows.slice(0, PAGE)
  return {
    services: convertRows('listing', page, ({ endsAt: _, ...row }) => toCard(row)),
    next: last ? cursorOf(last) : null,
  }
}

/** The location filter. A city implies its country, and both imply `local`, so one condition with its own index is enough. */
function filterByPlace({ local, country, city }: Request): SQL | undefined {
  if (city) return eq(listings.cityId, city)
  if (country) return eq(listings.country, country)
  return local === undefined ? undefined : eq(listings.local, local)
}

/** Conditions that a listing's row must meet, besides those of its type, owner and place. */
export function conditionsOf(request: Filters): SQL[] {
  const { minPrice, maxPrice, delivery, rating, within, minSalary, currency, period, from, to } = request
  // Invalid JSON would make the statement fail.
  const detail = (path: string) => sql`case when json_valid(${listings.details}) then json_extract(${listings.details}, ${path}) end`
  const salary = (field: string) => detail(`$.salary.${field}`)
  return [
    minPrice === undefined ? undefined : gte(listings.priceUsd, minPrice),
    maxPrice === undefined ? undefined : lte(listings.priceUsd, maxPrice),
    delivery === undefined
      ? undefined
      : sql`exists (select 1 from json_each(case when json_valid(${listings.options}) then ${listings.options} end) plan where json_extract(plan.value, '$.delivery') <= ${delivery})`,
    rating === undefined
      ? undefined
      : sql`(select sum(stars * count) >= ${rating} * sum(count) from rating_counts where rated = 'service' and rated_id = ${listings.id})`,
    within === undefined ? undefined : gte(listings.createdAt, now() - within * 86_400),
    minSalary === undefined ? undefined : sql`${salary('amount')} >= ${minSalary}`,
    currency === undefined ? undefined : sql`${salary('currency')} = ${currency}`,
    period === undefined ? undefined : sql`${salary('period')} = ${period}`,
    from === undefined ? undefined : gte(listings.endsAt, from),
    to === undefined ? undefined : sql`${detail('$.event_date')} <= ${to}`,
  ].filter((condition) => condition !== undefined)
}

/** What the search index filters by. */
export const propertiesOf = ({ category, subCategory, lang, local, country, city, contract, minPrice, maxPrice }: Filters): string[] =>
  [
    category && propertyOf('category', category),
    category && subCategory && propertyOf('sub', `${category}${subCategory}`),
    lang && propertyOf('lang', lang),
    city && propertyOf('city', city),
    country && !city && propertyOf('country', country),
    local === undefined ? '' : propertyOf(local ? 'local' : 'online'),
    contract && propertyOf('contract', contract),
    ...priceProperties(minPrice, maxPrice),
  ].filter((term) => typeof term === 'string' && term !== '') as string[]

/** Whether the listings are found by the search index. The others are read by the indexes of their table, which know the newest. */
function usesSearchIndex({ text, sort, type, lang, contract, category }: Request): boolean {
  // The table has an index for a language only within a category.
  if (text.trim() || (lang && !category) || contract) return true
  return sort !== 'best' && sort !== (type === 'events' ? 'soonest' : 'newest')
}

/** What the search index and the table filter by. */
function filterOf(request: Request, isOwn: boolean): Omit<SearchFilter, 'upTo'> {
  const { type, userId, subCategory, category } = request
  const conditions = [
    ...conditionsOf(request),
    userId === undefined ? undefined : eq(listings.userId, userId),
    // The index knows a subcategory only together with its category.
    subCategory && !category ? eq(listings.subCategory, subCategory) : undefined,
    type === 'events' && !isOwn ? gt(listings.endsAt, now()) : undefined,
  ].filter((condition) => condition !== undefined)
  return { type, properties: propertiesOf(request), conditions }
}

function search(db: Database, request: Request, isOwn: boolean): Promise<ListingPage> {
  const { text, sort, languages = [], cursor, people } = request
  return searchListings(db, { text, sort, languages, cursor, people, filter: filterOf(request, isOwn) }, PAGE)
}

/** Finds the cities of local listings, for a map: those of the newest that match, with all words of the text. */
export async function findPlaces(db: Database, request: Request): Promise<Places> {
  const query = parseQuery(request.text)
  if ((request.text.trim() && !query) || request.local === false) return { cities: [] }
  return { cities: await countByCity(db, query, { ...filterOf({ ...request, local: true }, false), upTo: NEWEST }) }
}

/**
 * Whether no index of the table knows all filters of a request, so that it would read every listing if few match. A member's listings have an
 * index of their own, and are few.
 */
const isBounded = (request: Request): boolean => {
  const { type, category, subCategory, local, country, city, userId } = request
  const isPlaced = local !== undefined || country !== undefined || city !== undefined
  const isMixed = category ? isPlaced || type === 'events' : subCategory !== ''
  return userId === undefined && (isMixed || conditionsOf(request).length > 0)
}

/** Condition: the listing is published. With the plus sign, SQLite does not read an index of all published listings. */
const isPublished = and(sql`+${listings.enabled}`, isNull(listings.deletedAt))

/**
 * SQL of the newest ids below `below` that the search index has for a request, in one language if there is a `lang`. Filters that it does not
 * know are checked for the newest {@link MAX_CHECKED} only.
 */
function selectBounded(
  request: Request,
  { below, limit, lang, condition }: { below: number; limit: number; lang?: string; condition?: SQL },
) {
  const { type, properties, conditions } = filterOf(request, false)
  const filter = {
    type,
    properties: [...properties, ...(lang ? [propertyOf('lang', lang)] : [])],
    conditions: [...conditions, ...(condition ? [condition] : [])],
    upTo: below - 1,
  }
  return sql`(select id from (${selectMatches(null, filter, sql`true`, limit)}) as found)`
}

/**
 * Finds one page of cards. Owners (`isOwn`) see all of their listings; others see only published listings and no events that are over. The
 * newest come first, in a category those in the reader's `languages`, but others see events sorted by their end. A search sorts by relevance; a
 * text too short to search finds nothing.
 */
export async function findListings(db: Database, request: Request, isOwn: boolean): Promise<ListingPage> {
  const { type, category, subCategory, lang, userId, enabled, local, country, city, languages = [] } = request
  // Finds nothing: other users must not see disabled listings, and an online listing has neither country nor city.
  if ((!isOwn && enabled === false) || (local === false && (country || city))) return { services: [], next: null }
  if (usesSearchIndex(request)) return search(db, request, isOwn)
  const enabledFilter = isOwn ? enabled : true
  const filters = [
    eq(listings.listType, type),
    isNull(listings.deletedAt),
    enabledFilter === undefined ? undefined : eq(listings.enabled, enabledFilter),
    userId === undefined ? undefined : eq(listings.userId, userId),
    filterByPlace(request),
    category ? eq(listings.category, category) : undefined,
    subCategory ? eq(listings.subCategory, subCategory) : undefined,
    lang ? eq(listings.lang, lang) : undefined,
    ...conditionsOf(request),
  ]
  if (type === 'events' && !isOwn) return findUpcoming(db, request, filters)
  // In a category, listings that the reader can read come first.
  return findNewest(db, request, filters, category && !lang ? languages : [])
}

/**
 * Finds a page of the events that are not over, those that end soonest first. If no index knows all filters, they are checked for the soonest
 * and for the newest events only. The cursor is `[end].[id]` of the last.
 */
async function findUpcoming(db: Database, request: Request, filters: (SQL | undefined)[]): Promise<ListingPage> {
  const [rank, last = NEWEST] = request.cursor?.split('.').map(Number) ?? []
  const isLater = and(
    // On a later page, the index is read from the cursor on, and not from the first upcoming event.
    gt(listings.endsAt, Math.max(now(), (rank ?? 0) - 1, (request.from ?? 0) - 1)),
    rank === undefined ? undefined : or(gt(listings.endsAt, rank), and(eq(listings.endsAt, rank), gt(listings.id, last))),
  )
  const soonest = db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.enabled, true), filterByPlace(request), isLater))
    .orderBy(asc(listings.endsAt), asc(listings.id))
    .limit(MAX_CHECKED)
  const newest = selectBounded(request, { below: NEWEST, limit: MAX_CHECKED, ...(isLater && { condition: isLater }) })
  const bounded = sql`${listings.id} in (select l.id from (
      select t.id from ${soonest} t cross join listings on listings.id = t.id where ${and(...filters)} union select id from ${newest}
    ) f cross join listings l on l.id = f.id order by l.ends_at, l.id limit ${PAGE + 1})`
  const rows = await db
    .select({ ...cardColumns, endsAt: sql<number>`${listings.endsAt}` })
    .from(listings)
    .innerJoin(profiles, eq(profiles.userId, listings.userId))
    .where(isBounded(request) ? and(bounded, isPublished) : and(...filters, isLater))
    .orderBy(asc(listings.endsAt), asc(listings.id))
    .limit(PAGE + 1)
  return toPage(rows, ({ endsAt, id }) => `${endsAt}.${id}`)
}

/**
 * Finds a page of cards, newest first, and those in one of the `languages` before all others. The cursor is `[1 within those, else 0].[id of
 * the last]`.
 */
async function findNewest(
  db: Database,
  request: Request,
  filters: (SQL | undefined)[],
  languages: readonly string[],
): Promise<ListingPage> {
  const [group = 1, last = NEWEST] = request.cursor?.split('.').map(Number) ?? []
  /** The newest ids, in one language if there is a `lang`. */
  const idsIn = (below: number, limit: number, lang?: string) =>
    isBounded(request)
      ? selectBounded(request, { below, limit, ...(lang && { lang }) })
      : db
          .select({ id: listings.id })
          .from(listings)
          .where(and(...filters, lang ? eq(listings.lang, lang) : undefined, lt(listings.id, below)))
          .orderBy(desc(listings.id))
          .limit(limit)
  // Each language apart: the index of a category has the newest of each, but not of several together.
  const select = async (below: number, limit: number, wanted: readonly (string | undefined)[]) =>
    wanted.length
      ? selectCards(db)
          .where(
            and(
              or(...wanted.map((lang) => sql`${listings.id} in ${idsIn(below, limit, lang)}`)),
              isBounded(request) ? isPublished : undefined,
            ),
          )
          .orderBy(desc(listings.id))
          .limit(limit)
      : []
  if (!languages.length) return toPage(await select(last, PAGE + 1, [undefined]), ({ id }) => `0.${id}`)
  const first = group === 0 ? [] : await select(last, PAGE + 1, languages)
  if (first.length > PAGE) return toPage(first, ({ id }) => `1.${id}`)
  const otherLanguages = LANGUAGES.filter((lang) => !languages.includes(lang))
  const others = await select(group === 0 ? last : NEWEST, PAGE + 1 - first.length, otherLanguages)
  return toPage([...first, ...others], ({ id }) => `${others.some((row) => row.id === id) ? 0 : 1}.${id}`)
}

/** Finds a few suggestions of every type, services first, and people. If a type has few hits, more of the other types are shown. */
export async function suggest(db: Database, request: Omit<Request, 'type'>): Promise<ListingPage> {
  if (!request.text.trim()) return { services: [], next: null }
  const pages = await Promise.all(
    LIST_TYPES.map((type) => search(db, { ...request, type, ...(type === 'services' && { people: MAX_CREATORS }) }, false)),
  )
  const found = pages.flatMap(({ services }) => services.map((card, rank) => ({ card, rank })))
  const shown = new Set(found.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_SUGGESTIONS))
  const creators = pages.find((page) => page.creators)?.creators ?? []
  return { services: found.filter((hit) => shown.has(hit)).map(({ card }) => card), creators, next: null }
}
