import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { users } from '../auth/tables.ts'
import { database } from '../shared/db.ts'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { CLOSED, type Conversation } from './messages.schema.ts'
import { rooms } from './tables.ts'
import { ask, chatEnv, join, openInbox, page, pair, rpc } from './testing.ts'

const post = (as: TestUser, roomId: string, text: string) =>
  ask('POST', 'sendMessage', { as, body: { roomId, clientId: crypto.randomUUID(), message: { text } } })
const texts = async (as: TestUser, roomId: string) => (await page(as, roomId)).messages.map(({ message }) => message.text)
const last = async (roomId: string) =>
  (await database(chatEnv).select({ text: rooms.lastText }).from(rooms).where(eq(rooms.id, roomId)))[0]!.text
const writtenBy = async (userId: number) =>
  JSON.parse(await new Response((await rpc.written(userId)) as unknown as ReadableStream).text()) as {
    id: string
    orderId: string | null
    messages: { seq: number; text: string; at: number }[]
  }[]

describe('what somebody wrote', () => {
  it('comes room by room, without what others wrote', async () => {
    const { aiko, ben, roomId } = await pair()
    const orderRoom = await rpc.openRoom({ orderId: opaqueId(), users: [aiko.id, ben.id], metadata: { title: 'A "logo"' } })
    await post(aiko, roomId, 'One "quoted"\nline')
    await post(ben, roomId, 'Ben answers')
    await post(aiko, roomId, 'Two')
    await post(aiko, orderRoom, '三')
    const found = await writtenBy(aiko.id)
    expect(found.map(({ id }) => id).sort()).toEqual([roomId, orderRoom].sort())
    expect(found.find(({ id }) => id === roomId)!.messages).toEqual([
      { seq: 1, text: 'One "quoted"\nline', at: expect.any(Number) },
      { seq: 3, text: 'Two', at: expect.any(Number) },
    ])
    expect(found.find(({ id }) => id === orderRoom)).toMatchObject({ title: 'A "logo"', messages: [{ text: '三' }] })
    expect(await writtenBy((await signedIn(chatEnv)).id)).toEqual([])
  })
})

describe('somebody who left', () => {
  it('has written nothing to others, what orders were talked over stays, and no window is open', async () => {
    const { aiko, ben, roomId } = await pair()
    const orderRoom = await rpc.openRoom({ orderId: opaqueId(), users: [aiko.id, ben.id] })
    await post(aiko, roomId, 'My secret')
    await post(ben, roomId, 'Ben keeps this')
    await post(aiko, roomId, 'My last secret')
    await post(aiko, orderRoom, 'I deliver on Monday')
    await vi.waitUntil(async () => (await last(roomId)) === 'My last secret' && (await last(orderRoom)) !== '', { interval: 10 })
    const [inRoom, inbox] = [await join(roomId, aiko), await openInbox(aiko)]

    await rpc.forget(aiko.id)
    await rpc.forget(aiko.id)
    expect(await texts(ben, roomId)).toEqual(['', 'Ben keeps this', ''])
    expect(await texts(ben, orderRoom)).toEqual(['I deliver on Monday'])
    expect([await last(roomId), await last(orderRoom)]).toEqual(['', 'I deliver on Monday'])
    await vi.waitUntil(() => inRoom.closed && inbox.closed, { interval: 4 })
    expect([inRoom.closed!.code, inbox.closed!.code]).toEqual([CLOSED.removed, CLOSED.removed])

    for (const id of [roomId, orderRoom]) {
      expect(await codeOf(await ask('GET', `getRoomMessages?roomId=${id}`, { as: aiko }))).toBe('room_not_found')
      expect(await codeOf(await post(aiko, id, 'Still here?'))).toBe('room_not_found')
    }
    expect(await writtenBy(aiko.id)).toEqual([])
    const { conversations } = (await (await ask('GET', 'getConversations', { as: ben })).json()) as { conversations: Conversation[] }
    expect(conversations.map(({ user_ids }) => user_ids)).toEqual([[ben.id], [ben.id]])
  })

  it('cannot be written to anew', async () => {
    const [aiko, ben] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    await database(chatEnv).update(users).set({ deletedAt: 1 }).where(eq(users.id, aiko.id))
    expect(await codeOf(await ask('POST', 'openChat', { as: ben, body: { users: [aiko.id] } }))).toBe('not_found')
  })
})
