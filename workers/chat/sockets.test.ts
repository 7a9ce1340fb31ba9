import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anotherSession } from '../shared/testing.ts'
import type { ChatRoom } from './chat-room.ts'
import type { Conversation } from './conversations.schema.ts'
import { BURST } from './flood-control.ts'
import { MAX_FRAME, REPLAY_MAX } from './messages.schema.ts'
import { CLOSED } from './sockets.schema.ts'
import { chatEnv, createPair, getPage, join, openInbox, openSocket, request, rpc, sendMessage } from './testing.ts'

const roomStub = (roomId: string) => chatEnv.ROOMS.getByName(roomId)

describe('a socket rejects', () => {
  it.each([
    ['broken JSON', '{"v":1,', 'bad_request'],
    ['JSON that is not an object', '[]', 'invalid_body'],
    ['null', 'null', 'invalid_body'],
    ['an unknown type', '{"v":1,"type":"shout","text":"hi"}', 'invalid_body'],
    ['a server frame', '{"v":1,"type":"messages","messages":[]}', 'invalid_body'],
    ['another version', '{"v":2,"type":"typing"}', 'invalid_body'],
    ['a text that is not a string', '{"v":1,"type":"send","clientId":"client-01","text":7}', 'invalid_body'],
    ['a client id that is too short', '{"v":1,"type":"send","clientId":"c","text":"hi"}', 'invalid_body'],
  ])('%s', async (_, raw, code) => {
    const { aiko, roomId } = await createPair()
    const a = await join(roomId, aiko)
    a.socket.send(raw)
    expect((await a.waitFor('error')).code).toBe(code)
    // The socket stays open.
    a.sendMessage('client-01', 'still here')
    await a.waitFor('sent')
  })

  it('a binary frame', async () => {
    const { aiko, roomId } = await createPair()
    const a = await join(roomId, aiko)
    a.socket.send(new Uint8Array([1, 2, 3]))
    expect(await a.waitForClose()).toBe(1003)
  })

  it.each([MAX_FRAME + 1, 1024 * 1024, 32 * 1024 * 1024])('a frame of %i bytes', async (size) => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.socket.send('x'.repeat(size))
    expect(await a.waitForClose()).toBe(1009)
    b.sendMessage('client-01', 'still here')
    await b.waitFor('sent')
  })
})

describe('a flood', () => {
  afterEach(() => void vi.useRealTimers())

  it('from one member is rejected with the client id, and does not affect the other member', async () => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    // The clock is stopped, so that slow machines allow as many messages as fast ones.
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let i = 0; i < BURST + 10; i++) a.sendMessage(`flood-${String(i).padStart(4, '0')}`, `message ${i}`)
    const rejected = await a.waitFor('error')
    expect(rejected).toMatchObject({ code: 'too_many_requests', clientId: expect.stringMatching(/^flood-/) })
    const response = await sendMessage(aiko, roomId, 'by HTTP')
    expect(response.status).toBe(429)
    b.sendMessage('client-01', 'hello')
    await b.waitFor('sent')
    const stored = (await getPage(ben, roomId)).messages.filter((one) => one.user_id === aiko.id)
    expect(stored.length).toBeGreaterThanOrEqual(BURST)
    expect(stored.length).toBeLessThan(BURST + 10)
  })

  it('that does not stop closes the sockets of the member', async () => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    for (let i = 0; i < 400 && !a.closed; i++) a.socket.send('{')
    expect(await a.waitForClose()).toBe(CLOSED.flood)
    expect((await b.waitFor('presence', (frame) => frame.userIds.length === 1)).userIds).toEqual([ben.id])
  })
})

describe('a reconnect', () => {
  it('replays messages after a sequence number, and nothing if none is missing', async () => {
    const { aiko, ben, roomId } = await createPair()
    for (const text of ['one', 'two', 'three', 'four']) await sendMessage(aiko, roomId, text)
    expect(await (await join(roomId, ben, 2)).waitForSeq(4)).toEqual([3, 4])
    const current = await join(roomId, ben, 4)
    expect(current.frames.filter((frame) => frame.type === 'messages')).toEqual([])
    expect(await (await join(roomId, ben, 0)).waitForSeq(4)).toEqual([1, 2, 3, 4])
  })

  it('while messages are being sent neither loses nor duplicates any', async () => {
    const { aiko, ben, roomId } = await createPair()
    const b = await join(roomId, ben)
    const a = await join(roomId, aiko)
    a.sendMessage('client-01', 'first')
    await a.waitFor('sent')
    a.sendMessage('client-02', 'did this arrive?')
    a.socket.close(1000)
    const again = await join(roomId, aiko, 1)
    again.sendMessage('client-02', 'did this arrive?')
    again.sendMessage('client-03', 'last')
    await again.waitFor('sent', (frame) => frame.clientId === 'client-03')
    expect((await getPage(ben, roomId)).messages.map((one) => one.message.text)).toEqual(['first', 'did this arrive?', 'last'])
    expect(await b.waitForSeq(3)).toEqual([1, 2, 3])
  })

  it('can load older pages, and replays only the newest messages after a long absence', async () => {
    const { aiko, ben, roomId } = await createPair()
    await runInDurableObject(roomStub(roomId), (_: ChatRoom, { storage }) => {
      storage.sql.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
        INSERT INTO messages (seq, id, client_id, user_id, text, mime, at) SELECT i, 'id' || i, 'client' || i, ${aiko.id}, 'message ' || i, 'text/plain', 1700000000 + i FROM n`)
    })
    await evictDurableObject(roomStub(roomId))
    const newest = await getPage(ben, roomId)
    expect([newest.messages[0]?.seq, newest.messages.at(-1)?.seq, newest.more]).toEqual([1151, 1200, true])
    const older = await getPage(ben, roomId, '651')
    expect([older.messages[0]?.seq, older.messages.at(-1)?.seq, older.more]).toEqual([601, 650, true])
    const first = await getPage(ben, roomId, '51')
    expect([first.messages[0]?.seq, first.more]).toEqual([1, false])
    // After a very long absence only the newest messages are replayed; the gap tells the client to load pages.
    const received = await (await join(roomId, ben, 10)).waitForSeq(1200)
    expect([received[0], received.length]).toEqual([1201 - REPLAY_MAX, REPLAY_MAX])
  })
})

describe('a restarted room', () => {
  it('keeps its sockets, messages and numbering', async () => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.sendMessage('client-01', 'before')
    await b.waitFor('messages')
    await evictDurableObject(roomStub(roomId))
    a.sendMessage('client-01', 'before')
    a.sendMessage('client-02', 'after')
    await a.waitFor('sent', (frame) => frame.clientId === 'client-02')
    expect((await b.waitFor('messages', (frame) => frame.messages.some((one) => one.seq === 2))).messages.at(-1)?.message.text).toBe(
      'after',
    )
    expect((await getPage(ben, roomId)).messages.map((one) => one.seq)).toEqual([1, 2])
  })

  it('sends messages that were stored but not sent', async () => {
    const { aiko, ben, roomId } = await createPair()
    const b = await join(roomId, ben)
    await runInDurableObject(roomStub(roomId), async (_: ChatRoom, { storage }) => {
      storage.sql.exec(
        "INSERT INTO messages (seq, id, client_id, user_id, text, mime, at) VALUES (1, 'id1', 'client-01', ?, 'stored, not sent', 'text/plain', 1700000000)",
        aiko.id,
      )
      await storage.setAlarm(Date.now() + 150)
    })
    await evictDurableObject(roomStub(roomId))
    expect((await b.waitFor('messages')).messages.map((one) => one.message.text)).toEqual(['stored, not sent'])
  })

  it('sends only the newest 500 of 700 unsent messages, and counts all 700 as unread', async () => {
    const { aiko, ben, roomId } = await createPair()
    const b = await join(roomId, ben)
    await runInDurableObject(roomStub(roomId), async (_: ChatRoom, { storage }) => {
      storage.sql.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
        INSERT INTO messages (seq, id, client_id, user_id, text, mime, at) SELECT i, 'id' || i, 'client' || i, ${aiko.id}, 'message ' || i, 'text/plain', 1700000000 + i FROM n`)
      await storage.setAlarm(Date.now() + 800)
    })
    await evictDurableObject(roomStub(roomId))
    const { messages } = await b.waitFor('messages')
    expect([messages.length, messages[0]?.seq, messages.at(-1)?.seq]).toEqual([500, 201, 700])
    await expect
      .poll(async () => {
        const response = await request('GET', 'getConversations', { as: ben })
        return ((await response.json()) as { conversations: Conversation[] }).conversations[0]
      })
      .toMatchObject({ unread: 700, last: { text: 'message 700' } })
  })

  it('replays messages to clients whose sockets were closed', async () => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    for (let i = 0; i < 10; i++) a.sendMessage(`client-0${i}`, `message ${i}`)
    await b.waitFor('messages')
    await evictDurableObject(roomStub(roomId), { webSockets: 'close' })
    await b.waitForClose()
    const again = await join(roomId, aiko, 0)
    for (let i = 0; i < 10; i++) again.sendMessage(`client-0${i}`, `message ${i}`)
    await again.waitFor('sent', (frame) => frame.clientId === 'client-09')
    expect(await (await join(roomId, ben, 1)).waitForSeq(10)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})

describe('a room', () => {
  it('sends the presence: each connected member once, even with several sockets', async () => {
    const { aiko, ben, roomId } = await createPair()
    const a = await join(roomId, aiko)
    expect((await a.waitFor('presence')).userIds).toEqual([aiko.id])
    const [b1, b2] = [await join(roomId, ben), await join(roomId, ben)]
    const both = [aiko.id, ben.id].sort((x, y) => x - y)
    expect((await a.waitFor('presence')).userIds).toEqual(both)
    b1.socket.close(1000)
    b2.socket.close(1000)
    expect((await a.waitFor('presence', (frame) => frame.userIds.length === 1)).userIds).toEqual([aiko.id])
  })

  it('sends typing frames only to the other members, and does not store them', async () => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.send({ v: 1, type: 'typing' })
    expect(await b.waitFor('typing')).toEqual({ v: 1, type: 'typing', userId: aiko.id })
    expect(a.frames.some((frame) => frame.type === 'typing')).toBe(false)
    expect((await getPage(ben, roomId)).messages).toEqual([])
  })

  it('sends and stores read marks, which never move back or beyond the last message', async () => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    for (const text of ['one', 'two']) await sendMessage(aiko, roomId, text)
    await b.waitForSeq(2)
    b.send({ v: 1, type: 'read', seq: 99 })
    expect((await a.waitFor('read', (frame) => frame.userId === ben.id)).seq).toBe(2)
    await request('POST', 'markRead', { as: ben, body: { roomId, seq: 1 } })
    expect((await getPage(aiko, roomId)).members.map((one) => one.readSeq)).toEqual([2, 2])
    const again = await join(roomId, aiko)
    expect((await again.waitFor('read', (frame) => frame.userId === ben.id)).seq).toBe(2)
  })

  it('closes the sockets of a removed member', async () => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b, tab] = [await join(roomId, aiko), await join(roomId, ben), await join(roomId, ben)]
    await rpc.removeMember({ roomId, userId: ben.id })
    expect(await b.waitForClose()).toBe(CLOSED.removed)
    expect(await tab.waitForClose()).toBe(CLOSED.removed)
    a.sendMessage('client-01', 'alone now')
    await a.waitFor('sent')
    expect(b.frames.some((frame) => frame.type === 'messages')).toBe(false)
    expect((await openSocket(`rooms/${roomId}`, ben)).status).toBe(403)
    expect((await sendMessage(ben, roomId, 'hello?')).status).toBe(403)
  })

  it('closes the sockets of an ended session, and no others; the inbox does the same', async () => {
    const { aiko, ben, roomId } = await createPair()
    const phone = await anotherSession(chatEnv, ben)
    const [a, desk, mobile] = [await join(roomId, aiko), await join(roomId, ben), await join(roomId, phone)]
    const [inbox, pocket] = [await openInbox(ben), await openInbox(phone)]
    // A call with this session id for another user must have no effect.
    await rpc.endSessions({ userId: aiko.id, sessions: [ben.session] })
    await rpc.endSessions({ userId: ben.id, sessions: [ben.session, 'f'.repeat(32)] })
    expect([await desk.waitForClose(), await inbox.waitForClose()]).toEqual([CLOSED.ended, CLOSED.ended])
    a.sendMessage('client-01', 'still there?')
    await mobile.waitFor('messages')
    await pocket.waitFor('message')
    expect([mobile.closed, pocket.closed, a.closed]).toEqual([null, null, null])
    expect(desk.frames.some((frame) => frame.type === 'messages')).toBe(false)
    await rpc.endSessions({ userId: ben.id, sessions: [phone.session] })
    expect(await mobile.waitForClose()).toBe(CLOSED.ended)
    expect((await a.waitFor('presence', (frame) => !frame.userIds.includes(ben.id))).userIds).toEqual([aiko.id])
  })

  it('answers a ping; an inbox closes a socket that sends a frame', async () => {
    const { aiko, roomId } = await createPair()
    const a = await join(roomId, aiko)
    let pongs = 0
    a.socket.addEventListener('message', (event) => {
      if (event.data === 'pong') pongs++
    })
    a.socket.send('ping')
    a.sendMessage('client-01', 'after the ping')
    await a.waitFor('sent')
    expect(pongs).toBe(1)
    const inbox = await openInbox(aiko)
    inbox.socket.send('{"v":1,"type":"message"}')
    expect(await inbox.waitForClose()).toBe(1008)
  })
})

it('an inbox has at most 20 sockets: the 21st closes the oldest with CLOSED.tooMany', async () => {
  const { aiko } = await createPair()
  const oldest = await openInbox(aiko)
  for (let i = 0; i < 19; i++) await openInbox(aiko)
  expect(oldest.socket.readyState).toBe(WebSocket.OPEN)
  await openInbox(aiko)
  expect(await oldest.waitForClose()).toBe(CLOSED.tooMany)
})
