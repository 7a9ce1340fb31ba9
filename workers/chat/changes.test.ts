import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import type { ChatRoom } from './chat-room.ts'
import type { Conversation } from './conversations.schema.ts'
import { MAX_MESSAGE, type Message, REPLAY_MAX } from './messages.schema.ts'
import { rooms } from './tables.ts'
import { chatEnv, createPair, getPage, join, openInbox, request, rpc, sendMessage } from './testing.ts'

const change = (as: TestUser | undefined, body: object) => request('POST', 'sendMessage', { ...(as && { as }), body })
const edit = (as: TestUser | undefined, roomId: string, messageId: string, text: string, edits?: number) =>
  change(as, { roomId, type: 'edit', messageId, message: { text }, edits })
const remove = (as: TestUser | undefined, roomId: string, messageId: string) => change(as, { roomId, type: 'delete', messageId })
const messageOf = async (response: Response) => ((await response.json()) as { message: Message }).message
/** Sends a message and returns it as stored. */
const write = async (as: TestUser, roomId: string, text: string) => messageOf(await sendMessage(as, roomId, text))
const outcome = async (response: Response) => [response.status, await codeOf(response)]
const textsOf = async (as: TestUser, roomId: string) => (await getPage(as, roomId)).messages.map((one) => one.message.text)
const roomStub = (roomId: string) => chatEnv.ROOMS.getByName(roomId)
const lastTextOf = async (roomId: string) =>
  (await database(chatEnv).select({ text: rooms.lastText }).from(rooms).where(eq(rooms.id, roomId)))[0]!.text

describe('an edit or a deletion is refused', () => {
  it('to guests, strangers, and members who did not write the message; nothing changes', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'mine')
    const stranger = await signedIn(chatEnv)
    for (const act of [(as?: TestUser) => edit(as, roomId, id, 'changed'), (as?: TestUser) => remove(as, roomId, id)]) {
      expect(await outcome(await act())).toEqual([401, 'unauthorized'])
      expect(await outcome(await act(stranger))).toEqual([403, 'not_room_member'])
      expect(await outcome(await act(ben))).toEqual([403, 'message_not_yours'])
    }
    const socket = await join(roomId, ben)
    socket.send({ v: 1, type: 'edit', messageId: id, text: 'changed' })
    expect(await socket.waitFor('error')).toEqual({ v: 1, type: 'error', code: 'message_not_yours', messageId: id })
    socket.send({ v: 1, type: 'delete', messageId: id })
    expect(await socket.waitFor('error')).toEqual({ v: 1, type: 'error', code: 'message_not_yours', messageId: id })
    expect((await getPage(aiko, roomId)).messages).toMatchObject([{ id, message: { text: 'mine' } }])
  })

  it('for a message that does not exist, or is in another room', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await write(aiko, (await createPairOf(aiko)).roomId, 'elsewhere')
    for (const messageId of [id, opaqueId()]) {
      expect(await outcome(await edit(aiko, roomId, messageId, 'x'))).toEqual([404, 'message_not_found'])
      expect(await outcome(await remove(aiko, roomId, messageId))).toEqual([404, 'message_not_found'])
    }
  })

  it('with an empty, invisible or too long text', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'mine')
    const socket = await join(roomId, aiko)
    for (const text of ['', ' \n\t ', '\u200b']) {
      expect(await outcome(await edit(aiko, roomId, id, text))).toEqual([422, 'message_empty'])
      socket.send({ v: 1, type: 'edit', messageId: id, text })
      expect(await socket.waitFor('error')).toEqual({ v: 1, type: 'error', code: 'message_empty', messageId: id })
    }
    const response = await edit(aiko, roomId, id, 'x'.repeat(MAX_MESSAGE + 1))
    expect(await response.json()).toMatchObject({ error: { code: 'message_too_long', details: { limit: MAX_MESSAGE } } })
    expect(response.status).toBe(413)
    socket.send({ v: 1, type: 'edit', messageId: id, text: 'x'.repeat(MAX_MESSAGE + 1) })
    expect(await socket.waitFor('error')).toMatchObject({ code: 'message_too_long', messageId: id, limit: MAX_MESSAGE })
    expect(await textsOf(aiko, roomId)).toEqual(['mine'])
  })

  it('after the deletion', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'mine')
    expect((await remove(aiko, roomId, id)).status).toBe(200)
    expect(await outcome(await edit(aiko, roomId, id, 'again'))).toEqual([409, 'message_deleted'])
    const socket = await join(roomId, aiko)
    socket.send({ v: 1, type: 'edit', messageId: id, text: 'again' })
    expect(await socket.waitFor('error')).toEqual({ v: 1, type: 'error', code: 'message_deleted', messageId: id })
    expect(await textsOf(aiko, roomId)).toEqual([''])
  })

  it('of a text that another window has edited meanwhile; a repeated edit is not refused', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'first')
    expect(await messageOf(await edit(aiko, roomId, id, 'second', 0))).toMatchObject({ message: { text: 'second' }, edits: 1 })
    expect(await outcome(await edit(aiko, roomId, id, 'from a window with the first text', 0))).toEqual([409, 'message_edited'])
    expect(await messageOf(await edit(aiko, roomId, id, 'second', 0))).toMatchObject({ edits: 1 })
    expect(await textsOf(aiko, roomId)).toEqual(['second'])
  })
})

/** Creates a room of this user with somebody else. */
async function createPairOf(user: TestUser): Promise<{ roomId: string }> {
  const other = await signedIn(chatEnv)
  return (await (await request('POST', 'openChat', { as: user, body: { users: [other.id] } })).json()) as { roomId: string }
}

describe('the limit for changes', () => {
  afterEach(() => void vi.useRealTimers())

  it('applies to all rooms of a member together, by HTTP and socket, and not to new messages', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'mine')
    const socket = await join(roomId, aiko)
    vi.useFakeTimers({ toFake: ['Date'] })
    await exhaustLimit(chatEnv, { person: aiko.id }, 'messageChange', 1)
    expect((await edit(aiko, roomId, id, 'one')).status).toBe(200)
    const refused = await edit(aiko, roomId, id, 'two')
    expect(await outcome(refused)).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    socket.send({ v: 1, type: 'delete', messageId: id })
    expect(await socket.waitFor('error')).toEqual({ v: 1, type: 'error', code: 'too_many_requests', messageId: id })
    expect((await sendMessage(aiko, roomId, 'new')).status).toBe(200)
    expect(await textsOf(aiko, roomId)).toEqual(['one', 'new'])
  })

  it('counts an edit once more for each thousand letters', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'short')
    vi.useFakeTimers({ toFake: ['Date'] })
    await exhaustLimit(chatEnv, { person: aiko.id }, 'messageChange', 9)
    expect((await edit(aiko, roomId, id, 'x'.repeat(7000))).status).toBe(200)
    expect(await outcome(await edit(aiko, roomId, id, 'y'.repeat(1000)))).toEqual([429, 'too_many_requests'])
    expect((await edit(aiko, roomId, id, 'y'.repeat(999))).status).toBe(200)
  })
})

describe('an edit', () => {
  it('reaches every socket with the number of edits, and the page', async () => {
    const { aiko, ben, roomId } = await createPair()
    const sent = await write(aiko, roomId, 'teh logo')
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.send({ v: 1, type: 'edit', messageId: sent.id, text: '  the logo ' })
    const edited = { ...sent, message: { text: 'the logo', mimeType: 'text/plain' }, edits: 1, rev: 1 }
    for (const socket of [a, b]) expect(await socket.waitFor('changed')).toEqual({ v: 1, type: 'changed', rev: 1, messages: [edited] })
    const again = await messageOf(await edit(aiko, roomId, sent.id, 'the logo!'))
    expect(again).toMatchObject({ message: { text: 'the logo!' }, edits: 2, rev: 2 })
    expect(await getPage(ben, roomId)).toMatchObject({ messages: [again], rev: 2 })
  })

  it('with the same text changes nothing and is acknowledged to its socket only', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'same')
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.send({ v: 1, type: 'edit', messageId: id, text: 'same' })
    const { messages } = await a.waitFor('changed')
    expect(messages[0]).not.toHaveProperty('edits')
    await sendMessage(aiko, roomId, 'next')
    await b.waitFor('messages')
    expect(b.frames.some((frame) => frame.type === 'changed')).toBe(false)
  })

  it('is the last text of the conversation, also if it comes before the message was announced', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'teh logo')
    await edit(aiko, roomId, id, 'the logo')
    await expect.poll(() => lastTextOf(roomId)).toBe('the logo')
    await write(aiko, roomId, 'newest')
    await expect.poll(() => lastTextOf(roomId)).toBe('newest')
    await edit(aiko, roomId, id, 'an older one')
    const inbox = await openInbox(ben)
    await edit(aiko, roomId, (await getPage(aiko, roomId)).messages[1]!.id, 'newest, edited')
    expect(await inbox.waitFor('changed')).toEqual({ v: 1, type: 'changed', roomId })
    await expect.poll(() => lastTextOf(roomId)).toBe('newest, edited')
  })

  it('reaches the inboxes of members who do not have the room open, also of an older message; a reaction does not', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'first')
    await write(aiko, roomId, 'second')
    await expect.poll(() => lastTextOf(roomId)).toBe('second')
    const inbox = await openInbox(ben)
    await change(aiko, { roomId, type: 'react', messageId: id, emoji: '👍', isOn: true })
    await write(aiko, roomId, 'third')
    await vi.waitUntil(() => inbox.frames.some((frame) => frame.type === 'message' && frame.text === 'third'), { timeout: 20_000 })
    expect(inbox.frames.filter((frame) => frame.type === 'changed')).toEqual([])
    await remove(aiko, roomId, id)
    await inbox.waitFor('changed')
    await edit(aiko, roomId, (await getPage(aiko, roomId)).messages[1]!.id, 'second, edited')
    await inbox.waitFor('changed')
    expect(await lastTextOf(roomId)).toBe('third')
    expect(inbox.frames.filter((frame) => frame.type === 'changed')).toEqual([])
  })
})

describe('a deletion', () => {
  it('leaves a trace, and the words are nowhere: storage, page, replay, list, export, and what another area reads', async () => {
    const { aiko, ben } = await createPair()
    const orderId = opaqueId()
    const roomId = await rpc.openRoom({ orderId, users: [aiko.id, ben.id] })
    const sent = await write(aiko, roomId, 'My secret')
    await expect.poll(() => lastTextOf(roomId)).toBe('My secret')
    const [a, b, inbox] = [await join(roomId, aiko), await join(roomId, ben), await openInbox(ben)]
    const copied = await rpc.readMessages({ orderId, userId: ben.id, seqs: [1] })
    a.send({ v: 1, type: 'delete', messageId: sent.id })
    const trace = { ...sent, message: { text: '', mimeType: 'text/plain' }, rev: 1 }
    for (const socket of [a, b]) expect((await socket.waitFor('changed')).messages).toEqual([trace])
    expect(await inbox.waitFor('changed')).toEqual({ v: 1, type: 'changed', roomId })
    expect(await lastTextOf(roomId)).toBe('')
    const { conversations } = (await (await request('GET', 'getConversations', { as: ben })).json()) as { conversations: Conversation[] }
    expect(conversations[0]!.last).toMatchObject({ text: '', userId: aiko.id })
    expect((await getPage(ben, roomId)).messages).toEqual([trace])
    const again = await join(roomId, ben, 0)
    await again.waitForSeq(1)
    expect(JSON.stringify(again.frames)).not.toContain('secret')
    expect(await rpc.readMessages({ orderId, userId: ben.id, seqs: [1] })).toEqual([])
    const exported = await new Response((await rpc.exportMessages(aiko.id)) as unknown as ReadableStream).text()
    expect(JSON.parse(exported).find((one: { id: string }) => one.id === roomId).messages).toEqual([])
    const dump = await runInDurableObject(roomStub(roomId), (_: ChatRoom, { storage }) =>
      JSON.stringify(storage.sql.exec('SELECT * FROM messages').toArray()),
    )
    expect(dump).not.toContain('secret')
    // A copy that was made before, as for evidence, stays.
    expect(copied[0]!.text).toBe('My secret')
  })

  it('is not in the push if it comes before the message was announced', async () => {
    const { aiko, ben, roomId } = await createPair()
    const inbox = await openInbox(ben)
    const { id } = await write(aiko, roomId, 'My secret')
    await remove(aiko, roomId, id)
    await inbox.waitFor('newChat')
    await write(aiko, roomId, 'Hello')
    await inbox.waitFor('message', (frame) => frame.text === 'Hello')
    expect(JSON.stringify(inbox.frames)).not.toContain('secret')
  })

  it('is sent after the message, also if both follow another one within a millisecond', async () => {
    const { aiko, ben, roomId } = await createPair()
    const socket = await join(roomId, ben)
    await runInDurableObject(roomStub(roomId), async (room: ChatRoom) => {
      await room.send(aiko.id, { clientId: 'client-01', text: 'first' })
      const sent = await room.send(aiko.id, { clientId: 'client-02', text: 'My secret' })
      if ('message' in sent) await room.change(aiko.id, { type: 'delete', messageId: sent.message.id })
    })
    await socket.waitFor('messages', (frame) => frame.messages.some(({ seq }) => seq === 2))
    expect((await socket.waitFor('changed')).messages).toMatchObject([{ seq: 2, message: { text: '' } }])
  })

  it('can be repeated', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'mine')
    const first = await messageOf(await remove(aiko, roomId, id))
    expect(await messageOf(await remove(aiko, roomId, id))).toEqual(first)
  })

  it('of a repeated send brings no words back', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await messageOf(await sendMessage(aiko, roomId, 'mine', 'client-01'))
    await remove(aiko, roomId, id)
    expect(await messageOf(await sendMessage(aiko, roomId, 'mine', 'client-01'))).toMatchObject({ id, message: { text: '' } })
    expect(await textsOf(aiko, roomId)).toEqual([''])
  })

  it('and edits at the same time end deleted, in every order', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'mine')
    const statuses = await Promise.all([
      ...Array.from({ length: 4 }, async (_, i) => (await edit(aiko, roomId, id, `edit ${i}`)).status),
      (await remove(aiko, roomId, id)).status,
      ...Array.from({ length: 4 }, async (_, i) => (await edit(aiko, roomId, id, `late ${i}`)).status),
    ])
    expect(statuses[4]).toBe(200)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(await textsOf(aiko, roomId)).toEqual([''])
  })
})

describe('a reconnect after changes', () => {
  it('brings the changes of known messages that were missed, and each once', async () => {
    const { aiko, ben, roomId } = await createPair()
    const ids = []
    for (const text of ['one', 'two', 'three']) ids.push((await write(aiko, roomId, text)).id)
    await edit(aiko, roomId, ids[0]!, 'one, edited')
    const { rev } = await getPage(ben, roomId)
    expect(rev).toBe(1)
    await edit(aiko, roomId, ids[1]!, 'two, edited')
    await remove(aiko, roomId, ids[0]!)
    const four = await write(aiko, roomId, 'four')
    await edit(aiko, roomId, ids[2]!, 'three, edited')
    // The client gets this one as a new message.
    await edit(aiko, roomId, four.id, 'four, edited')
    const again = await join(roomId, ben, 3, { rev })
    expect((await again.waitFor('messages')).messages.map((one) => one.seq)).toEqual([4])
    const changed = await again.waitFor('changed')
    expect(changed.rev).toBe(5)
    expect(changed.messages.map((one) => one.message.text)).toEqual(['two, edited', '', 'three, edited'])
    const current = await join(roomId, ben, 4, { rev: 5 })
    expect(current.frames.some((frame) => frame.type === 'changed')).toBe(false)
  })

  it('by a client that knows no changes brings only new messages, as before', async () => {
    const { aiko, ben, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'one')
    await edit(aiko, roomId, id, 'one, edited')
    const old = await join(roomId, ben, 0)
    expect((await old.waitFor('messages')).messages[0]!.message.text).toBe('one, edited')
    expect(old.frames.some((frame) => frame.type === 'changed' || frame.type === 'reload')).toBe(false)
  })

  it('asks to load the room again if too many were missed', async () => {
    const { aiko, ben, roomId } = await createPair()
    await runInDurableObject(roomStub(roomId), (_: ChatRoom, { storage }) => {
      storage.sql.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ${REPLAY_MAX})
        INSERT INTO messages (seq, id, client_id, user_id, text, mime, at, rev)
        SELECT i, 'id' || i, 'client' || i, ${aiko.id}, 'message ' || i, 'text/plain', 1700000000 + i, i FROM n`)
    })
    await evictDurableObject(roomStub(roomId))
    const far = await join(roomId, ben, REPLAY_MAX + 1, { rev: 0 })
    expect(await far.waitFor('reload')).toEqual({ v: 1, type: 'reload' })
    expect(far.frames.some((frame) => frame.type === 'changed')).toBe(false)
    const near = await join(roomId, ben, REPLAY_MAX + 1, { rev: 1 })
    await near.waitFor('changed', (frame) => frame.rev === REPLAY_MAX + 1)
    expect(near.frames.some((frame) => frame.type === 'reload')).toBe(false)
  })

  it('after a restart of the room continues the revisions', async () => {
    const { aiko, roomId } = await createPair()
    const { id } = await write(aiko, roomId, 'one')
    await edit(aiko, roomId, id, 'two')
    await evictDurableObject(roomStub(roomId))
    expect(await messageOf(await edit(aiko, roomId, id, 'three'))).toMatchObject({ rev: 2, edits: 2 })
  })
})

it('a room stored by an earlier version keeps its messages, and they can be edited', async () => {
  const { aiko, roomId } = await createPair()
  await runInDurableObject(roomStub(roomId), (_: ChatRoom, { storage }) => {
    storage.sql.exec('DROP TABLE messages; DROP TABLE reactions; DROP TABLE offers; DROP TABLE file_changes')
    storage.kv.delete('schema')
    storage.sql.exec(`CREATE TABLE messages (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL, client_id TEXT NOT NULL, user_id INTEGER NOT NULL,
        text TEXT NOT NULL, mime TEXT NOT NULL, at INTEGER NOT NULL, UNIQUE (user_id, client_id)
      ) STRICT`)
    storage.sql.exec("INSERT INTO messages VALUES (1, 'AAAAAAAAAAAAAAAAAAAAAA', 'client-01', ?, 'old', 'text/plain', 1700000000)", aiko.id)
  })
  await evictDurableObject(roomStub(roomId))
  expect(await textsOf(aiko, roomId)).toEqual(['old'])
  expect(await messageOf(await edit(aiko, roomId, 'A'.repeat(22), 'new'))).toMatchObject({ message: { text: 'new' }, edits: 1 })
})
