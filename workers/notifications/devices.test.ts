import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { now, opaqueId } from '../shared/ids.ts'
import { sessions } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { type DevicePage, isPushEndpoint, MAX_DEVICES } from './devices.schema.ts'
import worker, { NotificationsRpc } from './index.ts'
import { devices } from './push-tables.ts'
import { cleanPushes } from './pushes.ts'
import { db, newSubscription, testEnv } from './testing.ts'
import { vapidPublicKey } from './vapid.ts'

let me: TestUser
beforeEach(async () => {
  me = await signedIn(testEnv)
})

const send = (name: string, body: unknown, as = me) =>
  call(worker, testEnv, createExecutionContext(), 'POST', `/api/notifications/${name}`, {
    as,
    body,
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Safari/537.36' },
  })
const add = async (as = me, endpoint?: string) => {
  const { json } = await newSubscription(endpoint)
  const response = await send('addDevice', json, as)
  expect(response.status).toBe(200)
  return { json, page: (await response.json()) as DevicePage }
}
const list = async (as = me) =>
  (await (await call(worker, testEnv, createExecutionContext(), 'GET', '/api/notifications/getDevices', { as })).json()) as DevicePage
const rowsOf = (as = me) => db.select().from(devices).where(eq(devices.userId, as.id))

describe('a subscription is refused', () => {
  it.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com.evil.example/fcm/send/a',
    'https://evil.example/fcm.googleapis.com/',
    'https://fcm.googleapis.com:8443/fcm/send/a',
    'https://fcm.googleapis.com@evil.example/',
    'https://user@fcm.googleapis.com/',
    'https://evilpush.apple.com/',
    'https://notify.windows.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/',
    'http://127.0.0.1:8792/push/a',
    'file:///etc/passwd',
  ])("if its push service is no browser's: %s", async (endpoint) => {
    const { json } = await newSubscription(endpoint)
    const response = await send('addDevice', json)
    expect([response.status, await codeOf(response)]).toEqual([422, 'push_subscription_invalid'])
    expect(await rowsOf()).toEqual([])
  })

  it('if a key is not on the curve, or has the wrong length', async () => {
    const { json } = await newSubscription()
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const invalid = await send('addDevice', { ...json, keys: { ...json.keys, p256dh: offCurve } })
    expect(await codeOf(invalid)).toBe('push_subscription_invalid')
    for (const keys of [
      { ...json.keys, p256dh: json.keys.p256dh.slice(1) },
      { ...json.keys, auth: `${json.keys.auth}A` },
    ])
      expect(await codeOf(await send('addDevice', { ...json, keys }))).toBe('invalid_body')
    expect(await rowsOf()).toEqual([])
  })
})

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-am3p.notify.windows.com/w/?token=abc',
])('accepts a subscription of a browser: %s', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true))

it('accepts the configured local push service, and no other local address', () => {
  expect(isPushEndpoint('http://127.0.0.1:8792/push/a', 'http://127.0.0.1:8792')).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:8793/push/a', 'http://127.0.0.1:8792')).toBe(false)
})

describe('a device', () => {
  it('is listed with its browser, marked as that of the request, without its address and keys', async () => {
    const { page } = await add()
    expect(page).toEqual({
      key: vapidPublicKey(testEnv),
      session: expect.stringMatching(/^[0-9a-f]{32}$/),
      devices: [{ id: expect.any(Number), browser: 'Chrome', os: 'Android', createdAt: expect.any(Number), current: true }],
    })
    expect(await list()).toEqual(page)
  })

  it('belongs to the last member who added it', async () => {
    const other = await signedIn(testEnv)
    const { json } = await add(other)
    await add(me, json.endpoint)
    expect((await list(other)).devices).toEqual([])
    expect((await list()).devices).toHaveLength(1)
  })

  it('is replaced by another subscription of the same session', async () => {
    await add()
    const { json } = await add()
    expect((await rowsOf()).map(({ endpoint }) => endpoint)).toEqual([json.endpoint])
  })

  it('can be removed by its member only', async () => {
    const { page } = await add()
    const { id } = page.devices[0]!
    await send('removeDevice', { id }, await signedIn(testEnv))
    expect((await list()).devices).toHaveLength(1)
    expect(((await (await send('removeDevice', { id })).json()) as DevicePage).devices).toEqual([])
  })

  it('replaces the oldest of ten', async () => {
    const before = Array.from({ length: MAX_DEVICES }, (_, i) => ({
      userId: me.id,
      session: opaqueId(),
      endpoint: `https://fcm.googleapis.com/${me.id}/${i}`,
      p256dh: '',
      auth: '',
      userAgent: '',
      createdAt: now(),
    }))
    await db.insert(devices).values(before)
    const { json } = await add()
    const endpoints = (await rowsOf()).map(({ endpoint }) => endpoint)
    expect(endpoints).toHaveLength(MAX_DEVICES)
    expect(endpoints).toContain(json.endpoint)
    expect(endpoints).not.toContain(`https://fcm.googleapis.com/${me.id}/0`)
  })
})

describe('a device is deleted', () => {
  const end = (values: Partial<typeof sessions.$inferInsert>) => db.update(sessions).set(values).where(eq(sessions.userId, me.id))
  it.each([
    ['its session has ended', () => db.delete(sessions).where(eq(sessions.userId, me.id))],
    ['its session has expired', () => end({ expiresAt: now() - 1 })],
    ['its session was not used for two weeks', () => end({ createdAt: now() - 2_000_000, lastSeenAt: now() - 15 * 86_400 })],
  ])('once %s', async (_, endSession) => {
    await add()
    await endSession()
    const [row] = await rowsOf()
    expect(row).toBeDefined()
    await cleanPushes(db)
    expect(await rowsOf()).toEqual([])
  })

  it('once its account is deleted', async () => {
    await add()
    await new NotificationsRpc(createExecutionContext(), testEnv).eraseUser(me.id)
    expect(await rowsOf()).toEqual([])
  })
})
