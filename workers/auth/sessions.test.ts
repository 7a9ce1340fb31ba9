import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf } from '../shared/testing.ts'
import type { SessionInfo } from './sessions.schema.ts'
import { deviceOf } from './sessions.schema.ts'
import { sessions } from './tables.ts'
import { ask, infoOf, newEmail, newWallet, outside, PASSWORD, registered, signedInBy, worldEnv } from './testing.ts'

const db = database(worldEnv)
beforeEach(() => void outside())
afterEach(() => vi.unstubAllGlobals())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const listed = async (cookie: string) =>
  ((await (await ask('GET', 'getSessions', { headers: { cookie } })).json()) as { sessions: SessionInfo[] }).sessions
const end = (cookie: string, id: string) => ask('POST', 'endSession', { body: { id }, headers: { cookie } })
const isIn = async (cookie: string) => (await infoOf(cookie)).authorized
const idOf = async (cookie: string) => (await infoOf(cookie)).clientid!

describe('the list of sessions', () => {
  it('names device, place and times, and which one is asking; nothing that signs in', async () => {
    const wallet = newWallet()
    const desk = await signedInBy(wallet, { 'user-agent': FIREFOX, 'x-country': 'JP', 'x-city': encodeURIComponent('Ōsaka') })
    const phone = await signedInBy(wallet, { 'user-agent': IPHONE, 'x-country': '<b>', 'x-city': '%E0%A4%A' })
    const list = await listed(desk)
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
    for (const { id } of list) expect((await ask('GET', 'getSessions', { headers: { cookie: `__Host-session=${id}` } })).status).toBe(401)
  })

  it('is one’s own', async () => {
    expect(await codeOf(await ask('GET', 'getSessions'))).toBe('unauthorized')
    const [mine] = [await signedInBy(newWallet()), await signedInBy(newWallet())]
    expect(await listed(mine)).toHaveLength(1)
  })
})

describe('ending a session', () => {
  it('ends one, all others, or all', async () => {
    const wallet = newWallet()
    const [a, b, c, d] = [await signedInBy(wallet), await signedInBy(wallet), await signedInBy(wallet), await signedInBy(wallet)]
    const all = [a, b, c, d]
    expect(await (await end(a, await idOf(b))).json()).toEqual({ authorized: true })
    expect(await Promise.all(all.map(isIn))).toEqual([true, false, true, true])
    expect(await (await end(a, 'others')).json()).toEqual({ authorized: true })
    expect(await Promise.all(all.map(isIn))).toEqual([true, false, false, false])
    const last = await end(a, 'all')
    expect(await last.json()).toEqual({ authorized: false })
    expect(last.headers.get('set-cookie')).toMatch(/^__Host-session=; Max-Age=0;/)
    expect(await isIn(a)).toBe(false)
  })

  it('ends one’s own like a logout', async () => {
    const cookie = await signedInBy(newWallet())
    const answer = await end(cookie, await idOf(cookie))
    expect(await answer.json()).toEqual({ authorized: false })
    expect(await isIn(cookie)).toBe(false)
  })

  it('does not reach anybody else’s', async () => {
    const [mine, theirs] = [await signedInBy(newWallet()), await signedInBy(newWallet())]
    expect((await end(mine, await idOf(theirs))).status).toBe(200)
    await end(mine, 'all')
    expect(await isIn(theirs)).toBe(true)
    expect(await codeOf(await end(mine, 'all'))).toBe('unauthorized')
  })

  it.each(['', 'ALL', '*', '%', 'x'.repeat(32), "' or 1=1 --"])('takes no id %j', async (id) => {
    expect((await end(await signedInBy(newWallet()), id)).status).toBe(422)
  })
})

describe('sockets of a session that ends', () => {
  const endSockets = vi.fn(async (_: { userId: number; sessions: string[] }) => {})
  const { CHAT } = worldEnv
  beforeEach(() => {
    endSockets.mockReset().mockResolvedValue()
    worldEnv.CHAT = { endSessions: endSockets } as unknown as typeof CHAT
  })
  afterEach(() => {
    worldEnv.CHAT = CHAT
  })

  it('are ended with it, by logout, from the list, and when the browser signs in anew', async () => {
    const wallet = newWallet()
    const [a, b, c] = [await signedInBy(wallet), await signedInBy(wallet), await signedInBy(wallet)]
    const userId = (await infoOf(a)).user_id!
    const [idA, idB, idC] = [await idOf(a), await idOf(b), await idOf(c)]
    expect(endSockets).not.toHaveBeenCalled()
    await ask('POST', 'logout', { headers: { cookie: a } })
    expect(endSockets).toHaveBeenLastCalledWith({ userId, sessions: [idA] })
    await end(c, idB)
    expect(endSockets).toHaveBeenLastCalledWith({ userId, sessions: [idB] })
    await signedInBy(newWallet(), { cookie: c })
    expect(endSockets).toHaveBeenLastCalledWith({ userId, sessions: [idC] })
    await ask('POST', 'logout')
    expect(endSockets).toHaveBeenCalledTimes(3)
  })

  it('are closed before the answer', async () => {
    const wallet = newWallet()
    let closed = 0
    endSockets.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      closed++
    })
    const [a, b, c] = [await signedInBy(wallet), await signedInBy(wallet), await signedInBy(wallet)]
    await ask('POST', 'logout', { headers: { cookie: a } })
    expect(closed).toBe(1)
    await end(c, await idOf(b))
    expect(closed).toBe(2)
    await signedInBy(newWallet(), { cookie: c })
    expect(closed).toBe(3)
    const cookie = await registered(newEmail())
    await ask('POST', 'changePassword', { body: { current: PASSWORD, password: 'three-quiet-otters-sing' }, headers: { cookie } })
    expect(closed).toBeGreaterThan(3)
  })

  it('keep nobody signed in when chat cannot be reached', async () => {
    const lines = vi.spyOn(console, 'error').mockReturnValue()
    endSockets.mockRejectedValue(new Error('no such worker'))
    const cookie = await signedInBy(newWallet())
    expect((await ask('POST', 'logout', { headers: { cookie } })).status).toBe(200)
    expect(await isIn(cookie)).toBe(false)
    await vi.waitUntil(() => lines.mock.calls.flat().join().includes('sockets_left_open'))
    lines.mockRestore()
  })
})

describe('a session’s time', () => {
  const set = async (cookie: string, fields: Partial<typeof sessions.$inferInsert>) =>
    db
      .update(sessions)
      .set(fields)
      .where(eq(sessions.userId, (await infoOf(cookie)).user_id!))
  const rowOf = async (id: number) => (await db.select().from(sessions).where(eq(sessions.userId, id)))[0]!

  it('is over after 14 days without use, and after 30 days of it', async () => {
    const day = 86_400
    const idle = await signedInBy(newWallet())
    await set(idle, { createdAt: now() - 20 * day, lastSeenAt: now() - 14 * day })
    expect(await isIn(idle)).toBe(false)
    const used = await signedInBy(newWallet())
    await set(used, { createdAt: now() - 20 * day, lastSeenAt: now() - 13 * day })
    expect(await isIn(used)).toBe(true)
    await set(used, { expiresAt: now() })
    expect(await isIn(used)).toBe(false)
  })

  it('counts from its beginning where nothing was written since', async () => {
    const cookie = await signedInBy(newWallet())
    await set(cookie, { lastSeenAt: null, createdAt: now() - 15 * 86_400 })
    expect(await isIn(cookie)).toBe(false)
  })

  it('is written once an hour', async () => {
    const cookie = await signedInBy(newWallet())
    const id = (await infoOf(cookie)).user_id!
    await set(cookie, { lastSeenAt: now() - 3500 })
    const before = (await rowOf(id)).lastSeenAt
    await infoOf(cookie)
    expect((await rowOf(id)).lastSeenAt).toBe(before)
    await set(cookie, { lastSeenAt: now() - 3700 })
    await infoOf(cookie)
    expect((await rowOf(id)).lastSeenAt).toBeGreaterThan(now() - 60)
  })

  it('shows in the list: what is over is not there', async () => {
    const wallet = newWallet()
    const [old, cookie] = [await signedInBy(wallet), await signedInBy(wallet)]
    const oldId = await idOf(old)
    await db.run(`update sessions set last_seen_at = 1000 where substr(token_hash, 1, 32) = '${oldId}'`)
    expect((await listed(cookie)).map(({ id }) => id)).toEqual([await idOf(cookie)])
  })
})

describe('the language', () => {
  it('is kept when somebody chooses it', async () => {
    const cookie = await signedInBy(newWallet())
    expect((await infoOf(cookie)).language).toBe('en')
    const choose = (language: string) => ask('POST', 'setLanguage', { body: { language }, headers: { cookie } })
    expect(await (await choose('ja')).json()).toEqual({ language: 'ja' })
    expect((await infoOf(cookie)).language).toBe('ja')
    expect((await choose('xx')).status).toBe(422)
    expect(await codeOf(await ask('POST', 'setLanguage', { body: { language: 'ja' } }))).toBe('unauthorized')
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
])('reads the device of %j', (userAgent, browser, os) => {
  expect(deviceOf(userAgent)).toEqual({ browser, os })
})
