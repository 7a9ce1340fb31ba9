import { createExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, test } from 'vitest'
import type { ChatRpc } from '../chat/index.ts'
import { roomMembers } from '../chat/tables.ts'
import { applications, listingMedia, listings } from '../listings/tables.ts'
import { orders, quotes } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import type { AuthEnv } from './env.ts'
import worker from './index.ts'
import { carrots, credentials, follows, mailLinks, profiles, sessions, userEvents, users } from './tables.ts'
import { ask, worldEnv } from './testing.ts'
import { tellEvents } from './user-events.ts'

const authEnv = worldEnv as unknown as AuthEnv
const db = database(authEnv)
const chat = authEnv.CHAT as unknown as Service<typeof ChatRpc>

const remove = (as?: TestUser, body: unknown = { confirm: 'DELETE' }) => ask('POST', 'deleteAccount', { body, ...(as && { as }) })
const errorOf = async (answer: Response) => ((await answer.json()) as { error: { code: string; details: unknown } }).error

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

/** Somebody who has used everything: one listing that was ordered, one that was not, an order at its end, a room. */
let people = 0
async function somebody() {
  // A name of their own, to be looked for in the whole database afterwards.
  const name = `Zofia${String.fromCharCode(65 + people++)}`
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
  const promise = quote(buyer, user, { serviceId: ordered, terms: agreed })
  await db.insert(quotes).values([promise, quote(buyer, user, { serviceId: plain }), quote(user, buyer)])
  const bought = order(buyer, user, { serviceId: ordered, ref: promise.ref, terms: agreed })
  await db.insert(orders).values(bought)
  const room = await chat.openRoom({ orderId: bought.id, users: [user.id, buyer.id], metadata: { title: 'A logo' } })
  return { user, name, buyer, cv, face, picture, unordered, ordered, plain, bought, room }
}

/** Every column of the database that holds this value, or text that contains it: `table.column`. */
async function traces(value: number | string): Promise<string[]> {
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

describe('one’s own data', () => {
  it('is nobody’s without a session', async () => {
    expect(await codeOf(await ask('GET', 'exportMyData'))).toBe('unauthorized')
    expect(await codeOf(await ask('GET', 'getOpenOrders'))).toBe('unauthorized')
  })

  it('comes as one JSON document with all there is, and no secret', async () => {
    const { user, name, buyer, cv, ordered, plain, picture, bought, room } = await somebody()
    const answer = await ask('GET', 'exportMyData', { as: user })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'content-disposition': 'attachment; filename="warren-my-data.json"',
      'cache-control': 'no-store',
    })
    const text = await answer.text()
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
      conversations: [{ id: room, orderId: bought.id, messages: [] }],
    })
    expect(data.media.map((one: { id: string }) => one.id)).toContain(picture)
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, user.id))
    for (const secret of ['scrypt-secret-hash', session!.tokenHash, 'token_hash', 'tokenHash', 'passwordHash'])
      expect(text).not.toContain(secret)
  })

  it('comes whole where there are more rows than one read brings', async () => {
    const user = await signedIn(authEnv)
    const rows = Array.from({ length: 1203 }, (_, i) => ({ userId: user.id, amount: 1, reason: 'test', day: null, at: i }))
    for (let i = 0; i < rows.length; i += 400) await db.insert(carrots).values(rows.slice(i, i + 400))
    const data = (await (await ask('GET', 'exportMyData', { as: user })).json()) as Record<string, unknown[]>
    expect(data.carrots!.map((one) => (one as { at: number }).at)).toEqual(rows.map(({ at }) => at))
    for (const name of ['following', 'media', 'listings', 'applications', 'orders', 'quotes', 'conversations'])
      expect(data[name]).toEqual([])
  })

  it('can be asked for a few times in an hour only', async () => {
    const user = await signedIn(authEnv)
    const answers = []
    for (let i = 0; i < 7; i++) answers.push(await ask('GET', 'exportMyData', { as: user }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(await codeOf(answers.at(-1)!)).toBe('too_many_requests')
    await Promise.all(answers.slice(0, 6).map((answer) => answer.text()))
  })

  it('breaks off where a part cannot be read, and is no JSON then', async () => {
    const user = await signedIn(authEnv)
    const broken = { ...authEnv, CHAT: { written: () => Promise.reject(new Error('chat is down')) } } as unknown as AuthEnv
    const answer = await call(worker, broken, createExecutionContext(), 'GET', '/api/auth/exportMyData', { as: user })
    await expect(answer.text()).rejects.toThrow()
  })
})

describe('deleting an account is refused', () => {
  it('to guests, by GET, and without the word', async () => {
    expect(await codeOf(await remove())).toBe('unauthorized')
    const user = await signedIn(authEnv)
    expect((await ask('GET', 'deleteAccount', { as: user })).status).toBe(405)
    for (const body of [{}, { confirm: '' }, { confirm: 'delete' }, { confirm: true }, { confirm: ['DELETE'] }])
      expect((await remove(user, body)).status).toBe(422)
    expect((await ask('GET', 'getUserInfo', { as: user })).status).toBe(200)
    expect(await traces(user.id)).toContain('profiles.user_id')
  })

  it('to a browser that was left open', async () => {
    const user = await signedIn(authEnv)
    await db
      .update(sessions)
      .set({ createdAt: now() - 3600, lastSeenAt: now() })
      .where(eq(sessions.userId, user.id))
    expect(await codeOf(await remove(user))).toBe('sign_in_again')
    expect(await traces(user.id)).toContain('profiles.user_id')
  })

  it.each([0, 1, 4, 6])('while an order is in status %i, to both sides, and nothing is changed', async (status) => {
    const [user, buyer] = [await signedIn(authEnv), await signedIn(authEnv)]
    await db.insert(orders).values(order(buyer, user, { status }))
    for (const party of [user, buyer]) {
      const before = await traces(party.id)
      const answer = await remove(party)
      expect(answer.status).toBe(409)
      expect(await errorOf(answer)).toMatchObject({ code: 'orders_open', details: { orders: 1 } })
      expect(await traces(party.id)).toEqual(before)
      expect(await (await ask('GET', 'getOpenOrders', { as: party })).json()).toEqual({ orders: 1 })
    }
  })

  it('not by quotes that nobody has paid, and what is paid on one a moment later is still the order of its two parties', async () => {
    const [user, buyer] = [await signedIn(authEnv), await signedIn(authEnv)]
    const validUntil = now() + 600
    const [open, over] = [quote(buyer, user, { validUntil }), quote(buyer, user, { validUntil: now() - 301 })]
    await db.insert(quotes).values([open, over])
    expect(await (await ask('GET', 'getOpenOrders', { as: user })).json()).toEqual({ orders: 0 })
    expect((await remove(user)).status).toBe(200)
    // The quote is what a payment on its way is compared with. It goes once none can come any more.
    const left = async () => (await db.select().from(quotes).where(eq(quotes.sellerId, user.id))).map(({ ref }) => ref)
    expect(await left()).toEqual([open.ref])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toMatchObject([
      { kind: 'quotesOver', at: validUntil + 301 },
    ])
    await tellEvents(authEnv, user.id)
    expect(await left()).toEqual([open.ref])
    await db
      .update(quotes)
      .set({ validUntil: now() - 301 })
      .where(eq(quotes.ref, open.ref))
    await db.update(userEvents).set({ at: now() }).where(eq(userEvents.userId, user.id))
    await tellEvents(authEnv, user.id)
    expect([await left(), await db.select().from(userEvents).where(eq(userEvents.userId, user.id))]).toEqual([[], []])
  })

  it('not by an offer that was taken, nor by what a stranger sent without asking', async () => {
    const [user, stranger] = [await signedIn(authEnv), await signedIn(authEnv)]
    const promise = quote(stranger, user, { validUntil: now() + 600 })
    await db.insert(quotes).values(promise)
    await db
      .insert(orders)
      .values([order(stranger, user, { ref: promise.ref, status: 5 }), order(stranger, user, { termsState: 'unknown', status: 0 })])
    expect((await remove(stranger)).status).toBe(409)
    expect((await remove(user)).status).toBe(200)
  })
})

/** Every column that says whose something is, and what becomes of it when they leave. One that is not here: decide, then add it. */
const FATES = {
  gone: [
    'accounts.user_id',
    'applications.user_id',
    'carrots.user_id',
    'credentials.user_id',
    'follows.followee_id',
    'follows.follower_id',
    'mail_links.user_id',
    'profiles.user_id',
    'room_members.user_id',
    'sessions.user_id',
    'user_events.user_id',
    'wallet_changes.user_id',
  ],
  'gone, but for what orders refer to': ['listings.user_id', 'media.user_id', 'quotes.buyer_id', 'quotes.seller_id'],
  'stays with the order or the room': ['orders.buyer_id', 'orders.seller_id', 'rooms.last_user_id'],
}

test('everything that is somebody’s has a fate', async () => {
  const columns = (await db.all(sql`select m.name || '.' || c.name as name from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and (c.name like '%user_id' or c.name in ('buyer_id', 'seller_id', 'follower_id', 'followee_id', 'author_id', 'owner_id'))`)) as {
    name: string
  }[]
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.values(FATES).flat().sort())
})

describe('a deleted account', () => {
  it('leaves its orders with the names in them, and nothing else', async () => {
    const { user, name, buyer, cv, face, picture, unordered, ordered, plain, bought, room } = await somebody()
    const answer = await remove(user)
    expect([answer.status, await answer.json()]).toEqual([200, { deleted: true }])
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-session=;.*Max-Age=0/)

    expect(await traces(user.id)).toEqual(['listings.user_id', 'media.user_id', 'orders.seller_id', 'quotes.seller_id', 'users.id'])
    expect(await traces(name)).toEqual(['orders.terms', 'quotes.terms'])
    expect([await traces(face), await traces(cv)]).toEqual([[], []])
    expect(await traces(unordered)).toEqual([])
    expect(await traces(picture)).toEqual(['media.id', 'media.key', 'orders.terms', 'quotes.terms'])

    const [row] = await db.select().from(users).where(eq(users.id, user.id))
    expect(row).toMatchObject({ email: null, username: null, termsAcceptedAt: null, deletedAt: expect.any(Number) })
    const [kept] = await db.select().from(orders).where(eq(orders.id, bought.id))
    expect(JSON.parse(kept!.terms)).toMatchObject({ title: 'A logo', seller: { name, image: null } })
    const [promise] = await db.select().from(quotes).where(eq(quotes.sellerId, user.id))
    // Alike, or the order would be folded anew for nothing.
    expect(promise!.terms).toBe(kept!.terms)
    const tombstones = await db.select().from(listings).where(eq(listings.userId, user.id))
    expect(tombstones).toMatchObject([{ id: ordered, title: '', enabled: false }])
    expect(tombstones.map(({ id }) => id)).not.toContain(plain)
    expect(await db.select().from(roomMembers).where(eq(roomMembers.roomId, room))).toMatchObject([{ userId: buyer.id }])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toEqual([])
  })

  it('is signed in nowhere, and known to nobody', async () => {
    const { user, buyer } = await somebody()
    await remove(user)
    expect(await (await ask('GET', 'getUserInfo', { as: user })).json()).toMatchObject({ authorized: false })
    expect(await codeOf(await remove(user))).toBe('unauthorized')
    expect(await codeOf(await ask('GET', `getProfile?userId=${user.id}`))).toBe('not_found')
    expect(await codeOf(await ask('POST', 'follow', { as: buyer, body: { userId: user.id } }))).toBe('not_found')
    expect(await (await ask('GET', 'getFollowing', { as: buyer })).json()).toEqual({ following: [], followers: 0, next: null })
  })

  it('is one, however often it is said at once', async () => {
    const { user, name } = await somebody()
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(user)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(await traces(name)).toEqual(['orders.terms', 'quotes.terms'])
  })

  it('is forgotten by the areas that were down then, once the cron comes by', async () => {
    const { user, unordered } = await somebody()
    const down = () => Promise.reject(new Error('uploads are down'))
    const broken = { ...authEnv, UPLOADS: { forget: down } } as unknown as AuthEnv
    const context = createExecutionContext()
    const answer = await call(worker, broken, context, 'POST', '/api/auth/deleteAccount', { as: user, body: { confirm: 'DELETE' } })
    expect(answer.status).toBe(200)
    expect(await traces(unordered)).not.toEqual([])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toMatchObject([{ kind: 'deleted' }])
    await tellEvents(authEnv)
    expect(await traces(unordered)).toEqual([])
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toEqual([])
  })
})

describe('a new name', () => {
  const rename = (as: TestUser, name: string, env = authEnv) =>
    call(worker, env, createExecutionContext(), 'POST', '/api/auth/addProfile', { as, body: { profile: { name } } })
  const hits = async (word: string) =>
    ((await db.all(sql`select rowid as id from listings_fts where listings_fts match ${word}`)) as { id: number }[]).map(({ id }) => id)

  it('is what search finds the listings by, at once', async () => {
    const user = await signedIn(authEnv, { name: 'Xenia Before' })
    const id = await listing(user, await file(user))
    expect((await rename(user, 'Ypsilon After')).status).toBe(200)
    expect([await hits('ypsilon'), await db.select().from(userEvents).where(eq(userEvents.userId, user.id))]).toEqual([[id], []])
  })

  it('is not lost while listings are down', async () => {
    const user = await signedIn(authEnv, { name: 'Xenia Before' })
    const id = await listing(user, await file(user))
    const broken = { ...authEnv, LISTINGS: { renamed: () => Promise.reject(new Error('listings are down')) } } as unknown as AuthEnv
    expect((await rename(user, 'Wilhelmina Later', broken)).status).toBe(200)
    expect(await hits('wilhelmina')).toEqual([])
    await tellEvents(authEnv)
    expect(await hits('wilhelmina')).toEqual([id])
  })
})
