import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { sessions } from '../shared/tables.ts'
import { codeOf } from '../shared/testing.ts'
import type { SessionInfo } from './sessions.schema.ts'
import { deviceOf } from './sessions.schema.ts'
import { infoOf, mockExternalServices, newEmail, newWallet, PASSWORD, register, request, signInWith, testEnv } from './testing.ts'

const db = database(testEnv)
beforeEach(() => void mockExternalServices())
afterEach(() => vi.unstubAllGlobals())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const listSessions = async (cookie: string) =>
  ((await (await request('GET', 'getSessions', { headers: { cookie } })).json()) as { sessions: SessionInfo[] }).sessions
const end = (cookie: string, id: string) => request('POST', 'endSession', { body: { id }, headers: { cookie } })
const isSignedIn = async (cookie: string) => (await infoOf(cookie)).authorized
const idOf = async (cookie: string) => (await infoOf(cookie)).clientid!

describe('getSessions', () => {
  it('lists the device, location and times of each session and marks the current one, without secrets', async () => {
    const wallet = newWallet()
    const desk = await signInWith(wallet, { 'user-agent': FIREFOX, 'x-country': 'JP', 'x-city': encodeURIComponent('Ōsaka') })
    const phone = await signInWith(wallet, { 'user-agent': IPHONE, 'x-country': '<b>', 'x-city': '%E0%A4%A' })
    const list = await listSessions(desk)
    expect(list).toEqual(
      expect.arrayContaining([
        {
          id: await idOf(desk),
          browser: 'Firefox',
          os: 'Linux',
          country: 'JP',
          city: 'Ōsaka',
          current: true,
          createdAt: expect.any(Number),
          lastSeenAt: expect.any(Number),
        },
        expect.objectContaining({ id: await idOf(phone), browser: 'Safari', os: 'iOS', country: null, city: null, current: false }),
      ]),
    )
    expect(list).toHaveLength(2)
    const text = JSON.stringify(list)
    for (const cookie of [desk, phone]) expect(text).not.toContain(cookie.split('=')[1])
    for (const { id } of list)
      expect((await request('GET', 'getSessions', { headers: { cookie: `__Host-session=${id}` } })).status).toBe(401)
  })

  it('lists only the caller’s own sessions', async () => {
    expect(await codeOf(await request('GET', 'getSessions'))).toBe('unauthorized')
    const [mine] = [await signInWith(newWallet()), await signInWith(newWallet())]
    expect(await listSessions(mine)).toHaveLength(1)
  })
})

describe('endSession', () => {
  it('ends one session, all other sessions, or all sessions', async () => {
    const wallet = newWallet()
    const [a, b, c, d] = [await signInWith(wallet), await signInWith(wallet), await signInWith(wallet), await signInWith(wallet)]
    const all = [a, b, c, d]
    expect(await (await end(a, await idOf(b))).json()).toEqual({ authorized: true })
    expect(await Promise.all(all.map(isSignedIn))).toEqual([true, false, true, true])
    expect(await (await end(a, 'others')).json()).toEqual({ authorized: true })
    expect(await Promise.all(all.map(isSignedIn))).toEqual([true, false, false, false])
    const last = await end(a, 'all')
    expect(await last.json()).toEqual({ authorized: false })
    expect(last.headers.get('set-cookie')).toMatch(/^__Host-session=; Max-Age=0;/)
    expect(await isSignedIn(a)).toBe(false)
  })

  it('can end the current session', async () => {
    const cookie = await signInWith(newWallet())
    const response = await end(cookie, await idOf(cookie))
    expect(await response.json()).toEqual({ authorized: false })
    expect(await isSignedIn(cookie)).toBe(false)
  })

  it('cannot end sessions of other users', async () => {
    const [mine, theirs] = [await signInWith(newWallet()), await signInWith(newWallet())]
    expect((await end(mine, await idOf(theirs))).status).toBe(200)
    await end(mine, 'all')
    expect(await isSignedIn(theirs)).toBe(true)
    expect(await codeOf(await end(mine, 'all'))).toBe('unauthorized')
  })

  it.each(['', 'ALL', '*', '%', 'x'.repeat(32), "' or 1=1 --"])('rejects the id %j', async (id) => {
    expect((await end(await signInWith(newWallet()), id)).status).toBe(422)
  })
})

describe('sockets of an ended session', () => {
  const endSockets = vi.fn(async (_: { userId: number; sessions: string[] }) => {})
  const { CHAT } = testEnv
  beforeEach(() => {
    endSockets.mockReset().mockResolvedValue()
    testEnv.CHAT = { endSessions: endSockets } as unknown as typeof CHAT
  })
  afterEach(() => {
    testEnv.CHAT = CHAT
  })

  it('are closed on logout, on endSession, and when the browser signs in again', async () => {
    const wallet = newWallet()
    const [a, b, c] = [await signInWith(wallet), await signInWith(wallet), await signInWith(wallet)]
    const userId = (await infoOf(a)).user_id!
    const [idA, idB, idC] = [await idOf(a), await idOf(b), await idOf(c)]
    expect(endSockets).not.toHaveBeenCalled()
    await request('POST', 'logout', { headers: { cookie: a } })
    expect(endSockets).toHaveBeenLastCalledWith({ userId, sessions: [idA] })
    await end(c, idB)
    expect(endSockets).toHaveBeenLastCalledWith({ userId, sessions: [idB] })
    await signInWith(newWallet(), { cookie: c })
    expect(endSockets).toHaveBeenLastCalledWith({ userId, sessions: [idC] })
    await request('POST', 'logout')
    expect(endSockets).toHaveBeenCalledTimes(3)
  })

  it('are closed before the response is sent', async () => {
    const wallet = newWallet()
    let closed = 0
    endSockets.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      closed++
    })
    const [a, b, c] = [await signInWith(wallet), await signInWith(wallet), await signInWith(wallet)]
    await request('POST', 'logout', { headers: { cookie: a } })
    expect(closed).toBe(1)
    await end(c, await idOf(b))
    expect(closed).toBe(2)
    await signInWith(newWallet(), { cookie: c })
    expect(closed).toBe(3)
    const cookie = await register(newEmail())
    await request('POST', 'changePassword', { body: { current: PASSWORD, password: 'three-quiet-otters-sing' }, headers: { cookie } })
    expect(closed).toBeGreaterThan(3)
  })

  it('do not prevent a logout when chat is unavailable', async () => {
    const lines = vi.spyOn(console, 'error').mockReturnValue()
    endSockets.mockRejectedValue(new Error('no such worker'))
    const cookie = await signInWith(newWallet())
    expect((await request('POST', 'logout', { headers: { cookie } })).status).toBe(200)
    expect(await isSignedIn(cookie)).toBe(false)
    await expect.poll(() => lines.mock.calls.flat().join()).toContain('sockets_left_open')
    lines.mockRestore()
  })
})

describe('session expiry', () => {
  const set = async (cookie: string, fields: Partial<typeof sessions.$inferInsert>) =>
    db
      .update(sessions)
      .set(fields)
      .where(eq(sessions.userId, (await infoOf(cookie)).user_id!))
  const rowOf = async (id: number) => (await db.select().from(sessions).where(eq(sessions.userId, id)))[0]!

  it('ends a session after 14 days without use, and at its expiry time even if it was used', async () => {
    const day = 86_400
    const idle = await signInWith(newWallet())
    await set(idle, { createdAt: now() - 20 * day, lastSeenAt: now() - 14 * day })
    expect(await isSignedIn(idle)).toBe(false)
    const used = await signInWith(newWallet())
    await set(used, { createdAt: now() - 20 * day, lastSeenAt: now() - 13 * day })
    expect(await isSignedIn(used)).toBe(true)
    await set(used, { expiresAt: now() })
    expect(await isSignedIn(used)).toBe(false)
  })

  it('counts from the start of the session if no later use is stored', async () => {
    const cookie = await signInWith(newWallet())
    await set(cookie, { lastSeenAt: null, createdAt: now() - 15 * 86_400 })
    expect(await isSignedIn(cookie)).toBe(false)
  })

  it('counts from the last use, which is updated at most once an hour', async () => {
    const cookie = await signInWith(newWallet())
    const id = (await infoOf(cookie)).user_id!
    await set(cookie, { lastSeenAt: now() - 3500 })
    const before = (await rowOf(id)).lastSeenAt
    await infoOf(cookie)
    expect((await rowOf(id)).lastSeenAt).toBe(before)
    await set(cookie, { lastSeenAt: now() - 3700 })
    await infoOf(cookie)
    expect((await rowOf(id)).lastSeenAt).toBeGreaterThan(now() - 60)
  })

  it('hides expired sessions from the list', async () => {
    const wallet = newWallet()
    const [old, cookie] = [await signInWith(wallet), await signInWith(wallet)]
    const oldId = await idOf(old)
    await db.run(`update sessions set last_seen_at = 1000 where substr(token_hash, 1, 32) = '${oldId}'`)
    expect((await listSessions(cookie)).map(({ id }) => id)).toEqual([await idOf(cookie)])
  })
})

describe('setLanguage', () => {
  it('stores the chosen language', async () => {
    const cookie = await signInWith(newWallet())
    expect((await infoOf(cookie)).language).toBe('en')
    const choose = (language: string) => request('POST', 'setLanguage', { body: { language }, headers: { cookie } })
    expect(await (await choose('ja')).json()).toEqual({ language: 'ja' })
    expect((await infoOf(cookie)).language).toBe('ja')
    expect((await choose('xx')).status).toBe(422)
    expect(await codeOf(await request('POST', 'setLanguage', { body: { language: 'ja' } }))).toBe('unauthorized')
  })
})

it.each([
  [FIREFOX, 'Firefox', 'Linux'],
  [IPHONE, 'Safari', 'iOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36', 'Chrome', 'Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['curl/8.5.0', '', ''],
  ['', '', ''],
])('reads the browser and operating system from the user agent %j', (userAgent, browser, os) => {
  expect(deviceOf(userAgent)).toEqual({ browser, os })
})
