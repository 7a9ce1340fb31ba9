import { createExecutionContext, evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sessions } from '../auth/tables.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { SESSION_IDLE_SECONDS, SESSION_SECONDS } from '../shared/session.ts'
import { anotherSession, call, codeOf, type TestUser } from '../shared/testing.ts'
import worker from './index.ts'
import { CLOSED, type InboxFrame } from './messages.schema.ts'
import { CHECK_SECONDS } from './sockets.ts'
import { ask, chatEnv, Ear, join, knock, openInbox, page, pair, rpc } from './testing.ts'

const room = (roomId: string) => chatEnv.ROOMS.getByName(roomId)
const post = (as: TestUser, roomId: string, text: string) =>
  ask('POST', 'sendMessage', { as, body: { roomId, clientId: crypto.randomUUID(), message: { text } } })

describe('a socket that ignores its close frame', () => {
  const ends = {
    'its session ended': ({ ben }: Pair) => rpc.endSessions({ userId: ben.id, sessions: [ben.session] }),
    'all sessions ended': ({ ben, phone }: Pair) => rpc.endSessions({ userId: ben.id, sessions: [phone.session, ben.session] }),
    'the account was deleted': ({ ben }: Pair) => rpc.forget(ben.id),
    'its member was removed': ({ ben, roomId }: Pair) => rpc.removeMember({ roomId, userId: ben.id }),
  }
  type Pair = Awaited<ReturnType<typeof pair>> & { phone: TestUser }

  it.each(Object.entries(ends))('stores, shows and marks nothing more once %s', async (_, end) => {
    const { aiko, ben, roomId } = await pair()
    const phone = await anotherSession(chatEnv, ben)
    const a = await join(roomId, aiko)
    const deaf = await join(roomId, ben, undefined, { deaf: true })
    deaf.write('client-01', 'before')
    await deaf.hears('sent')
    await post(aiko, roomId, 'not for eyes that left')
    await end({ aiko, ben, phone, roomId })
    await deaf.ends()
    const before = deaf.frames.length
    a.frames.length = 0
    const say = () => {
      deaf.write('client-02', 'after')
      deaf.say({ v: 1, type: 'typing' })
      deaf.say({ v: 1, type: 'read', seq: 2 })
      deaf.socket.send('{')
    }
    say()
    await evictDurableObject(room(roomId))
    say()
    a.write('client-03', 'who is there?')
    await a.hears('sent')
    expect((await page(aiko, roomId)).messages.map(({ message }) => message.text)).not.toContain('after')
    expect(a.frames.filter((frame) => frame.type === 'typing' || (frame.type === 'read' && frame.userId === ben.id))).toEqual([])
    expect(deaf.frames.length).toBe(before)
  })

  it('hears nothing more of an inbox', async () => {
    const { aiko, ben, roomId } = await pair()
    const answer = await knock('inbox', ben)
    const deaf = new Ear<InboxFrame>(answer.webSocket!, { deaf: true })
    const other = await openInbox(await anotherSession(chatEnv, ben))
    await rpc.endSessions({ userId: ben.id, sessions: [ben.session] })
    await deaf.ends()
    deaf.say({ v: 1, type: 'message' })
    await post(aiko, roomId, 'for the other window')
    await other.hears('message')
    expect(deaf.frames.filter((frame) => frame.type === 'message')).toEqual([])
  })
})

describe('a socket that was being opened while its session ended', () => {
  /** The chat area's objects, where something happens before a socket reaches one. */
  const between = (happens: () => Promise<unknown>) => {
    const meanwhile = <Space extends { getByName: (name: string) => { fetch: (request: Request) => Promise<Response> } }>(space: Space) =>
      new Proxy(space, {
        get: (_, key) =>
          key === 'getByName'
            ? (name: string) =>
                new Proxy(space.getByName(name), {
                  get: (stub, method) =>
                    method === 'fetch'
                      ? async (request: Request) => {
                          await happens()
                          return stub.fetch(request)
                        }
                      : Reflect.get(stub, method),
                })
            : Reflect.get(space, key),
      })
    return { ...chatEnv, ROOMS: meanwhile(chatEnv.ROOMS), INBOXES: meanwhile(chatEnv.INBOXES) }
  }
  const logout = async ({ id, session }: TestUser) => {
    await database(chatEnv).delete(sessions).where(eq(sessions.userId, id))
    await rpc.endSessions({ userId: id, sessions: [session] })
  }

  it.each(['room', 'inbox'])('is refused: %s', async (which) => {
    const { aiko, ben, roomId } = await pair()
    const a = await join(roomId, aiko)
    const path = which === 'room' ? `rooms/${roomId}` : 'inbox'
    const headers = { upgrade: 'websocket' }
    const env = between(() => logout(ben))
    const answer = await call(worker, env, createExecutionContext(), 'GET', `/api/chat/${path}`, { as: ben, headers })
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthorized'])
    if (which === 'inbox') return
    // The object had taken it, and has let it go.
    await a.hears('presence', ({ userIds }) => userIds.includes(ben.id))
    await a.hears('presence', ({ userIds }) => !userIds.includes(ben.id))
  })
})

describe('a socket whose session has run out', () => {
  it('is closed at its next frame, of which nothing is stored', async () => {
    const { aiko, ben, roomId } = await pair()
    const b = await join(roomId, ben)
    b.write('client-01', 'in time')
    await b.hears('sent')
    const late = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + (SESSION_SECONDS + 60) * 1000)
    b.write('client-02', 'too late')
    expect(await b.ends()).toBe(CLOSED.ended)
    late.mockRestore()
    expect((await page(aiko, roomId)).messages.map(({ message }) => message.text)).toEqual(['in time'])
  })
})

describe('a socket whose session ended without a word to its room', () => {
  const CHECK_MS = (CHECK_SECONDS + 1) * 1000
  let clock: ReturnType<typeof vi.spyOn> | undefined
  const pass = (ms: number) => {
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

  it.each(Object.entries(endings))('is closed at its first frame a minute later, which is not stored: it %s', async (_, over) => {
    const { aiko, ben, roomId } = await pair()
    const [a, b] = [await join(roomId, aiko), await join(roomId, ben, undefined, { deaf: true })]
    await over(ben)
    pass(CHECK_MS)
    b.write('client-01', 'too late')
    b.write('client-02', 'later still')
    b.say({ v: 1, type: 'typing' })
    expect(await b.ends()).toBe(CLOSED.ended)
    await a.hears('presence', ({ userIds }) => !userIds.includes(ben.id))
    a.write('client-03', 'who is there?')
    await a.hears('sent')
    expect((await page(aiko, roomId)).messages.map(({ message }) => message.text)).toEqual(['who is there?'])
    expect(a.frames.filter(({ type }) => type === 'typing')).toEqual([])
  })

  it('hears one message more at most', async () => {
    const { aiko, ben, roomId } = await pair()
    const b = await join(roomId, ben)
    await endings['was ended'](ben)
    pass(CHECK_MS)
    await post(aiko, roomId, 'one')
    // The alarm is set by the clock of this test.
    await runDurableObjectAlarm(room(roomId))
    expect(await b.ends()).toBe(CLOSED.ended)
  })

  it('is not told anything more in an inbox', async () => {
    const { aiko, ben, roomId } = await pair()
    const phone = await anotherSession(chatEnv, ben)
    const [window, other] = [await openInbox(phone), await openInbox(ben)]
    await database(chatEnv)
      .update(sessions)
      .set({ expiresAt: now() - 1 })
      .where(and(eq(sessions.userId, ben.id), eq(sql`substr(${sessions.tokenHash}, 1, 32)`, phone.session)))
    pass(CHECK_MS)
    await post(aiko, roomId, 'for the one that is still in')
    await runDurableObjectAlarm(room(roomId))
    await other.hears('message')
    expect(await window.ends()).toBe(CLOSED.ended)
    expect(window.frames).toEqual([])
  })

  it('keeps the order of what it says, however long its session takes to look up', async () => {
    const { aiko, ben, roomId } = await pair()
    const b = await join(roomId, ben)
    pass(CHECK_MS)
    const real = globalThis.fetch
    let queries = 0
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      if (queries++ === 0) await new Promise((resolve) => setTimeout(resolve, 200))
      return real(...request)
    })
    for (const [at, text] of ['first', 'second', 'third'].entries()) b.write(`client-0${at}`, text)
    await b.hears('sent', ({ clientId }) => clientId === 'client-02')
    expect((await page(aiko, roomId)).messages.map(({ message }) => message.text)).toEqual(['first', 'second', 'third'])
  })

  it('goes on while its session lives, and asks for a repeat while the database is away', async () => {
    const { aiko, ben, roomId } = await pair()
    const b = await join(roomId, ben)
    pass(CHECK_MS)
    const real = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('connection refused')))
    b.write('client-01', 'hello')
    expect(await b.hears('error')).toMatchObject({ code: 'unavailable', clientId: 'client-01' })
    vi.stubGlobal('fetch', real)
    b.write('client-01', 'hello')
    await b.hears('sent')
    expect((await page(aiko, roomId)).messages.map(({ message }) => message.text)).toEqual(['hello'])
  })
})
