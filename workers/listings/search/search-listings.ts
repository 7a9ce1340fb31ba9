import { inArray } from 'drizzle-orm'
import type { Database } from '../../shared/db.ts'
import { now } from '../../shared/ids.ts'
import { convertRows } from '../../shared/rows.ts'
import { type CardRow, selectCards, toCard } from '../cards.ts'
import { type Creator, type ListingCard, type ListingPage, MAX_SORTED, MAX_TOTAL, type Sort } from '../listings.schema.ts'
import { listings } from '../tables.ts'
import { type Found, findCandidates, findFirst, type SearchFilter } from './candidates.ts'
import { correctText } from './corrections.ts'
import { rankPeople } from './people.ts'
import { parseQuery, type Query } from './query.schema.ts'
import { rank } from './ranking.schema.ts'

/**
 * How many hits are ranked: the newest with the words in the title, then the newest with the words on the card, then the newest with the
 * words anywhere. A search costs no more than this, however many listings have the words.
 */
export const MAX_RANKED = 120
/** With at most this number of hits, a correction of the text is proposed. */
const FEW = 3
/** With fewer hits than this, listings with some of the words follow. */
export const ENOUGH = 10

/** Greater than every id. */
const NEWEST = 2 ** 32
/** The beginning of the day (UTC seconds). Ages are counted from it, so that all pages of a search have one order. */
const today = () => Math.floor(now() / 86_400) * 86_400

export interface SearchRequest {
  text: string
  sort: Sort
  /** The languages that the reader reads. */
  languages: readonly string[]
  filter: Omit<SearchFilter, 'upTo'>
  cursor: string | undefined
  /** How many people with the words are found too; undefined for a search that has none in its answer. */
  people?: number | undefined
}

type Compare = (a: Found, b: Found) => number
/** How hits are sorted otherwise than by `best`. Listings without a price or a rating come last. */
const ORDERS: Record<Exclude<Sort, 'best'>, Compare> = {
  newest: (a, b) => b.id - a.id,
  price: (a, b) => (a.priceUsd || Number.POSITIVE_INFINITY) - (b.priceUsd || Number.POSITIVE_INFINITY) || b.id - a.id,
  priceDown: (a, b) => b.priceUsd - a.priceUsd || b.id - a.id,
  rating: (a, b) => b.rating - a.rating || b.ratings - a.ratings || b.id - a.id,
  soonest: (a, b) => (a.endsAt ?? Number.POSITIVE_INFINITY) - (b.endsAt ?? Number.POSITIVE_INFINITY) || a.id - b.id,
}

interface Hits {
  query: Query | null
  /** The listings with all words. */
  found: Found[]
  /** The cards of these, if they were loaded with them. */
  cards: CardRow[]
  /** If these are few: other listings with some of the words. */
  others: Found[]
  /** The text that was searched instead. */
  corrected: string | null
  people: Creator[] | undefined
  /** Another text that may be meant. */
  proposal: string | null
}

/**
 * Finds the hits of a text, or all listings of the filter if the text is empty. Without any, the text is corrected. If few listings have
 * all words, those with some of them are found too. Returns null for a text that is too short.
 */
async function findHits(
  db: Database,
  { text, people: most }: SearchRequest,
  filter: SearchFilter,
  ranked: number,
  pageSize: number,
): Promise<Hits | null> {
  const asked = parseQuery(text)
  const none = { cards: [], others: [], corrected: null, proposal: null, people: most === undefined ? most : [] }
  if (!text.trim()) return { ...none, query: null, found: await findCandidates(db, null, filter, 'all', ranked) }
  if (!asked) return null
  const first = await findFirst(db, asked, filter, { text, most: ranked, pageSize, few: FEW, withPeople: most !== undefined })
  const { found: exact, cards, near } = first
  const people = first.people && rankPeople(first.people, asked, most!)
  if (exact.length >= ENOUGH) return { ...none, query: asked, found: exact, cards, people }
  const other = exact.length <= FEW ? await correctText(db, text, near) : null
  const better = exact.length || other === null ? null : parseQuery(other)
  const found = better ? await findCandidates(db, better, filter, 'all', ranked) : exact
  const query = better && found.length ? better : asked
  const others = query.terms.length > 1 ? await findCandidates(db, query, filter, 'any', ranked) : []
  const ids = new Set(found.map(({ id }) => id))
  return {
    query,
    found,
    cards,
    others: others.filter(({ id }) => !ids.has(id)),
    people,
    corrected: query === better ? other : null,
    proposal: exact.length ? other : null,
  }
}

/** Loads the cards with these ids, in this order. Those that were loaded before are not loaded again. */
async function loadCards(db: Database, ids: number[], loaded: CardRow[]): Promise<ListingCard[]> {
  const missing = ids.filter((id) => !loaded.some((row) => row.id === id))
  const rows = missing.length ? [...loaded, ...(await selectCards(db).where(inArray(listings.id, missing)))] : loaded
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ordered = ids.flatMap((id) => byId.get(id) ?? [])
  return convertRows('listing', ordered, (row) => toCard(row))
}

/**
 * Finds a page of listings that have the words of a text. Only the hits that `findCandidates` returns are sorted. The cursor is
 * `[offset].[newest id on the first page]`.
 */
export async function searchListings(db: Database, request: SearchRequest, pageSize: number): Promise<ListingPage> {
  const [offset = 0, upTo = NEWEST] = request.cursor?.split('.').map(Number) ?? []
  const filter = { ...request.filter, upTo }
  const hits = await findHits(db, request, filter, request.sort === 'best' ? MAX_RANKED : MAX_SORTED, pageSize)
  if (!hits) {
    const nothing = { services: [], next: null, total: 0, corrected: null, proposal: null, isPartial: false }
    return { ...nothing, ...(request.people !== undefined && { creators: [] }) }
  }
  const { query, found, cards, others, people, corrected, proposal } = hits
  const sort = (list: Found[], mode: 'all' | 'any') =>
    request.sort === 'best' && query
      ? rank(list, query, mode, today(), request.languages)
      : list.toSorted(ORDERS[request.sort === 'best' ? 'newest' : request.sort])
  const sorted = [...sort(found, 'all'), ...sort(others, 'any')]
  const ids = sorted.slice(offset, offset + pageSize).map(({ id }) => id)
  const newest = Math.min(upTo, Math.max(...sorted.map(({ id }) => id)))
  return {
    services: await loadCards(db, ids, cards),
    ...(people && { creators: people }),
    next: sorted.length > offset + pageSize ? `${offset + pageSize}.${newest}` : null,
    total: Math.min(found.length, MAX_TOTAL),
    corrected,
    proposal,
    isPartial: sorted.length > found.length,
  }
}
