import { createExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, test } from 'vitest'
import { roomMembers } from '../chat/tables.ts'
import { listings } from '../listings/tables.ts'
import { orders, quotes } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { sessions, users } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { AuthEnv } from './env.ts'
import worker from './index.ts'
import { createFullUser, newOrder, newQuote } from './my-data.testing.ts'
import { userEvents } from './tables.ts'
import { request, testEnv } from './testing.ts'
import { deliverUserEvents } from './user-events.ts'

const db = database(testEnv)

const remove = (as?: TestUser, body: unknown = { confirm: 'DELETE' }) => request('POST', 'deleteAccount', { body, ...(as && { as }) })
const errorOf = async (response: Response) => ((await response.json()) as { error: { code: string; details: unknown } }).error

/** Every column in the database that contains this value or a text with it, as `table.column`. */
async function findInDatabase(value: number | string): Promise<string[]> {
  const columns = (await db.all(sql`select m.name as t, c.name as c, c.type from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'listings_fts%' and m.name not like '%\_terms%' escape '\\'`)) as {
    t: string
    c: string
    type: string
  }[]
  const found: string[] = []
  for (const { t, c, type } of columns) {
    if (typeof value === 'number' ? !/_id$|_ids$/.test(c) && !(t === 'users' && c === 'id') : !/text/i.test(type)) continue
    const where = typeof value === 'number' ? sql`${sql.identifier(c)} = ${value}` : sql`instr(${sql.identifier(c)}, ${value}) > 0`
    const [row] = (await db.all(sql`select count(*) as n from ${sql.identifier(t)} where ${where}`)) as { n: number }[]
    if (row!.n) found.push(`${t}.${c}`)
  }
  return found.sort()
}

describe('deleteAccount', () => {
  it('rejects guests, GET and a missing or wrong confirmation word', async () => {
    expect(await codeOf(await remove())).toBe('unauthorized')
    const user = await signedIn(testEnv)
    expect((await request('GET', 'deleteAccount', { as: user })).status).toBe(405)
    for (const body of [{}, { confirm: '' }, { confirm: 'delete' }, { confirm: true }, { confirm: ['DELETE'] }])
      expect((await remove(user, body)).status).toBe(422)
    expect((await request('GET', 'getUserInfo', { as: user })).status).toBe(200)
    expect(await findInDatabase(user.id)).toContain('profiles.user_id')
  })

  it('needs a fresh sign-in', async () => {
    const user = await signedIn(testEnv)
    await db
      .update(sessions)
      .set({ createdAt: now() - 3600, lastSeenAt: now() })
      .where(eq(sessions.userId, user.id))
    expect(await codeOf(await remove(user))).toBe('sign_in_again')
    expect(await findInDatabase(user.id)).toContain('profiles.user_id')
  })

  it.each([0, 1, 4, 6])('rejects both parties while an order is in status %i, and changes nothing', async (status) => {
    const [user, buyer] = [await signedIn(testEnv), await signedIn(testEnv)]
    await db.insert(orders).values(newOrder(buyer, user, { status }))
    for (const party of [user, buyer]) {
      const before = await findInDatabase(party.id)
      const response = await remove(party)
      expect(response.status).toBe(409)
      expect(await errorOf(response)).toMatchObject({ code: 'orders_open', details: { orders: 1 } })
      expect(await findInDatabase(party.id)).toEqual(before)
      expect(await (await request('GET', 'getOpenOrders', { as: party })).json()).toEqual({ orders: 1 })
    }
  })

  it('is possible despite unpaid quotes, which are kept until they can no longer be paid', async () => {
    const [user, buyer] = [await signedIn(testEnv), await signedIn(testEnv)]
    const validUntil = now() + 600
    const [open, over] = [newQuote(buyer, user, { validUntil }), newQuote(buyer, user, { validUntil: now() - 301 })]
    await db.insert(quotes).values([open, over])
    expect(await (await request('GET', 'getOpenOrders', { as: user })).json()).toEqual({ orders: 0 })
    expect((await remove(user)).status).toBe(200)
    // A pending payment is compared with its quote, which is deleted when no payment can arrive any more.
    const left = async () => (await db.select().from(quotes).where(eq(quotes.sellerId, user.id))).map(({ ref }) => ref)
    expect(await left()).toEqual([open.ref])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toMatchObject([
      { kind: 'quotesOver', at: validUntil + 301 },
    ])
    await deliverUserEvents(testEnv, user.id)
    expect(await left()).toEqual([open.ref])
    await db
      .update(quotes)
      .set({ validUntil: now() - 301 })
      .where(eq(quotes.ref, open.ref))
    await db.update(userEvents).set({ at: now() }).where(eq(userEvents.userId, user.id))
    await deliverUserEvents(testEnv, user.id)
    expect([await left(), await db.select().from(userEvents).where(eq(userEvents.userId, user.id))]).toEqual([[], []])
  })

  it('is possible for the seller of a finished order, and despite a payment by a stranger without a quote', async () => {
    const [user, stranger] = [await signedIn(testEnv), await signedIn(testEnv)]
    const storedQuote = newQuote(stranger, user, { validUntil: now() + 600 })
    await db.insert(quotes).values(storedQuote)
    await db
      .insert(orders)
      .values([
        newOrder(stranger, user, { ref: storedQuote.ref, status: 5 }),
        newOrder(stranger, user, { termsState: 'unknown', status: 0 }),
      ])
    expect((await remove(stranger)).status).toBe(409)
    expect((await remove(user)).status).toBe(200)
  })
})

/**
 * Every column that refers to a user, and what happens to it when the account is deleted. Decide this for each new column, and add the
 * column here.
 */
const ON_DELETE = {
  deleted: [
    'accounts.user_id',
    'applications.user_id',
    'blocks.blocked_id',
    'blocks.blocker_id',
    'carrots.user_id',
    'chat_settings.user_id',
    'creator_applications.user_id',
    'creators.user_id',
    'credentials.user_id',
    'folio_media.user_id',
    'folio_versions.user_id',
    'folios.user_id',
    'follows.followee_id',
    'follows.follower_id',
    'hidden_profiles.user_id',
    'mail_links.user_id',
    'notification_settings.user_id',
    'notifications.user_id',
    'post_comments.user_id',
    'post_likes.user_id',
    'post_reports.reporter_id',
    'posts.user_id',
    'profiles.user_id',
    'push_devices.user_id',
    'reports.reporter_id',
    'room_members.user_id',
    'saved_listings.user_id',
    'saved_lists.user_id',
    'saved_matches.user_id',
    'saved_searches.user_id',
    'sanctions.user_id',
    'sessions.user_id',
    'suspended_listings.user_id',
    'user_events.user_id',
    'wallet_changes.user_id',
  ],
  'deleted unless orders refer to it': ['listings.user_id', 'media.user_id', 'quotes.buyer_id', 'quotes.seller_id'],
  'deleted unless something on chain refers to it': ['nft_files.user_id'],
  'kept with the order or the room': [
    'hidden_messages.subject_id',
    'invoices.buyer_id',
    'invoices.seller_id',
    'orders.buyer_id',
    'orders.seller_id',
    'rooms.last_user_id',
    'reviews.author_id',
    'reviews.subject_id',
  ],
  'kept as a record of decisions': ['admin_actions.admin_id'],
}

test('every column that refers to a user has a deletion rule', async () => {
  const columns = (await db.all(sql`select m.name || '.' || c.name as name from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and (c.name like '%user_id' or c.name in ('buyer_id', 'seller_id', 'follower_id', 'followee_id', 'author_id', 'owner_id',
      'subject_id', 'reporter_id', 'admin_id', 'blocker_id', 'blocked_id'))`)) as {
    name: string
  }[]
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.values(ON_DELETE).flat().sort())
})

describe('a deleted account', () => {
  it('leaves only its orders and what belongs to them, and its name only in invoices and in the terms of orders and quotes', async () => {
    const { user, name, buyer, cv, delivered, submitted, face, picture, unordered, ordered, plain, bought, room } = await createFullUser()
    const response = await remove(user)
    expect([response.status, await response.json()]).toEqual([200, { deleted: true }])
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-session=;.*Max-Age=0/)

    expect(await findInDatabase(user.id)).toEqual([
      'invoices.seller_id',
      'listings.user_id',
      'media.user_id',
      'orders.seller_id',
      'quotes.seller_id',
      'reviews.author_id',
      'reviews.subject_id',
      'users.id',
    ])
    expect(await findInDatabase(name)).toEqual(['invoices.document', 'orders.terms', 'quotes.terms'])
    expect([await findInDatabase(face), await findInDatabase(cv)]).toEqual([[], []])
    expect(await findInDatabase(unordered)).toEqual([])
    expect(await findInDatabase(delivered)).toEqual(['delivery_files.media_id', 'media.id', 'media.key'])
    expect(await findInDatabase(submitted)).toEqual(['evidence_files.media_id', 'media.id', 'media.key'])
    expect(await findInDatabase(picture)).toEqual(['media.id', 'media.key', 'orders.terms', 'quotes.terms'])

    const [row] = await db.select().from(users).where(eq(users.id, user.id))
    expect(row).toMatchObject({ email: null, username: null, termsAcceptedAt: null, deletedAt: expect.any(Number) })
    const [storedOrder] = await db.select().from(orders).where(eq(orders.id, bought.id))
    expect(JSON.parse(storedOrder!.terms)).toMatchObject({ title: 'A logo', seller: { name, image: null } })
    const [storedQuote] = await db.select().from(quotes).where(eq(quotes.sellerId, user.id))
    // The terms of the quote and of the order must stay equal; otherwise the order would be recomputed needlessly.
    expect(storedQuote!.terms).toBe(storedOrder!.terms)
    const tombstones = await db.select().from(listings).where(eq(listings.userId, user.id))
    expect(tombstones).toMatchObject([{ id: ordered, title: '', enabled: false }])
    expect(tombstones.map(({ id }) => id)).not.toContain(plain)
    expect(await db.select().from(roomMembers).where(eq(roomMembers.roomId, room))).toMatchObject([{ userId: buyer.id }])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toEqual([])
  })

  it('has no session and cannot be found', async () => {
    const { user, buyer } = await createFullUser()
    await remove(user)
    expect(await (await request('GET', 'getUserInfo', { as: user })).json()).toMatchObject({ authorized: false })
    expect(await codeOf(await remove(user))).toBe('unauthorized')
    expect(await codeOf(await request('GET', `getProfile?userId=${user.id}`))).toBe('not_found')
    expect(await codeOf(await request('POST', 'follow', { as: buyer, body: { userId: user.id } }))).toBe('not_found')
    expect(await (await request('GET', 'getFollowing', { as: buyer })).json()).toEqual({ following: [], followers: 0, next: null })
  })

  it('leaves its name only in invoices and terms after concurrent requests, which return 200 or 401', async () => {
    const { user, name } = await createFullUser()
    const responses = await Promise.all(Array.from({ length: 8 }, () => remove(user)))
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status } of responses) expect([200, 401]).toContain(status)
    expect(await findInDatabase(name)).toEqual(['invoices.document', 'orders.terms', 'quotes.terms'])
  })

  it('is erased later from areas that were unavailable, by a retry', async () => {
    const { user, unordered } = await createFullUser()
    const fail = () => Promise.reject(new Error('uploads are down'))
    const broken = { ...testEnv, UPLOADS: { eraseUser: fail } } as unknown as AuthEnv
    const context = createExecutionContext()
    const response = await call(worker, broken, context, 'POST', '/api/auth/deleteAccount', { as: user, body: { confirm: 'DELETE' } })
    expect(response.status).toBe(200)
    expect(await findInDatabase(unordered)).not.toEqual([])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toMatchObject([{ kind: 'deleted' }])
    await deliverUserEvents(testEnv)
    expect(await findInDatabase(unordered)).toEqual([])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toEqual([])
  })
})
