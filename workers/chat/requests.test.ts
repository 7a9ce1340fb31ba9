import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { applications, listings } from '../listings/tables.ts'
import { orders } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import type { ConversationPage } from './conversations.schema.ts'
import { MAX_WAITING } from './conversations.schema.ts'
import type { RoomPage } from './messages.schema.ts'
import { chatEnv, join, openInbox, request, rpc, sendMessage } from './testing.ts'

const post = (as: TestUser, call: string, body: unknown) => request('POST', call, { as, body })
const openChat = async (as: TestUser, other: TestUser) =>
  ((await (await post(as, 'openChat', { users: [other.id] })).json()) as { roomId: string }).roomId
const list = async (as: TestUser, filter = 'all') =>
  (await (await request('GET', `getConversations?filter=${filter}`, { as })).json()) as ConversationPage
const ids = async (as: TestUser, filter = 'all') => (await list(as, filter)).conversations.map(({ room_id }) => room_id)
const page = async (as: TestUser, roomId: string) =>
  (await (await request('GET', `getRoomMessages?roomId=${roomId}`, { as })).json()) as RoomPage
const result = async (sending: Promise<Response>) => {
  const response = await sending
  return response.ok ? 200 : [response.status, await codeOf(response)]
}

/** Two users, and the room that the first has opened with the second. */
async function createStrangers() {
  const [aiko, ben] = await Promise.all([signedIn(chatEnv), signedIn(chatEnv, { name: 'Ben Carter' })])
  return { aiko, ben, roomId: await openChat(aiko, ben) }
}
/** The same, after a first message that the second has among their requests. */
async function createRequest() {
  const created = await createStrangers()
  await sendMessage(created.aiko, created.roomId, 'Hello Ben')
  await expect.poll(() => ids(created.ben, 'requests')).toEqual([created.roomId])
  return created
}

/** Inserts an order of two users, in whose room both are. */
async function createOrder(buyer: TestUser, seller: TestUser, status: number): Promise<string> {
  const id = opaqueId()
  const roomId = await rpc.openRoom({ orderId: id, users: [buyer.id, seller.id] })
  await insertOrder(buyer, seller, { id, roomId, status })
  return roomId
}

/** Inserts an order of two users, without a room unless `more` has one. */
async function insertOrder(buyer: TestUser, seller: TestUser, more: Partial<typeof orders.$inferInsert> = {}): Promise<void> {
  const [a, b] = [buyer.address, seller.address]
  await database(chatEnv)
    .insert(orders)
    .values({
      id: opaqueId(),
      chainId: 31337,
      contract: '0x1',
      orderId: opaqueId(),
      ref: `0x${opaqueId()}`,
      termsState: 'ok',
      serviceId: 1,
      buyer: a,
      seller: b,
      buyerId: buyer.id,
      sellerId: seller.id,
      token: '0x4',
      price: '1',
      feeBps: 1000,
      delivery: 1,
      status: 0,
      statusAt: 1,
      createdAt: 1,
      terms: '{}',
      ...more,
    })
}

/** Publishes a job of `owner`, to which `applicant` applies. */
async function applyTo(owner: TestUser, applicant: TestUser): Promise<void> {
  const [job] = await database(chatEnv)
    .insert(listings)
    .values({
      ...{ listType: 'jobs', userId: owner.id, account: owner.address, lang: 'en', category: 'design', title: 'A job' },
      ...{ descriptionPreview: '', description: '', options: '{}', priceUsd: 1, createdAt: 1, updatedAt: 1 },
    })
    .returning({ id: listings.id })
  await database(chatEnv)
    .insert(applications)
    .values({ id: opaqueId(), listingId: job!.id, userId: applicant.id, message: '', createdAt: 1 })
}

describe('a request', () => {
  it('cannot be answered by others, and not be declined once it was answered', async () => {
    const { aiko, ben, roomId } = await createRequest()
    const stranger = await signedIn(chatEnv)
    expect(await result(post(stranger, 'answerRequest', { roomId, action: 'accept' }))).toEqual([403, 'not_room_member'])
    expect(await result(post(aiko, 'answerRequest', { roomId, action: 'decline' }))).toEqual([409, 'request_answered'])
    expect(await ids(ben, 'requests')).toEqual([roomId])
    expect(await result(post(ben, 'answerRequest', { roomId, action: 'accept' }))).toBe(200)
    expect(await result(post(ben, 'answerRequest', { roomId, action: 'accept' }))).toBe(200)
    expect(await result(post(ben, 'answerRequest', { roomId, action: 'decline' }))).toEqual([409, 'request_answered'])
    for (const body of [{ roomId, action: 'x' }, { roomId: 'x', action: 'accept' }, {}])
      expect(await result(post(ben, 'answerRequest', body))).toEqual([422, 'invalid_body'])
  })

  it(`may have ${MAX_WAITING} messages until it is answered, by call and by socket, and a repeated one is no further message`, async () => {
    const { aiko, ben, roomId } = await createRequest()
    for (let i = 2; i <= MAX_WAITING; i++) expect(await result(sendMessage(aiko, roomId, `${i}`, `client-000${i}`))).toBe(200)
    expect(await result(sendMessage(aiko, roomId, 'One more'))).toEqual([409, 'request_waiting'])
    const socket = await join(roomId, aiko)
    socket.sendMessage('client-0009', 'One more')
    expect(await socket.waitFor('error')).toMatchObject({ code: 'request_waiting', clientId: 'client-0009' })
    expect(await result(sendMessage(aiko, roomId, '2', 'client-0002'))).toBe(200)
    expect((await page(ben, roomId)).messages).toHaveLength(MAX_WAITING)
    await sendMessage(ben, roomId, 'Hello Aiko')
    expect(await result(sendMessage(aiko, roomId, 'One more'))).toBe(200)
  })

  it('is refused after twenty new people in a day, without a trace; people whom one knows do not count', async () => {
    const { aiko, ben, roomId } = await createStrangers()
    await exhaustLimit(chatEnv, { person: aiko.id }, 'newPerson')
    const refused = await sendMessage(aiko, roomId, 'Hello')
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'new_people_limit'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await page(ben, roomId)).messages).toEqual([])
    expect(await ids(ben, 'requests')).toEqual([])
    await createOrder(aiko, ben, 1)
    expect(await result(sendMessage(aiko, roomId, 'Hello'))).toBe(200)
    await expect.poll(() => ids(ben)).toContain(roomId)
  })

  it('is in its own list of the recipient, who is counted it; the sender sees that it waits, also after a decline', async () => {
    const { aiko, ben, roomId } = await createRequest()
    expect([await ids(ben), (await list(ben)).requests, await ids(ben, 'unread')]).toEqual([[], 1, []])
    expect((await page(ben, roomId)).mine).toMatchObject({ folder: 'requests', isWaiting: false })
    const waits = { folder: 'inbox', isWaiting: true }
    expect([(await list(aiko)).conversations, (await page(aiko, roomId)).mine]).toMatchObject([[waits], waits])
    await post(ben, 'answerRequest', { roomId, action: 'decline' })
    expect([await ids(ben, 'declined'), await ids(ben, 'requests'), await ids(aiko, 'declined')]).toEqual([[roomId], [], []])
    expect([await ids(ben), await ids(ben, 'requests'), await ids(ben, 'archived'), (await list(ben)).requests]).toEqual([[], [], [], 0])
    expect([(await list(aiko)).conversations, (await page(aiko, roomId)).mine]).toMatchObject([[waits], waits])
    await sendMessage(aiko, roomId, 'Are you there?')
    expect((await list(ben)).requests).toBe(0)
  })

  it.each(['accept', 'answer'])('moves to the conversations after %s, and the open page of the sender is informed', async (way) => {
    const { aiko, ben, roomId } = await createRequest()
    const socket = await join(roomId, aiko, 0)
    await (way === 'accept' ? post(ben, 'answerRequest', { roomId, action: 'accept' }) : sendMessage(ben, roomId, 'Hello'))
    await socket.waitFor('reload')
    expect([await ids(ben), await ids(ben, 'requests')]).toEqual([[roomId], []])
    expect((await page(aiko, roomId)).mine.isWaiting).toBe(false)
  })

  it('does not show the sender that the recipient is online, typing or has read it', async () => {
    const { aiko, ben, roomId } = await createRequest()
    const sender = await join(roomId, aiko, 0)
    const recipient = await join(roomId, ben, 0)
    recipient.send({ v: 1, type: 'typing' })
    recipient.send({ v: 1, type: 'read', seq: 1 })
    await recipient.waitFor('read', ({ userId }) => userId === ben.id)
    await sendMessage(aiko, roomId, 'Second')
    await sender.waitForSeq(2)
    expect(sender.frames.filter((one) => (one.type === 'typing' || one.type === 'read') && one.userId === ben.id)).toEqual([])
    expect(sender.frames.filter(({ type }) => type === 'presence').every((one) => 'userIds' in one && !one.userIds.includes(ben.id))).toBe(
      true,
    )
    expect((await page(aiko, roomId)).members.find(({ user_id }) => user_id === ben.id)).toMatchObject({ readSeq: 0 })
    await post(ben, 'answerRequest', { roomId, action: 'accept' })
    await sender.waitFor('presence', ({ userIds }) => userIds.includes(ben.id))
    expect((await page(aiko, roomId)).members.find(({ user_id }) => user_id === ben.id)?.readSeq).toBe(1)
  })

  it('is none between members of an order or an application, in both directions, or if both have opened the chat', async () => {
    const [aiko, ben, chika, dan] = await Promise.all([signedIn(chatEnv), signedIn(chatEnv), signedIn(chatEnv), signedIn(chatEnv)])
    await createOrder(ben, aiko, 5)
    const [listing] = await database(chatEnv)
      .insert(listings)
      .values({
        listType: 'jobs',
        userId: aiko.id,
        account: aiko.address,
        lang: 'en',
        category: 'design',
        title: 'A job',
        descriptionPreview: '',
        description: '',
        options: '{}',
        priceUsd: 1,
        createdAt: 1,
        updatedAt: 1,
      })
      .returning({ id: listings.id })
    const apply = ({ id }: TestUser) =>
      database(chatEnv).insert(applications).values({ id: opaqueId(), listingId: listing!.id, userId: id, message: '', createdAt: 1 })
    await apply(chika)
    await openChat(dan, aiko)
    for (const other of [ben, chika, dan]) {
      const roomId = await openChat(aiko, other)
      await sendMessage(aiko, roomId, 'Hello')
      await expect.poll(() => ids(other)).toContain(roomId)
      expect((await page(aiko, roomId)).mine.isWaiting).toBe(false)
    }
    const fresh = await signedIn(chatEnv)
    await createOrder(fresh, ben, 1)
    const roomId = await openChat(fresh, ben)
    await sendMessage(fresh, roomId, 'Hello')
    await expect.poll(() => ids(ben)).toContain(roomId)
    const applicant = await signedIn(chatEnv)
    await apply(applicant)
    const ofApplicant = await openChat(applicant, aiko)
    await sendMessage(applicant, ofApplicant, 'Hello')
    await expect.poll(() => ids(aiko)).toContain(ofApplicant)
  })

  it('is one in spite of an order to which the other has not agreed, which has no room', async () => {
    const { aiko, ben, roomId } = await createStrangers()
    await insertOrder(aiko, ben)
    await insertOrder(ben, aiko)
    await sendMessage(aiko, roomId, 'Hello')
    await expect.poll(() => ids(ben, 'requests')).toEqual([roomId])
    expect(await ids(ben)).toEqual([])
  })

  it('is read and declined without a sign: the sender gets no frame', async () => {
    const { aiko, ben, roomId } = await createRequest()
    const sender = await join(roomId, aiko)
    expect((await sender.waitFor('presence')).userIds).toEqual([aiko.id])
    const known = sender.frames.length
    const recipient = await join(roomId, ben)
    expect((await recipient.waitFor('presence')).userIds).toEqual([ben.id])
    await post(ben, 'answerRequest', { roomId, action: 'decline' })
    await recipient.waitFor('reload')
    // A later frame shows that nothing else is on its way.
    await sendMessage(aiko, roomId, 'Second')
    await sender.waitForSeq(2)
    recipient.socket.close()
    await sendMessage(aiko, roomId, 'Third')
    await sender.waitForSeq(3)
    expect(sender.frames.slice(known).map(({ type }) => type)).toEqual(['messages', 'messages'])
  })

  it('stays declined when its sender applies to a listing of the recipient, and may have no more messages', async () => {
    const { aiko, ben, roomId } = await createRequest()
    await post(ben, 'answerRequest', { roomId, action: 'decline' })
    await applyTo(ben, aiko)
    for (let i = 2; i <= MAX_WAITING; i++) expect(await result(sendMessage(aiko, roomId, `${i}`))).toBe(200)
    expect(await result(sendMessage(aiko, roomId, 'One more'))).toEqual([409, 'request_waiting'])
    expect([await ids(ben), await ids(ben, 'requests')]).toEqual([[], []])
    expect((await page(aiko, roomId)).mine.isWaiting).toBe(true)
    // Only the one who declined takes it back.
    await sendMessage(ben, roomId, 'Hello after all')
    expect(await ids(ben)).toEqual([roomId])
    expect(await result(sendMessage(aiko, roomId, 'One more'))).toBe(200)
  })

  it('can be accepted after it was declined', async () => {
    const { aiko, ben, roomId } = await createRequest()
    await post(ben, 'answerRequest', { roomId, action: 'decline' })
    expect(await result(post(ben, 'answerRequest', { roomId, action: 'accept' }))).toBe(200)
    expect([await ids(ben), (await page(aiko, roomId)).mine.isWaiting]).toEqual([[roomId], false])
  })
})

describe('a block', () => {
  const block = (as: TestUser, other: TestUser) => post(as, 'blockUser', { userId: other.id })
  const unblock = (as: TestUser, other: TestUser) => post(as, 'unblockUser', { userId: other.id })
  async function createPairOf(status?: number) {
    const [aiko, ben] = await Promise.all([signedIn(chatEnv), signedIn(chatEnv)])
    const orderRoom = status === undefined ? '' : await createOrder(aiko, ben, status)
    const roomId = await openChat(aiko, ben)
    await openChat(ben, aiko)
    await sendMessage(aiko, roomId, 'Hello')
    return { aiko, ben, roomId, orderRoom }
  }

  it('of the own account, nobody or a deleted member is refused', async () => {
    const me = await signedIn(chatEnv)
    expect(await result(block(me, me))).toEqual([422, 'invalid_body'])
    expect(await result(post(me, 'blockUser', { userId: 999_999_999 }))).toEqual([404, 'not_found'])
    const gone = await signedIn(chatEnv)
    await database(chatEnv).update(users).set({ deletedAt: now() }).where(eq(users.id, gone.id))
    expect(await result(block(me, gone))).toEqual([404, 'not_found'])
    expect(await result(request('POST', 'blockUser', { body: { userId: me.id } }))).toEqual([401, 'unauthorized'])
    expect(await (await request('GET', 'getBlocked', { as: me })).json()).toEqual({ blocked: [], next: null })
  })

  it('ends writing, editing and reacting in both directions, by call and by socket, each with its own code', async () => {
    const { aiko, ben, roomId } = await createPairOf()
    const [message] = (await page(aiko, roomId)).messages
    const [a, b] = [await join(roomId, aiko, 1), await join(roomId, ben, 1)]
    expect(await result(block(ben, aiko))).toBe(200)
    expect(await result(block(ben, aiko))).toBe(200)
    expect(await result(sendMessage(aiko, roomId, 'x'))).toEqual([403, 'message_undeliverable'])
    expect(await result(sendMessage(ben, roomId, 'x'))).toEqual([409, 'person_blocked'])
    const change = (as: TestUser, body: object) => result(post(as, 'sendMessage', { roomId, messageId: message!.id, ...body }))
    expect(await change(aiko, { type: 'edit', message: { text: 'y' } })).toEqual([403, 'message_undeliverable'])
    expect(await change(aiko, { type: 'react', emoji: '👍', isOn: true })).toEqual([403, 'message_undeliverable'])
    expect(await change(ben, { type: 'react', emoji: '👍', isOn: true })).toEqual([409, 'person_blocked'])
    a.sendMessage('client-0001', 'x')
    expect(await a.waitFor('error')).toMatchObject({ code: 'message_undeliverable' })
    b.sendMessage('client-0002', 'x')
    expect(await b.waitFor('error')).toMatchObject({ code: 'person_blocked' })
    expect((await page(aiko, roomId)).messages).toMatchObject([{ seq: 1, message: { text: 'Hello' } }])
    // The words of a message are its author's, who may take them back at any time.
    expect(await change(aiko, { type: 'delete' })).toBe(200)
    expect((await page(aiko, roomId)).mine.isBlocked).toBe(false)
    expect((await page(ben, roomId)).mine.isBlocked).toBe(true)
    // Only the one who has blocked can end it: neither the other one nor somebody who has blocked the same person.
    const chika = await signedIn(chatEnv)
    await block(chika, aiko)
    await unblock(aiko, ben)
    await unblock(chika, aiko)
    expect(await result(sendMessage(aiko, roomId, 'x'))).toEqual([403, 'message_undeliverable'])
    await unblock(ben, aiko)
    expect(await result(sendMessage(aiko, roomId, 'x'))).toBe(200)
  })

  it('and its end load only the pages of the one who blocks again', async () => {
    const { aiko, ben, roomId } = await createPairOf()
    const [a, b] = [await join(roomId, aiko, 1), await join(roomId, ben, 1)]
    const known = a.frames.length
    for (const change of [block, unblock]) {
      await change(ben, aiko)
      await b.waitFor('reload')
    }
    await sendMessage(aiko, roomId, 'Second')
    await a.waitForSeq(2)
    const types = a.frames.slice(known).map(({ type }) => type)
    expect(types.filter((type) => type !== 'presence')).toEqual(['messages'])
  })

  it('hides presence, typing and read marks in both directions at once', async () => {
    const { aiko, ben, roomId } = await createPairOf()
    const [a, b] = [await join(roomId, aiko, 1), await join(roomId, ben, 1)]
    await a.waitFor('presence', ({ userIds }) => userIds.includes(ben.id))
    await block(ben, aiko)
    await a.waitFor('presence', ({ userIds }) => !userIds.includes(ben.id))
    await b.waitFor('presence', ({ userIds }) => !userIds.includes(aiko.id))
    // A page that is opened now gets none of them either.
    const later = await join(roomId, aiko, 1)
    expect(later.frames.filter((one) => one.type !== 'presence' && 'userId' in one && one.userId === ben.id)).toEqual([])
    expect(later.frames.findLast(({ type }) => type === 'presence')).toMatchObject({ userIds: [aiko.id] })
    b.send({ v: 1, type: 'typing' })
    b.send({ v: 1, type: 'read', seq: 1 })
    await b.waitFor('read')
    a.send({ v: 1, type: 'typing' })
    await unblock(ben, aiko)
    await a.waitFor('presence', ({ userIds }) => userIds.includes(ben.id))
    expect(
      [...a.frames, ...b.frames, ...later.frames].filter((one) => one.type === 'typing' || (one.type === 'read' && one.userId === ben.id)),
    ).toEqual([])
  })

  it.each([
    [0, 200],
    [1, 200],
    [4, 200],
    [6, 200],
    [2, [403, 'message_undeliverable']],
    [5, [403, 'message_undeliverable']],
  ])('in the room of an order with status %i: writing leads to %j', async (status, expected) => {
    const { aiko, ben, orderRoom } = await createPairOf(status)
    await block(ben, aiko)
    expect(await result(sendMessage(aiko, orderRoom, 'About the order'))).toEqual(expected)
    const a = await join(orderRoom, aiko)
    await join(orderRoom, ben)
    await sendMessage(ben, orderRoom, 'x')
    expect(a.frames.filter((one) => one.type === 'presence').at(-1)).toMatchObject({ userIds: [aiko.id] })
  })

  it.each([
    [1, true],
    [2, false],
    [undefined, false],
  ])(
    'in the room of an order with status %s, or of two members: that the blocker can write is %s, and the other one learns nothing',
    async (status, canWrite) => {
      const { aiko, ben, roomId, orderRoom } = await createPairOf(status)
      const room = orderRoom || roomId
      expect((await page(ben, room)).mine).toMatchObject({ canWrite: true, isBlocked: false })
      await block(ben, aiko)
      expect((await page(ben, room)).mine).toMatchObject({ canWrite, isBlocked: true })
      expect(await result(sendMessage(ben, room, 'x'))).toEqual(canWrite ? 200 : [409, 'person_blocked'])
      expect((await page(aiko, room)).mine).toMatchObject({ canWrite: true, isBlocked: false })
      await rpc.removeMember({ roomId: room, userId: aiko.id })
      expect((await page(ben, room)).mine).toMatchObject({ canWrite: false })
    },
  )

  it('declines the request of the blocked one, who still sees it wait, and no other request', async () => {
    const { aiko, ben, roomId } = await createRequest()
    const other = await signedIn(chatEnv)
    const ofOther = await openChat(other, ben)
    await sendMessage(other, ofOther, 'Hello')
    await expect.poll(() => ids(ben, 'requests')).toContain(ofOther)
    await block(ben, aiko)
    expect(await ids(ben, 'requests')).toEqual([ofOther])
    expect((await page(aiko, roomId)).mine).toMatchObject({ isWaiting: true, isBlocked: false })
    expect(await result(sendMessage(aiko, roomId, 'x'))).toEqual([403, 'message_undeliverable'])
  })

  it('is listed with names, page by page, and ends with unblock', async () => {
    const me = await signedIn(chatEnv)
    const others = await Promise.all(Array.from({ length: 51 }, () => signedIn(chatEnv, { name: 'Noisy' })))
    for (const other of others) await block(me, other)
    const first = (await (await request('GET', 'getBlocked', { as: me })).json()) as { blocked: { user_id: number }[]; next: string }
    const second = (await (await request('GET', `getBlocked?cursor=${first.next}`, { as: me })).json()) as typeof first
    expect([first.blocked.length, second.blocked.length, second.next]).toEqual([50, 1, null])
    expect(first.blocked[0]).toMatchObject({ name: 'Noisy', address: null, image: null })
    const found = new Set([...first.blocked, ...second.blocked].map(({ user_id }) => user_id))
    expect(found).toEqual(new Set(others.map(({ id }) => id)))
    await unblock(me, others[0]!)
    await unblock(me, others[0]!)
    const left = (await (await request('GET', 'getBlocked', { as: me })).json()) as typeof first
    expect(left.next).toBe(null)
  })
})

describe('the settings', () => {
  const set = (as: TestUser, change: object) =>
    post(as, 'setChatSettings', { showsTyping: true, showsSeen: true, showsOnline: true, digestHours: 8, ...change })

  it('refuse other values, and are the defaults at first', async () => {
    const me = await signedIn(chatEnv)
    expect(await result(request('GET', 'getChatSettings'))).toEqual([401, 'unauthorized'])
    for (const change of [{ digestHours: 2 }, { showsSeen: 1 }, { showsOnline: undefined }])
      expect(await result(set(me, change))).toEqual([422, 'invalid_body'])
    expect(await (await request('GET', 'getChatSettings', { as: me })).json()).toEqual({
      showsTyping: true,
      showsSeen: true,
      showsOnline: true,
      digestHours: 8,
    })
  })

  it.each(['showsTyping', 'showsSeen', 'showsOnline'] as const)(
    'are stored each by itself: without %s, the other signs are shown',
    async (off) => {
      const [aiko, ben] = await Promise.all([signedIn(chatEnv), signedIn(chatEnv)])
      const roomId = await openChat(aiko, ben)
      await openChat(ben, aiko)
      await sendMessage(aiko, roomId, 'Hello')
      const signs = { showsTyping: true, showsSeen: true, showsOnline: true, [off]: false }
      expect(await (await set(ben, signs)).json()).toEqual({ ...signs, digestHours: 8 })
      const [a, b] = [await join(roomId, aiko, 1), await join(roomId, ben, 1)]
      b.send({ v: 1, type: 'typing' })
      b.send({ v: 1, type: 'read', seq: 1 })
      await b.waitFor('read', ({ userId }) => userId === ben.id)
      await sendMessage(aiko, roomId, 'Second')
      await a.waitForSeq(2)
      const isOfBen = (type: string) => a.frames.some((one) => one.type === type && 'userId' in one && one.userId === ben.id)
      const isOnline = a.frames.some((one) => one.type === 'presence' && one.userIds.includes(ben.id))
      expect({ showsTyping: isOfBen('typing'), showsSeen: isOfBen('read'), showsOnline: isOnline }).toEqual(signs)
    },
  )

  it.each(['aiko', 'ben'] as const)('hide each sign in both directions, no matter who of the two has turned it off: %s', async (who) => {
    const [aiko, ben] = await Promise.all([signedIn(chatEnv), signedIn(chatEnv)])
    const roomId = await openChat(aiko, ben)
    await openChat(ben, aiko)
    await sendMessage(aiko, roomId, 'Hello')
    const [a, b] = [await join(roomId, aiko, 1), await join(roomId, ben, 1)]
    await a.waitFor('presence', ({ userIds }) => userIds.length === 2)
    const one = who === 'aiko' ? aiko : ben
    await set(one, { showsTyping: false, showsSeen: false, showsOnline: false })
    for (const [socket, self] of [
      [a, aiko],
      [b, ben],
    ] as const)
      await socket.waitFor('presence', ({ userIds }) => userIds.length === 1 && userIds[0] === self.id)
    b.send({ v: 1, type: 'typing' })
    b.send({ v: 1, type: 'read', seq: 1 })
    a.send({ v: 1, type: 'typing' })
    await b.waitFor('read', ({ userId }) => userId === ben.id)
    expect((await page(aiko, roomId)).members.find(({ user_id }) => user_id === ben.id)?.readSeq).toBe(0)
    await set(one, {})
    await a.waitFor('presence', ({ userIds }) => userIds.length === 2)
    expect([...a.frames, ...b.frames].filter(({ type }) => type === 'typing')).toEqual([])
    b.send({ v: 1, type: 'typing' })
    await a.waitFor('typing')
    expect((await page(aiko, roomId)).members.find(({ user_id }) => user_id === ben.id)?.readSeq).toBe(1)
  })
})

it('a request still reaches the open pages of the recipient, which count it', async () => {
  const { aiko, ben, roomId } = await createStrangers()
  const inbox = await openInbox(ben)
  await sendMessage(aiko, roomId, 'Hello')
  expect(await inbox.waitFor('newChat')).toMatchObject({ roomId })
})
