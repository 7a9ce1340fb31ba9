import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles } from '../shared/tables.ts'
import { cardColumns, toCard } from './cards.ts'
import { LIST_TYPES, type ListType } from './list-types.schema.ts'
import type { Creator, ListingCard, ListingPage, queryRequest, Related } from './listings.schema.ts'
import type { PlaceFilter } from './resolve-place.ts'
import { kindTerm, matchQuery, nameMatches } from './search.schema.ts'
import type { ServiceCard } from './services.schema.ts'
import { listings } from './tables.ts'

/** Cards on a page. */
export const PAGE = 24
/** Cards suggested while a user types, of all types together. */
const MAX_SUGGESTIONS = 6
/** Creators suggested while a user types. */
const MAX_CREATORS = 2
/** Maximum number of hits that are checked in a search with filters that are not in the search index (seller, location, price). */
const MAX_CANDIDATES = 500
/** Greater than every id: the cursor of the first page. */
const NEWEST = 2 ** 32

type Request = Omit<InferOutput<typeof queryRequest>, keyof PlaceFilter> & PlaceFilter & { type: ListType }

/**
 * SQL for the hits of a search: those in `head` first, then those only in `body`, each newest first. Bodies are searched only if the head
 * hits do not fill the page, because that search must check every hit. The cursor is `[rest].[id]`, where `rest` is 0 for head hits and 1
 * for body hits.
 */
function selectHits({ type, category }: Request, match: string, [rest, last]: [number, number], limit: number): SQL {
  const kind = `kind : (${kindTerm('type', type)}${category && ` AND ${kindTerm('category', category)}`})`
  const head = `${kind} AND {head} : (${match})`
  const body = `(${kind} AND {head body} : (${match})) NOT {head} : (${match})`
  const part = (rank: number, query: string, below: number) => sql`select rowid as id, ${sql.raw(String(rank))} as rest from listings_fts
    where listings_fts match ${query} and rowid < ${below}`
  const newest = sql`order by rowid desc limit ${limit}`
  if (rest === 1) return sql`${part(1, body, last)} ${newest}`
  return sql`with heads as materialized (${part(0, head, last)} ${newest})
    select * from heads union all
    select * from (${part(1, body, NEWEST)} and (select count(*) from heads) < ${limit} ${newest})`
}

const selectCards = (db: Database) => db.select(cardColumns).from(listings).innerJoin(profiles, eq(profiles.userId, listings.userId))

type CardRow = Parameters<typeof toCard>[0]
/** Columns that only cursors need; they are not part of the answer. */
interface CursorColumns {
  rest?: number
  endsAt?: number
}

/** Builds a page from up to PAGE + 1 rows. `cursorOf` gives the cursor after a row. */
function toPage<Row extends CardRow & CursorColumns>(rows: Row[], cursorOf: (last: Row) => string): ListingPage {
  const last = rows[PAGE] && rows[PAGE - 1]
  const page: (CardRow & CursorColumns)[] = rows.slice(0, PAGE)
  return {
    services: convertRows('listing', page, ({ rest: _, endsAt: __, ...row }) => toCard(row)),
    next: last ? cursorOf(last) : null,
  }
}

/** The owners of these cards whose name matches the text, each once. */
function creatorsOf(cards: ListingCard[], text: string): Creator[] {
  const matching = cards.map(({ poster }) => poster).filter(({ name }) => nameMatches(name, text))
  return [...new Map(matching.map(({ userId, title, name, image }) => [userId, { user_id: userId, title, name, image }])).values()]
}

/** The location filter. A city implies its country, and both imply `local`, so one condition with its own index is enough. */
function filterByPlace({ local, country, city }: Request): SQL | undefined {
  if (city) return eq(listings.cityId, city)
  if (country) return eq(listings.country, country)
  return local === undefined ? undefined : eq(listings.local, local)
}

/**
 * Finds one page of cards in one statement. Owners (`isOwn`) see all of their listings; others see only published listings and no events
 * that are over. The newest come first, but others see events sorted by their end. A text too short to search finds nothing.
 */
export async function findListings(db: Database, request: Request, isOwn: boolean): Promise<ListingPage> {
  const { type, text, category, subCategory, userId, enabled, local, country, city, minPrice, maxPrice, cursor } = request
  const [rank, last = NEWEST] = cursor?.split('.').map(Number) ?? []
  const enabledFilter = isOwn ? enabled : true
  const isUpcoming = type === 'events' && !isOwn
  const unindexedFilters = [
    userId === undefined ? undefined : eq(listings.userId, userId),
    filterByPlace(request),
    subCategory && eq(listings.subCategory, subCategory),
    minPrice === undefined ? undefined : gte(listings.priceUsd, minPrice),
    maxPrice === undefined ? undefined : lte(listings.priceUsd, maxPrice),
    // On a later page, the index is read from the cursor on, and not from the first upcoming event.
    isUpcoming ? gt(listings.endsAt, Math.max(now(), (rank ?? 0) - 1)) : undefined,
  ].filter((filter) => typeof filter === 'object')
  const filters = [
    eq(listings.listType, type),
    isNull(listings.deletedAt),
    enabledFilter === undefined ? undefined : eq(listings.enabled, enabledFilter),
    ...unindexedFilters,
  ]
  // Finds nothing: other users must not see disabled listings, and an online listing has neither country nor city.
  if ((!isOwn && enabled === false) || (local === false && (country || city))) return { services: [], next: null }
  if (text.trim()) {
    const match = matchQuery(text)
    if (!match) return { services: [], next: null }
    const hits = selectHits(request, match, [rank ?? 0, last], unindexedFilters.length ? MAX_CANDIDATES : PAGE + 1)
    const rows = await db
      .select({ ...cardColumns, rest: sql<number>`hits.rest` })
      .from(listings)
      .innerJoin(sql`(${hits}) as hits`, sql`hits.id = ${listings.id}`)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(...filters))
      .orderBy(sql`hits.rest`, desc(listings.id))
      .limit(PAGE + 1)
    const found = toPage(rows, ({ rest, id }) => `${rest}.${id}`)
    return { ...found, creators: creatorsOf(found.services, text) }
  }
  filters.push(category ? eq(listings.category, category) : undefined)
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
  const rows = await selectCards(db)
    .where(and(...filters, lt(listings.id, last)))
    .orderBy(desc(listings.id))
    .limit(PAGE + 1)
  return toPage(rows, ({ id }) => `0.${id}`)
}

/** Finds a few suggestions of every type, services first. If a type has few hits, more of the other types are shown. */
export async function suggest(db: Database, request: Omit<Request, 'type'>): Promise<ListingPage> {
  if (!request.text.trim()) return { services: [], next: null }
  const pages = await Promise.all(LIST_TYPES.map((type) => findListings(db, { ...request, type }, false)))
  const found = pages.flatMap(({ services }) => services.map((card, rank) => ({ card, rank })))
  const shown = new Set(found.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_SUGGESTIONS))
  const creators = creatorsOf(
    pages.flatMap(({ services }) => services),
    request.text,
  )
  return { services: found.filter((hit) => shown.has(hit)).map(({ card }) => card), creators: creators.slice(0, MAX_CREATORS), next: null }
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
