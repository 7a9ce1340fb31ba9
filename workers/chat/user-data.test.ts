import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { opaqueId } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { Conversation } from './conversations.schema.ts'
import { CLOSED } from './sockets.schema.ts'
import { blocks, chatSettings, rooms } from './tables.ts'
import { chatEnv, createPair, getPage, join, openInbox, request, rpc } from './testing.ts'

const sendMessage = (as: TestUser, roomId: string, text: string) =>
  request('POST', 'sendMessage', { as, body: { roomId, clientId: crypto.randomUUID(), message: { text } } })
const textsOf = async (as: TestUser, roomId: string) => (await getPage(as, roomId)).messages.map(({ message }) => message.text)
const lastTextOf = async (roomId: string) =>
  (await database(chatEnv).select({ text: rooms.lastText }).from(rooms).where(eq(rooms.id, roomId)))[0]!.text
const exportOf = async (userId: number) =>
  JSON.parse(await new Response((await rpc.exportMessages(userId)) as unknown as ReadableStream).text()) as {
    id: string
    orderId: string | null
    messages: { seq: number; text: string; at: number }[]
  }[]

describe('the export of a user’s messages', () => {
  it('contains only the user’s own messages, by room', async () => {
    const { aiko, ben, roomId } = await createPair()
    const orderRoom = await rpc.openRoom({ orderId: opaqueId(), users: [aiko.id, ben.id], metadata: { title: 'A "logo"' } })
    await sendMessage(aiko, roomId, 'One "quoted"\nline')
    await sendMessage(ben, roomId, 'Ben answers')
    await sendMessage(aiko, roomId, 'Two')
    await sendMessage(aiko, orderRoom, '三')
    const exported = await exportOf(aiko.id)
    expect(exported.map(({ id }) => id).sort()).toEqual([roomId, orderRoom].sort())
    expect(exported.find(({ id }) => id === roomId)!.messages).toEqual([
      { seq: 1, text: 'One "quoted"\nline', at: expect.any(Number) },
      { seq: 3, text: 'Two', at: expect.any(Number) },
    ])
    expect(exported.find(({ id }) => id === orderRoom)).toMatchObject({ title: 'A "logo"', messages: [{ text: '三' }] })
    expect(await exportOf((await signedIn(chatEnv)).id)).toEqual([])
  })
})

describe('an erased user', () => {
  it('leaves empty messages in rooms of two users, unchanged ones in rooms of orders, and no open socket', async () => {
    const { aiko, ben, roomId } = await createPair()
    const orderRoom = await rpc.openRoom({ orderId: opaqueId(), users: [aiko.id, ben.id] })
    await sendMessage(aiko, roomId, 'My secret')
    await sendMessage(ben, roomId, 'Ben keeps this')
    await sendMessage(aiko, roomId, 'My last secret')
    await sendMessage(aiko, orderRoom, 'I deliver on Monday')
    await expect.poll(() => lastTextOf(roomId)).toBe('My last secret')
    await expect.poll(() => lastTextOf(orderRoom)).not.toBe('')
    const [inRoom, inbox] = [await join(roomId, aiko), await openInbox(aiko)]

    await rpc.eraseUser(aiko.id)
    await rpc.eraseUser(aiko.id)
    expect(await textsOf(ben, roomId)).toEqual(['', 'Ben keeps this', ''])
    expect(await textsOf(ben, orderRoom)).toEqual(['I deliver on Monday'])
    expect([await lastTextOf(roomId), await lastTextOf(orderRoom)]).toEqual(['', 'I deliver on Monday'])
    await Promise.all([inRoom.waitForClose(), inbox.waitForClose()])
    expect([inRoom.closed!.code, inbox.closed!.code]).toEqual([CLOSED.removed, CLOSED.removed])

    for (const id of [roomId, orderRoom]) {
      expect(await codeOf(await request('GET', `getRoomMessages?roomId=${id}`, { as: aiko }))).toBe('not_room_member')
      expect(await codeOf(await sendMessage(aiko, id, 'Still here?'))).toBe('not_room_member')
    }
    expect(await exportOf(aiko.id)).toEqual([])
    const { conversations } = (await (await request('GET', 'getConversations', { as: ben })).json()) as { conversations: Conversation[] }
    expect(conversations.map(({ user_ids }) => user_ids)).toEqual([[ben.id], [ben.id]])
  })

  it('leaves no settings, and no blocks of or by them', async () => {
    const { aiko, ben } = await createPair()
    const chika = await signedIn(chatEnv)
    const block = (as: TestUser, other: TestUser) => request('POST', 'blockUser', { as, body: { userId: other.id } })
    for (const [one, other] of [
      [aiko, ben],
      [ben, aiko],
      [ben, chika],
    ] as const)
      expect((await block(one, other)).status).toBe(200)
    const settings = { showsTyping: false, showsSeen: true, showsOnline: true, digestHours: 1 }
    for (const as of [aiko, ben]) expect((await request('POST', 'setChatSettings', { as, body: settings })).status).toBe(200)
    await rpc.eraseUser(aiko.id)
    const db = database(chatEnv)
    const left = await db.select({ by: blocks.blockerId, of: blocks.blockedId }).from(blocks)
    expect(left.filter(({ by, of }) => [by, of].some((id) => id === aiko.id || id === ben.id))).toEqual([{ by: ben.id, of: chika.id }])
    const withSettings = await db.select({ userId: chatSettings.userId }).from(chatSettings)
    expect(withSettings.filter(({ userId }) => [aiko.id, ben.id].includes(userId))).toEqual([{ userId: ben.id }])
  })

  it('cannot be contacted again', async () => {
    const [aiko, ben] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    await database(chatEnv).update(users).set({ deletedAt: 1 }).where(eq(users.id, aiko.id))
    expect(await codeOf(await request('POST', 'openChat', { as: ben, body: { users: [aiko.id] } }))).toBe('not_found')
  })
})
