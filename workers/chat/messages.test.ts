import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anotherSession, codeOf, signedIn, useUp } from '../shared/testing.ts'
import type { ChatRoom } from './chat-room.ts'
import { BURST } from './flood.ts'
import { CLOSED, type Conversation, MAX_FRAME, MAX_MESSAGE, parseClientFrame, REPLAY_MAX } from './messages.schema.ts'
import { ask, chatEnv, Ear, join, knock, openInbox, page, pair, rpc } from './testing.ts'

const room = (roomId: string) => chatEnv.ROOMS.getByName(roomId)
const post = (as: Parameters<typeof page>[0], roomId: string, text: string, clientId = crypto.randomUUID()) =>
  ask('POST', 'sendMessage', { as, body: { roomId, clientId, message: { text } } })

describe('who may enter a room', () => {
  it('nobody unsigned', async () => {
    const { roomId } = await pair()
    for (const answer of [
      await knock(`rooms/${roomId}`),
      await knock('inbox'),
      await ask('GET', `getRoomMessages?roomId=${roomId}`),
      await ask('POST', 'sendMessage', { body: { roomId, clientId: 'client-01', message: { text: 'hi' } } }),
      await ask('POST', 'markRead', { body: { roomId, seq: 1 } }),
    ]) {
      expect(answer.status).toBe(401)
      expect(await codeOf(answer)).toBe('unauthorized')
    }
  })

  it('no stranger, who is not even told that it exists', async () => {
    const { aiko, roomId } = await pair()
    await post(aiko, roomId, 'between us')
    const stranger = await signedIn(chatEnv)
    for (const answer of [
      await knock(`rooms/${roomId}`, stranger),
      await knock(`rooms/${'A'.repeat(22)}`, stranger),
      await ask('GET', `getRoomMessages?roomId=${roomId}`, { as: stranger }),
      await post(stranger, roomId, 'let me in'),
      await ask('POST', 'markRead', { as: stranger, body: { roomId, seq: 1 } }),
    ]) {
      expect(answer.status).toBe(404)
      expect(await codeOf(answer)).toBe('room_not_found')
    }
    expect((await page(aiko, roomId)).messages.map((one) => one.message.text)).toEqual(['between us'])
  })

  it.each(['null', 'https://localhost:8788', 'http://localhost:8788.evil.example', 'http://localhost', ''])(
    'no socket from origin "%s"',
    async (origin) => {
      const { aiko, roomId } = await pair()
      for (const path of [`rooms/${roomId}`, 'inbox']) {
        const answer = await knock(path, aiko, { origin })
        expect(answer.status).toBe(403)
        expect(await codeOf(answer)).toBe('cross_origin')
      }
    },
  )

  it('nobody who claims to be somebody else in a header or a frame', async () => {
    const { aiko, ben, roomId } = await pair()
    const answer = await knock(`rooms/${roomId}`, aiko, { 'x-member': String(ben.id) })
    const ear = new Ear(answer.webSocket!)
    ear.say({ v: 1, type: 'send', clientId: 'client-01', text: 'I am Ben', user_id: ben.id, userId: ben.id })
    expect((await ear.hears('sent')).message.user_id).toBe(aiko.id)
  })

  it('no plain request where a socket is expected, and no GET that writes', async () => {
    const { aiko, roomId } = await pair()
    expect((await ask('GET', `rooms/${roomId}`, { as: aiko })).status).toBe(400)
    expect((await ask('GET', 'sendMessage', { as: aiko })).status).toBe(405)
  })
})

describe('a message', () => {
  it('reaches the other, is acknowledged to its author and kept for later', async () => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.write('client-01', '  こんにちは\r\nBen\u0000  ')
    const heard = (await b.hears('messages')).messages
    expect(heard).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        clientId: 'client-01',
        seq: 1,
        user_id: aiko.id,
        message: { text: 'こんにちは\nBen', mimeType: 'text/plain' },
        at: expect.any(Number),
      },
    ])
    expect(await a.hears('sent')).toEqual({ v: 1, type: 'sent', clientId: 'client-01', message: heard[0] })
    const kept = await page(ben, roomId)
    expect(kept.messages).toEqual(heard)
    expect(kept.more).toBe(false)
  })

  it('sent twice under one client id is one message, over either way', async () => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.write('client-01', 'once')
    a.write('client-01', 'once')
    const first = await a.hears('sent')
    const second = await a.hears('sent')
    expect(second).toEqual(first)
    const http = (await (await post(aiko, roomId, 'once', 'client-01')).json()) as { message: unknown }
    expect(http.message).toEqual(first.message)
    // The same id from somebody else is somebody else's message.
    b.write('client-01', 'mine')
    await b.hears('sent')
    expect((await page(aiko, roomId)).messages.map((one) => one.message.text)).toEqual(['once', 'mine'])
  })

  it('is refused when empty, invisible or too long, by socket and by HTTP, and nothing is kept', async () => {
    const { aiko, roomId } = await pair()
    const a = await join(roomId, aiko)
    for (const [text, code] of [
      ['', 'message_empty'],
      [' \n\t ', 'message_empty'],
      ['\u200b\u2060\ufeff\u00ad', 'message_empty'],
      ['\u0000\u0007', 'message_empty'],
      ['x'.repeat(MAX_MESSAGE + 1), 'message_too_long'],
    ] as const) {
      a.write('client-01', text)
      expect(await a.hears('error')).toEqual({ v: 1, type: 'error', code, clientId: 'client-01' })
      const answer = await post(aiko, roomId, text)
      expect(answer.status).toBe(422)
      expect(await codeOf(answer)).toBe(code)
    }
    expect((await page(aiko, roomId)).messages).toEqual([])
  })

  it.each([
    ['see \u202ehttps://elpmaxe.knab/\u202c', 'see https://elpmaxe.knab/'],
    ['\u2067https://a.example\u2069\u200f', 'https://a.example'],
    ['half \ud83d\ude00 a face', 'half 😀 a face'],
    ['می\u200cخواهم\n\n\n\tשלום 👩\u200d🔬', 'می\u200cخواهم\n\n\n\tשלום 👩\u200d🔬'],
  ])('%j is stored as %j', async (text, stored) => {
    const { aiko, roomId } = await pair()
    const body = { roomId, clientId: crypto.randomUUID(), message: { text } }
    const answer = await ask('POST', 'sendMessage', { as: aiko, body })
    expect(await answer.json()).toMatchObject({ message: { message: { text: stored } } })
  })

  it('with half a letter is refused by HTTP, and replaced over the socket', async () => {
    const { aiko, roomId } = await pair()
    const body = { roomId, clientId: crypto.randomUUID(), message: { text: 'a \ud83d' } }
    expect(await codeOf(await ask('POST', 'sendMessage', { as: aiko, body }))).toBe('invalid_body')
    expect(parseClientFrame('{"v":1,"type":"send","clientId":"client-0001","text":"a \\ud83d"}')).toMatchObject({
      frame: { text: 'a \ufffd' },
    })
  })

  it('may be as long as it may be, in any script', async () => {
    const { aiko, roomId } = await pair()
    const a = await join(roomId, aiko)
    const text = '\u0001あ'.repeat(MAX_MESSAGE / 2)
    const escaped = JSON.stringify(text).replace(/あ/g, '\\u3042')
    a.socket.send(`{"v":1,"type":"send","clientId":"client-01","text":${escaped}}`)
    expect((await a.hears('sent')).message.message.text).toBe('あ'.repeat(MAX_MESSAGE / 2))
  })
})

describe('what a socket may not say', () => {
  it.each([
    ['broken JSON', '{"v":1,', 'bad_request'],
    ['no JSON object', '[]', 'invalid_body'],
    ['null', 'null', 'invalid_body'],
    ['an unknown type', '{"v":1,"type":"shout","text":"hi"}', 'invalid_body'],
    ['a server frame', '{"v":1,"type":"messages","messages":[]}', 'invalid_body'],
    ['another version', '{"v":2,"type":"typing"}', 'invalid_body'],
    ['a text that is none', '{"v":1,"type":"send","clientId":"client-01","text":7}', 'invalid_body'],
    ['a client id too short', '{"v":1,"type":"send","clientId":"c","text":"hi"}', 'invalid_body'],
  ])('%s', async (_, raw, code) => {
    const { aiko, roomId } = await pair()
    const a = await join(roomId, aiko)
    a.socket.send(raw)
    expect((await a.hears('error')).code).toBe(code)
    // The socket lives on.
    a.write('client-01', 'still here')
    await a.hears('sent')
  })

  it('bytes', async () => {
    const { aiko, roomId } = await pair()
    const a = await join(roomId, aiko)
    a.socket.send(new Uint8Array([1, 2, 3]))
    expect(await a.ends()).toBe(1003)
  })

  it.each([MAX_FRAME + 1, 1024 * 1024, 32 * 1024 * 1024])('a frame of %i bytes', async (size) => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.socket.send('x'.repeat(size))
    expect(await a.ends()).toBe(1009)
    b.write('client-01', 'still here')
    await b.hears('sent')
  })
})

describe('a flood', () => {
  afterEach(() => void vi.useRealTimers())

  it('from one member is refused, with the id of what was not taken, and leaves the other be', async () => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    // The clock stands still, so that a slow machine lets no more through than a fast one.
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let i = 0; i < BURST + 10; i++) a.write(`flood-${String(i).padStart(4, '0')}`, `message ${i}`)
    const refused = await a.hears('error')
    expect(refused).toMatchObject({ code: 'too_many_requests', clientId: expect.stringMatching(/^flood-/) })
    const answer = await post(aiko, roomId, 'by the other door')
    expect(answer.status).toBe(429)
    b.write('client-01', 'hello')
    await b.hears('sent')
    const kept = (await page(ben, roomId)).messages.filter((one) => one.user_id === aiko.id)
    expect(kept.length).toBeGreaterThanOrEqual(BURST)
    expect(kept.length).toBeLessThan(BURST + 10)
  })

  it('that does not stop is cut off', async () => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    for (let i = 0; i < 400 && !a.closed; i++) a.socket.send('{')
    expect(await a.ends()).toBe(CLOSED.flood)
    expect((await b.hears('presence', (frame) => frame.userIds.length === 1)).userIds).toEqual([ben.id])
  })
})

describe('coming back', () => {
  it('replays from a sequence, and nothing when all is known', async () => {
    const { aiko, ben, roomId } = await pair()
    for (const text of ['one', 'two', 'three', 'four']) await post(aiko, roomId, text)
    expect(await (await join(roomId, ben, 2)).hearsUpTo(4)).toEqual([3, 4])
    const current = await join(roomId, ben, 4)
    expect(current.frames.filter((frame) => frame.type === 'messages')).toEqual([])
    expect(await (await join(roomId, ben, 0)).hearsUpTo(4)).toEqual([1, 2, 3, 4])
  })

  it('in mid-send loses nothing and doubles nothing', async () => {
    const { aiko, ben, roomId } = await pair()
    const b = await join(roomId, ben)
    const a = await join(roomId, aiko)
    a.write('client-01', 'first')
    await a.hears('sent')
    a.write('client-02', 'did this arrive?')
    a.socket.close(1000)
    const again = await join(roomId, aiko, 1)
    again.write('client-02', 'did this arrive?')
    again.write('client-03', 'last')
    await again.hears('sent', (frame) => frame.clientId === 'client-03')
    expect((await page(ben, roomId)).messages.map((one) => one.message.text)).toEqual(['first', 'did this arrive?', 'last'])
    expect(await b.hearsUpTo(3)).toEqual([1, 2, 3])
  })

  it('pages back through history', async () => {
    const { aiko, ben, roomId } = await pair()
    await runInDurableObject(room(roomId), (_: ChatRoom, { storage }) => {
      storage.sql.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
        INSERT INTO messages SELECT i, 'id' || i, 'client' || i, ${aiko.id}, 'message ' || i, 'text/plain', 1700000000 + i FROM n`)
    })
    await evictDurableObject(room(roomId))
    const newest = await page(ben, roomId)
    expect([newest.messages[0]?.seq, newest.messages.at(-1)?.seq, newest.more]).toEqual([651, 700, true])
    const older = await page(ben, roomId, '651')
    expect([older.messages[0]?.seq, older.messages.at(-1)?.seq, older.more]).toEqual([601, 650, true])
    const first = await page(ben, roomId, '51')
    expect([first.messages[0]?.seq, first.more]).toEqual([1, false])
    // Who was away for very long gets the newest only; the gap tells them to page back.
    const heard = await (await join(roomId, ben, 10)).hearsUpTo(700)
    expect([heard[0], heard.length]).toEqual([201, 500])
  })
})

describe('an object that is restarted', () => {
  it('keeps its sockets, its messages and its numbering', async () => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.write('client-01', 'before')
    await b.hears('messages')
    await evictDurableObject(room(roomId))
    a.write('client-01', 'before')
    a.write('client-02', 'after')
    await a.hears('sent', (frame) => frame.clientId === 'client-02')
    expect((await b.hears('messages', (frame) => frame.messages.some((one) => one.seq === 2))).messages.at(-1)?.message.text).toBe('after')
    expect((await page(ben, roomId)).messages.map((one) => one.seq)).toEqual([1, 2])
  })

  it('between storing and sending sends what it owes when it wakes', async () => {
    const { aiko, ben, roomId } = await pair()
    const b = await join(roomId, ben)
    await runInDurableObject(room(roomId), async (_: ChatRoom, { storage }) => {
      storage.sql.exec("INSERT INTO messages VALUES (1, 'id1', 'client-01', ?, 'stored, not sent', 'text/plain', 1700000000)", aiko.id)
      await storage.setAlarm(Date.now() + 150)
    })
    await evictDurableObject(room(roomId))
    expect((await b.hears('messages')).messages.map((one) => one.message.text)).toEqual(['stored, not sent'])
  })

  it('after a long time without the database takes up the newest only, however much has piled up', async () => {
    const { aiko, ben, roomId } = await pair()
    const b = await join(roomId, ben)
    await runInDurableObject(room(roomId), async (_: ChatRoom, { storage }) => {
      storage.sql.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
        INSERT INTO messages SELECT i, 'id' || i, 'client' || i, ${aiko.id}, 'message ' || i, 'text/plain', 1700000000 + i FROM n`)
      await storage.setAlarm(Date.now() + 150)
    })
    await evictDurableObject(room(roomId))
    const { messages } = await b.hears('messages')
    expect([messages.length, messages[0]?.seq, messages.at(-1)?.seq]).toEqual([REPLAY_MAX, 701 - REPLAY_MAX, 700])
    await expect
      .poll(async () => {
        const answer = await ask('GET', 'getConversations', { as: ben })
        return ((await answer.json()) as { conversations: Conversation[] }).conversations[0]
      })
      .toMatchObject({ unread: 700, last: { text: 'message 700' } })
  })

  it('with its sockets torn off replays to those who come back', async () => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    for (let i = 0; i < 10; i++) a.write(`client-0${i}`, `message ${i}`)
    await b.hears('messages')
    await evictDurableObject(room(roomId), { webSockets: 'close' })
    await b.ends()
    const again = await join(roomId, aiko, 0)
    for (let i = 0; i < 10; i++) again.write(`client-0${i}`, `message ${i}`)
    await again.hears('sent', (frame) => frame.clientId === 'client-09')
    expect(await (await join(roomId, ben, 1)).hearsUpTo(10)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})

describe('being there', () => {
  it('is told when people come and go, once a person whatever their windows', async () => {
    const { aiko, ben, roomId } = await pair()
    const a = await join(roomId, aiko)
    expect((await a.hears('presence')).userIds).toEqual([aiko.id])
    const [b1, b2] = [await join(roomId, ben), await join(roomId, ben)]
    const both = [aiko.id, ben.id].sort((x, y) => x - y)
    expect((await a.hears('presence')).userIds).toEqual(both)
    b1.socket.close(1000)
    b2.socket.close(1000)
    expect((await a.hears('presence', (frame) => frame.userIds.length === 1)).userIds).toEqual([aiko.id])
  })

  it('typing reaches the others only and is never stored', async () => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.say({ v: 1, type: 'typing' })
    expect(await b.hears('typing')).toEqual({ v: 1, type: 'typing', userId: aiko.id })
    expect(a.frames.some((frame) => frame.type === 'typing')).toBe(false)
    expect((await page(ben, roomId)).messages).toEqual([])
  })

  it('reading is told, kept, never moves back and never beyond what is there', async () => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    for (const text of ['one', 'two']) await post(aiko, roomId, text)
    await b.hearsUpTo(2)
    b.say({ v: 1, type: 'read', seq: 99 })
    expect((await a.hears('read', (frame) => frame.userId === ben.id)).seq).toBe(2)
    await ask('POST', 'markRead', { as: ben, body: { roomId, seq: 1 } })
    expect((await page(aiko, roomId)).members.map((one) => one.readSeq)).toEqual([2, 2])
    const again = await join(roomId, aiko)
    expect((await again.hears('read', (frame) => frame.userId === ben.id)).seq).toBe(2)
  })

  it('ends for a member who is removed', async () => {
    const { aiko, ben, roomId } = await pair()
    const [a, b, tab] = [await join(roomId, aiko), await join(roomId, ben), await join(roomId, ben)]
    await rpc.removeMember({ roomId, userId: ben.id })
    expect(await b.ends()).toBe(CLOSED.removed)
    expect(await tab.ends()).toBe(CLOSED.removed)
    a.write('client-01', 'alone now')
    await a.hears('sent')
    expect(b.frames.some((frame) => frame.type === 'messages')).toBe(false)
    expect((await knock(`rooms/${roomId}`, ben)).status).toBe(404)
    expect((await post(ben, roomId, 'hello?')).status).toBe(404)
  })

  it('ends with the session it was opened with, in every room and the inbox, and no other does', async () => {
    const { aiko, ben, roomId } = await pair()
    const phone = await anotherSession(chatEnv, ben)
    const [a, desk, mobile] = [await join(roomId, aiko), await join(roomId, ben), await join(roomId, phone)]
    const [inbox, pocket] = [await openInbox(ben), await openInbox(phone)]
    // Somebody else's session of that name, if there were one, would not be theirs to end.
    await rpc.endSessions({ userId: aiko.id, sessions: [ben.session] })
    await rpc.endSessions({ userId: ben.id, sessions: [ben.session, 'f'.repeat(32)] })
    expect([await desk.ends(), await inbox.ends()]).toEqual([CLOSED.ended, CLOSED.ended])
    a.write('client-01', 'still there?')
    await mobile.hears('messages')
    await pocket.hears('message')
    expect([mobile.closed, pocket.closed, a.closed]).toEqual([null, null, null])
    expect(desk.frames.some((frame) => frame.type === 'messages')).toBe(false)
    await rpc.endSessions({ userId: ben.id, sessions: [phone.session] })
    expect(await mobile.ends()).toBe(CLOSED.ended)
    expect((await a.hears('presence', (frame) => !frame.userIds.includes(ben.id))).userIds).toEqual([aiko.id])
  })

  it('answers a ping, and lets an inbox take nothing else', async () => {
    const { aiko, roomId } = await pair()
    const a = await join(roomId, aiko)
    let pongs = 0
    a.socket.addEventListener('message', (event) => {
      if (event.data === 'pong') pongs++
    })
    a.socket.send('ping')
    a.write('client-01', 'after the ping')
    await a.hears('sent')
    expect(pongs).toBe(1)
    const inbox = await openInbox(aiko)
    inbox.socket.send('{"v":1,"type":"message"}')
    expect(await inbox.ends()).toBe(1008)
  })
})

describe('messages in all rooms together', () => {
  afterEach(() => void vi.useRealTimers())

  it('have an end, by socket and by call, with what was not taken named; a resend costs nothing', async () => {
    const { aiko, ben, roomId } = await pair()
    const cleo = await signedIn(chatEnv, { name: 'Cleo' })
    const answer = await ask('POST', 'openChat', { as: aiko, body: { users: [cleo.id] } })
    const { roomId: other } = (await answer.json()) as { roomId: string }
    const [a, b] = [await join(roomId, aiko), await join(other, aiko)]
    // The clock stands still: a few messages a second would be let through again.
    vi.useFakeTimers({ toFake: ['Date'] })
    await useUp(chatEnv, { person: aiko.id }, 'message', 2)
    a.write('across-0001', 'one')
    await a.hears('sent')
    a.write('across-0001', 'one')
    await a.hears('sent')
    b.write('across-0002', 'two')
    await b.hears('sent')
    b.write('across-0003', 'three')
    expect(await b.hears('error')).toMatchObject({ code: 'too_many_requests', clientId: 'across-0003' })
    const refused = await post(aiko, roomId, 'four')
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(ben, roomId, 'hello')).status).toBe(200)
    expect((await page(ben, roomId)).messages.map((one) => one.message.text)).toEqual(['one', 'hello'])
  })

  it('keep the order they were written in', async () => {
    const { aiko, ben, roomId } = await pair()
    const a = await join(roomId, aiko)
    for (let i = 0; i < 15; i++) a.write(`in-order-${i + 10}`, String(i))
    await a.hears('sent', (frame) => frame.clientId === 'in-order-24')
    expect((await page(ben, roomId)).messages.map((one) => one.message.text)).toEqual(Array.from({ length: 15 }, (_, i) => String(i)))
  })
})
