import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { listings } from '../listings/tables.ts'
import { database } from '../shared/db.ts'
import { opaqueId } from '../shared/ids.ts'
import { profiles, users } from '../shared/tables.ts'
import { codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import type { Conversation, ConversationPage } from './conversations.schema.ts'
import { selectConversations } from './conversations.ts'
import type { RoomPage } from './messages.schema.ts'
import { roomMembers, rooms } from './tables.ts'
import { chatEnv, createPair, join, openInbox, request, rpc } from './testing.ts'

const openChat = (as: TestUser, body: unknown) => request('POST', 'openChat', { as, body })
const getConversations = async (as: TestUser) =>
  ((await (await request('GET', 'getConversations', { as })).json()) as { conversations: Conversation[] }).conversations
const sendMessage = (as: TestUser, roomId: string, text: string) =>
  request('POST', 'sendMessage', { as, body: { roomId, clientId: crypto.randomUUID(), message: { text } } })

describe('openChat', () => {
  it('rejects guests, the caller as partner, unknown users and a pair of other users', async () => {
    const [me, a, b] = [await signedIn(chatEnv), await signedIn(chatEnv), await signedIn(chatEnv)]
    const unsigned = await request('POST', 'openChat', { body: { users: [a.id] } })
    expect([unsigned.status, await codeOf(unsigned)]).toEqual([401, 'unauthorized'])
    const others = await openChat(me, { users: [a.id, b.id] })
    expect([others.status, await codeOf(others)]).toEqual([403, 'forbidden'])
    const self = await openChat(me, { users: [me.id, me.id] })
    expect([self.status, await codeOf(self)]).toEqual([422, 'invalid_body'])
    const unknown = await openChat(me, { users: [me.id, 999_999_999] })
    expect([unknown.status, await codeOf(unknown)]).toEqual([404, 'not_found'])
    for (const body of [{}, { users: ['1'] }, { users: [0] }, { users: [1.5] }, { users: [1, 2, 3] }]) {
      expect((await openChat(me, body)).status).toBe(422)
    }
  })

  it('returns one room for a pair, also for concurrent calls of both', async () => {
    const [a, b] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const responses = await Promise.all([
      openChat(a, { users: [a.id, b.id] }),
      openChat(b, { users: [b.id, a.id] }),
      openChat(a, { users: [b.id] }),
      openChat(b, { users: [a.id] }),
    ])
    const ids = await Promise.all(responses.map(async (response) => ((await response.json()) as { roomId: string }).roomId))
    expect(new Set(ids).size).toBe(1)
    const members = await database(chatEnv).select().from(roomMembers).where(eq(roomMembers.roomId, ids[0]!))
    expect(members.length).toBe(2)
  })
})

describe('a chat opened from a listing', () => {
  const aboutOf = async (as: TestUser, roomId: string) =>
    ((await (await request('GET', `getRoomMessages?roomId=${roomId}`, { as })).json()) as RoomPage).about
  /** Creates a listing of a user and returns its id. */
  const createListing = async (owner: TestUser, changes: Partial<typeof listings.$inferInsert> = {}) => {
    const row = {
      listType: 'services',
      userId: owner.id,
      account: owner.address,
      lang: 'en',
      category: 'design',
      title: 'Logo and identity',
    }
    const texts = { descriptionPreview: '', description: '', options: '{}', priceUsd: 30_500_000, createdAt: 1, updatedAt: 1 }
    const [inserted] = await database(chatEnv)
      .insert(listings)
      .values({ ...row, ...texts, ...changes })
      .returning({ id: listings.id })
    return inserted!.id
  }
  const openRoomWith = async (as: TestUser, users: number[], listingId?: number) =>
    ((await (await openChat(as, { users, listingId })).json()) as { roomId: string }).roomId

  it('does not show listings that are hidden, deleted, unknown or owned by others', async () => {
    const [me, seller, other] = [await signedIn(chatEnv), await signedIn(chatEnv), await signedIn(chatEnv)]
    const states = [{ enabled: false }, { enabled: false, deletedAt: 1 }]
    const hidden = await Promise.all(states.map((state) => createListing(seller, state)))
    for (const id of [...hidden, 999_999_999, await createListing(other)])
      expect(await aboutOf(me, await openRoomWith(me, [seller.id], id))).toBe(null)
    for (const id of [0, 1.5, '1']) expect((await openChat(me, { users: [seller.id], listingId: id })).status).toBe(422)
  })

  it('is not changed by a member who was blocked, or whose request was declined', async () => {
    const [me, seller] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const [theirs, mine] = [await createListing(seller), await createListing(me, { title: 'Words for the one who has blocked' })]
    const roomId = await openRoomWith(me, [seller.id], theirs)
    const answer = async (as: TestUser, call: string, body: object) =>
      expect((await request('POST', call, { as, body })).status, call).toBe(200)
    await answer(me, 'sendMessage', { roomId, clientId: opaqueId(), message: { text: 'Hello' } })
    await answer(seller, 'answerRequest', { roomId, action: 'decline' })
    expect(await openRoomWith(me, [seller.id], mine)).toBe(roomId)
    expect(await aboutOf(seller, roomId)).toMatchObject({ id: theirs })
    await answer(seller, 'answerRequest', { roomId, action: 'accept' })
    await answer(seller, 'blockUser', { userId: me.id })
    expect(await openRoomWith(me, [seller.id], mine)).toBe(roomId)
    expect(await aboutOf(seller, roomId)).toMatchObject({ id: theirs })
    await answer(seller, 'unblockUser', { userId: me.id })
    await openRoomWith(me, [seller.id], mine)
    expect(await aboutOf(seller, roomId)).toMatchObject({ id: mine })
  })

  it('shows the latest listing to both users until it is hidden', async () => {
    const [me, seller] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const [first, second] = [await createListing(seller), await createListing(seller, { title: '似顔絵', lang: 'ja', hourly: true })]
    const roomId = await openRoomWith(me, [seller.id], first)
    const shown = {
      id: first,
      listType: 'services',
      title: 'Logo and identity',
      lang: 'en',
      price: 30_500_000,
      hourly: false,
      picture: null,
    }
    expect([await aboutOf(me, roomId), await aboutOf(seller, roomId)]).toEqual([shown, shown])
    expect(await openRoomWith(me, [seller.id], second)).toBe(roomId)
    expect(await aboutOf(seller, roomId)).toMatchObject({ id: second, title: '似顔絵', hourly: true })
    // Opening the chat from a profile keeps the last listing.
    await openRoomWith(seller, [me.id])
    expect(await aboutOf(me, roomId)).toMatchObject({ id: second })
    await database(chatEnv).update(listings).set({ enabled: false }).where(eq(listings.id, second))
    expect([await aboutOf(me, roomId), await aboutOf(seller, roomId)]).toEqual([null, null])
  })
})

describe('the limit for new conversations', () => {
  const strangers = (count: number) => Promise.all(Array.from({ length: count }, () => signedIn(chatEnv)))
  const firstRejected = async (as: TestUser, others: TestUser[]) => {
    const statuses = []
    for (const { id } of others) statuses.push((await openChat(as, { users: [id] })).status)
    return [statuses.indexOf(429), statuses.filter((status) => status === 200).length]
  }

  it('is three for an unconfirmed account and twenty for others, without counting existing conversations', async () => {
    const others = await strangers(22)
    expect(await firstRejected(await signedIn(chatEnv, { wallet: false }), others.slice(0, 6))).toEqual([3, 3])
    const me = await signedIn(chatEnv)
    expect(await firstRejected(me, others)).toEqual([20, 20])
    const again = await openChat(me, { users: [others[0]!.id] })
    expect(again.status).toBe(200)
    const response = await openChat(me, { users: [others[21]!.id] })
    expect(await codeOf(response)).toBe('too_many_requests')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is more than three for an account with a confirmed e-mail address and no wallet', async () => {
    const me = await signedIn(chatEnv, { wallet: false })
    await database(chatEnv)
      .update(users)
      .set({ email: `me.${me.id}@example.com` })
      .where(eq(users.id, me.id))
    expect(await firstRejected(me, await strangers(5))).toEqual([-1, 5])
  })

  it('applies to all accounts of a network together', async () => {
    await exhaustLimit(chatEnv, { network: '198.51.100.77' }, 'newRoom', 1)
    const [a, b, c] = await strangers(3)
    const from = (as: TestUser, other: TestUser) =>
      request('POST', 'openChat', { as, body: { users: [other.id] }, headers: { 'x-address': '198.51.100.77' } })
    expect((await from(a!, c!)).status).toBe(200)
    expect((await from(b!, c!)).status).toBe(429)
  })
})

describe('the room of an order', () => {
  it('is created once despite concurrent and repeated calls, even if buyer and seller are added one after the other', async () => {
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
    await sendMessage(a, ids[0]!, 'Hello')
    await expect
      .poll(async () => (await getConversations(b))[0])
      .toMatchObject({ room_id: ids[0], metadata: { orderId, title: metadata.title } })
  })

  it('is returned to its parties and cannot be created by openChat', async () => {
    const [a, b, stranger] = [await signedIn(chatEnv), await signedIn(chatEnv), await signedIn(chatEnv)]
    const orderId = opaqueId()
    const early = await openChat(a, { users: [a.id, b.id], orderId })
    expect([early.status, await codeOf(early)]).toEqual([404, 'room_not_found'])
    const roomId = await rpc.openRoom({ orderId, users: [a.id, b.id] })
    expect(await (await openChat(a, { users: [a.id, b.id], orderId })).json()).toEqual({ roomId })
    const response = await openChat(stranger, { users: [stranger.id, a.id], orderId })
    expect([response.status, await codeOf(response)]).toEqual([404, 'room_not_found'])
  })
})

describe('getConversations', () => {
  it('needs a session', async () => {
    expect((await request('GET', 'getConversations')).status).toBe(401)
  })

  it('lists a conversation from its first message, for both members', async () => {
    const { aiko, ben, roomId } = await createPair()
    expect([await getConversations(aiko), await getConversations(ben)]).toEqual([[], []])
    await sendMessage(aiko, roomId, 'Hello')
    for (const one of [aiko, ben]) await expect.poll(() => getConversations(one)).toMatchObject([{ room_id: roomId }])
  })

  it('lists the other member, the start of the last text and the unread count', async () => {
    const { aiko, ben, roomId } = await createPair()
    const other = await signedIn(chatEnv, { name: 'Chika' })
    const { roomId: second } = (await (await openChat(aiko, { users: [other.id] })).json()) as { roomId: string }
    await sendMessage(other, second, 'earlier')
    await sendMessage(aiko, roomId, 'Hello\n  Ben')
    await sendMessage(aiko, roomId, `${'長'.repeat(200)}`)
    await expect.poll(async () => (await getConversations(ben))[0]?.unread).toBe(2)
    await expect.poll(() => getConversations(aiko)).toHaveLength(2)
    const [conversation] = await getConversations(ben)
    expect(conversation).toEqual({
      room_id: roomId,
      user_ids: [ben.id, aiko.id],
      metadata: { name: 'Aiko Mori', address: null, orderId: null, image: null, title: null },
      last: { text: '長'.repeat(140), userId: aiko.id, at: expect.any(Number) },
      unread: 2,
      folder: 'inbox',
      isPinned: false,
      isMuted: false,
      isMarkedUnread: false,
      isWaiting: false,
      isBlocked: false,
    })
    const list = await getConversations(aiko)
    expect(list.find((one) => one.room_id === roomId)?.unread).toBe(0)
    expect(list.find((one) => one.room_id === second)?.metadata.name).toBe('Chika')
    await request('POST', 'markRead', { as: ben, body: { roomId, seq: 2 } })
    await expect.poll(async () => (await getConversations(ben))[0]?.unread).toBe(0)
  })
})

describe('the pages of conversations', () => {
  /** Creates rooms of a member with many others, of which some have a message of the same second. Returns their ids, newest first. */
  async function createRooms(me: TestUser, count: number): Promise<string[]> {
    const other = await signedIn(chatEnv, { name: 'Chika' })
    const rows = Array.from({ length: count }, (_, i) => ({ id: opaqueId(), at: 1_700_000_000 - (i >> 2), lastSeq: i % 50 === 49 ? 0 : 1 }))
    const json = JSON.stringify(rows)
    const db = database(chatEnv)
    await db.run(sql`insert into rooms (id, created_at, last_seq, last_text, last_user_id, last_at)
      select value ->> 'id', 1, value ->> 'lastSeq', 'Hello', ${other.id}, value ->> 'at' from json_each(${json})`)
    await db.run(sql`insert into room_members (room_id, user_id, listed_at)
      select r.value ->> 'id', m.value, iif(r.value ->> 'lastSeq' > 0, r.value ->> 'at', null)
      from json_each(${json}) r, json_each(${JSON.stringify([me.id, other.id])}) m`)
    const listed = rows.filter(({ lastSeq }) => lastSeq > 0)
    return listed.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
  }
  const getPage = async (as: TestUser, cursor?: string) =>
    (await (await request('GET', `getConversations${cursor ? `?cursor=${cursor}` : ''}`, { as })).json()) as ConversationPage
  async function readAll(as: TestUser, between: () => Promise<unknown> = async () => {}) {
    const pages = [await getPage(as)]
    while (pages.at(-1)!.next) {
      await between()
      pages.push(await getPage(as, pages.at(-1)!.next!))
    }
    return {
      sizes: pages.map((page) => page.conversations.length),
      ids: pages.flatMap((page) => page.conversations.map((one) => one.room_id)),
    }
  }

  it.each(['x', '5', '5.short', '-5.aaaaaaaaaaaaaaaaaaaaaa', '1234567890123.aaaaaaaaaaaaaaaaaaaaaa', "5'.aaaaaaaaaaaaaaaaaaaaaa"])(
    'refuse the cursor %s',
    async (cursor) => {
      const answer = await request('GET', `getConversations?cursor=${encodeURIComponent(cursor)}`, { as: await signedIn(chatEnv) })
      expect(await codeOf(answer)).toBe('invalid_body')
    },
  )

  it('have each of 250 conversations once, newest first, without rooms that have no message', async () => {
    const me = await signedIn(chatEnv)
    const ids = await createRooms(me, 250)
    expect(await readAll(me)).toEqual({ sizes: [50, 50, 50, 50, 45], ids })
    const [first] = (await getPage(me)).conversations
    expect(first).toMatchObject({ room_id: ids[0], metadata: { name: 'Chika' }, last: { text: 'Hello', at: 1_700_000_000 }, unread: 1 })
  })

  it('miss no conversation if others get a message while they are read', async () => {
    const me = await signedIn(chatEnv)
    const ids = await createRooms(me, 160)
    const { aiko, ben, roomId } = await createPair()
    await database(chatEnv).insert(roomMembers).values({ roomId, userId: me.id })
    const all = await readAll(me, async () => {
      await sendMessage(aiko, roomId, 'Hello')
      await expect.poll(async () => (await getConversations(ben))[0]?.room_id).toBe(roomId)
    })
    expect(all.ids).toEqual(ids)
    expect((await getPage(me)).conversations[0]).toMatchObject({
      room_id: roomId,
      user_ids: [me.id, aiko.id, ben.id].toSorted((a, b) => a - b),
    })
  })

  it('show a conversation also to a member who was added after its last message', async () => {
    const [a, b] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const orderId = opaqueId()
    const roomId = await rpc.openRoom({ orderId, users: [a.id] })
    await sendMessage(a, roomId, 'Hello')
    await expect.poll(() => getConversations(a)).toMatchObject([{ last: { text: 'Hello' } }])
    await rpc.openRoom({ orderId, users: [a.id, b.id] })
    expect(await getConversations(b)).toMatchObject([{ room_id: roomId, unread: 1 }])
  })

  it.each([
    ['all', 'room_members_folder'],
    ['requests', 'room_members_folder'],
    ['unread', 'room_members_unread'],
  ] as const)('of the list %s are read in one statement, by the index of the member', async (filter, index) => {
    const query = selectConversations(database(chatEnv), 7, filter, `5.${opaqueId()}`).getSQL()
    const plan = (await database(chatEnv).all<{ detail: string }>(sql`explain query plan ${query}`)).map(({ detail }) => detail)
    // The page is taken from the index in its order: between these lines is no sorting.
    expect(plan.slice(0, 3)).toEqual([
      'CO-ROUTINE mine',
      expect.stringContaining(`SEARCH room_members USING INDEX ${index} (user_id=? AND folder=?`),
      'SCAN mine',
    ])
    expect(plan.filter((detail) => detail.includes('room_members_unread')).length).toBe(filter === 'unread' ? 2 : 1)
    // The rows of a subquery, the requests that wait and what is unread, are found by an index too.
    expect(plan.filter((detail) => /^SCAN (?!mine|\(subquery)/.test(detail))).toEqual([])
    expect(plan.filter((detail) => /room_members/.test(detail) && !/ USING .*INDEX/.test(detail))).toEqual([])
  })
})

describe('a member of a room', () => {
  it('is shown by the name of the profile, otherwise by the username, otherwise by a wallet address', async () => {
    const [aiko, unnamed] = [await signedIn(chatEnv), await signedIn(chatEnv, { name: '' })]
    const { roomId } = (await (await openChat(aiko, { users: [unnamed.id] })).json()) as { roomId: string }
    await sendMessage(aiko, roomId, 'Hello')
    await expect.poll(() => getConversations(aiko)).toHaveLength(1)
    const shownNames = async () => {
      const page = (await (await request('GET', `getRoomMessages?roomId=${roomId}`, { as: aiko })).json()) as RoomPage
      const list = await getConversations(aiko)
      const member = page.members.find(({ user_id }) => user_id === unnamed.id)!
      return [list[0]!.metadata, member].map(({ name, address }) => name || address)
    }
    expect(await shownNames()).toEqual([unnamed.address, unnamed.address])
    const db = database(chatEnv)
    await db
      .update(users)
      .set({ username: `lone_${unnamed.id}` })
      .where(eq(users.id, unnamed.id))
    expect(await shownNames()).toEqual([`lone_${unnamed.id}`, `lone_${unnamed.id}`])
    await db.insert(profiles).values({ userId: unnamed.id, name: 'Lone Ranger', updatedAt: 1 })
    expect(await shownNames()).toEqual(['Lone Ranger', 'Lone Ranger'])
  })
})

describe('inboxes', () => {
  it('receive new conversations, messages of others, and read marks from other devices', async () => {
    const [aiko, ben] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const [a, b, tab] = [await openInbox(aiko), await openInbox(ben), await openInbox(ben)]
    const { roomId } = (await (await openChat(aiko, { users: [ben.id] })).json()) as { roomId: string }
    const socket = await join(roomId, aiko)
    expect(b.frames).toEqual([])
    socket.sendMessage('client-01', 'one')
    expect(await b.waitFor('newChat')).toEqual({ v: 1, type: 'newChat', roomId })
    socket.sendMessage('client-02', 'two')
    expect(await b.waitFor('message', (frame) => frame.seq === 2)).toEqual({
      v: 1,
      type: 'message',
      roomId,
      seq: 2,
      userId: aiko.id,
      text: 'two',
      at: expect.any(Number),
    })
    await tab.waitFor('message', (frame) => frame.seq === 2)
    await request('POST', 'markRead', { as: ben, body: { roomId, seq: 2 } })
    expect(await tab.waitFor('read')).toEqual({ v: 1, type: 'read', roomId, seq: 2 })
    expect(a.frames.some((frame) => frame.type === 'message')).toBe(false)
  })

  it('receive frames from other areas', async () => {
    const [aiko, ben] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const [a, b] = [await openInbox(aiko), await openInbox(ben)]
    await rpc.notify([aiko.id, ben.id], { v: 1, type: 'order', orderId: 'o1' })
    expect(await a.waitFor('order')).toEqual({ v: 1, type: 'order', orderId: 'o1' })
    expect(await b.waitFor('order')).toEqual({ v: 1, type: 'order', orderId: 'o1' })
  })
})

describe('the messages of an order that another area reads', () => {
  it('are returned by their numbers, oldest first, without deleted ones, and only to a member of the room', async () => {
    const { aiko, ben } = await createPair()
    const orderId = opaqueId()
    const roomId = await rpc.openRoom({ orderId, users: [aiko.id, ben.id] })
    for (const [as, text] of [
      [aiko, 'Five drafts by Monday?'],
      [ben, 'はい'],
      [aiko, 'And the files'],
    ] as const)
      await sendMessage(as, roomId, text)
    const read = (userId: number, seqs: number[], id = orderId) => rpc.readMessages({ orderId: id, userId, seqs })
    const at = expect.any(Number)
    expect(await read(ben.id, [3, 1, 9])).toEqual([
      { seq: 1, userId: aiko.id, text: 'Five drafts by Monday?', at },
      { seq: 3, userId: aiko.id, text: 'And the files', at },
    ])
    const stranger = await signedIn(chatEnv)
    expect([await read(stranger.id, [1]), await read(ben.id, []), await read(ben.id, [1], opaqueId())]).toEqual([[], [], []])
    await chatEnv.ROOMS.getByName(roomId).eraseMessages(aiko.id)
    expect(await read(ben.id, [1, 2, 3])).toEqual([{ seq: 2, userId: ben.id, text: 'はい', at }])
  })
})
