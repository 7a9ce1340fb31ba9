import { and, desc, eq, gt, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { follows, profiles } from '../auth/tables.ts'
import { STATUS } from '../orders/orders.schema.ts'
import { orders } from '../orders/tables.ts'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { readable } from '../shared/rows.ts'
import { cardColumns, toCard } from './cards.ts'
import type { Feed, ListingPage } from './listings.schema.ts'
import { PAGE } from './query.ts'
import { listings } from './tables.ts'

/** How long an order makes its listing trend (seconds). */
const TREND = 7 * 86_400
const NEWEST = 2 ** 32

/** What can be had now: neither hidden nor over. */
const onOffer = () => and(eq(listings.enabled, true), isNull(listings.deletedAt), or(isNull(listings.endsAt), gt(listings.endsAt, now())))
const UNDONE = [STATUS.indexOf('cancelled'), STATUS.indexOf('rejected')]

/** Listings on offer that are older than one (`below`), newest first. */
const newest = (db: Database, below: number, limit: number, which?: SQL) =>
  db
    .select(cardColumns)
    .from(listings)
    .innerJoin(profiles, eq(profiles.userId, listings.userId))
    .where(and(onOffer(), lt(listings.id, below), which))
    .orderBy(desc(listings.id))
    .limit(limit)

/**
 * Listings by how many people ordered them in the last seven days. Only orders that were agreed upon here count, each buyer once,
 * and none that was taken back: else a place at the top could be had for the fees of a few transactions.
 */
function trends(db: Database) {
  const since = now() - TREND
  return db
    .select({ serviceId: orders.serviceId, buyers: sql<number>`count(distinct ${orders.buyerId})`.as('buyers') })
    .from(orders)
    .where(and(sql`${orders.createdAt} > ${since}`, eq(orders.termsState, 'ok'), notInArray(orders.status, UNDONE)))
    .groupBy(orders.serviceId)
    .as('trends')
}

/** What trends, by number of buyers and then newest first; when that ends, the newest of the rest. `[buyers].[id]` is where a page ended. */
async function trending(db: Database, [buyers, last]: [number, number]): Promise<ListingPage> {
  const trend = trends(db)
  const top =
    buyers === 0
      ? []
      : await db
          .select({ ...cardColumns, buyers: trend.buyers })
          .from(trend)
          .innerJoin(listings, eq(listings.id, trend.serviceId))
          .innerJoin(profiles, eq(profiles.userId, listings.userId))
          .where(and(onOffer(), sql`(${trend.buyers}, ${listings.id}) < (${buyers}, ${last})`))
          .orderBy(desc(trend.buyers), desc(listings.id))
          .limit(PAGE + 1)
  const cards = readable('listing', top.slice(0, PAGE), ({ buyers: _, ...row }) => toCard(row))
  const end = top[PAGE - 1]
  if (top[PAGE]) return { services: cards, next: `${end!.buyers}.${end!.id}` }
  const room = PAGE - top.length
  const others = sql`${listings.id} not in (select service_id from ${trend})`
  const rest = await newest(db, buyers === 0 ? last : NEWEST, room + 1, others)
  const shown = rest.slice(0, room)
  const next = rest[room] ? `0.${shown.at(-1)?.id ?? NEWEST}` : null
  return { services: [...cards, ...readable('listing', shown, (row) => toCard(row))], next }
}

/** Listings of the people somebody follows, newest first. */
function following(db: Database, userId: number, below: number) {
  return (
    db
      .select(cardColumns)
      .from(follows)
      // Written so that it begins with the people: with the newest listings it would walk through everybody's.
      .crossJoin(listings)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(eq(follows.followerId, userId), eq(listings.userId, follows.followeeId), onOffer(), lt(listings.id, below)))
      .orderBy(desc(listings.id))
      .limit(PAGE + 1)
  )
}

/** A page of a feed. Throws `unauthorized` where it is somebody's own and nobody asks. */
export async function findFeed(db: Database, feed: Feed, cursor: string | undefined, viewer: { id: number } | null): Promise<ListingPage> {
  const [rank = NEWEST, last = NEWEST] = cursor?.split('.').map(Number) ?? []
  if (feed === 'trending') return trending(db, [rank, last])
  if (feed === 'following' && !viewer) throw new ApiError('unauthorized')
  const rows = feed === 'news' ? await newest(db, last, PAGE + 1) : await following(db, viewer!.id, last)
  return { services: readable('listing', rows.slice(0, PAGE), (row) => toCard(row)), next: rows[PAGE] ? `0.${rows[PAGE - 1]!.id}` : null }
}
