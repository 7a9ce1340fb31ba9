import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import { profiles } from '../auth/tables.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { cardColumns, toCard } from './cards.ts'
import type { ListingPage, queryRequest } from './listings.schema.ts'
import { kindTerm, matchQuery } from './search.schema.ts'
import { listings } from './tables.ts'

/** Cards on a page. */
export const PAGE = 24
/** A search that must look behind the index (whose listing, where, for how much) gives up after so many hits. */
const CANDIDATES = 500
const NEWEST = 2 ** 32

type Request = InferOutput<typeof queryRequest>

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
  return { services: rows.slice(0, PAGE).map((row) => toCard(row)), next: last ? place(last) : null }
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
    local === undefined ? undefined : eq(listings.local, local),
    country && eq(listings.country, country),
    city && eq(listings.cityId, city),
    subCategory && eq(listings.subCategory, subCategory),
    minPrice === undefined ? undefined : gte(listings.priceUsd, minPrice),
    maxPrice === undefined ? undefined : lte(listings.priceUsd, maxPrice),
    coming ? gt(listings.endsAt, now()) : undefined,
  ].filter((filter) => typeof filter === 'object')
  const filters = [
    eq(listings.listType, type),
    isNull(listings.deletedAt),
    visible === undefined ? undefined : eq(listings.enabled, visible),
    ...behind,
  ]
  // What a stranger must not see is not asked for.
  if (!own && enabled === false) return { services: [], next: null }
  if (text.trim()) {
    const match = matchQuery(text)
    if (!match) return { services: [], next: null }
    const found = hits(request, match, [rank ?? 0, last], behind.length ? CANDIDATES : PAGE + 1)
    const rows = await db
      .select({ ...cardColumns, rest: sql<number>`hits.rest` })
      .from(listings)
      .innerJoin(sql`(${found}) as hits`, sql`hits.id = ${listings.id}`)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(...filters))
      .orderBy(sql`hits.rest`, desc(listings.id))
      .limit(PAGE + 1)
    return page(rows, ({ rest, id }) => `${rest}.${id}`)
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
