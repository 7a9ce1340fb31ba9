import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import { profiles } from '../auth/tables.ts'
import type { Database } from '../shared/db.ts'
import { cardColumns, toCard } from './cards.ts'
import { kindTerm, matchQuery } from './search.schema.ts'
import type { queryRequest, ServicePage } from './services.schema.ts'
import { listings } from './tables.ts'

/** Cards on a page. */
export const PAGE = 24
/** A search that must look behind the index (whose listing, local or not) gives up after so many hits. */
const CANDIDATES = 500
const NEWEST = 2 ** 32

type Request = InferOutput<typeof queryRequest>

/** Hits in the heads first, then those in the bodies alone, each newest first; `[rest].[id]` is where a page ended. */
function hits({ type, category }: Request, match: string, [rest, last]: [number, number], limit: number): SQL {
  const kind = `kind : (${kindTerm('type', type)}${category && ` AND ${kindTerm('category', category)}`})`
  const head = `${kind} AND {head} : (${match})`
  const body = `(${kind} AND {head body} : (${match})) NOT {head} : (${match})`
  const part = (rank: number, query: string, below: number) => sql`select * from (
    select rowid as id, ${sql.raw(String(rank))} as rest from listings_fts
    where listings_fts match ${query} and rowid < ${below} order by rowid desc limit ${limit})`
  return rest === 1 ? part(1, body, last) : sql`${part(0, head, last)} union all ${part(1, body, NEWEST)}`
}

/**
 * One page of cards, newest first, in one statement. Strangers see what is on offer; `own` sees the rest as well.
 * A text too short to search finds nothing.
 */
export async function findServices(db: Database, request: Request, own: boolean): Promise<ServicePage> {
  const { type, text, category, userId, enabled, local, cursor } = request
  const [rest = 0, last = NEWEST] = cursor?.split('.').map(Number) ?? []
  const visible = own ? enabled : true
  const filters = [
    eq(listings.listType, type),
    isNull(listings.deletedAt),
    visible === undefined ? undefined : eq(listings.enabled, visible),
    userId === undefined ? undefined : eq(listings.userId, userId),
    local === undefined ? undefined : eq(listings.local, local),
  ]
  // What a stranger must not see is not asked for.
  if (!own && enabled === false) return { services: [], next: null }
  if (text.trim()) {
    const match = matchQuery(text)
    if (!match) return { services: [], next: null }
    const limit = userId === undefined && local === undefined ? PAGE + 1 : CANDIDATES
    const rows = await db
      .select({ ...cardColumns, rest: sql<number>`hits.rest` })
      .from(listings)
      .innerJoin(sql`(${hits(request, match, [rest, last], limit)}) as hits`, sql`hits.id = ${listings.id}`)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(...filters))
      .orderBy(sql`hits.rest`, desc(listings.id))
      .limit(PAGE + 1)
    const end = rows[PAGE - 1]
    return { services: rows.slice(0, PAGE).map(({ rest: _, ...row }) => toCard(row)), next: rows[PAGE] ? `${end!.rest}.${end!.id}` : null }
  }
  const rows = await db
    .select(cardColumns)
    .from(listings)
    .innerJoin(profiles, eq(profiles.userId, listings.userId))
    .where(and(...filters, category ? eq(listings.category, category) : undefined, lt(listings.id, last)))
    .orderBy(desc(listings.id))
    .limit(PAGE + 1)
  return { services: rows.slice(0, PAGE).map(toCard), next: rows[PAGE] ? `0.${rows[PAGE - 1]!.id}` : null }
}
