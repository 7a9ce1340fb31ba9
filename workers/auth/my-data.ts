import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { applications, listingMedia, listings } from '../listings/tables.ts'
import { orders, quotes } from '../orders/tables.ts'
import { abortUnless } from '../shared/abort-unless.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { byteStream, inPages, jsonArray } from '../shared/json-stream.ts'
import { requireUser, SESSION_COOKIE } from '../shared/session.ts'
import { accounts, profiles, sessions, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { media } from '../uploads/tables.ts'
import type { AuthEnv } from './env.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { deleteAccountRequest, LATE_PAYMENT, type OpenOrders } from './my-data.schema.ts'
import { openOrders } from './open-orders.ts'
import { carrots, credentials, follows, mailLinks, walletChanges } from './tables.ts'
import { addUserEvent, deliverUserEvents } from './user-events.ts'

/** Rows read at once; limits the memory that an export needs. */
const PAGE_SIZE = 500
/** Tables of this area whose rows belong to one user only. They are deleted with the account. */
const PERSONAL_TABLES = [sessions, mailLinks, credentials, accounts, walletChanges, profiles, carrots] as const

/**
 * Reads all data of one user, section by section while it is sent. It leaves out secrets (hashes of tokens and passwords) and what others
 * wrote: a conversation contains only the user's own messages.
 */
async function* readUserData(env: AuthEnv, id: number): AsyncGenerator<string | Uint8Array> {
  const db = database(env)
  const [[user], [password], wallets, [profile], logins, [followers]] = await db.batch([
    db
      .select({
        id: users.id,
        createdAt: users.createdAt,
        email: users.email,
        username: users.username,
        language: users.language,
        termsAcceptedAt: users.termsAcceptedAt,
      })
      .from(users)
      .where(eq(users.id, id)),
    db
      .select({
        claimedEmail: credentials.claimedEmail,
        claimedAt: credentials.claimedAt,
        passwordChangedAt: credentials.passwordChangedAt,
      })
      .from(credentials)
      .where(eq(credentials.userId, id)),
    db
      .select({ address: accounts.address, provider: accounts.provider, linkedAt: accounts.linkedAt })
      .from(accounts)
      .where(eq(accounts.userId, id)),
    db.select().from(profiles).where(eq(profiles.userId, id)),
    db
      .select({
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
        userAgent: sessions.userAgent,
        country: sessions.country,
        city: sessions.city,
      })
      .from(sessions)
      .where(eq(sessions.userId, id)),
    db.select({ count: count() }).from(follows).where(eq(follows.followeeId, id)),
  ])
  const singleValues = {
    exportedAt: now(),
    user: { ...user, ...password },
    accounts: wallets,
    profile: profile ?? null,
    sessions: logins,
    followers: followers!.count,
  }
  const isParty = or(eq(orders.buyerId, id), eq(orders.sellerId, id))
  const lists: Record<string, AsyncIterable<unknown>> = {
    following: inPages(PAGE_SIZE, (last?: { userId: number; at: number }) =>
      db
        .select({ userId: follows.followeeId, at: follows.at })
        .from(follows)
        .where(and(eq(follows.followerId, id), gt(follows.followeeId, last?.userId ?? 0)))
        .orderBy(asc(follows.followeeId))
        .limit(PAGE_SIZE),
    ),
    carrots: inPages(PAGE_SIZE, (last?: { id: number }) =>
      db
        .select({ id: carrots.id, amount: carrots.amount, reason: carrots.reason, day: carrots.day, at: carrots.at })
        .from(carrots)
        .where(and(eq(carrots.userId, id), gt(carrots.id, last?.id ?? 0)))
        .orderBy(asc(carrots.id))
        .limit(PAGE_SIZE),
    ),
    media: inPages(PAGE_SIZE, (last?: { id: string }) =>
      db
        .select({
          id: media.id,
          kind: media.kind,
          originalFilename: media.originalFilename,
          contentType: media.contentType,
          size: media.size,
          createdAt: media.createdAt,
        })
        .from(media)
        .where(and(eq(media.userId, id), isNull(media.discardedAt), gt(media.id, last?.id ?? '')))
        .orderBy(asc(media.id))
        .limit(PAGE_SIZE),
    ),
    listings: inPages(PAGE_SIZE, (last?: { id: number }) =>
      db
        .select({
          id: listings.id,
          listType: listings.listType,
          account: listings.account,
          lang: listings.lang,
          category: listings.category,
          subCategory: listings.subCategory,
          title: listings.title,
          descriptionPreview: listings.descriptionPreview,
          description: listings.description,
          options: listings.options,
          details: listings.details,
          country: listings.country,
          city: listings.city,
          enabled: listings.enabled,
          createdAt: listings.createdAt,
          updatedAt: listings.updatedAt,
          deletedAt: listings.deletedAt,
          media: sql<string>`(select json_group_array(${listingMedia.mediaId}) from ${listingMedia} where ${listingMedia.listingId} = listings.id)`,
        })
        .from(listings)
        .where(and(eq(listings.userId, id), gt(listings.id, last?.id ?? 0)))
        .orderBy(asc(listings.id))
        .limit(PAGE_SIZE),
    ),
    applications: inPages(PAGE_SIZE, (last?: { id: string }) =>
      db
        .select({
          id: applications.id,
          listingId: applications.listingId,
          message: applications.message,
          cvId: applications.cvId,
          bidService: applications.bidService,
          bidPrice: applications.bidPrice,
          bidDelivery: applications.bidDelivery,
          status: applications.status,
          createdAt: applications.createdAt,
          answeredAt: applications.answeredAt,
        })
        .from(applications)
        .where(and(eq(applications.userId, id), gt(applications.id, last?.id ?? '')))
        .orderBy(asc(applications.id))
        .limit(PAGE_SIZE),
    ),
    orders: inPages(PAGE_SIZE, (last?: { id: string }) =>
      db
        .select()
        .from(orders)
        .where(and(isParty, gt(orders.id, last?.id ?? '')))
        .orderBy(asc(orders.id))
        .limit(PAGE_SIZE),
    ),
    quotes: inPages(PAGE_SIZE, (last?: { ref: string }) =>
      db
        .select()
        .from(quotes)
        .where(and(eq(quotes.buyerId, id), gt(quotes.ref, last?.ref ?? '')))
        .orderBy(asc(quotes.ref))
        .limit(PAGE_SIZE),
    ),
  }
  yield JSON.stringify(singleValues).slice(0, -1)
  for (const [name, rows] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:`
    yield* jsonArray(rows)
  }
  yield ',"conversations":'
  yield* (await env.CHAT.exportMessages(id)) as unknown as AsyncIterable<Uint8Array>
  yield '}'
}

const openOrdersOf = (id: number) => openOrders(eq(orders.buyerId, id), eq(orders.sellerId, id))

async function countOpenOrders(db: Database, id: number): Promise<OpenOrders> {
  const [open] = await db.select({ count: count() }).from(orders).where(openOrdersOf(id))
  return { orders: open!.count }
}

export const myDataRoutes = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  /**
   * Returns all data of the caller as one JSON document. If reading fails midway, the response breaks off and is not valid JSON, so that
   * nobody mistakes it for complete.
   */
  .get('/exportMyData', requireUser, requireFreshSignIn('exportMyData'), async (c) => {
    const { id } = c.var.user
    return c.body(byteStream(readUserData(c.env, id)), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="warren-my-data.json"',
    })
  })

  /** Returns what prevents the deletion of the caller's account. */
  .get('/getOpenOrders', requireUser, async (c) => c.json(await countOpenOrders(database(c.env), c.var.user.id)))

  /**
   * Deletes the account: this area's data at once, the data of other areas right after it, or by the cron if that fails. Orders stay, with
   * the names that were shown in them, for the other party and for legal reasons. Rejected with `orders_open` while an order is open, and
   * with `sign_in_again` without a fresh sign-in.
   */
  .post('/deleteAccount', requireUser, requireFreshSignIn('deleteAccount'), valid('json', deleteAccountRequest), async (c) => {
    const { id } = c.var.user
    const db = database(c.env)
    const at = now()
    const hasOpenOrder = sql`exists (select 1 from ${orders} where ${openOrdersOf(id)})`
    // When the last quote can no longer be paid. Anybody can create quotes, so open quotes do not prevent the deletion.
    const quotesOver = sql`(select max(q.valid_until) + ${LATE_PAYMENT + 1} from quotes q where q.buyer_id = ${id} or q.seller_id = ${id})`
    try {
      await db.batch([
        addUserEvent(db, id, 'deleted', abortUnless(sql`not ${hasOpenOrder}`, at)),
        addUserEvent(db, id, 'quotesOver', sql`max(coalesce(${quotesOver}, 0), ${at})`),
        ...PERSONAL_TABLES.map((table) => db.delete(table).where(eq(table.userId, id))),
        db.delete(follows).where(or(eq(follows.followerId, id), eq(follows.followeeId, id))),
        db.update(users).set({ email: null, username: null, termsAcceptedAt: null, deletedAt: at }).where(eq(users.id, id)),
      ])
    } catch (error) {
      const details = await countOpenOrders(db, id)
      if (details.orders) throw new ApiError('orders_open', details)
      throw error
    }
    await deliverUserEvents(c.env, id)
    deleteCookie(c, SESSION_COOKIE, { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' })
    return c.json({ deleted: true })
  })
