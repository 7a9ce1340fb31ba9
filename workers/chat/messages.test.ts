import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, exhaustLimit, signedIn } from '../shared/testing.ts'
import { MAX_MESSAGE, parseClientFrame } from './messages.schema.ts'
import { chatEnv, createPair, getPage, join, openSocket, request, SocketClient, sendMessage } from './testing.ts'

describe('access to a room', () => {
  it('needs a session', async () => {
    const { roomId } = await createPair()
    for (const response of [
      await openSocket(`rooms/${roomId}`),
      await openSocket('inbox'),
      await request('GET', `getRoomMessages?roomId=${roomId}`),
      await request('POST', 'sendMessage', { body: { roomId, clientId: 'client-01', message: { text: 'hi' } } }),
      await request('POST', 'markRead', { body: { roomId, seq: 1 } }),
    ]) {
      expect(response.status).toBe(401)
      expect(await codeOf(response)).toBe('unauthorized')
    }
  })

  it('returns 403 for non-members, as for an unknown room', async () => {
    const { aiko, roomId } = await createPair()
    await sendMessage(aiko, roomId, 'between us')
    const stranger = await signedIn(chatEnv)
    for (const response of [
      await openSocket(`rooms/${roomId}`, stranger),
      await openSocket(`rooms/${'A'.repeat(22)}`, stranger),
      await request('GET', `getRoomMessages?roomId=${roomId}`, { as: stranger }),
      await sendMessage(stranger, roomId, 'let me in'),
      await request('POST', 'markRead', { as: stranger, body: { roomId, seq: 1 } }),
    ]) {
      expect(response.status).toBe(403)
      expect(await codeOf(response)).toBe('not_room_member')
    }
    expect((await getPage(aiko, roomId)).messages.map((one) => one.message.text)).toEqual(['between us'])
  })

  it.each(['null', 'https://localhost:8788', 'http://localhost:8788.evil.example', 'http://localhost', ''])(
    'rejects a socket from origin "%s"',
    async (origin) => {
      const { aiko, roomId } = await createPair()
      for (const path of [`rooms/${roomId}`, 'inbox']) {
        const response = await openSocket(path, aiko, { origin })
        expect(response.status).toBe(403)
        expect(await codeOf(response)).toBe('cross_origin')
      }
    },
  )

  it('ignores user ids in headers and frames', async () => {
    const { aiko, ben, roomId } = await createPair()
    const response = await openSocket(`rooms/${roomId}`, aiko, { 'x-member': String(ben.id) })
    const client = new SocketClient(response.webSocket!)
    client.send({ v: 1, type: 'send', clientId: 'client-01', text: 'I am Ben', user_id: ben.id, userId: ben.id })
    expect((await client.waitFor('sent')).message.user_id).toBe(aiko.id)
  })

  it('rejects a socket request without an upgrade, and GET for calls that write', async () => {
    const { aiko, roomId } = await createPair()
    expect((await request('GET', `rooms/${roomId}`, { as: aiko })).status).toBe(400)
    expect((await request('GET', 'sendMessage', { as: aiko })).status).toBe(405)
  })
})

describe('a message', () => {
  it('is sent to the other member, acknowledged to its author, and stored', async () => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.sendMessage('client-01', '  こんにちは\r\nBen\u0000  ')
    const received = (await b.waitFor('messages')).messages
    expect(received).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        clientId: 'client-01',
        seq: 1,
        user_id: aiko.id,
        message: { text: 'こんにちは\nBen', mimeType: 'text/plain' },
        at: expect.any(Number),
      },
    ])
    expect(await a.waitFor('sent')).toEqual({ v: 1, type: 'sent', clientId: 'client-01', message: received[0] })
    const stored = await getPage(ben, roomId)
    expect(stored.messages).toEqual(received)
    expect(stored.more).toBe(false)
  })

  it('is stored once when sent twice with one client id, by socket or HTTP', async () => {
    const { aiko, ben, roomId } = await createPair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben)]
    a.sendMessage('client-01', 'once')
    a.sendMessage('client-01', 'once')
    const first = await a.waitFor('sent')
    const second = await a.waitFor('sent')
    expect(second).toEqual(first)
    const http = (await (await sendMessage(aiko, roomId, 'once', 'client-01')).json()) as { message: unknown }
    expect(http.message).toEqual(first.message)
    // The same client id of another user is another message.
    b.sendMessage('client-01', 'mine')
    await b.waitFor('sent')
    expect((await getPage(aiko, roomId)).messages.map((one) => one.message.text)).toEqual(['once', 'mine'])
  })

  it('without a client id gets one from the server, so that a repeated request stores another message', async () => {
    const { aiko, roomId } = await createPair()
    const send = async () => (await request('POST', 'sendMessage', { as: aiko, body: { roomId, message: { text: 'Hello' } } })).json()
    const sent = [await send(), await send()] as { clientId: string; message: { clientId: string; seq: number } }[]
    expect(sent.map(({ message }) => message.seq)).toEqual([1, 2])
    for (const { clientId, message } of sent)
      expect([clientId, message.clientId]).toEqual([message.clientId, expect.stringMatching(/^[\w-]{22}$/)])
    expect(sent[0]!.clientId).not.toBe(sent[1]!.clientId)
    const body = { roomId, clientId: 'short', message: { text: 'Hello' } }
    expect(await codeOf(await request('POST', 'sendMessage', { as: aiko, body }))).toBe('invalid_body')
  })

  it('is rejected when empty, invisible or too long, by socket and by HTTP, and not stored', async () => {
    const { aiko, roomId } = await createPair()
    const a = await join(roomId, aiko)
    for (const [text, code] of [
      ['', 'message_empty'],
      [' \n\t ', 'message_empty'],
      ['\u200b\u2060\ufeff\u00ad', 'message_empty'],
      ['\u0000\u0007', 'message_empty'],
    ] as const) {
      a.sendMessage('client-01', text)
      expect(await a.waitFor('error')).toEqual({ v: 1, type: 'error', code, clientId: 'client-01' })
      const response = await sendMessage(aiko, roomId, text)
      expect(response.status).toBe(422)
      expect(await codeOf(response)).toBe(code)
    }
    const tooLong = 'x'.repeat(8001)
    a.sendMessage('client-01', tooLong)
    expect(await a.waitFor('error')).toEqual({ v: 1, type: 'error', code: 'message_too_long', clientId: 'client-01', limit: 8000 })
    const response = await sendMessage(aiko, roomId, tooLong)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { code: 'message_too_long', details: { path: 'message.text', limit: 8000 } } })
    // Each of these characters is three after cleaning, so the text is short enough only before it.
    expect(await codeOf(await sendMessage(aiko, roomId, '\ufb2c'.repeat(8000)))).toBe('message_too_long')
    expect((await getPage(aiko, roomId)).messages).toEqual([])
  })

  it.each([
    ['see \u202ehttps://elpmaxe.knab/\u202c', 'see https://elpmaxe.knab/'],
    ['\u2067https://a.example\u2069\u200f', 'https://a.example'],
    ['half \ud83d\ude00 a face', 'half 😀 a face'],
    ['می\u200cخواهم\n\n\n\tשלום 👩\u200d🔬', 'می\u200cخواهم\n\n\n\tשלום 👩\u200d🔬'],
  ])('%j is stored as %j', async (text, stored) => {
    const { aiko, roomId } = await createPair()
    const body = { roomId, clientId: crypto.randomUUID(), message: { text } }
    const response = await request('POST', 'sendMessage', { as: aiko, body })
    expect(await response.json()).toMatchObject({ message: { message: { text: stored } } })
  })

  it('with a lone surrogate is rejected by HTTP and repaired over a socket', async () => {
    const { aiko, roomId } = await createPair()
    const body = { roomId, clientId: crypto.randomUUID(), message: { text: 'a \ud83d' } }
    expect(await codeOf(await request('POST', 'sendMessage', { as: aiko, body }))).toBe('invalid_body')
    expect(parseClientFrame('{"v":1,"type":"send","clientId":"client-0001","text":"a \\ud83d"}')).toMatchObject({
      frame: { text: 'a \ufffd' },
    })
  })

  it('is accepted at the maximum length, with every character escaped in JSON', async () => {
    const { aiko, roomId } = await createPair()
    const a = await join(roomId, aiko)
    const text = '\u0001あ'.repeat(MAX_MESSAGE / 2)
    const escaped = JSON.stringify(text).replace(/あ/g, '\\u3042')
    a.socket.send(`{"v":1,"type":"send","clientId":"client-01","text":${escaped}}`)
    expect((await a.waitFor('sent')).message.message.text).toBe('あ'.repeat(MAX_MESSAGE / 2))
  })
})

describe('messages of a member', () => {
  afterEach(() => void vi.useRealTimers())

  it('are limited across all rooms, by socket and HTTP, with the client id in the error; a repeated message is not counted', async () => {
    const { aiko, ben, roomId } = await createPair()
    const cleo = await signedIn(chatEnv, { name: 'Cleo' })
    const response = await request('POST', 'openChat', { as: aiko, body: { users: [cleo.id] } })
    const { roomId: other } = (await response.json()) as { roomId: string }
    const [a, b] = [await join(roomId, aiko), await join(other, aiko)]
    // The clock is stopped, so that the limit is not refilled.
    vi.useFakeTimers({ toFake: ['Date'] })
    await exhaustLimit(chatEnv, { person: aiko.id }, 'message', 2)
    a.sendMessage('across-0001', 'one')
    await a.waitFor('sent')
    a.sendMessage('across-0001', 'one')
    await a.waitFor('sent')
    b.sendMessage('across-0002', 'two')
    await b.waitFor('sent')
    b.sendMessage('across-0003', 'three')
    expect(await b.waitFor('error')).toMatchObject({ code: 'too_many_requests', clientId: 'across-0003' })
    const rejected = await sendMessage(aiko, roomId, 'four')
    expect([rejected.status, await codeOf(rejected)]).toEqual([429, 'too_many_requests'])
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await sendMessage(ben, roomId, 'hello')).status).toBe(200)
    expect((await getPage(ben, roomId)).messages.map((one) => one.message.text)).toEqual(['one', 'hello'])
  })

  it('are counted ahead in a burst, but never refused while the limit has room for one', async () => {
    const { aiko, roomId } = await createPair()
    const a = await join(roomId, aiko)
    vi.useFakeTimers({ toFake: ['Date'] })
    const sendTwo = async (name: string) => {
      for (const number of [1, 2]) {
        a.sendMessage(`${name}-000${number}`, 'hello')
        await a.waitFor('sent', ({ clientId }) => clientId === `${name}-000${number}`)
      }
    }
    // The first is counted alone, the second together with four more.
    await exhaustLimit(chatEnv, { person: aiko.id }, 'message', 6)
    await sendTwo('ahead')
    await sendTwo('after')
    await sendTwo('extra')
    a.sendMessage('limit-0001', 'hello')
    expect(await a.waitFor('error')).toMatchObject({ code: 'too_many_requests', clientId: 'limit-0001' })

    const { aiko: clara, roomId: other } = await createPair()
    const c = await join(other, clara)
    await exhaustLimit(chatEnv, { person: clara.id }, 'message', 3)
    for (const number of [1, 2, 3]) c.sendMessage(`last-000${number}`, 'hello')
    await c.waitFor('sent', ({ clientId }) => clientId === 'last-0003')
    c.sendMessage('last-0004', 'hello')
    expect(await c.waitFor('error')).toMatchObject({ code: 'too_many_requests', clientId: 'last-0004' })
  })

  it('keep the order in which they were sent', async () => {
    const { aiko, ben, roomId } = await createPair()
    const a = await join(roomId, aiko)
    for (let i = 0; i < 15; i++) a.sendMessage(`in-order-${i + 10}`, String(i))
    await a.waitFor('sent', (frame) => frame.clientId === 'in-order-24')
    expect((await getPage(ben, roomId)).messages.map((one) => one.message.text)).toEqual(Array.from({ length: 15 }, (_, i) => String(i)))
  })
})
