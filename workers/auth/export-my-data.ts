import { and, asc, count, eq, getTableColumns, gt, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { notificationSettings } from '../notifications/tables.ts'
import { mayHaveRoom, orders, quotes } from '../orders/tables.ts'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { inPages, jsonArray } from '../shared/json-stream.ts'
import { accounts, profiles, sessions, users } from '../shared/tables.ts'
import { media } from '../uploads/tables.ts'
import type { AuthEnv } from './env.ts'
import { carrots, credentials, follows } from './tables.ts'

/** Number of rows read at once; limits the memory that an export needs. */
const PAGE_SIZE = 500
/** The same for evidence, whose rows are larger: they contain copied messages. */
const EVIDENCE_PAGE = 50

/**
 * The rows of a user in one table, page by page. Tables that this worker uses nowhere else are read by plain SQL: their definitions would
 * make the worker larger than its limit (100 kB).
 */
type Read = (db: Database, id: number) => AsyncIterable<unknown>

const readFollowing: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { userId: number; at: number }) =>
    db
      .select({ userId: follows.followeeId, at: follows.at })
      .from(follows)
      .where(and(eq(follows.followerId, id), gt(follows.followeeId, last?.userId ?? 0)))
      .orderBy(asc(follows.followeeId))
      .limit(PAGE_SIZE),
  )

const readCarrots: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: number }) =>
    db
      .select({ id: carrots.id, amount: carrots.amount, reason: carrots.reason, day: carrots.day, at: carrots.at })
      .from(carrots)
      .where(and(eq(carrots.userId, id), gt(carrots.id, last?.id ?? 0)))
      .orderBy(asc(carrots.id))
      .limit(PAGE_SIZE),
  )

const readMedia: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: string }) =>
    db
      .select({
        id: media.id,
        kind: media.kind,
        originalFilename: media.originalFilename,
        contentType: media.contentType,
        size: media.size,
        createdAt: media.createdAt,
        cid: media.cid,
      })
      .from(media)
      .where(and(eq(media.userId, id), isNull(media.discardedAt), gt(media.id, last?.id ?? '')))
      .orderBy(asc(media.id))
      .limit(PAGE_SIZE),
  )

const readListings: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: number }) =>
    db.all<{ id: number }>(sql`select id, list_type as listType, account, lang, category, sub_category as subCategory, title,
        description_preview as descriptionPreview, description, options, details, country, city, enabled, created_at as createdAt,
        updated_at as updatedAt, hidden_at as hiddenAt, deleted_at as deletedAt,
        (select json_group_array(media_id) from listing_media where listing_id = listings.id) as media
      from listings where user_id = ${id} and id > ${last?.id ?? 0} order by id limit ${PAGE_SIZE}`),
  )

const readApplications: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: string }) =>
    db.all<{ id: string }>(sql`select id, listing_id as listingId, message, cv_id as cvId, bid_service as bidService,
        bid_price as bidPrice, bid_delivery as bidDelivery, status, created_at as createdAt, answered_at as answeredAt,
        place_price as placePrice, pay_by as payBy
      from applications where user_id = ${id} and id > ${last?.id ?? ''} order by id limit ${PAGE_SIZE}`),
  )

/**
 * Without what would tell the buyer of an order without a quote who its seller is, see workers/orders/agreed.ts. Here this includes an order
 * that ended after it was accepted, because a more exact condition would make the worker larger than its limit.
 */
const readOrders: Read = (db, id) => {
  const known = (column: SQLWrapper) => sql`iif(seller_id = ${id} or ${mayHaveRoom}, ${column}, null)`
  const { sellerId, roomId, terms } = orders
  return inPages(PAGE_SIZE, (last?: { id: string }) =>
    db
      .select({ ...getTableColumns(orders), sellerId: known(sellerId), roomId: known(roomId), terms: known(terms) })
      .from(orders)
      .where(and(or(eq(orders.buyerId, id), eq(orders.sellerId, id)), gt(orders.id, last?.id ?? '')))
      .orderBy(asc(orders.id))
      .limit(PAGE_SIZE),
  )
}

const readQuotes: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { ref: string }) =>
    db
      .select()
      .from(quotes)
      .where(and(eq(quotes.buyerId, id), gt(quotes.ref, last?.ref ?? '')))
      .orderBy(asc(quotes.ref))
      .limit(PAGE_SIZE),
  )

const readReviews: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: string }) =>
    db.all<{ id: string }>(sql`select id, order_id as orderId, service_id as serviceId, rating, text, created_at as createdAt,
        edited_at as editedAt, visible
      from reviews where author_id = ${id} and id > ${last?.id ?? ''} order by id limit ${PAGE_SIZE}`),
  )

const readReviewAnswers: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: string }) =>
    db.all<{ id: string }>(sql`select id, order_id as orderId, answer, answered_at as answeredAt,
        answer_edited_at as editedAt
      from reviews where subject_id = ${id} and answer is not null and id > ${last?.id ?? ''} order by id limit ${PAGE_SIZE}`),
  )

/** The deliveries that the user sent as a seller, and the changes that they requested as a buyer. */
const readDeliveries: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: string }) =>
    db.all<{ id: string }>(sql`select s.id, s.order_id as orderId, kind, message, s.created_at as createdAt,
        (select json_group_array(media_id) from delivery_files where step_id = s.id) as files
      from orders o join delivery_steps s on s.order_id = o.id
      where (buyer_id = ${id} or seller_id = ${id}) and iif(kind = 'delivery', seller_id, buyer_id) = ${id} and s.id > ${last?.id ?? ''}
      order by s.id limit ${PAGE_SIZE}`),
  )

/** The invoices that the user issued or received. */
const readInvoices: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: number }) =>
    db.all<{ id: number }>(sql`select rowid as id, * from invoices where (seller_id = ${id} or buyer_id = ${id})
      and rowid > ${last?.id ?? 0} order by rowid limit ${PAGE_SIZE}`),
  )

/** What the user submitted in disputes. Copied messages of the other party are returned without their text. */
const readEvidence: Read = (db, id) =>
  inPages(EVIDENCE_PAGE, (last?: { id: string }) =>
    db.all<{ id: string }>(sql`select e.id, e.order_id as orderId, party, statement, e.created_at as createdAt,
        (select json_group_array(media_id) from evidence_files where evidence_id = e.id) as files,
        (select json_group_array(json(iif(value ->> '$.author' = party, value, json_remove(value, '$.text'))))
          from json_each(e.messages)) as messages
      from orders o join evidence e on e.order_id = o.id
      where (buyer_id = ${id} or seller_id = ${id}) and iif(party = 'seller', seller_id, buyer_id) = ${id} and e.id > ${last?.id ?? ''}
      order by e.id limit ${EVIDENCE_PAGE}`),
  )

const readReports: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: number }) =>
    db.all<{ id: number }>(sql`select id, kind, thing_id as thingId, reason, text, created_at as createdAt
      from reports where reporter_id = ${id} and id > ${last?.id ?? 0} order by id limit ${PAGE_SIZE}`),
  )

const readNotifications: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: number }) =>
    db.all<{ id: number }>(sql`select id, kind, thing_kind as thingKind, thing_id as thingId, params, at, read_at as readAt
      from notifications where user_id = ${id} and id > ${last?.id ?? 0} order by id limit ${PAGE_SIZE}`),
  )

const readSavedLists: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: string }) =>
    db.all<{ id: string }>(sql`select id, name, token is not null as shared, created_at as createdAt,
        (select json_group_array(json_object('listingId', listing_id, 'title', title, 'savedAt', saved_at))
          from saved_listings where list_id = l.id) as listings
      from saved_lists l where user_id = ${id} and id > ${last?.id ?? ''} order by id limit ${PAGE_SIZE}`),
  )

const readSavedSearches: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: number }) =>
    db.all<{ id: number }>(sql`select id, name, query, alert, time_zone as timeZone, created_at as createdAt,
        (select json_group_array(json_object('listingId', listing_id, 'foundAt', found_at)) from saved_matches where search_id = s.id) as found
      from saved_searches s where user_id = ${id} and id > ${last?.id ?? 0} order by id limit ${PAGE_SIZE}`),
  )

const readBlocked: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { userId: number }) =>
    db.all<{ userId: number }>(sql`select blocked_id as userId, created_at as createdAt
      from blocks where blocker_id = ${id} and blocked_id > ${last?.userId ?? 0} order by blocked_id limit ${PAGE_SIZE}`),
  )

const readCreatorApplications: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: string }) =>
    db.all<{ id: string }>(sql`select id, state, email, sns, full_name as fullName, wallet, name, text, questions, reason,
        sent_at as sentAt, state_at as stateAt
      from creator_applications where user_id = ${id} and id > ${last?.id ?? ''} order by id limit ${PAGE_SIZE}`),
  )

/** The stored saves of the user's page as a creator. */
const readFolioVersions: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { version: number }) =>
    db.all<{ version: number }>(sql`select * from folio_versions where user_id = ${id} and version > ${last?.version ?? 0}
      order by version limit ${PAGE_SIZE}`),
  )

/** The user's posts as a creator, with drafts. */
const readPosts: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { seq: number }) =>
    db.all<{ seq: number }>(sql`select *, (select json_group_array(media_id) from post_media where post = seq) as media
      from posts where user_id = ${id} and seq > ${last?.seq ?? 0} order by seq limit ${PAGE_SIZE}`),
  )

const readPostComments: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { seq: number }) =>
    db.all<{
      seq: number
    }>(sql`select c.seq, p.id as pid, c.text, c.created_at as createdAt from post_comments c join posts p on p.seq = c.post
      where c.user_id = ${id} and c.seq > ${last?.seq ?? 0} order by c.seq limit ${PAGE_SIZE}`),
  )

const readLikedPosts: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { post: number }) =>
    db.all<{ post: number }>(sql`select post, p.id as pid, at from post_likes l join posts p on p.seq = l.post
      where l.user_id = ${id} and post > ${last?.post ?? 0} order by post limit ${PAGE_SIZE}`),
  )

const readPostReports: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: number }) =>
    db.all<{ id: number }>(sql`select id, kind, thing_id as thingId, reason, text, created_at as createdAt
      from post_reports where reporter_id = ${id} and id > ${last?.id ?? 0} order by id limit ${PAGE_SIZE}`),
  )

const readSanctions: Read = (db, id) =>
  inPages(PAGE_SIZE, (last?: { id: number }) =>
    db.all<{ id: number }>(sql`select id, kind, reason, at, until, ended_at as endedAt, end_reason as endReason
      from sanctions where user_id = ${id} and id > ${last?.id ?? 0} order by id limit ${PAGE_SIZE}`),
  )

/** The lists of an export, in this order. */
const LISTS: Record<string, Read> = {
  following: readFollowing,
  carrots: readCarrots,
  media: readMedia,
  listings: readListings,
  applications: readApplications,
  orders: readOrders,
  quotes: readQuotes,
  reviews: readReviews,
  reviewAnswers: readReviewAnswers,
  deliveries: readDeliveries,
  invoices: readInvoices,
  evidence: readEvidence,
  reports: readReports,
  notifications: readNotifications,
  savedLists: readSavedLists,
  savedSearches: readSavedSearches,
  blocked: readBlocked,
  creatorApplications: readCreatorApplications,
  folioVersions: readFolioVersions,
  posts: readPosts,
  postComments: readPostComments,
  likedPosts: readLikedPosts,
  postReports: readPostReports,
  warningsAndSuspensions: readSanctions,
}

/**
 * Reads what fits into memory at once: the account, the profile, sign-in methods, sessions, settings and the number of
 * followers.
 */
async function readSingleValues(db: Database, id: number): Promise<object> {
  const [[user], [password], wallets, [profile], logins, [followers], [chosen], [chatSettings], [creator]] = await db.batch([
    db.select().from(users).where(eq(users.id, id)),
    db
      .select({
        claimedEmail: credentials.claimedEmail,
        claimedAt: credentials.claimedAt,
        passwordChangedAt: credentials.passwordChangedAt,
      })
      .from(credentials)
      .where(eq(credentials.userId, id)),
    db.select().from(accounts).where(eq(accounts.userId, id)),
    db
      .select({ ...getTableColumns(profiles), hiddenAt: sql`(select hidden_at from hidden_profiles where user_id = ${id})` })
      .from(profiles)
      .where(eq(profiles.userId, id)),
    db
      .select({
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
        userAgent: sessions.userAgent,
        country: sessions.country,
        city: sessions.city,
        // When the browser of the session turned on pushes.
        pushedFrom: sql`(select created_at from push_devices where substr(token_hash, 1, 32) = session)`,
      })
      .from(sessions)
      .where(eq(sessions.userId, id)),
    db.select({ count: count() }).from(follows).where(eq(follows.followeeId, id)),
    db.select().from(notificationSettings).where(eq(notificationSettings.userId, id)),
    db.all(sql`select hides_typing as hidesTyping, hides_seen as hidesSeen, hides_online as hidesOnline, digest_hours as digestHours
      from chat_settings where user_id = ${id}`),
    db.all(sql`select name, wallet, since, is_promoted as isPromoted, may_sell as maySell, removed_at as removedAt,
        website, instagram, twitter, twitch, youtube
      from creators c left join folios f on f.user_id = c.user_id where c.user_id = ${id}`),
  ])
  return {
    exportedAt: now(),
    user: { ...user, ...password },
    accounts: wallets,
    profile: profile ?? null,
    sessions: logins,
    notificationSettings: chosen ?? null,
    chatSettings: chatSettings ?? null,
    creator: creator ?? null,
    followers: followers!.count,
  }
}

/**
 * Reads all data of one user, section by section, while the response is sent. Leaves out secrets (hashes of tokens and passwords) and what
 * others wrote: a conversation contains only the user's own messages.
 */
export async function* readUserData(env: AuthEnv, id: number): AsyncGenerator<string | Uint8Array> {
  const db = database(env)
  yield JSON.stringify(await readSingleValues(db, id)).slice(0, -1)
  for (const [name, read] of Object.entries(LISTS)) {
    yield `,${JSON.stringify(name)}:`
    yield* jsonArray(read(db, id))
  }
  yield ',"conversations":'
  yield* (await env.CHAT.exportMessages(id)) as unknown as AsyncIterable<Uint8Array>
  yield '}'
}
