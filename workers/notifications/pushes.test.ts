import { and, eq, type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { now } from '../shared/ids.ts'
import { sessions, users } from '../shared/tables.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { selectDue } from './mails.ts'
import type { NotificationEvent } from './notifications.schema.ts'
import { notify, PUSH_DELAY } from './notify.ts'
import type { PushMessage } from './push-message.schema.ts'
import { devices, pushes } from './push-tables.ts'
import { cleanPushes, selectDueNotifications, sendPushes } from './pushes.ts'
import { notificationSettings, notifications } from './tables.ts'
import { addDevice, db, decryptPush, newEvent, testEnv } from './testing.ts'

interface Sent {
  endpoint: string
  headers: Record<string, string>
  body: Uint8Array
}

let me: TestUser
let phone: Awaited<ReturnType<typeof addDevice>>
let sent: Sent[]
/** The answers of the push service, in this order, and 201 after them. 0 stands for a broken connection. */
let answers: (number | { status: number; retryAfter: string })[]
/** The lines of the log about errors. */
let errors: string[]

beforeEach(async () => {
  // Pushes of other tests are not due here.
  await db.batch([db.delete(pushes), db.update(notifications).set({ pushDue: null })])
  me = await signedIn(testEnv)
  phone = await addDevice(me)
  sent = []
  answers = []
  errors = []
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string | Request, init: RequestInit) => {
    if (!String(url).startsWith('https://fcm.googleapis.com/')) return realFetch(url, init)
    const answer = answers.shift() ?? 201
    if (answer === 0) throw new TypeError('broken')
    const { status, retryAfter = '' } = typeof answer === 'number' ? { status: answer } : answer
    if (status === 201) sent.push({ endpoint: String(url), headers: init.headers as Sent['headers'], body: init.body as Uint8Array })
    return new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
  })
  vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(line))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const add = async (overrides: Partial<NotificationEvent> = {}, as = me) => {
  const event = newEvent(as, overrides)
  await notify(testEnv, [event])
  return event
}
const rowOf = async () => (await db.select().from(notifications).where(eq(notifications.userId, me.id)))[0]!
/** Sends what is due `later` seconds after the push of a new notification has become due. */
const run = (later = 0) => sendPushes(testEnv, now() + PUSH_DELAY + 1 + later)
const textOf = async ({ body }: Sent) => JSON.parse(await decryptPush(body, phone)) as PushMessage
const choose = (values: Partial<typeof notificationSettings.$inferInsert>) =>
  db.insert(notificationSettings).values({ userId: me.id, timeZone: 'UTC', ...values })

describe('no push is sent', () => {
  const expectNone = async () => {
    await run()
    await run(3600)
    expect(sent).toEqual([])
    expect((await rowOf()).pushDue).toBeNull()
  }

  it('before five seconds have passed', async () => {
    await add()
    await sendPushes(testEnv, now() + PUSH_DELAY - 2)
    expect(sent).toEqual([])
  })

  it('about a notification that was read', async () => {
    await add()
    await db.update(notifications).set({ readAt: now() })
    await expectNone()
  })

  it('about a notification that was read while its push waited for the next try', async () => {
    await add()
    answers = [503]
    await run()
    await db.update(notifications).set({ readAt: now() })
    await expectNone()
    expect(await db.select().from(pushes)).toEqual([])
  })

  it('to a browser that logged out while the push waited for the next try', async () => {
    await add()
    answers = [503]
    await run()
    await db.delete(sessions).where(eq(sessions.tokenHash, phone.tokenHash))
    sent = []
    await expectNone()
  })

  it('about a topic whose pushes are off', async () => {
    await choose({ off: '["push:sales"]' })
    await add()
    await expectNone()
  })

  it('about an event that strangers can cause in large numbers, that is older than a day, or whose deadline has passed', async () => {
    await add({ isMailed: false })
    await add({ at: now() - 86_500 })
    await add({ kind: 'deliveryDue', params: { title: '', until: now() + 2 } })
    await expectNone()
  })

  it.each([
    ['that is logged out', () => db.delete(sessions).where(eq(sessions.userId, me.id))],
    ['whose session has expired', () => db.update(sessions).set({ expiresAt: now() }).where(eq(sessions.userId, me.id))],
    ['that was removed', () => db.delete(devices).where(eq(devices.userId, me.id))],
  ])('to a browser %s', async (_, end) => {
    await add()
    await end()
    await expectNone()
    await cleanPushes(db)
    expect(await db.select().from(pushes)).toEqual([])
  })

  it('to a browser that another member has turned on in the meantime', async () => {
    await add()
    answers = [503]
    await run()
    const other = await signedIn(testEnv)
    await db.update(devices).set({ userId: other.id }).where(eq(devices.userId, me.id))
    await expectNone()
  })
})

describe('a push', () => {
  it('has its text in the language of the member, encrypted for the browser, and the headers that the push service needs', async () => {
    await db.update(users).set({ language: 'ja' }).where(eq(users.id, me.id))
    const { thing } = await add({ kind: 'disputeOffered', params: { title: 'ロゴ'.repeat(100), refundBps: 2550 } })
    await run()
    expect(sent.map(({ endpoint }) => endpoint)).toEqual([phone.json.endpoint])
    expect(await textOf(sent[0]!)).toEqual({
      title: '出品者が25.5%の返金を提案しています',
      body: 'ロゴ'.repeat(60),
      url: `http://localhost:8788/orders/${thing.id}`,
      tag: `disputeOffered ${thing.id}`,
      lang: 'ja',
      at: expect.any(Number),
    })
    const { ttl, topic, authorization, ...rest } = sent[0]!.headers
    expect(Number(ttl)).toBeGreaterThan(80_000)
    expect(topic).toMatch(/^[\w-]{32}$/)
    expect(authorization).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/)
    expect(rest).toEqual({ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream', urgency: 'normal' })
    expect(sent[0]!.body.length).toBeLessThan(4096)
    expect(errors).toEqual([])
  })

  it('about an order for a place at an event speaks of host and attendee', async () => {
    await db.update(users).set({ language: 'ja' }).where(eq(users.id, me.id))
    await add({ kind: 'disputeOffered', params: { title: 'ジャズの夜', isEvent: true, refundBps: 2550 } })
    await run()
    expect((await textOf(sent[0]!)).title).toBe('主催者が25.5%の返金を提案しています')
  })

  it('is sent only once to each device by ten runs at the same time and a later run', async () => {
    const laptop = await addDevice(me)
    const event = await add()
    await Promise.all(Array.from({ length: 10 }, () => run()))
    await notify(testEnv, [event])
    await run(3600)
    expect(sent.map(({ endpoint }) => endpoint).sort()).toEqual([phone.json.endpoint, laptop.json.endpoint].sort())
  })

  it('is sent although the topic is off in the app and by mail', async () => {
    await choose({ off: '["app:sales","email:sales"]' })
    await add()
    await run()
    expect(sent).toHaveLength(1)
  })

  it('is not repeated if a run ended between its claim and its result', async () => {
    await add()
    answers = [503]
    await run()
    await db.update(pushes).set({ claimedAt: now() })
    await run(3600)
    expect(sent).toEqual([])
  })

  it.each([
    ['a broken connection, as the push service may have taken it', 0],
    ['a wrong token', 401],
    ['a wrong key', 403],
    ['a text that is too long', 413],
    ['a wrong header', 400],
    ['a redirect', 307],
  ])('is given up after %s', async (_, status) => {
    await add()
    answers = [status]
    await run()
    await run(3600)
    expect([sent, answers, await db.select().from(pushes)]).toEqual([[], [], []])
    expect(errors).toEqual([expect.stringContaining('push_failed')])
    expect(errors[0]).not.toContain(phone.json.endpoint)
    expect(await db.select().from(devices).where(eq(devices.userId, me.id))).toHaveLength(1)
  })

  it('is tried again after 503, with longer and longer pauses, and given up after the fifth try', async () => {
    await add()
    answers = Array(6).fill(503)
    const start = now() + PUSH_DELAY + 1
    const left: number[] = []
    for (const later of [0, 29, 31, 60, 92, 91 + 121, 92 + 122 + 241, 9999]) {
      await sendPushes(testEnv, start + later)
      left.push(answers.length)
    }
    expect(left).toEqual([5, 5, 4, 4, 3, 2, 1, 1])
    expect(errors).toEqual([expect.stringContaining('push_failed')])
  })

  it.each([
    ['300', 299, 301],
    ['999999', 3599, 3601],
    ['Wed, 21 Oct 2046 07:28:00 GMT', 29, 31],
  ])('waits for the seconds of Retry-After (%s), at least 30 seconds and at most an hour', async (retryAfter, before, after) => {
    await add()
    answers = [{ status: 429, retryAfter }]
    const start = now() + PUSH_DELAY + 1
    await sendPushes(testEnv, start)
    await sendPushes(testEnv, start + before)
    expect(sent).toHaveLength(0)
    await sendPushes(testEnv, start + after)
    expect(sent).toHaveLength(1)
  })

  it.each([404, 410])('removes the device after %i, and no other', async (status) => {
    const laptop = await addDevice(me)
    await add()
    answers = [status, 201]
    await run()
    const left = await db.select().from(devices).where(eq(devices.userId, me.id))
    expect(left).toHaveLength(1)
    expect(left[0]!.endpoint).toBe(sent[0]!.endpoint)
    expect([phone.json.endpoint, laptop.json.endpoint]).toContain(sent[0]!.endpoint)
    expect(errors).toEqual([])
  })

  it.each([
    ['its values', () => db.update(notifications).set({ params: '{' }).where(eq(notifications.userId, me.id))],
    ['its kind', () => db.update(notifications).set({ kind: 'unknown' }).where(eq(notifications.userId, me.id))],
    ['the settings of its member', () => choose({ off: '[' })],
    ['the keys of its device', () => db.update(devices).set({ p256dh: 'x' }).where(eq(devices.userId, me.id))],
  ])('does not stop the pushes of others if %s cannot be read', async (_, damage) => {
    const other = await signedIn(testEnv)
    const theirs = await addDevice(other)
    await add()
    await add({}, other)
    await damage()
    await run()
    expect(sent.map(({ endpoint }) => endpoint)).toEqual([theirs.json.endpoint])
  })
})

describe('many notifications', () => {
  const lowered = (refundBps: number, id: string) =>
    add({ kind: 'disputeLowered', thing: { kind: 'order', id }, params: { title: 'Logo', refundBps } })

  it('of one kind about one order cause one push about the newest', async () => {
    for (let refundBps = 5000; refundBps > 4950; refundBps -= 10) await lowered(refundBps, 'order-1')
    await lowered(1000, 'order-2')
    await run()
    await run(3600)
    const texts = await Promise.all(sent.map(async (one) => (await textOf(one)).title))
    expect(texts.map((text) => /[\d.]+%/.exec(text)![0]).sort()).toEqual(['10%', '49.6%'])
  })

  it('about one order cause at most ten pushes a day, and do not delay those about other orders', async () => {
    for (let i = 0; i < 12; i++) {
      await lowered(5000 - i, 'order-1')
      await run()
    }
    await lowered(1000, 'order-2')
    await run()
    expect(sent).toHaveLength(11)
  })

  it('about evidence do not delay the reminder of the same order', async () => {
    const thing = { kind: 'order', id: 'order-3' } as const
    for (let i = 0; i < 10; i++) {
      await add({ kind: 'evidenceAdded', thing })
      await run()
    }
    sent = []
    await add({ kind: 'settleDue', thing, params: { title: '', until: now() + 40_000 } })
    await run()
    expect(sent).toHaveLength(1)
  })
})

it('the pushes and mails that are due are found by an index', async () => {
  const planOf = async (query: { getSQL(): SQL }) =>
    (await db.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`)).map(({ detail }) => detail)
  expect(await planOf(selectDueNotifications(db, 1))).toContainEqual(expect.stringContaining('INDEX notifications_push'))
  expect(await planOf(selectDue(db, 1))).toContainEqual(expect.stringContaining('INDEX notifications_mail'))
})

it('quiet hours delay a push until their end; then only the newest of each order and kind is sent', async () => {
  const minutes = Math.floor((now() % 86_400) / 60)
  await choose({ quietFrom: (minutes + 1430) % 1440, quietTo: (minutes + 60) % 1440 })
  const { thing } = await add({ kind: 'disputeLowered', params: { title: '', refundBps: 3000 } })
  await run()
  await add({ kind: 'disputeLowered', thing, params: { title: '', refundBps: 2000 } })
  await run()
  expect(sent).toEqual([])
  await run(3700)
  expect(await Promise.all(sent.map(async (one) => (await textOf(one)).title))).toEqual([expect.stringContaining('20%')])
})

it('a member without a device has no pushes', async () => {
  const other = await signedIn(testEnv)
  await notify(testEnv, [newEvent(other)])
  const [row] = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, other.id)))
  expect(row!.pushDue).toBeNull()
})
