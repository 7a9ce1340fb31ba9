import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../shared/db.ts'
import { convertRows } from '../../shared/rows.ts'
import { type CardRow, selectCards } from '../cards.ts'
import type { ListType } from '../list-types.schema.ts'
import { MAX_COUNTED, MAX_TOTAL, type Places } from '../listings.schema.ts'
import { listings } from '../tables.ts'
import { categoryLabel, subCategoryLabel } from '../taxonomy.schema.ts'
import { type StoredWord, selectNear } from './corrections.ts'
import { type PersonRow, selectPeople } from './people.ts'
import { matchQuery, type Place, type Query } from './query.schema.ts'
import type { Candidate } from './ranking.schema.ts'
import { listingLabels } from './search-index.ts'
import { EVERY, MARKS } from './terms.schema.ts'

/** How many hits are checked if the search has filters that the index does not know, such as a price. */
export const MAX_CHECKED = 1500
/**
 * A search with more words than this does not look for all of them in the texts of pages: the time to find many common words together grows
 * with the number of listings that have each of them.
 */
const MAX_WORDS_ANYWHERE = 6

/** Which listings to search. */
export interface SearchFilter {
  type: ListType
  /** Properties that a listing must have, for example `categorydesign`. */
  properties: string[]
  /** Conditions on `listings`. Hits are read one by one to check them. */
  conditions: SQL[]
  /** The highest id, so that a later page does not contain what was published meanwhile. */
  upTo: number
}

const expressionOf = ({ type, properties }: SearchFilter, match: string | null): string => {
  const needed = match === null && !properties.length ? [EVERY] : properties
  return [...needed.map((property) => `"${MARKS[type].property}${property}"`), ...(match === null ? [] : [`(${match})`])].join(' AND ')
}

/**
 * The newest hits of one expression, with ids up to `upTo`. A limit of 0 reads nothing; a condition that is false would read all hits. The
 * cross join keeps their order, so that no more rows are read than needed.
 */
function newest({ conditions, upTo }: SearchFilter, expression: string, limit: SQL, condition = sql`true`): SQL {
  const hits = sql`from search_terms where search_terms match ${expression} and rowid <= ${upTo} and ${condition} order by rowid desc`
  return conditions.length
    ? sql`select t.id from (select rowid as id ${hits} limit iif(${limit} > 0, ${MAX_CHECKED}, 0)) t cross join listings on listings.id = t.id
        where ${sql.join(conditions, sql` and `)} limit ${limit}`
    : sql`select rowid as id ${hits} limit ${limit}`
}

/** What the statement returns of a listing. */
type CandidateRow = [
  id: number,
  listType: ListType,
  title: string,
  card: string,
  category: string,
  subCategory: string,
  lang: string,
  country: string | null,
  city: string | null,
  createdAt: number,
  priceUsd: number,
  endsAt: number | null,
  name: string,
  reviews: [rating: number | null, ratings: number | null],
  standing: [completed: number, answerSeconds: number] | null,
]

/** A hit, with the columns by which hits can also be sorted. */
export interface Found extends Candidate {
  priceUsd: number
  endsAt: number | null
}

/** Throws if the names of the city are no JSON. */
function toFound([
  id,
  type,
  title,
  card,
  category,
  sub,
  lang,
  country,
  city,
  createdAt,
  priceUsd,
  endsAt,
  name,
  reviews,
  standing,
]: CandidateRow): Found {
  const labels = listingLabels([categoryLabel(type, category), subCategoryLabel(type, category, sub)], name, country, city)
  const [rating, ratings] = reviews
  const [completed, answerSeconds] = standing ?? [0, null]
  return {
    id,
    title,
    card,
    labels,
    lang,
    createdAt,
    priceUsd,
    endsAt,
    rating: rating ?? 0,
    ratings: ratings ?? 0,
    completed,
    answerSeconds,
  }
}

/** SQL that finds at most `most` listings to rank, as one JSON text: hundreds of rows as such would take most of the time of a search. */
function selectCandidates(query: Query | null, filter: SearchFilter, mode: 'all' | 'any', most: number): SQL {
  const level = (place: Place, name: string, limit: SQL) => {
    const expression = expressionOf(filter, query && matchQuery(query, mode, filter.type, place))
    return sql`${sql.raw(name)} as materialized (${newest(filter, expression, limit)})`
  }
  // Without a text, all levels are the same. A level that was not asked is empty, so every one before must have found few.
  const unlessFull = (...names: string[]) => {
    const areFew = names.map((name) => sql`(select count(*) from ${sql.raw(name)}) < ${MAX_TOTAL}`)
    return query ? sql`iif(${sql.join(areFew, sql` and `)}, ${most}, 0)` : sql`0`
  }
  const isLong = mode === 'all' && query !== null && query.terms.length > MAX_WORDS_ANYWHERE
  return sql`with ${level('title', 'in_title', sql`${most}`)},
    ${level('card', 'on_card', unlessFull('in_title'))}, ${level('anywhere', 'anywhere', isLong ? sql`0` : unlessFull('in_title', 'on_card'))},
    found as materialized (select id, min(level) as level from (
      select id, 0 as level from in_title union all select id, 1 from on_card union all select id, 2 from anywhere)
      group by id order by level, id desc limit ${most})
    select json_group_array(json_array(l.id, l.list_type, l.title, l.description_preview, l.category, l.sub_category, l.lang, l.country,
      l.city, l.created_at, l.price_usd, l.ends_at, p.name, (select json_array(sum(stars * count) * 1.0 / sum(count), sum(count))
        from rating_counts where rated = 'service' and rated_id = l.id),
      (select json_array(completed, answer_seconds) from listing_standings where listing_id = l.id))) as rows
    from found join listings l on l.id = found.id join profiles p on p.user_id = l.user_id
    where l.enabled and l.deleted_at is null`
}

function readCandidates([answer]: unknown[]): Found[] {
  const rows = (JSON.parse((answer as { rows: string }).rows) as CandidateRow[]).map((row) => ({ id: row[0], row }))
  return convertRows('listing', rows, ({ row }) => toFound(row))
}

/**
 * Finds at most `most` listings to rank. `mode` says whether they must have all words of the search, or any of them. Without a search, finds
 * the newest listings of the filter.
 */
export const findCandidates = async (db: Database, query: Query | null, filter: SearchFilter, mode: 'all' | 'any', most: number) =>
  readCandidates(await db.all(selectCandidates(query, filter, mode, most)))

/** What a search asks in its first round trip. */
export interface FirstAnswer {
  /** The listings with all words. */
  found: Found[]
  /** The cards of these, if they are few. */
  cards: CardRow[]
  /** People with the words; undefined if they were not asked for. */
  people: PersonRow[] | undefined
  /** The stored words near those of the text, if the hits are so few that a correction is proposed. */
  near: StoredWord[] | undefined
}

/**
 * Finds the listings with all words of a search, and in the same round trip what the answer may need besides: the cards of all of them if
 * they fit on a page, people with the words, and words near those of the text. A search of several words has neither cards nor near words: to
 * look for them a second time may take long.
 */
export async function findFirst(
  db: Database,
  query: Query,
  filter: SearchFilter,
  { text, most, pageSize, few, withPeople }: { text: string; most: number; pageSize: number; few: number; withPeople: boolean },
): Promise<FirstAnswer> {
  const hits = (limit: number) => newest(filter, expressionOf(filter, matchQuery(query, 'all', filter.type, 'anywhere')), sql`${limit}`)
  const isFew = sql`${listings.id} in (select id from (select id, count(*) over () as hits from (${hits(pageSize + 1)})) where hits <= ${pageSize})`
  const isOneWord = query.terms.length === 1
  const near = isOneWord && !filter.conditions.length ? selectNear(text, hits(few + 1), few) : null
  const statements = {
    found: db.all(selectCandidates(query, filter, 'all', most)),
    ...(isOneWord && { cards: selectCards(db).where(isFew) }),
    ...(withPeople && { people: db.all(selectPeople(query)) }),
    ...(near && { near: db.all(near) }),
  }
  const rows = await db.batch(Object.values(statements) as unknown as [typeof statements.found])
  const answers = Object.fromEntries(Object.keys(statements).map((name, i) => [name, rows[i]])) as Record<keyof FirstAnswer, unknown[]>
  const words = answers.near as StoredWord[] | undefined
  return {
    found: readCandidates(answers.found),
    cards: (answers.cards ?? []) as CardRow[],
    people: answers.people as PersonRow[] | undefined,
    near: words?.some(({ word }) => word === '') ? words : undefined,
  }
}

/** Selects the ids of listings with all words of a search that also meet a condition on `rowid`, the newest first. */
export const selectMatches = (query: Query | null, filter: SearchFilter, condition: SQL, limit: number): SQL =>
  newest(filter, expressionOf(filter, query && matchQuery(query, 'all', filter.type, 'anywhere')), sql`${limit}`, condition)

/** The cities of the newest {@link MAX_COUNTED} listings with all words of a search, with how many of these each has. */
export async function countByCity(db: Database, query: Query | null, filter: SearchFilter): Promise<Places['cities']> {
  const expression = expressionOf(filter, query && matchQuery(query, 'all', filter.type, 'anywhere'))
  return (await db.all(sql`select c.id as cityId, c.country, c.name as en, coalesce(c.name_ja, c.name) as ja, c.latitude, c.longitude,
      count(*) as count
    from (${newest(filter, expression, sql`${MAX_COUNTED}`)}) as found join listings l on l.id = found.id join cities c on c.id = l.city_id
    where c.latitude is not null group by c.id order by count(*) desc, c.population desc, c.id`)) as Places['cities']
}
