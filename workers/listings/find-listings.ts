import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles } from '../shared/tables.ts'
import { cardColumns, selectCards, toCard } from './cards.ts'
import { LIST_TYPES, type ListType } from './list-types.schema.ts'
import type { Creator, ListingPage, Places, queryRequest, Related } from './listings.schema.ts'
import type { PlaceFilter } from './resolve-place.ts'
import { countByCity, type SearchFilter } from './search/candidates.ts'
import { findPeople } from './search/people.ts'
import { parseQuery } from './search/query.schema.ts'
import { searchListings } from './search/search-listings.ts'
import { priceProperties, propertyOf } from './search/terms.schema.ts'
import type { ServiceCard } from './services.schema.ts'
import { listings } from './tables.ts'

/** Cards on a page. */
export const PAGE = 24
/** Cards suggested while a user types, of all types together. */
const MAX_SUGGESTIONS = 6
/** Creators suggested while a user types. */
const MAX_CREATORS = 2
/** Greater than every id: the cursor of the first page. */
const NEWEST = 2 ** 32

type Request = Omit<InferOutput<typeof queryRequest>, keyof PlaceFilter> & PlaceFilter & { type: ListType }

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
  const { text, sort, languages = [], cursor } = request
  return searchListings(db, { text, sort, languages, cursor, filter: filterOf(request, isOwn) }, PAGE)
}

/** Finds the cities of local listings, for a map: those of the newest that match, with all words of the text. */
export async function findPlaces(db: Database, request: Request): Promise<Places> {
  const query = parseQuery(request.text)
  if ((request.text.trim() && !query) || request.local === false) return { cities: [] }
  return { cities: await countByCity(db, query, { ...filterOf({ ...request, local: true }, false), upTo: NEWEST }) }
}

/**
 * Finds one page of cards. Owners (`isOwn`) see all of their listings; others see only published listings and no events that are over. The
 * newest come first, in a category those in the reader's `languages`, but others see events sorted by their end. A search sorts by relevance; a
 * text too short to search finds nothing.
 */
export async function findListings(db: Database, request: Request, isOwn: boolean): Promise<ListingPage> {
  const { type, category, subCategory, lang, userId, enabled, local, country, city, cursor } = request
  // Finds nothing: other users must not see disabled listings, and an online listing has neither country nor city.
  if ((!isOwn && enabled === false) || (local === false && (country || city))) return { services: [], next: null }
  if (usesSearchIndex(request)) return search(db, request, isOwn)
  const [rank, last = NEWEST] = cursor?.split('.').map(Number) ?? []
  const enabledFilter = isOwn ? enabled : true
  const isUpcoming = type === 'events' && !isOwn
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
    // On a later page, the index is read from the cursor on, and not from the first upcoming event.
    isUpcoming ? gt(listings.endsAt, Math.max(now(), (rank ?? 0) - 1)) : undefined,
  ]
  if (isUpcoming) {
    const rows = await db
      .select({ ...cardColumns, endsAt: sql<number>`${listings.endsAt}` })
      .from(listings)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(
        and(
          ...filters,
          rank === undefined ? undefined : or(gt(listings.endsAt, rank), and(eq(listings.endsAt, rank), gt(listings.id, last))),
        ),
      )
      .orderBy(asc(listings.endsAt), asc(listings.id))
      .limit(PAGE + 1)
    return toPage(rows, ({ endsAt, id }) => `${endsAt}.${id}`)
  }
  // In a category, listings that the reader can read come first.
  return findNewest(db, filters, (category && !lang && request.languages) || [], cursor)
}

/**
 * Finds a page of cards, newest first, and those in one of the `languages` before all others. The cursor is `[1 within those, else 0].[id of
 * the last]`.
 */
async function findNewest(
  db: Database,
  filters: (SQL | undefined)[],
  languages: readonly string[],
  cursor: string | undefined,
): Promise<ListingPage> {
  const [group = 1, last = NEWEST] = cursor?.split('.').map(Number) ?? []
  const select = (condition: SQL | undefined, below: number, limit: number) =>
    selectCards(db)
      .where(and(...filters, condition, lt(listings.id, below)))
      .orderBy(desc(listings.id))
      .limit(limit)
  if (!languages.length) return toPage(await select(undefined, last, PAGE + 1), ({ id }) => `0.${id}`)
  const first = group === 0 ? [] : await select(inArray(listings.lang, [...languages]), last, PAGE + 1)
  if (first.length > PAGE) return toPage(first, ({ id }) => `1.${id}`)
  const others = await select(notInArray(listings.lang, [...languages]), group === 0 ? last : NEWEST, PAGE + 1 - first.length)
  return toPage([...first, ...others], ({ id }) => `${others.some((row) => row.id === id) ? 0 : 1}.${id}`)
}

/** Finds a few suggestions of every type, services first, and people. If a type has few hits, more of the other types are shown. */
export async function suggest(db: Database, request: Omit<Request, 'type'>): Promise<ListingPage> {
  if (!request.text.trim()) return { services: [], next: null }
  const [creators, ...pages] = await Promise.all([
    findCreators(db, request.text, MAX_CREATORS),
    ...LIST_TYPES.map((type) => search(db, { ...request, type }, false)),
  ])
  const found = pages.flatMap(({ services }) => services.map((card, rank) => ({ card, rank })))
  const shown = new Set(found.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_SUGGESTIONS))
  return { services: found.filter((hit) => shown.has(hit)).map(({ card }) => card), creators, next: null }
}

/** People that a text finds; none if it is too short. */
export async function findCreators(db: Database, text: string, limit: number): Promise<Creator[]> {
  const query = parseQuery(text)
  return query ? findPeople(db, query, { limit }) : []
}

/** Related services shown per group. */
const RELATED_PER_GROUP = 4
/** How many of the newest services of a category are searched for the same subcategory. Only categories have an index. */
const MAX_CATEGORY_ROWS = 200

/** Finds related services in one statement that reads a bounded number of rows. An unpublished service has no related services. */
export async function findRelated(db: Database, id: number): Promise<Related> {
  const isPublished = sql`list_type = 'services' and enabled = 1 and deleted_at is null`
  const related = sql`with me as materialized (select id, user_id, category, sub_category from listings where id = ${id} and ${isPublished}),
    mine as (select id, 0 as part, 0 as rank from listings
      where user_id = (select user_id from me) and id <> ${id} and ${isPublished} order by id desc limit ${RELATED_PER_GROUP}),
    near as (select id, user_id, sub_category from listings
      where category = (select category from me) and ${isPublished} order by id desc limit ${MAX_CATEGORY_ROWS})
    select * from mine union all
    select * from (select near.id, 1 as part, near.sub_category <> me.sub_category as rank from near, me
      where near.user_id <> me.user_id order by rank, near.id desc limit ${RELATED_PER_GROUP})`
  const rows = await db
    .select({ ...cardColumns, part: sql<number>`related.part` })
    .from(listings)
    .innerJoin(sql`(${related}) as related`, sql`related.id = ${listings.id}`)
    .innerJoin(profiles, eq(profiles.userId, listings.userId))
    .orderBy(sql`related.part`, sql`related.rank`, desc(listings.id))
  const cardsOfPart = (wanted: number) =>
    convertRows(
      'listing',
      rows.filter(({ part }) => part === wanted),
      ({ part: _, ...row }) => toCard(row) as ServiceCard,
    )
  return { seller: cardsOfPart(0), related: cardsOfPart(1) }
}
