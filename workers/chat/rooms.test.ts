import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { profiles, users } from '../auth/tables.ts'
import { listings } from '../listings/tables.ts'
import { database } from '../shared/db.ts'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser, useUp } from '../shared/testing.ts'
import type { Conversation, RoomPage } from './messages.schema.ts'
import { roomMembers, rooms } from './tables.ts'
import { ask, chatEnv, join, openInbox, pair, rpc } from './testing.ts'

const open = (as: TestUser, body: unknown) => ask('POST', 'openChat', { as, body })
const conversations = async (as: TestUser) =>
  ((await (await ask('GET', 'getConversations', { as })).json()) as { conversations: Conversation[] }).conversations
const post = (as: TestUser, roomId: string, text: string) =>
  ask('POST', 'sendMessage', { as, body: { roomId, clientId: crypto.randomUUID(), message: { text } } })

describe('opening a chat', () => {
  it('is refused to the unsigned, with oneself, with nobody known, and for two others', async () => {
    const [me, a, b] = [await signedIn(chatEnv), await signedIn(chatEnv), await signedIn(chatEnv)]
    const unsigned = await ask('POST', 'openChat', { body: { users: [a.id] } })
    expect([unsigned.status, await codeOf(unsigned)]).toEqual([401, 'unauthorized'])
    const others = await open(me, { users: [a.id, b.id] })
    expect([others.status, await codeOf(others)]).toEqual([403, 'forbidden'])
    const self = await open(me, { users: [me.id, me.id] })
    expect([self.status, await codeOf(self)]).toEqual([422, 'invalid_body'])
    const unknown = await open(me, { users: [me.id, 999_999_999] })
    expect([unknown.status, await codeOf(unknown)]).toEqual([404, 'not_found'])
    for (const body of [{}, { users: ['1'] }, { users: [0] }, { users: [1.5] }, { users: [1, 2, 3] }]) {
      expect((await open(me, body)).status).toBe(422)
    }
  })

  it('gives a pair one room, whoever asks, also at the same moment', async () => {
    const [a, b] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const answers = await Promise.all([
      open(a, { users: [a.id, b.id] }),
      open(b, { users: [b.id, a.id] }),
      open(a, { users: [b.id] }),
      open(b, { users: [a.id] }),
    ])
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { roomId: string }).roomId))
    expect(new Set(ids).size).toBe(1)
    const members = await database(chatEnv).select().from(roomMembers).where(eq(roomMembers.roomId, ids[0]!))
    expect(members.length).toBe(2)
  })
})

describe('a chat from a listing', () => {
  const about = async (as: TestUser, roomId: string) =>
    ((await (await ask('GET', `getRoomMessages?roomId=${roomId}`, { as })).json()) as RoomPage).about
  /** A listing of somebody's; answers its id. */
  const listed = async (owner: TestUser, over: Partial<typeof listings.$inferInsert> = {}) => {
    const row = {
      listType: 'services',
      userId: owner.id,
      account: owner.address,
      lang: 'en',
      category: 'design',
      title: 'Logo and identity',
    }
    const texts = { descriptionPreview: '', description: '', options: '{}', priceUsd: 30_500_000, createdAt: 1, updatedAt: 1 }
    const [made] = await database(chatEnv)
      .insert(listings)
      .values({ ...row, ...texts, ...over })
      .returning({ id: listings.id })
    return made!.id
  }
  const opened = async (as: TestUser, users: number[], listingId?: number) =>
    ((await (await open(as, { users, listingId })).json()) as { roomId: string }).roomId

  it('shows nothing of what is hidden, deleted, unknown or of other people', async () => {
    const [me, seller, other] = [await signedIn(chatEnv), await signedIn(chatEnv), await signedIn(chatEnv)]
    const states = [{ enabled: false }, { enabled: false, deletedAt: 1 }]
    const hidden = await Promise.all(states.map((state) => listed(seller, state)))
    for (const id of [...hidden, 999_999_999, await listed(other)]) expect(await about(me, await opened(me, [seller.id], id))).toBe(null)
    for (const id of [0, 1.5, '1']) expect((await open(me, { users: [seller.id], listingId: id })).status).toBe(422)
  })

  it('shows both what it is about, the newest asked about, and no longer once that is hidden', async () => {
    const [me, seller] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const [first, second] = [await listed(seller), await listed(seller, { title: '似顔絵', lang: 'ja', hourly: true })]
    const roomId = await opened(me, [seller.id], first)
    const shown = {
      id: first,
      listType: 'services',
      title: 'Logo and identity',
      lang: 'en',
      price: 30_500_000,
      hourly: false,
      picture: null,
    }
    expect([await about(me, roomId), await about(seller, roomId)]).toEqual([shown, shown])
    expect(await opened(me, [seller.id], second)).toBe(roomId)
    expect(await about(seller, roomId)).toMatchObject({ id: second, title: '似顔絵', hourly: true })
    // From a profile, what they talked about last stays.
    await opened(seller, [me.id])
    expect(await about(me, roomId)).toMatchObject({ id: second })
    await database(chatEnv).update(listings).set({ enabled: false }).where(eq(listings.id, second))
    expect([await about(me, roomId), await about(seller, roomId)]).toEqual([null, null])
  })
})

describe('opening chats with strangers', () => {
  const strangers = (count: number) => Promise.all(Array.from({ length: count }, () => signedIn(chatEnv)))
  const firstRefused = async (as: TestUser, others: TestUser[]) => {
    const statuses = []
    for (const { id } of others) statuses.push((await open(as, { users: [id] })).status)
    return [statuses.indexOf(429), statuses.filter((status) => status === 200).length]
  }

  it('stops after three in an hour for an account without a confirmed address or wallet, and after twenty for others', async () => {
    const others = await strangers(22)
    expect(await firstRefused(await signedIn(chatEnv, { wallet: false }), others.slice(0, 6))).toEqual([3, 3])
    const me = await signedIn(chatEnv)
    expect(await firstRefused(me, others)).toEqual([20, 20])
    const again = await open(me, { users: [others[0]!.id] })
    expect(again.status).toBe(200)
    const answer = await open(me, { users: [others[21]!.id] })
    expect(await codeOf(answer)).toBe('too_many_requests')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('counts one with a confirmed e-mail address among the others', async () => {
    const me = await signedIn(chatEnv, { wallet: false })
    await database(chatEnv)
      .update(users)
      .set({ email: `me.${me.id}@example.com` })
      .where(eq(users.id, me.id))
    expect(await firstRefused(me, await strangers(5))).toEqual([-1, 5])
  })

  it('stops for all accounts of a network together', async () => {
    await useUp(chatEnv, { network: '198.51.100.77' }, 'newRoom', 1)
    const [a, b, c] = await strangers(3)
    const from = (as: TestUser, other: TestUser) =>
      ask('POST', 'openChat', { as, body: { users: [other.id] }, headers: { 'x-address': '198.51.100.77' } })
    expect((await from(a!, c!)).status).toBe(200)
    expect((await from(b!, c!)).status).toBe(429)
  })
})

describe('the room of an order', () => {
  it('is one under concurrency and retries, also when the two parties become known one by one', async () => {
    const [a, b] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const orderId = opaqueId()
    const metadata = { title: 'Logo and identity, Studio plan' }
    const ids = await Promise.all([
      rpc.openRoom({ orderId, users: [a.id], metadata }),
      rpc.openRoom({ orderId, users: [a.id, b.id], metadata }),
      rpc.openRoom({ orderId, users: [b.id, a.id, a.id], metadata }),
    ])
    ids.push(await rpc.openRoom({ orderId, users: [a.id, b.id] }))
    expect(new Set(ids).size).toBe(1)
    const db = database(chatEnv)
    expect((await db.select().from(rooms).where(eq(rooms.orderId, orderId))).map((one) => one.title)).toEqual([metadata.title])
    expect((await db.select().from(roomMembers).where(eq(roomMembers.roomId, ids[0]!))).map((one) => one.userId).sort()).toEqual(
      [a.id, b.id].sort(),
    )
    await post(a, ids[0]!, 'Hello')
    await expect
      .poll(async () => (await conversations(b))[0])
      .toMatchObject({ room_id: ids[0], metadata: { orderId, title: metadata.title } })
  })

  it('is found by its parties, opened by nobody from outside', async () => {
    const [a, b, stranger] = [await signedIn(chatEnv), await signedIn(chatEnv), await signedIn(chatEnv)]
    const orderId = opaqueId()
    const early = await open(a, { users: [a.id, b.id], orderId })
    expect([early.status, await codeOf(early)]).toEqual([404, 'room_not_found'])
    const roomId = await rpc.openRoom({ orderId, users: [a.id, b.id] })
    expect(await (await open(a, { users: [a.id, b.id], orderId })).json()).toEqual({ roomId })
    const answer = await open(stranger, { users: [stranger.id, a.id], orderId })
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'room_not_found'])
  })
})

describe('conversations', () => {
  it('are for the signed-in', async () => {
    expect((await ask('GET', 'getConversations')).status).toBe(401)
  })

  it('begin with a first message, for both sides', async () => {
    const { aiko, ben, roomId } = await pair()
    expect([await conversations(aiko), await conversations(ben)]).toEqual([[], []])
    await post(aiko, roomId, 'Hello')
    for (const one of [aiko, ben]) await expect.poll(() => conversations(one)).toMatchObject([{ room_id: roomId }])
  })

  it('come newest first, with the other person, the last line and what is unread', async () => {
    const { aiko, ben, roomId } = await pair()
    const other = await signedIn(chatEnv, { name: 'Chika' })
    const { roomId: second } = (await (await open(aiko, { users: [other.id] })).json()) as { roomId: string }
    await post(other, second, 'earlier')
    await post(aiko, roomId, 'Hello\n  Ben')
    await post(aiko, roomId, `${'長'.repeat(200)}`)
    await vi.waitUntil(async () => (await conversations(ben))[0]?.unread === 2, { timeout: 4000 })
    await vi.waitUntil(async () => (await conversations(aiko)).length === 2, { timeout: 4000 })
    const [mine] = await conversations(ben)
    expect(mine).toEqual({
      room_id: roomId,
      user_ids: [ben.id, aiko.id],
      metadata: { name: 'Aiko Mori', address: null, orderId: null, image: null, title: null },
      last: { text: '長'.repeat(140), userId: aiko.id, at: expect.any(Number) },
      unread: 2,
    })
    const list = await conversations(aiko)
    expect(list.find((one) => one.room_id === roomId)?.unread).toBe(0)
    expect(list.find((one) => one.room_id === second)?.metadata.name).toBe('Chika')
    await ask('POST', 'markRead', { as: ben, body: { roomId, seq: 2 } })
    await vi.waitUntil(async () => (await conversations(ben))[0]?.unread === 0, { timeout: 4000 })
  })
})

describe('somebody without a profile', () => {
  it('is told apart by a wallet, called by the username, until the profile has a name', async () => {
    const [aiko, lone] = [await signedIn(chatEnv), await signedIn(chatEnv, { name: '' })]
    const { roomId } = (await (await open(aiko, { users: [lone.id] })).json()) as { roomId: string }
    await post(aiko, roomId, 'Hello')
    await vi.waitUntil(async () => (await conversations(aiko)).length === 1, { timeout: 4000 })
    const seen = async () => {
      const page = (await (await ask('GET', `getRoomMessages?roomId=${roomId}`, { as: aiko })).json()) as RoomPage
      const list = await conversations(aiko)
      const member = page.members.find(({ user_id }) => user_id === lone.id)!
      return [list[0]!.metadata, member].map(({ name, address }) => name || address)
    }
    expect(await seen()).toEqual([lone.address, lone.address])
    const db = database(chatEnv)
    await db
      .update(users)
      .set({ username: `lone_${lone.id}` })
      .where(eq(users.id, lone.id))
    expect(await seen()).toEqual([`lone_${lone.id}`, `lone_${lone.id}`])
    await db.insert(profiles).values({ userId: lone.id, name: 'Lone Ranger', updatedAt: 1 })
    expect(await seen()).toEqual(['Lone Ranger', 'Lone Ranger'])
  })
})

describe('inboxes', () => {
  it('hear of new chats, of the messages of others and of what was read elsewhere', async () => {
    const [aiko, ben] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const [a, b, tab] = [await openInbox(aiko), await openInbox(ben), await openInbox(ben)]
    const { roomId } = (await (await open(aiko, { users: [ben.id] })).json()) as { roomId: string }
    const socket = await join(roomId, aiko)
    expect(b.frames).toEqual([])
    socket.write('client-01', 'one')
    expect(await b.hears('newChat')).toEqual({ v: 1, type: 'newChat', roomId })
    socket.write('client-02', 'two')
    expect(await b.hears('message', (frame) => frame.seq === 2)).toEqual({
      v: 1,
      type: 'message',
      roomId,
      seq: 2,
      userId: aiko.id,
      text: 'two',
      at: expect.any(Number),
    })
    await tab.hears('message', (frame) => frame.seq === 2)
    await ask('POST', 'markRead', { as: ben, body: { roomId, seq: 2 } })
    expect(await tab.hears('read')).toEqual({ v: 1, type: 'read', roomId, seq: 2 })
    expect(a.frames.some((frame) => frame.type === 'message')).toBe(false)
  })

  it('are told by the other areas', async () => {
    const [aiko, ben] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const [a, b] = [await openInbox(aiko), await openInbox(ben)]
    await rpc.notify([aiko.id, ben.id], { v: 1, type: 'order', orderId: 'o1' })
    expect(await a.hears('order')).toEqual({ v: 1, type: 'order', orderId: 'o1' })
    expect(await b.hears('order')).toEqual({ v: 1, type: 'order', orderId: 'o1' })
  })
})
