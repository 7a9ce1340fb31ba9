import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../shared/db.ts'
import { categoryLabel, subCategoryLabel } from '../taxonomy.schema.ts'
import { matchQuery, type Query } from './query.schema.ts'
import type { Candidate } from './ranking.schema.ts'
import { listingLabels } from './search-index.ts'

/**
 * How many hits are ranked: the newest with the words in the title, then the newest with the words on the card, then the newest with the
 * words anywhere. A search costs no more than this, however many listings have the words.
 */
export const MAX_RANKED = 300
/** How many hits are checked if the search has filters that the index does not know, such as a price. */
const MAX_CHECKED = 1500
/** Up to this number, hits are counted. */
export const MAX_COUNT = 1000

/** Which listings to search. */
export interface SearchFilter {
  /** Property terms that a listing must have, for example `typeservices`. */
  properties: string[]
  /** Conditions on `listings`. Hits are read one by one to check them. */
  conditions: SQL[]
  /** The highest id, so that a later page does not contain what was published meanwhile. */
  upTo: number
}

/** Columns and their weight in the index; see migrations/0036_search_terms.sql. */
const HEAD = '{title}'
const CARD = '{title card labels}'
const ANYWHERE = '{title card labels body}'

const expressionOf = ({ properties }: SearchFilter, columns: string, match: string | null): string =>
  `properties : (${properties.map((term) => `"${term}"`).join(' AND ')})${match === null ? '' : ` AND ${columns} : (${match})`}`

/** The newest hits of one expression, with ids up to `upTo`. */
const newest = ({ conditions, upTo }: SearchFilter, expression: string, limit: number, condition: SQL = sql`true`): SQL =>
  conditions.length
    ? sql`select t.id from (select rowid as id from listing_terms where listing_terms match ${expression} and rowid <= ${upTo} and ${condition}
        order by rowid desc limit ${MAX_CHECKED}) t join listings on listings.id = t.id
        where ${sql.join(conditions, sql` and `)} order by t.id desc limit ${limit}`
    : sql`select rowid as id from listing_terms where listing_terms match ${expression} and rowid <= ${upTo} and ${condition} order by rowid desc limit ${limit}`

interface CandidateRow extends Omit<Candidate, 'labels'> {
  listType: 'services' | 'jobs' | 'events'
  category: string
  subCategory: string
  name: string
  country: string | null
  city: string | null
  priceUsd: number
  endsAt: number | null
}

/** A hit, with the columns by which hits can also be sorted. */
export interface Found extends Candidate {
  priceUsd: number
  endsAt: number | null
}

/**
 * Finds the listings to rank. `mode` says whether they must have all words of the search, or any of them. Without a search, finds the newest
 * listings of the filter.
 */
export async function findCandidates(db: Database, query: Query | null, filter: SearchFilter, mode: 'all' | 'any'): Promise<Found[]> {
  const match = query && matchQuery(query, mode)
  const level = (columns: string, name: string, condition?: SQL) =>
    sql`${sql.raw(name)} as materialized (${newest(filter, expressionOf(filter, columns, match), MAX_RANKED, condition)})`
  const notFull = (name: string) => sql`(select count(*) from ${sql.raw(name)}) < ${MAX_RANKED}`
  const rows = (await db.all(sql`with ${level(HEAD, 'in_title')}, ${level(CARD, 'on_card', notFull('in_title'))},
    ${level(ANYWHERE, 'anywhere', notFull('on_card'))},
    found as materialized (select id, min(level) as level from (
      select id, 0 as level from in_title union all select id, 1 from on_card union all select id, 2 from anywhere)
      group by id order by level, id desc limit ${MAX_RANKED})
    select l.id, l.list_type as listType, l.title, l.description_preview as card, l.category, l.sub_category as subCategory, l.lang,
      l.country, l.city, l.created_at as createdAt, l.price_usd as priceUsd, l.ends_at as endsAt, p.name,
      coalesce(sum(r.stars * r.count) * 1.0 / sum(r.count), 0) as rating, coalesce(sum(r.count), 0) as ratings
    from found join listings l on l.id = found.id join profiles p on p.user_id = l.user_id
      left join rating_counts r on r.rated = 'service' and r.rated_id = l.id
    where l.enabled and l.deleted_at is null group by l.id`)) as CandidateRow[]
  return rows.map(({ listType, category, subCategory, name, country, city, ...row }) => ({
    ...row,
    labels: listingLabels([categoryLabel(listType, category), subCategoryLabel(listType, category, subCategory)], name, country, city),
  }))
}

/** Counts the listings with all words of a search, up to {@link MAX_COUNT}. */
export async function countHits(db: Database, query: Query | null, filter: SearchFilter): Promise<number> {
  const expression = expressionOf(filter, ANYWHERE, query && matchQuery(query, 'all'))
  const [row] = (await db.all(sql`select count(*) as hits from (${newest(filter, expression, MAX_COUNT)})`)) as { hits: number }[]
  return row!.hits
}
