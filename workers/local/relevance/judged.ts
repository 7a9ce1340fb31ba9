import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { City } from '../../listings/cities.schema.ts'
import { LIST_TYPES, type ListType } from '../../listings/list-types.schema.ts'
import { findCandidates } from '../../listings/search/candidates.ts'
import { correctText } from '../../listings/search/corrections.ts'
import { parseQuery } from '../../listings/search/query.schema.ts'
import { rank } from '../../listings/search/ranking.schema.ts'
import { addToIndex } from '../../listings/search/search-index.ts'
import { ENOUGH, MAX_RANKED } from '../../listings/search/search-listings.ts'
import { listings } from '../../listings/tables.ts'
import { ratingCounts } from '../../orders/review-tables.ts'
import type { Database } from '../../shared/db.ts'
import { now } from '../../shared/ids.ts'
import { profiles, users } from '../../shared/tables.ts'

/** A listing of the judged set. */
interface JudgedListing {
  key: string
  type: ListType
  lang: string
  category: string
  subCategory: string
  title: string
  card: string
  body: string
  plans?: string[]
  country: string | null
  city: Omit<City, 'cityId'> | null
  owner: { name: string; rating: number | null; orders: number }
  ageDays: number
  priceUsd: number | null
}

/** A search with grades of listings by key: 3 is what is meant, 1 is acceptable further down, and all others are 0. */
export interface JudgedQuery {
  query: string
  lang: string
  kind: string
  type: ListType | 'all'
  use: 'tune' | 'report'
  grades: Record<string, number>
}

const read = <Row>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../listings/judged/${name}.json`, import.meta.url), 'utf8')) as Row[]
const judgedListings = read<JudgedListing>('listings')
export const judgedQueries = read<JudgedQuery>('queries')

const DAY = 86_400

/** Stores the listings of the judged set, the oldest with the lowest id. Returns their keys by id. */
export async function storeJudged(db: Database): Promise<Map<number, string>> {
  const at = now()
  const names = [...new Set(judgedListings.map(({ owner }) => owner.name))]
  const userOf = new Map(names.map((name, i) => [name, i + 1]))
  await db.insert(users).values(names.map((_, i) => ({ id: i + 1, createdAt: at, termsAcceptedAt: at })))
  await db.insert(profiles).values(names.map((name, i) => ({ userId: i + 1, name, updatedAt: at })))
  const sorted = judgedListings.toSorted((a, b) => b.ageDays - a.ageDays)
  const rows = sorted.map((one, i) => ({
    id: i + 1,
    listType: one.type,
    userId: userOf.get(one.owner.name)!,
    account: '',
    lang: one.lang,
    category: one.category,
    subCategory: one.subCategory,
    title: one.title,
    descriptionPreview: one.card,
    description: `<p>${one.body}</p>`,
    options: JSON.stringify(
      Object.fromEntries((one.plans ?? []).map((plan) => [plan, { price: 1, delivery: 1, description: '', features: [] }])),
    ),
    priceUsd: Math.round((one.priceUsd ?? 0) * 1_000_000),
    local: one.city !== null,
    country: one.country,
    city: one.city && JSON.stringify({ cityId: 1, ...one.city }),
    cityId: null,
    endsAt: one.type === 'events' ? at + 30 * DAY : null,
    createdAt: at - one.ageDays * DAY,
    updatedAt: at,
  }))
  await db.insert(listings).values(rows)
  for (const [i, row] of rows.entries())
    for (const statement of addToIndex(row.id, sorted[i]!.owner.name, { ...row, details: '{}' })) await db.run(statement)
  const rated = sorted.flatMap(({ owner: { rating, orders } }, i) => {
    // Two counts whose mean is the rating, to the nearest review.
    const low = Math.floor(rating ?? 0)
    const high = Math.round(((rating ?? 0) - low) * orders)
    return rating === null
      ? []
      : [
          { rated: 'service', ratedId: i + 1, stars: low, count: orders - high },
          { rated: 'service', ratedId: i + 1, stars: low + 1, count: high },
        ]
  })
  await db.insert(ratingCounts).values(rated.filter(({ count }) => count > 0))
  return new Map(sorted.map(({ key }, i) => [i + 1, key]))
}

/** What a search of all or one type finds, best first: the first hundred ids. */
export async function searchJudged(db: Database, { query: text, lang, type }: JudgedQuery): Promise<number[]> {
  const found = async (searched: string, mode: 'all' | 'any') => {
    const query = parseQuery(searched)
    if (!query) return []
    const types = type === 'all' ? LIST_TYPES : [type]
    const candidates = await Promise.all(
      types.map((one) =>
        findCandidates(db, query, { type: one, properties: [], conditions: [sql`true`], upTo: 2 ** 32 }, mode, MAX_RANKED),
      ),
    )
    return rank(candidates.flat(), query, mode, Math.floor(now() / DAY) * DAY, [lang]).map(({ id }) => id)
  }
  const exact = await found(text, 'all')
  const corrected = exact.length ? null : await correctText(db, text)
  const all = corrected === null ? exact : await found(corrected, 'all')
  if (all.length >= ENOUGH) return all
  const any = await found(all.length && corrected !== null ? corrected : text, 'any')
  return [...all, ...any.filter((id) => !all.includes(id))]
}

const gain = (grade: number, position: number) => (2 ** grade - 1) / Math.log2(position + 2)

/** nDCG@10 of keys in the order in which a search returned them; 1 if nothing was to be found and nothing was. */
export function ndcg(keys: string[], grades: Record<string, number>): number {
  const ideal = Object.values(grades)
    .toSorted((a, b) => b - a)
    .slice(0, 10)
    .reduce((sum, grade, i) => sum + gain(grade, i), 0)
  if (!ideal) return keys.length ? 0 : 1
  return keys.slice(0, 10).reduce((sum, key, i) => sum + gain(grades[key] ?? 0, i), 0) / ideal
}
