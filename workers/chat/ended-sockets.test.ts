import { createExecutionContext, evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { SESSION_IDLE_SECONDS, SESSION_SECONDS } from '../shared/session.ts'
import { sessions } from '../shared/tables.ts'
import { anotherSession, call, codeOf, type TestUser } from '../shared/testing.ts'
import worker from './index.ts'
import type { InboxFrame } from './messages.schema.ts'
import { CLOSED } from './sockets.schema.ts'
import { CHECK_SECONDS } from './sockets.ts'
import { chatEnv, createPair, getPage, join, openInbox, openSocket, request, rpc, SocketClient } from './testing.ts'

const roomStub = (roomId: string) => chatEnv.ROOMS.getByName(roomId)
const sendMessage = (as: TestUser, roomId: string, text: string) =>
  request('POST', 'sendMessage', { as, body: { roomId, clientId: crypto.randomUUID(), message: { text } } })

describe('a socket that ignores its close frame', () => {
  const endings = {
    'its session ended': ({ ben }: Pair) => rpc.endSessions({ userId: ben.id, sessions: [ben.session] }),
    'all sessions ended': ({ ben, phone }: Pair) => rpc.endSessions({ userId: ben.id, sessions: [phone.session, ben.session] }),
    'the account was deleted': ({ ben }: Pair) => rpc.eraseUser(ben.id),
    'its member was removed': ({ ben, roomId }: Pair) => rpc.removeMember({ roomId, userId: ben.id }),
  }
  type Pair = Awaited<ReturnType<typeof createPair>> & { phone: TestUser }

  it.each(Object.entries(endings))('has no effect after %s', async (_, end) => {
    const { aiko, ben, roomId } = await createPair()
    const phone = await anotherSession(chatEnv, ben)
    const a = await join(roomId, aiko)
    const ignoring = await join(roomId, ben, undefined, { ignoresClose: true })
    ignoring.sendMessage('client-01', 'before')
    await ignoring.waitFor('sent')
    await sendMessage(aiko, roomId, 'not for ended sessions')
    await end({ aiko, ben, phone, roomId })
    await ignoring.waitForClose()
    const before = ignoring.frames.length
    a.frames.length = 0
    const sendFrames = () => {
      ignoring.sendMessage('client-02', 'after')
      ignoring.send({ v: 1, type: 'typing' })
      ignoring.send({ v: 1, type: 'read', seq: 2 })
      ignoring.socket.send('{')
    }
    sendFrames()
    await evictDurableObject(roomStub(roomId))
    sendFrames()
    a.sendMessage('client-03', 'who is there?')
    await a.waitFor('sent')
    expect((await getPage(aiko, roomId)).messages.map(({ message }) => message.text)).not.toContain('after')
    expect(a.frames.filter((frame) => frame.type === 'typing' || (frame.type === 'read' && frame.userId === ben.id))).toEqual([])
    expect(ignoring.frames.length).toBe(before)
  })

  it('receives no more messages from an inbox after its session ended', async () => {
    const { aiko, ben, roomId } = await createPair()
    const response = await openSocket('inbox', ben)
    const ignoring = new SocketClient<InboxFrame>(response.webSocket!, { ignoresClose: true })
    const other = await openInbox(await anotherSession(chatEnv, ben))
    await rpc.endSessions({ userId: ben.id, sessions: [ben.session] })
    await ignoring.waitForClose()
    ignoring.send({ v: 1, type: 'message' })
    await sendMessage(aiko, roomId, 'for the other socket')
    await other.waitFor('message')
    expect(ignoring.frames.filter((frame) => frame.type === 'message')).toEqual([])
  })
})

describe('a socket whose session ends while it is being opened', () => {
  /** The bindings of the chat worker. `action` runs before a request for a socket reaches a Durable Object. */
  const envWithRace = (action: () => Promise<unknown>) => {
    const withRace = <Space extends { getByName: (name: string) => { fetch: (request: Request) => Promise<Response> } }>(space: Space) =>
      new Proxy(space, {
        get: (_, key) =>
          key === 'getByName'
            ? (name: string) =>
                new Proxy(space.getByName(name), {
                  get: (stub, method) =>
                    method === 'fetch'
                      ? async (request: Request) => {
                          await action()
                          return stub.fetch(request)
                        }
                      : Reflect.get(stub, method),
                })
            : Reflect.get(space, key),
      })
    return { ...chatEnv, ROOMS: withRace(chatEnv.ROOMS), INBOXES: withRace(chatEnv.INBOXES) }
  }
  const logout = async ({ id, session }: TestUser) => {
    await database(chatEnv).delete(sessions).where(eq(sessions.userId, id))
    await rpc.endSessions({ userId: id, sessions: [session] })
  }

  it.each(['room', 'inbox'])('is rejected: %s', async (kind) => {
    const { aiko, ben, roomId } = await createPair()
    const path = kind === 'room' ? `rooms/${roomId}` : 'inbox'
    const headers = { upgrade: 'websocket' }
    const env = envWithRace(() => logout(ben))
    const response = await call(worker, env, createExecutionContext(), 'GET', `/api/chat/${path}`, { as: ben, headers })
    expect([response.status, await codeOf(response)]).toEqual([401, 'unauthorized'])
    if (kind === 'inbox') return
    // The room accepted the socket, then closed it.
    expect((await (await join(roomId, aiko)).waitFor('presence')).userIds).toEqual([aiko.id])
  })
})

describe('a socket whose session has expired', () => {
  it('is closed at its next frame, which is not stored', async () => {
    const { aiko, ben, roomId } = await createPair()
    const b = await join(roomId, ben)
    b.sendMessage('client-01', 'in time')
    await b.waitFor('sent')
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + (SESSION_SECONDS + 60) * 1000)
    b.sendMessage('client-02', 'too late')
    expect(await b.waitForClose()).toBe(CLOSED.ended)
    clock.mockRestore()
    expect((await getPage(aiko, roomId)).messages.map(({ message }) => message.text)).toEqual(['in time'])
  })
})

describe('a socket whose session was last checked more than a minute ago', () => {
  const CHECK_MS = (CHECK_SECONDS + 1) * 1000
  let clock: ReturnType<typeof vi.spyOn> | undefined
  const advanceClock = (ms: number) => {
    clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms)
  }
  afterEach(() => {
    clock?.mockRestore()
    vi.unstubAllGlobals()
  })
  const endings = {
    'was ended': ({ id }: TestUser) => database(chatEnv).delete(sessions).where(eq(sessions.userId, id)),
    'was not used for 14 days': ({ id }: TestUser) =>
      database(chatEnv)
        .update(sessions)
        .set({ createdAt: now() - SESSION_IDLE_SECONDS - 60, lastSeenAt: now() - SESSION_IDLE_SECONDS - 60 })
        .where(eq(sessions.userId, id)),
  }

  it.each(Object.entries(endings))(
    'is closed when it sends a frame, and none of its frames is stored, if its session %s',
    async (_, endSession) => {
      const { aiko, ben, roomId } = await createPair()
      const [a, b] = [await join(roomId, aiko), await join(roomId, ben, undefined, { ignoresClose: true })]
      await endSession(ben)
      advanceClock(CHECK_MS)
      b.sendMessage('client-01', 'too late')
      b.sendMessage('client-02', 'later still')
      b.send({ v: 1, type: 'typing' })
      expect(await b.waitForClose()).toBe(CLOSED.ended)
      await a.waitFor('presence', ({ userIds }) => !userIds.includes(ben.id))
      a.sendMessage('client-03', 'who is there?')
      await a.waitFor('sent')
      expect((await getPage(aiko, roomId)).messages.map(({ message }) => message.text)).toEqual(['who is there?'])
      expect(a.frames.filter(({ type }) => type === 'typing')).toEqual([])
    },
  )

  it('is closed when its room announces a message, if its session was ended', async () => {
    const { aiko, ben, roomId } = await createPair()
    const b = await join(roomId, ben)
    await endings['was ended'](ben)
    advanceClock(CHECK_MS)
    await sendMessage(aiko, roomId, 'one')
    // The alarm uses the faked clock, so run it directly.
    await runDurableObjectAlarm(roomStub(roomId))
    expect(await b.waitForClose()).toBe(CLOSED.ended)
  })

  it('receives nothing from an inbox if its session has expired', async () => {
    const { aiko, ben, roomId } = await createPair()
    const phone = await anotherSession(chatEnv, ben)
    const [window, other] = [await openInbox(phone), await openInbox(ben)]
    await database(chatEnv)
      .update(sessions)
      .set({ expiresAt: now() - 1 })
      .where(and(eq(sessions.userId, ben.id), eq(sql`substr(${sessions.tokenHash}, 1, 32)`, phone.session)))
    advanceClock(CHECK_MS)
    await sendMessage(aiko, roomId, 'for the active session')
    await runDurableObjectAlarm(roomStub(roomId))
    await other.waitFor('message')
    expect(await window.waitForClose()).toBe(CLOSED.ended)
    expect(window.frames).toEqual([])
  })

  it('keeps the order of its messages during a slow session check', async () => {
    const { aiko, ben, roomId } = await createPair()
    const b = await join(roomId, ben)
    advanceClock(CHECK_MS)
    const originalFetch = globalThis.fetch
    let queries = 0
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      if (queries++ === 0) await new Promise((resolve) => setTimeout(resolve, 200))
      return originalFetch(...request)
    })
    for (const [index, text] of ['first', 'second', 'third'].entries()) b.sendMessage(`client-0${index}`, text)
    await b.waitFor('sent', ({ clientId }) => clientId === 'client-02')
    expect((await getPage(aiko, roomId)).messages.map(({ message }) => message.text)).toEqual(['first', 'second', 'third'])
  })

  it('stays open while its session is active, and reports a retryable error while the database is unavailable', async () => {
    const { aiko, ben, roomId } = await createPair()
    const b = await join(roomId, ben)
    advanceClock(CHECK_MS)
    const originalFetch = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('connection refused')))
    b.sendMessage('client-01', 'hello')
    expect(await b.waitFor('error')).toMatchObject({ code: 'unavailable', clientId: 'client-01' })
    vi.stubGlobal('fetch', originalFetch)
    b.sendMessage('client-01', 'hello')
    await b.waitFor('sent')
    expect((await getPage(aiko, roomId)).messages.map(({ message }) => message.text)).toEqual(['hello'])
  })
})
