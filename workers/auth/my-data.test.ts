import { createExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, test } from 'vitest'
import type { ChatRpc } from '../chat/index.ts'
import { roomMembers } from '../chat/tables.ts'
import { applications, listingMedia, listings } from '../listings/tables.ts'
import { orders, quotes, reports, reviews } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { profiles, sessions, users } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import type { AuthEnv } from './env.ts'
import worker from './index.ts'
import { carrots, credentials, follows, mailLinks, userEvents } from './tables.ts'
import { request, testEnv } from './testing.ts'
import { deliverUserEvents } from './user-events.ts'

const authEnv = testEnv as unknown as AuthEnv
const db = database(authEnv)
const chat = authEnv.CHAT as unknown as Service<typeof ChatRpc>

const remove = (as?: TestUser, body: unknown = { confirm: 'DELETE' }) => request('POST', 'deleteAccount', { body, ...(as && { as }) })
const errorOf = async (response: Response) => ((await response.json()) as { error: { code: string; details: unknown } }).error

const terms = (seller: string, picture: string | null, face: string | null) =>
  JSON.stringify({
    title: 'A logo',
    plan: 'Basic',
    description: '',
    features: [],
    hours: null,
    picture: picture && { id: picture, kind: 'image', width: 1, height: 1, placeholder: null },
    seller: { name: seller, image: face },
    buyer: { name: 'Ben Buyer', image: null },
    rate: null,
  })
const quote = (buyer: TestUser, seller: TestUser, over: Partial<typeof quotes.$inferInsert> = {}) => ({
  ref: `0x${opaqueId()}`,
  chainId: 31337,
  contract: '0x1',
  serviceId: 1,
  buyerId: buyer.id,
  sellerId: seller.id,
  buyer: buyer.address,
  seller: seller.address,
  token: '0x4',
  amount: '1',
  priceUsd: 1,
  feeBps: 1000,
  delivery: 1,
  terms: terms('x', null, null),
  createdAt: 1,
  validUntil: 1,
  ...over,
})
const order = (buyer: TestUser, seller: TestUser, over: Partial<typeof orders.$inferInsert> = {}) => ({
  id: opaqueId(),
  chainId: 31337,
  contract: '0x1',
  orderId: opaqueId(),
  ref: `0x${opaqueId()}`,
  termsState: 'ok',
  serviceId: 1,
  buyer: buyer.address,
  seller: seller.address,
  buyerId: buyer.id,
  sellerId: seller.id,
  token: '0x4',
  price: '1',
  feeBps: 1000,
  delivery: 1,
  status: 5,
  statusAt: 1,
  createdAt: 1,
  terms: terms('x', null, null),
  ...over,
})
const file = async (user: TestUser, name = 'me') => {
  const id = opaqueId()
  const row = {
    id,
    userId: user.id,
    kind: 'image',
    key: `originals/${id}`,
    originalFilename: `${name}-at-home.jpg`,
    contentType: 'image/jpeg',
  }
  await db.insert(media).values({ ...row, size: 1, createdAt: 1, readyAt: 1 })
  return id
}
const listing = async (user: TestUser, picture: string, name = 'me') => {
  const [row] = await db
    .insert(listings)
    .values({
      listType: 'services',
      userId: user.id,
      account: user.address,
      lang: 'en',
      category: 'design',
      title: `Logos by ${name}`,
      descriptionPreview: `${name} draws`,
      description: `<p>${name}</p>`,
      options: '{}',
      priceUsd: 1,
      createdAt: 1,
      updatedAt: 1,
    })
    .returning({ id: listings.id })
  await db.insert(listingMedia).values({ listingId: row!.id, mediaId: picture, position: 0 })
  await db.run(sql`insert into listings_fts (rowid, kind, head, body) values (${row!.id}, 'typeservices', ${name}, '')`)
  return row!.id
}

/** Creates a user with data in every table: an ordered listing, one without orders, a finished order, a room. */
let userCount = 0
async function createFullUser() {
  // A unique name, which the tests later search for in the whole database.
  const name = `Zofia${String.fromCharCode(65 + userCount++)}`
  const user = await signedIn(authEnv, { name })
  const buyer = await signedIn(authEnv, { name: 'Ben Buyer' })
  const [face, picture, unordered] = [await file(user, name), await file(user, name), await file(user, name)]
  await db
    .update(users)
    .set({ email: `${name}@example.com`, username: name })
    .where(eq(users.id, user.id))
  await db
    .update(profiles)
    .set({ image: face, description: `I am ${name}` })
    .where(eq(profiles.userId, user.id))
  await db.insert(credentials).values({ userId: user.id, claimedEmail: `${name}@new.example`, passwordHash: 'scrypt-secret-hash' })
  await db
    .insert(mailLinks)
    .values({ tokenHash: opaqueId(), userId: user.id, purpose: 'reset', email: `${name}@new.example`, expiresAt: 9 })
  await db.insert(carrots).values({ userId: user.id, amount: 10, reason: 'daily', day: '2026-11-20', at: 1 })
  await db.insert(follows).values([
    { followerId: user.id, followeeId: buyer.id, at: 1 },
    { followerId: buyer.id, followeeId: user.id, at: 1 },
  ])
  const [ordered, plain] = [await listing(user, picture, name), await listing(user, unordered, name)]
  const wanted = await listing(buyer, await file(buyer), 'Ben')
  const cv = await file(user, `${name}-cv`)
  await db.insert(applications).values([
    { id: opaqueId(), listingId: wanted, userId: user.id, message: `I am ${name}`, cvId: cv, createdAt: 1 },
    { id: opaqueId(), listingId: plain, userId: buyer.id, message: `Dear ${name}`, createdAt: 1 },
  ])
  const agreed = terms(name, picture, face)
  const storedQuote = quote(buyer, user, { serviceId: ordered, terms: agreed })
  await db.insert(quotes).values([storedQuote, quote(buyer, user, { serviceId: plain }), quote(user, buyer)])
  const bought = order(buyer, user, { serviceId: ordered, ref: storedQuote.ref, terms: agreed })
  await db.insert(orders).values(bought)
  const review = { orderId: bought.id, serviceId: ordered, rating: 4, createdAt: 1, visibleAt: 1, visible: true }
  await db.insert(reviews).values([
    { ...review, id: opaqueId(), side: 'seller', authorId: user.id, subjectId: buyer.id, text: 'A clear briefing' },
    {
      ...review,
      id: opaqueId(),
      side: 'buyer',
      authorId: buyer.id,
      subjectId: user.id,
      text: 'Fast work',
      answer: 'Glad to',
      answeredAt: 2,
    },
  ])
  await db
    .insert(reports)
    .values({ kind: 'review', thingId: opaqueId(), reporterId: user.id, reason: 'spam', text: `Signed ${name}`, createdAt: 1 })
  const room = await chat.openRoom({ orderId: bought.id, users: [user.id, buyer.id], metadata: { title: 'A logo' } })
  return { user, name, buyer, cv, face, picture, unordered, ordered, plain, bought, room }
}

/** Every column in the database that contains this value or a text with it, as `table.column`. */
async function findInDatabase(value: number | string): Promise<string[]> {
  const columns = (await db.all(sql`select m.name as t, c.name as c, c.type from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'listings_fts%'`)) as { t: string; c: string; type: string }[]
  const found: string[] = []
  for (const { t, c, type } of columns) {
    if (typeof value === 'number' ? !/_id$|_ids$/.test(c) && !(t === 'users' && c === 'id') : !/text/i.test(type)) continue
    const where = typeof value === 'number' ? sql`${sql.identifier(c)} = ${value}` : sql`instr(${sql.identifier(c)}, ${value}) > 0`
    const [row] = (await db.all(sql`select count(*) as n from ${sql.identifier(t)} where ${where}`)) as { n: number }[]
    if (row!.n) found.push(`${t}.${c}`)
  }
  return found.sort()
}

describe('exportMyData', () => {
  it('needs a session, as getOpenOrders does', async () => {
    expect(await codeOf(await request('GET', 'exportMyData'))).toBe('unauthorized')
    expect(await codeOf(await request('GET', 'getOpenOrders'))).toBe('unauthorized')
  })

  it('returns one JSON document with all data and no secrets', async () => {
    const { user, name, buyer, cv, ordered, plain, picture, bought, room } = await createFullUser()
    const response = await request('GET', 'exportMyData', { as: user })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'content-disposition': 'attachment; filename="warren-my-data.json"',
      'cache-control': 'no-store',
    })
    const text = await response.text()
    const data = JSON.parse(text)
    expect(data).toMatchObject({
      exportedAt: expect.any(Number),
      user: { id: user.id, email: `${name}@example.com`, username: name, claimedEmail: `${name}@new.example` },
      accounts: [{ address: user.address, provider: 'test' }],
      profile: { name, description: `I am ${name}` },
      sessions: [{ userAgent: 'test' }],
      followers: 1,
      following: [{ userId: buyer.id }],
      carrots: [{ amount: 10, day: '2026-11-20' }],
      listings: [
        { id: ordered, title: `Logos by ${name}`, media: JSON.stringify([picture]) },
        { id: plain, title: `Logos by ${name}` },
      ],
      applications: [{ message: `I am ${name}`, cvId: cv, status: 'sent' }],
      orders: [{ id: bought.id }],
      quotes: [{ buyerId: user.id }],
      reviews: [{ orderId: bought.id, text: 'A clear briefing' }],
      reviewAnswers: [{ orderId: bought.id, answer: 'Glad to' }],
      reports: [{ reason: 'spam', text: `Signed ${name}` }],
      conversations: [{ id: room, orderId: bought.id, messages: [] }],
    })
    expect(text).not.toContain('Fast work')
    expect(data.media.map((one: { id: string }) => one.id)).toContain(picture)
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, user.id))
    for (const secret of ['scrypt-secret-hash', session!.tokenHash, 'token_hash', 'tokenHash', 'passwordHash'])
      expect(text).not.toContain(secret)
  })

  it('returns all rows when there is more than one page', async () => {
    const user = await signedIn(authEnv)
    const rows = Array.from({ length: 1203 }, (_, i) => ({ userId: user.id, amount: 1, reason: 'test', day: null, at: i }))
    for (let i = 0; i < rows.length; i += 400) await db.insert(carrots).values(rows.slice(i, i + 400))
    const data = (await (await request('GET', 'exportMyData', { as: user })).json()) as Record<string, unknown[]>
    expect(data.carrots!.map((one) => (one as { at: number }).at)).toEqual(rows.map(({ at }) => at))
    for (const name of [
      'following',
      'media',
      'listings',
      'applications',
      'orders',
      'quotes',
      'reviews',
      'reviewAnswers',
      'reports',
      'conversations',
    ])
      expect(data[name]).toEqual([])
  })

  it('returns 429 for the seventh call in a row', async () => {
    const user = await signedIn(authEnv)
    const responses = []
    for (let i = 0; i < 7; i++) responses.push(await request('GET', 'exportMyData', { as: user }))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(await codeOf(responses.at(-1)!)).toBe('too_many_requests')
    await Promise.all(responses.slice(0, 6).map((response) => response.text()))
  })

  it('aborts the download if the messages cannot be read', async () => {
    const user = await signedIn(authEnv)
    const broken = { ...authEnv, CHAT: { exportMessages: () => Promise.reject(new Error('chat is down')) } } as unknown as AuthEnv
    const response = await call(worker, broken, createExecutionContext(), 'GET', '/api/auth/exportMyData', { as: user })
    await expect(response.text()).rejects.toThrow()
  })
})

describe('deleteAccount', () => {
  it('rejects guests, GET and a missing or wrong confirmation word', async () => {
    expect(await codeOf(await remove())).toBe('unauthorized')
    const user = await signedIn(authEnv)
    expect((await request('GET', 'deleteAccount', { as: user })).status).toBe(405)
    for (const body of [{}, { confirm: '' }, { confirm: 'delete' }, { confirm: true }, { confirm: ['DELETE'] }])
      expect((await remove(user, body)).status).toBe(422)
    expect((await request('GET', 'getUserInfo', { as: user })).status).toBe(200)
    expect(await findInDatabase(user.id)).toContain('profiles.user_id')
  })

  it('needs a fresh sign-in', async () => {
    const user = await signedIn(authEnv)
    await db
      .update(sessions)
      .set({ createdAt: now() - 3600, lastSeenAt: now() })
      .where(eq(sessions.userId, user.id))
    expect(await codeOf(await remove(user))).toBe('sign_in_again')
    expect(await findInDatabase(user.id)).toContain('profiles.user_id')
  })

  it.each([0, 1, 4, 6])('rejects both parties while an order is in status %i, and changes nothing', async (status) => {
    const [user, buyer] = [await signedIn(authEnv), await signedIn(authEnv)]
    await db.insert(orders).values(order(buyer, user, { status }))
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
    const [user, buyer] = [await signedIn(authEnv), await signedIn(authEnv)]
    const validUntil = now() + 600
    const [open, over] = [quote(buyer, user, { validUntil }), quote(buyer, user, { validUntil: now() - 301 })]
    await db.insert(quotes).values([open, over])
    expect(await (await request('GET', 'getOpenOrders', { as: user })).json()).toEqual({ orders: 0 })
    expect((await remove(user)).status).toBe(200)
    // A pending payment is compared with its quote, which is deleted when no payment can arrive any more.
    const left = async () => (await db.select().from(quotes).where(eq(quotes.sellerId, user.id))).map(({ ref }) => ref)
    expect(await left()).toEqual([open.ref])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toMatchObject([
      { kind: 'quotesOver', at: validUntil + 301 },
    ])
    await deliverUserEvents(authEnv, user.id)
    expect(await left()).toEqual([open.ref])
    await db
      .update(quotes)
      .set({ validUntil: now() - 301 })
      .where(eq(quotes.ref, open.ref))
    await db.update(userEvents).set({ at: now() }).where(eq(userEvents.userId, user.id))
    await deliverUserEvents(authEnv, user.id)
    expect([await left(), await db.select().from(userEvents).where(eq(userEvents.userId, user.id))]).toEqual([[], []])
  })

  it('is possible for the seller of a finished order, and despite a payment by a stranger without a quote', async () => {
    const [user, stranger] = [await signedIn(authEnv), await signedIn(authEnv)]
    const storedQuote = quote(stranger, user, { validUntil: now() + 600 })
    await db.insert(quotes).values(storedQuote)
    await db
      .insert(orders)
      .values([order(stranger, user, { ref: storedQuote.ref, status: 5 }), order(stranger, user, { termsState: 'unknown', status: 0 })])
    expect((await remove(stranger)).status).toBe(409)
    expect((await remove(user)).status).toBe(200)
  })
})

/** Every column that refers to a user, and what happens to it when the account is deleted. For a new column: decide, then add it here. */
const ON_DELETE = {
  deleted: [
    'accounts.user_id',
    'applications.user_id',
    'carrots.user_id',
    'credentials.user_id',
    'follows.followee_id',
    'follows.follower_id',
    'mail_links.user_id',
    'profiles.user_id',
    'reports.reporter_id',
    'room_members.user_id',
    'sessions.user_id',
    'user_events.user_id',
    'wallet_changes.user_id',
  ],
  'deleted unless orders refer to it': ['listings.user_id', 'media.user_id', 'quotes.buyer_id', 'quotes.seller_id'],
  'kept with the order or the room': [
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
      'subject_id', 'reporter_id', 'admin_id'))`)) as {
    name: string
  }[]
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.values(ON_DELETE).flat().sort())
})

describe('a deleted account', () => {
  it('leaves only its orders and the rows they refer to, and its name only in the terms of orders and quotes', async () => {
    const { user, name, buyer, cv, face, picture, unordered, ordered, plain, bought, room } = await createFullUser()
    const response = await remove(user)
    expect([response.status, await response.json()]).toEqual([200, { deleted: true }])
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-session=;.*Max-Age=0/)

    expect(await findInDatabase(user.id)).toEqual([
      'listings.user_id',
      'media.user_id',
      'orders.seller_id',
      'quotes.seller_id',
      'reviews.author_id',
      'reviews.subject_id',
      'users.id',
    ])
    expect(await findInDatabase(name)).toEqual(['orders.terms', 'quotes.terms'])
    expect([await findInDatabase(face), await findInDatabase(cv)]).toEqual([[], []])
    expect(await findInDatabase(unordered)).toEqual([])
    expect(await findInDatabase(picture)).toEqual(['media.id', 'media.key', 'orders.terms', 'quotes.terms'])

    const [row] = await db.select().from(users).where(eq(users.id, user.id))
    expect(row).toMatchObject({ email: null, username: null, termsAcceptedAt: null, deletedAt: expect.any(Number) })
    const [storedOrder] = await db.select().from(orders).where(eq(orders.id, bought.id))
    expect(JSON.parse(storedOrder!.terms)).toMatchObject({ title: 'A logo', seller: { name, image: null } })
    const [storedQuote] = await db.select().from(quotes).where(eq(quotes.sellerId, user.id))
    // Both must stay equal, otherwise the order would be recomputed without need.
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

  it('leaves its name only in the terms after concurrent requests, which return 200 or 401', async () => {
    const { user, name } = await createFullUser()
    const responses = await Promise.all(Array.from({ length: 8 }, () => remove(user)))
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status } of responses) expect([200, 401]).toContain(status)
    expect(await findInDatabase(name)).toEqual(['orders.terms', 'quotes.terms'])
  })

  it('is erased after a retry from areas that were unavailable', async () => {
    const { user, unordered } = await createFullUser()
    const fail = () => Promise.reject(new Error('uploads are down'))
    const broken = { ...authEnv, UPLOADS: { eraseUser: fail } } as unknown as AuthEnv
    const context = createExecutionContext()
    const response = await call(worker, broken, context, 'POST', '/api/auth/deleteAccount', { as: user, body: { confirm: 'DELETE' } })
    expect(response.status).toBe(200)
    expect(await findInDatabase(unordered)).not.toEqual([])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toMatchObject([{ kind: 'deleted' }])
    await deliverUserEvents(authEnv)
    expect(await findInDatabase(unordered)).toEqual([])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toEqual([])
  })
})

describe('a changed profile name', () => {
  const rename = (as: TestUser, name: string, env = authEnv) =>
    call(worker, env, createExecutionContext(), 'POST', '/api/auth/addProfile', { as, body: { profile: { name } } })
  const searchIds = async (word: string) =>
    ((await db.all(sql`select rowid as id from listings_fts where listings_fts match ${word}`)) as { id: number }[]).map(({ id }) => id)

  it('is found by search at once', async () => {
    const user = await signedIn(authEnv, { name: 'Xenia Before' })
    const id = await listing(user, await file(user))
    expect((await rename(user, 'Ypsilon After')).status).toBe(200)
    expect([await searchIds('ypsilon'), await db.select().from(userEvents).where(eq(userEvents.userId, user.id))]).toEqual([[id], []])
  })

  it('is found by search after a retry if the listings worker was unavailable', async () => {
    const user = await signedIn(authEnv, { name: 'Xenia Before' })
    const id = await listing(user, await file(user))
    const broken = { ...authEnv, LISTINGS: { reindexUser: () => Promise.reject(new Error('listings are down')) } } as unknown as AuthEnv
    expect((await rename(user, 'Wilhelmina Later', broken)).status).toBe(200)
    expect(await searchIds('wilhelmina')).toEqual([])
    await deliverUserEvents(authEnv)
    expect(await searchIds('wilhelmina')).toEqual([id])
  })
})
