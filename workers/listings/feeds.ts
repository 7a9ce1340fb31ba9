import { and, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { follows } from '../auth/tables.ts'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles } from '../shared/tables.ts'
import { cardColumns, toCard } from './cards.ts'
import { PAGE } from './find-listings.ts'
import type { Feed, ListingPage } from './listings.schema.ts'
import { listings } from './tables.ts'
import { trends } from './trend-tables.ts'

/** Greater than every id and score: the cursor of the first page. */
const NEWEST = 2 ** 32

/** Condition: the listing is published and not an event that is over. */
const isAvailable = () =>
  and(eq(listings.enabled, true), isNull(listings.deletedAt), or(isNull(listings.endsAt), gt(listings.endsAt, now())))

/** Selects available listings with an id below `below`, newest first. */
const selectNewest = (db: Database, below: number, limit: number, condition?: SQL) =>
  db
    .select(cardColumns)
    .from(listings)
    .innerJoin(profiles, eq(profiles.userId, listings.userId))
    .where(and(isAvailable(), lt(listings.id, below), condition))
    .orderBy(desc(listings.id))
    .limit(limit)

/** The trending feed: by score, then newest first, followed by the newest other listings. The cursor is `[score].[id]`. */
async function findTrending(db: Database, [score, last]: [number, number]): Promise<ListingPage> {
  const top =
    score === 0
      ? []
      : await db
          .select({ ...cardColumns, score: trends.score })
          .from(trends)
          .innerJoin(listings, eq(listings.id, trends.listingId))
          .innerJoin(profiles, eq(profiles.userId, listings.userId))
          .where(and(isAvailable(), sql`(${trends.score}, ${trends.listingId}) < (${score}, ${last})`))
          .orderBy(desc(trends.score), desc(trends.listingId))
          .limit(PAGE + 1)
  const cards = convertRows('listing', top.slice(0, PAGE), ({ score: _, ...row }) => toCard(row))
  const end = top[PAGE - 1]
  if (top[PAGE]) return { services: cards, next: `${end!.score}.${end!.id}` }
  const room = PAGE - top.length
  const others = sql`${listings.id} not in (select listing_id from trends)`
  const rest = await selectNewest(db, score === 0 ? last : NEWEST, room + 1, others)
  const shown = rest.slice(0, room)
  const next = rest[room] ? `0.${shown.at(-1)?.id ?? NEWEST}` : null
  return { services: [...cards, ...convertRows('listing', shown, (row) => toCard(row))], next }
}

/** Selects listings of the users that a user follows, newest first. */
function selectFollowing(db: Database, userId: number, below: number) {
  return (
    db
      .select(cardColumns)
      .from(follows)
      // A cross join, so that SQLite starts with the followed users. Starting with the newest listings would scan all listings.
      .crossJoin(listings)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(eq(follows.followerId, userId), eq(listings.userId, follows.followeeId), isAvailable(), lt(listings.id, below)))
      .orderBy(desc(listings.id))
      .limit(PAGE + 1)
  )
}

/** Finds a page of a feed. Throws `unauthorized` if a guest asks for the following feed. */
export async function findFeed(db: Database, feed: Feed, cursor: string | undefined, viewer: { id: number } | null): Promise<ListingPage> {
  const [rank = NEWEST, last = NEWEST] = cursor?.split('.').map(Number) ?? []
  if (feed === 'trending') return findTrending(db, [rank, last])
  if (feed === 'following' && !viewer) throw new ApiError('unauthorized')
  const rows = feed === 'news' ? await selectNewest(db, last, PAGE + 1) : await selectFollowing(db, viewer!.id, last)
  return {
    services: convertRows('listing', rows.slice(0, PAGE), (row) => toCard(row)),
    next: rows[PAGE] ? `0.${rows[PAGE - 1]!.id}` : null,
  }
}
