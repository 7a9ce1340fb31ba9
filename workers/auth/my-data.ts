import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { applications, listingMedia, listings } from '../listings/tables.ts'
import { orders, quotes } from '../orders/tables.ts'
import type { AreaVariables } from '../shared/area.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { byteStream, inPages, jsonArray } from '../shared/json-stream.ts'
import { requireRecentSignIn, requireUser, SESSION_COOKIE } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { media } from '../uploads/tables.ts'
import type { AuthEnv } from './env.ts'
import { deleteAccountRequest, LATE_PAYMENT, type OpenOrders } from './my-data.schema.ts'
import { openOrders } from './open-orders.ts'
import { accounts, carrots, credentials, follows, mailLinks, profiles, sessions, users, walletChanges } from './tables.ts'
import { noteEvent, tellEvents } from './user-events.ts'

/** Rows that are in memory at once. */
const PAGE = 500
/** What this area keeps of a person and of nobody else; it goes with them. */
const PERSONAL = [sessions, mailLinks, credentials, accounts, walletChanges, profiles, carrots] as const

/**
 * Everything that is one person's, read section by section as it is sent. Secrets are left out (what tokens and
 * passwords hash to), and so is what others wrote: of a conversation only one's own words.
 */
async function* myData(env: AuthEnv, id: number): AsyncGenerator<string | Uint8Array> {
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
  const single = {
    exportedAt: now(),
    user: { ...user, ...password },
    accounts: wallets,
    profile: profile ?? null,
    sessions: logins,
    followers: followers!.count,
  }
  const mine = or(eq(orders.buyerId, id), eq(orders.sellerId, id))
  const lists: Record<string, AsyncIterable<unknown>> = {
    following: inPages(PAGE, (last?: { userId: number; at: number }) =>
      db
        .select({ userId: follows.followeeId, at: follows.at })
        .from(follows)
        .where(and(eq(follows.followerId, id), gt(follows.followeeId, last?.userId ?? 0)))
        .orderBy(asc(follows.followeeId))
        .limit(PAGE),
    ),
    carrots: inPages(PAGE, (last?: { id: number }) =>
      db
        .select({ id: carrots.id, amount: carrots.amount, reason: carrots.reason, day: carrots.day, at: carrots.at })
        .from(carrots)
        .where(and(eq(carrots.userId, id), gt(carrots.id, last?.id ?? 0)))
        .orderBy(asc(carrots.id))
        .limit(PAGE),
    ),
    media: inPages(PAGE, (last?: { id: string }) =>
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
        .limit(PAGE),
    ),
    listings: inPages(PAGE, (last?: { id: number }) =>
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
        .limit(PAGE),
    ),
    applications: inPages(PAGE, (last?: { id: string }) =>
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
        .limit(PAGE),
    ),
    orders: inPages(PAGE, (last?: { id: string }) =>
      db
        .select()
        .from(orders)
        .where(and(mine, gt(orders.id, last?.id ?? '')))
        .orderBy(asc(orders.id))
        .limit(PAGE),
    ),
    quotes: inPages(PAGE, (last?: { ref: string }) =>
      db
        .select()
        .from(quotes)
        .where(and(eq(quotes.buyerId, id), gt(quotes.ref, last?.ref ?? '')))
        .orderBy(asc(quotes.ref))
        .limit(PAGE),
    ),
  }
  yield JSON.stringify(single).slice(0, -1)
  for (const [name, rows] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:`
    yield* jsonArray(rows)
  }
  yield ',"conversations":'
  yield* (await env.CHAT.written(id)) as unknown as AsyncIterable<Uint8Array>
  yield '}'
}

const ordersOf = (id: number) => openOrders(eq(orders.buyerId, id), eq(orders.sellerId, id))

async function whatIsOpen(db: Database, id: number): Promise<OpenOrders> {
  const [running] = await db.select({ count: count() }).from(orders).where(ordersOf(id))
  return { orders: running!.count }
}

export const myDataRoutes = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  /** A JSON document of everything that is one's own. An answer that breaks off is no JSON, so that nobody takes it for the whole. */
  .get('/exportMyData', requireUser, requireRecentSignIn('exportMyData'), async (c) => {
    const { id } = c.var.user
    return c.body(byteStream(myData(c.env, id)), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="warren-my-data.json"',
    })
  })

  /** What stands in the way of deleting one's account. */
  .get('/getOpenOrders', requireUser, async (c) => c.json(await whatIsOpen(database(c.env), c.var.user.id)))

  /**
   * Deletes the account: at once what this area has, then, by the cron where it cannot be at once, what the others have. Orders
   * stay with the names that were shown in them, for the other party and the law. Refused with `orders_open` while one runs,
   * and with `sign_in_again` to a browser that was left open.
   */
  .post('/deleteAccount', requireUser, requireRecentSignIn('deleteAccount'), valid('json', deleteAccountRequest), async (c) => {
    const { id } = c.var.user
    const db = database(c.env)
    const at = now()
    const open = sql`exists (select 1 from ${orders} where ${ordersOf(id)})`
    // When the last quote can no longer be paid: anybody can have one made, so none of them stops anybody.
    const quotesOver = sql`(select max(q.valid_until) + ${LATE_PAYMENT + 1} from quotes q where q.buyer_id = ${id} or q.seller_id = ${id})`
    try {
      // One transaction that an open order stops: it makes a null, which is refused. Looked at before, one could begin in between.
      await db.batch([
        noteEvent(db, id, 'deleted', sql`case when not ${open} then ${at} end`),
        noteEvent(db, id, 'quotesOver', sql`max(coalesce(${quotesOver}, 0), ${at})`),
        ...PERSONAL.map((table) => db.delete(table).where(eq(table.userId, id))),
        db.delete(follows).where(or(eq(follows.followerId, id), eq(follows.followeeId, id))),
        db.update(users).set({ email: null, username: null, termsAcceptedAt: null, deletedAt: at }).where(eq(users.id, id)),
      ])
    } catch (error) {
      const details = await whatIsOpen(db, id)
      if (details.orders) throw new ApiError('orders_open', details)
      throw error
    }
    await tellEvents(c.env, id)
    deleteCookie(c, SESSION_COOKIE, { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' })
    return c.json({ deleted: true })
  })
