import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { ChatRoom } from './chat-room.ts'
import { type Message, REACTIONS } from './messages.schema.ts'
import { chatEnv, createPair, getPage, join, request, rpc } from './testing.ts'

const post = (as: TestUser | undefined, body: object) => request('POST', 'sendMessage', { ...(as && { as }), body })
const messageOf = async (response: Response) => ((await response.json()) as { message: Message }).message
const write = async (as: TestUser, roomId: string, text: string, replyTo?: string) =>
  messageOf(await post(as, { roomId, clientId: crypto.randomUUID(), message: { text, replyTo } }))
const react = (as: TestUser | undefined, roomId: string, messageId: string, emoji: string = '👍', isOn = true) =>
  post(as, { roomId, type: 'react', messageId, emoji, isOn })
const outcome = async (response: Response) => [response.status, await codeOf(response)]

describe('a reply', () => {
  it('is refused if the room has no such message, by HTTP and by socket', async () => {
    const { aiko, roomId } = await createPair()
    const other = await createPair()
    const elsewhere = await write(other.aiko, other.roomId, 'elsewhere')
    const a = await join(roomId, aiko)
    for (const replyTo of [opaqueId(), elsewhere.id]) {
      const response = await post(aiko, { roomId, clientId: 'client-01', message: { text: 'hello', replyTo } })
      expect(await outcome(response)).toEqual([404, 'message_not_found'])
      a.send({ v: 1, type: 'send', clientId: 'client-01', text: 'hello', replyTo })
      expect(await a.waitFor('error')).toEqual({ v: 1, type: 'error', code: 'message_not_found', clientId: 'client-01' })
    }
    expect((await getPage(aiko, roomId)).messages).toEqual([])
  })

  it('shows at most 140 characters of the message, in one line, for every way to read it', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, `a\n${'長'.repeat(200)}`)
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    b.send({ v: 1, type: 'send', clientId: 'client-01', text: 'Yes', replyTo: id })
    const excerpt = { id, seq: 1, user_id: aiko.id, text: `a ${'長'.repeat(138)}` }
    expect((await a.waitFor('messages')).messages[0]!.replyTo).toEqual(excerpt)
    expect((await b.waitFor('sent')).message.replyTo).toEqual(excerpt)
    expect((await getPage(aiko, roomId)).messages[1]!.replyTo).toEqual(excerpt)
    const again = await join(roomId, aiko, 1)
    expect((await again.waitFor('messages')).messages[0]!.replyTo).toEqual(excerpt)
  })

  it('follows edits and the deletion of the message; a deleted one can still be answered', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'My secret')
    await write(ben, roomId, 'Yes', id)
    await post(aiko, { roomId, type: 'edit', messageId: id, message: { text: 'Hello' } })
    const excerpts = async () => (await getPage(ben, roomId)).messages.slice(1).map(({ replyTo }) => replyTo?.text)
    expect(await excerpts()).toEqual(['Hello'])
    await post(aiko, { roomId, type: 'delete', messageId: id })
    await write(ben, roomId, 'Why?', id)
    expect(await excerpts()).toEqual(['', ''])
  })
})

describe('a reaction', () => {
  it('is refused to guests and strangers, for unknown and deleted messages, and for other characters', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'Hello')
    expect(await outcome(await react(undefined, roomId, id))).toEqual([401, 'unauthorized'])
    expect(await outcome(await react(await signedIn(chatEnv), roomId, id))).toEqual([403, 'not_room_member'])
    expect(await outcome(await react(ben, roomId, opaqueId()))).toEqual([404, 'message_not_found'])
    for (const emoji of ['', 'x', '👍👍', '<b>', '👍🏽', 'x'.repeat(9000)])
      expect(await outcome(await react(ben, roomId, id, emoji))).toEqual([422, 'invalid_body'])
    await post(aiko, { roomId, type: 'delete', messageId: id })
    expect(await outcome(await react(ben, roomId, id))).toEqual([409, 'message_deleted'])
    const socket = await join(roomId, ben)
    socket.send({ v: 1, type: 'react', messageId: id, emoji: '👍', isOn: true })
    expect(await socket.waitFor('error')).toEqual({ v: 1, type: 'error', code: 'message_deleted', messageId: id })
    expect((await getPage(ben, roomId)).messages[0]).not.toHaveProperty('reactions')
  })

  it('is shown to all members, counted once for each of them, and can be taken back', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'Hello')
    const a = await join(roomId, aiko)
    const b = await join(roomId, ben)
    b.send({ v: 1, type: 'react', messageId: id, emoji: '🎉', isOn: true })
    const { messages, rev } = await a.waitFor('changed')
    expect([rev, messages[0]!.reactions]).toEqual([1, [{ emoji: '🎉', userIds: [ben.id] }]])
    await react(ben, roomId, id, '👍')
    await react(ben, roomId, id, '👍')
    expect((await messageOf(await react(aiko, roomId, id, '👍'))).reactions).toEqual([
      { emoji: '👍', userIds: [aiko.id, ben.id].toSorted((x, y) => x - y) },
      { emoji: '🎉', userIds: [ben.id] },
    ])
    expect((await getPage(ben, roomId)).rev).toBe(3)
    await react(ben, roomId, id, '🎉', false)
    const [stored] = (await getPage(ben, roomId)).messages
    expect([stored!.reactions, stored!.edits]).toEqual([[{ emoji: '👍', userIds: [aiko.id, ben.id].toSorted((x, y) => x - y) }], undefined])
  })

  it('is limited to the choice, however often a member reacts', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'Hello')
    const stub = chatEnv.ROOMS.getByName(roomId)
    for (const emoji of [...REACTIONS, ...REACTIONS]) await stub.change(ben.id, { type: 'react', messageId: id, emoji, isOn: true })
    const [{ reactions }] = (await getPage(aiko, roomId)).messages as [Message]
    expect(reactions!.map(({ emoji }) => emoji)).toEqual([...REACTIONS])
    expect(reactions!.every(({ userIds }) => userIds.length === 1)).toBe(true)
  })

  it('does not make an edit of the message fail, and an edit does not remove it', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'Hello')
    await react(ben, roomId, id)
    const edited = await messageOf(await post(aiko, { roomId, type: 'edit', messageId: id, message: { text: 'Hi' }, edits: 0 }))
    expect(edited).toMatchObject({ edits: 1, reactions: [{ emoji: '👍', userIds: [ben.id] }] })
  })

  it('is deleted with the message', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'Hello')
    await react(ben, roomId, id)
    expect(await messageOf(await post(aiko, { roomId, type: 'delete', messageId: id }))).not.toHaveProperty('reactions')
    const count = await runInDurableObject(chatEnv.ROOMS.getByName(roomId), (_: ChatRoom, { storage }) =>
      storage.sql.exec('SELECT * FROM reactions').toArray(),
    )
    expect(count).toEqual([])
  })

  it('is in the export of its member, and is deleted with the account, also in the room of an order', async () => {
    const { aiko, ben } = await createPair()
    const roomId = await rpc.openRoom({ orderId: opaqueId(), users: [aiko.id, ben.id] })
    const { id } = await write(aiko, roomId, 'Hello')
    await react(ben, roomId, id, '👍')
    await react(ben, roomId, id, '🎉')
    const exported = JSON.parse(await new Response((await rpc.exportMessages(ben.id)) as unknown as ReadableStream).text()) as {
      reactions: { seq: number; emoji: string[] }[]
    }[]
    expect(exported.flatMap(({ reactions }) => reactions.map(({ seq, emoji }) => [seq, emoji.toSorted()]))).toEqual([
      [1, ['👍', '🎉'].toSorted()],
    ])
    const socket = await join(roomId, aiko)
    const { rev } = await getPage(aiko, roomId)
    // A deletion that finds nothing is no change: after a restart its number would be given again.
    await chatEnv.ROOMS.getByName(roomId).eraseReactions(aiko.id)
    expect((await getPage(aiko, roomId)).rev).toBe(rev)
    await rpc.eraseUser(ben.id)
    await socket.waitFor('reload')
    expect((await getPage(aiko, roomId)).messages[0]).not.toHaveProperty('reactions')
  })
})
