import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import { profiles } from '../auth/tables.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { readable } from '../shared/rows.ts'
import { cardColumns, toCard } from './cards.ts'
import { LIST_TYPES, type ListType } from './fields.schema.ts'
import type { Creator, ListingCard, ListingPage, queryRequest, Related } from './listings.schema.ts'
import type { PlaceAsked } from './place-query.ts'
import { isNamed, kindTerm, matchQuery } from './search.schema.ts'
import type { ServiceCard } from './services.schema.ts'
import { listings } from './tables.ts'

/** Cards on a page. */
export const PAGE = 24
/** Cards suggested while somebody types, of all kinds together. */
const SUGGESTED = 6
/** People suggested beside them. */
const PEOPLE = 2
/** A search that must look behind the index (whose listing, where, for how much) gives up after so many hits. */
const CANDIDATES = 500
const NEWEST = 2 ** 32

type Request = Omit<InferOutput<typeof queryRequest>, keyof PlaceAsked> & PlaceAsked & { type: ListType }

/**
 * Hits in the heads first, then those in the bodies alone, each newest first. The bodies are looked at only where the heads do not
 * fill the page: telling hits in bodies alone takes a look at every hit. `[rest].[id]` is where a page ended.
 */
function hits({ type, category }: Request, match: string, [rest, last]: [number, number], limit: number): SQL {
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

const cards = (db: Database) => db.select(cardColumns).from(listings).innerJoin(profiles, eq(profiles.userId, listings.userId))

/** The page in rows of one more than it holds; `place` is where one ended. */
function page<Row extends Parameters<typeof toCard>[0]>(rows: Row[], place: (last: Row) => string): ListingPage {
  const last = rows[PAGE] && rows[PAGE - 1]
  return { services: readable('listing', rows.slice(0, PAGE), (row) => toCard(row)), next: last ? place(last) : null }
}

/** Who of those with a card is named by a text, each once. */
function creatorsOf(cards: ListingCard[], text: string): Creator[] {
  const named = cards.map(({ poster }) => poster).filter(({ name }) => isNamed(name, text))
  return [...new Map(named.map(({ userId, title, name, image }) => [userId, { user_id: userId, title, name, image }])).values()]
}

/** Where: a city says its country, and both say that it is local, so one of them is asked for and has an index of its own. */
function placeOf({ local, country, city }: Request): SQL | undefined {
  if (city) return eq(listings.cityId, city)
  if (country) return eq(listings.country, country)
  return local === undefined ? undefined : eq(listings.local, local)
}

/**
 * One page of cards, in one statement: newest first, events by how soon they are over. Strangers see what is on offer; `own` sees
 * the rest as well, and events that are over. A text too short to search finds nothing.
 */
export async function findListings(db: Database, request: Request, own: boolean): Promise<ListingPage> {
  const { type, text, category, subCategory, userId, enabled, local, country, city, minPrice, maxPrice, cursor } = request
  const [rank, last = NEWEST] = cursor?.split('.').map(Number) ?? []
  const visible = own ? enabled : true
  const coming = type === 'events' && !own
  const behind = [
    userId === undefined ? undefined : eq(listings.userId, userId),
    placeOf(request),
    subCategory && eq(listings.subCategory, subCategory),
    minPrice === undefined ? undefined : gte(listings.priceUsd, minPrice),
    maxPrice === undefined ? undefined : lte(listings.priceUsd, maxPrice),
    // Where a page goes on, the index is entered there and not at what is soonest.
    coming ? gt(listings.endsAt, Math.max(now(), (rank ?? 0) - 1)) : undefined,
  ].filter((filter) => typeof filter === 'object')
  const filters = [
    eq(listings.listType, type),
    isNull(listings.deletedAt),
    visible === undefined ? undefined : eq(listings.enabled, visible),
    ...behind,
  ]
  // What a stranger must not see is not asked for, and nothing online is at a place.
  if ((!own && enabled === false) || (local === false && (country || city))) return { services: [], next: null }
  if (text.trim()) {
    const match = matchQuery(text)
    if (!match) return { services: [], next: null }
    const hit = hits(request, match, [rank ?? 0, last], behind.length ? CANDIDATES : PAGE + 1)
    const rows = await db
      .select({ ...cardColumns, rest: sql<number>`hits.rest` })
      .from(listings)
      .innerJoin(sql`(${hit}) as hits`, sql`hits.id = ${listings.id}`)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(...filters))
      .orderBy(sql`hits.rest`, desc(listings.id))
      .limit(PAGE + 1)
    const found = page(rows, ({ rest, id }) => `${rest}.${id}`)
    return { ...found, creators: creatorsOf(found.services, text) }
  }
  filters.push(category ? eq(listings.category, category) : undefined)
  if (coming) {
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
    return page(rows, ({ endsAt, id }) => `${endsAt}.${id}`)
  }
  const rows = await cards(db)
    .where(and(...filters, lt(listings.id, last)))
    .orderBy(desc(listings.id))
    .limit(PAGE + 1)
  return page(rows, ({ id }) => `0.${id}`)
}

/** A few of what is found of every kind, services first: each kind has its share, and leaves the rest of it to the others. */
export async function suggest(db: Database, request: Omit<Request, 'type'>): Promise<ListingPage> {
  if (!request.text.trim()) return { services: [], next: null }
  const kinds = await Promise.all(LIST_TYPES.map((type) => findListings(db, { ...request, type }, false)))
  const found = kinds.flatMap(({ services }) => services.map((card, place) => ({ card, place })))
  const shown = new Set(found.toSorted((one, other) => one.place - other.place).slice(0, SUGGESTED))
  const creators = creatorsOf(
    kinds.flatMap(({ services }) => services),
    request.text,
  )
  return { services: found.filter((one) => shown.has(one)).map(({ card }) => card), creators: creators.slice(0, PEOPLE), next: null }
}

/** Services shown beside one, of each sort. */
const BESIDE = 4
/** The newest of a category among which those of one sub-category are looked for: there is an index of categories alone. */
const NEARBY = 200

/** What is shown beside a service, in one statement that looks at a bounded number of rows. Nothing beside one strangers may not see. */
export async function findRelated(db: Database, id: number): Promise<Related> {
  const shown = sql`list_type = 'services' and enabled = 1 and deleted_at is null`
  const beside = sql`with me as materialized (select id, user_id, category, sub_category from listings where id = ${id} and ${shown}),
    mine as (select id, 0 as part, 0 as rank from listings
      where user_id = (select user_id from me) and id <> ${id} and ${shown} order by id desc limit ${BESIDE}),
    near as (select id, user_id, sub_category from listings
      where category = (select category from me) and ${shown} order by id desc limit ${NEARBY})
    select * from mine union all
    select * from (select near.id, 1 as part, near.sub_category <> me.sub_category as rank from near, me
      where near.user_id <> me.user_id order by rank, near.id desc limit ${BESIDE})`
  const rows = await db
    .select({ ...cardColumns, part: sql<number>`beside.part` })
    .from(listings)
    .innerJoin(sql`(${beside}) as beside`, sql`beside.id = ${listings.id}`)
    .innerJoin(profiles, eq(profiles.userId, listings.userId))
    .orderBy(sql`beside.part`, sql`beside.rank`, desc(listings.id))
  const cardsOf = (wanted: number) =>
    readable(
      'listing',
      rows.filter(({ part }) => part === wanted),
      (row) => toCard(row) as ServiceCard,
    )
  return { seller: cardsOf(0), related: cardsOf(1) }
}
