import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orders } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { sessions } from '../shared/tables.ts'
import { call, codeOf, signedIn } from '../shared/testing.ts'
import type { AuthEnv } from './env.ts'
import worker from './index.ts'
import { createFullUser, newOrder } from './my-data.testing.ts'
import { carrots } from './tables.ts'
import { request, testEnv } from './testing.ts'

const db = database(testEnv)

describe('exportMyData', () => {
  it('needs a session, as getOpenOrders does', async () => {
    expect(await codeOf(await request('GET', 'exportMyData'))).toBe('unauthorized')
    expect(await codeOf(await request('GET', 'getOpenOrders'))).toBe('unauthorized')
  })

  it('returns one JSON document with all data and no secrets', async () => {
    const { user, name, buyer, cv, delivered, submitted, face, ordered, plain, picture, bought, room } = await createFullUser()
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
      profile: { name, description: `I am ${name}`, hiddenAt: 6 },
      sessions: [{ userAgent: 'test', pushedFrom: 1 }],
      followers: 1,
      notificationSettings: { off: '[]', timeZone: 'Asia/Tokyo' },
      chatSettings: { hidesTyping: 0, hidesSeen: 1, hidesOnline: 0, digestHours: 24 },
      blocked: [{ userId: expect.any(Number), createdAt: 1 }],
      creator: { name, wallet: user.address, since: 2, website: `https://example.com/${name}` },
      folioVersions: [{ version: 1, title: name, about: `I am ${name}`, image: face, sections: expect.stringContaining(name) }],
      posts: [{ content: `<p>${name}</p>`, media: JSON.stringify([face]) }],
      postComments: [{ text: `I am ${name}` }],
      likedPosts: [{ at: 4 }],
      postReports: [{ kind: 'post', text: `Signed ${name}` }],
      warningsAndSuspensions: [
        { kind: 'warning', reason: `${name} advertised` },
        { kind: 'suspension', until: 9, endedAt: 5, endReason: `${name} apologized` },
      ],
      creatorApplications: [{ state: 'granted', fullName: name, text: `I am ${name}`, questions: expect.stringContaining('Who are you?') }],
      following: [{ userId: buyer.id }],
      carrots: [{ amount: 10, day: '2026-11-20' }],
      listings: [
        { id: ordered, title: `Logos by ${name}`, media: JSON.stringify([picture]) },
        { id: plain, title: `Logos by ${name}` },
      ],
      applications: [{ message: `I am ${name}`, cvId: cv, status: 'sent', placePrice: 7, payBy: 8 }],
      orders: [{ id: bought.id }],
      quotes: [{ buyerId: user.id }],
      reviews: [{ orderId: bought.id, text: 'A clear briefing' }],
      reviewAnswers: [{ orderId: bought.id, answer: 'Glad to' }],
      deliveries: [{ orderId: bought.id, kind: 'delivery', message: 'Three drafts', files: JSON.stringify([delivered]) }],
      invoices: [{ seller_id: user.id, number: 1, order_id: bought.id, document: expect.stringContaining(name) }],
      evidence: [{ orderId: bought.id, party: 'seller', statement: 'All drafts were sent', files: JSON.stringify([submitted]) }],
      reports: [{ reason: 'spam', text: `Signed ${name}` }],
      notifications: [{ kind: 'orderPlaced', thingId: bought.id, readAt: null }],
      savedLists: [{ name: `Ideas of ${name}`, shared: 1, listings: expect.stringContaining('Logos by Ben') }],
      savedSearches: [{ name: `Signs by ${name}`, alert: 'daily', found: expect.stringContaining('foundAt') }],
      conversations: [{ id: room, orderId: bought.id, messages: [] }],
    })
    expect(text).not.toContain('Fast work')
    expect(text).not.toContain('Darker, please')
    for (const others of ['One was missing', 'Ben wrote this']) expect(text).not.toContain(others)
    expect(JSON.parse(data.evidence[0].messages)).toEqual([
      { number: 1, author: 'buyer', at: 1, hash: 'hash of 1' },
      { number: 2, author: 'seller', at: 2, text: 'Three drafts, as agreed', hash: 'hash of 2' },
    ])
    expect(data.media.map((one: { id: string }) => one.id)).toContain(picture)
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, user.id))
    for (const secret of [
      'scrypt-secret-hash',
      'device-key',
      'device-secret',
      'web.push.apple.com',
      session!.tokenHash,
      'secret-of-a-link',
      'token_hash',
      'tokenHash',
      'passwordHash',
    ])
      expect(text).not.toContain(secret)
  })

  it('does not name the seller to the buyer of an order without a matching quote until the seller has accepted the order', async () => {
    const [buyer, seller] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [proposed, accepted] = [0, 1].map((status) =>
      newOrder(buyer, seller, { status, termsState: 'unknown', roomId: 'room', terms: '{"title":"Logos by Aiko"}' }),
    )
    await db.insert(orders).values([proposed!, accepted!])
    const exported = async (as: typeof buyer) => {
      const { orders: rows } = (await (await request('GET', 'exportMyData', { as })).json()) as { orders: { id: string }[] }
      return [proposed!, accepted!].map(({ id }) => rows.find((row) => row.id === id))
    }
    const shown = { sellerId: seller.id, roomId: 'room', terms: '{"title":"Logos by Aiko"}' }
    expect(await exported(buyer)).toMatchObject([{ seller: seller.address, sellerId: null, roomId: null, terms: null }, shown])
    expect(await exported(seller)).toMatchObject([shown, shown])
  })

  it('returns all rows when there is more than one page', async () => {
    const user = await signedIn(testEnv)
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
      'deliveries',
      'invoices',
      'evidence',
      'reports',
      'savedLists',
      'savedSearches',
      'blocked',
      'creatorApplications',
      'folioVersions',
      'posts',
      'postComments',
      'likedPosts',
      'postReports',
      'warningsAndSuspensions',
      'conversations',
    ])
      expect(data[name]).toEqual([])
  })

  it('returns 429 for the seventh call in a row', async () => {
    const user = await signedIn(testEnv)
    const responses = []
    for (let i = 0; i < 7; i++) responses.push(await request('GET', 'exportMyData', { as: user }))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(await codeOf(responses.at(-1)!)).toBe('too_many_requests')
    await Promise.all(responses.slice(0, 6).map((response) => response.text()))
  })

  it('aborts the download if the messages cannot be read', async () => {
    const user = await signedIn(testEnv)
    const broken = { ...testEnv, CHAT: { exportMessages: () => Promise.reject(new Error('chat is down')) } } as unknown as AuthEnv
    const response = await call(worker, broken, createExecutionContext(), 'GET', '/api/auth/exportMyData', { as: user })
    await expect(response.text()).rejects.toThrow()
  })
})
