import { createExecutionContext } from 'cloudflare:test'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { now } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { NotificationsEnv } from './env.ts'
import worker, { NotificationsRpc } from './index.ts'
import type { NotificationPage } from './notifications.schema.ts'
import { notify } from './notify.ts'
import { type NotificationSettings, SWITCHES, type Topic } from './settings.schema.ts'
import { notificationSettings, notifications } from './tables.ts'
import { db, newEvent, testEnv } from './testing.ts'
import { turnOff, unsubscribeToken } from './unsubscribe.ts'

let me: TestUser
beforeEach(async () => {
  me = await signedIn(testEnv)
})

const ask = (method: 'GET' | 'POST', path: string, as?: TestUser, body: object = {}, headers: Record<string, string> = {}) =>
  call(worker, testEnv, createExecutionContext(), method, `/api/notifications/${path}`, { ...(as && { as }), body, headers })
const settings = async (as = me) => (await (await ask('GET', 'getSettings', as)).json()) as NotificationSettings
const choose = (body: object, as = me) => ask('POST', 'setSettings', as, { off: [], quiet: null, timeZone: 'UTC', ...body })

describe('settings', () => {
  it('are refused to a guest', async () => {
    expect(await codeOf(await ask('GET', 'getSettings'))).toBe('unauthorized')
    expect(await codeOf(await ask('POST', 'setSettings'))).toBe('unauthorized')
  })

  it('have everything on without quiet hours at first, and say whether there is a confirmed address', async () => {
    expect(await settings()).toEqual({ off: [], quiet: null, timeZone: null, hasEmail: false })
    await db
      .update(users)
      .set({ email: `a${me.id}@example.com` })
      .where(eq(users.id, me.id))
    expect(await settings()).toMatchObject({ hasEmail: true })
  })

  it('are stored, each switch once, and belong to one member', async () => {
    const other = await signedIn(testEnv)
    const chosen = { off: ['email:orders', 'email:orders', 'app:reviews'], quiet: { from: 1320, to: 420 }, timeZone: 'Asia/Tokyo' }
    expect((await choose(chosen)).status).toBe(200)
    expect(await settings()).toEqual({ ...chosen, off: ['email:orders', 'app:reviews'], hasEmail: false })
    expect((await settings(other)).off).toEqual([])
    await choose({})
    expect(await settings()).toEqual({ off: [], quiet: null, timeZone: 'UTC', hasEmail: false })
  })

  it.each([
    { off: ['email:everything'] },
    { off: 'email:orders' },
    { off: Array(SWITCHES.length + 1).fill('email:orders') },
    { quiet: { from: -1, to: 60 } },
    { quiet: { from: 0, to: 1440 } },
    { quiet: { from: 0.5, to: 60 } },
    { quiet: { from: 0 } },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '' },
    { timeZone: '+09:00' },
    { timeZone: null },
  ])('refuse %j', async (body) => {
    expect(await codeOf(await choose(body))).toBe('invalid_body')
    expect(await settings()).toMatchObject({ off: [], timeZone: null })
  })

  it('that cannot be read do not prevent a topic from being turned off', async () => {
    await db.insert(notificationSettings).values({ userId: me.id, off: '[' })
    for (const _ of [1, 2]) await turnOff(db, me.id, 'email:orders')
    expect((await settings()).off).toEqual(['email:orders'])
  })

  it('are deleted with the account, and are not stored for a deleted one', async () => {
    await choose({ off: ['app:orders'] })
    await new NotificationsRpc(createExecutionContext(), testEnv).eraseUser(me.id)
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, me.id))
    await turnOff(db, me.id, 'email:orders')
    await expect(db.insert(notificationSettings).values({ userId: me.id })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('account_deleted') },
    })
    expect(await db.select().from(notificationSettings).where(eq(notificationSettings.userId, me.id))).toEqual([])
  })
})

it('notifications of a topic that is off in the app are neither listed nor counted, but the others are', async () => {
  await choose({ off: ['app:sales'] })
  await notify(testEnv, [newEvent(me), newEvent(me, { kind: 'reviewReceived' })])
  expect(((await (await ask('GET', 'getNotifications', me)).json()) as NotificationPage).notifications).toMatchObject([
    { kind: 'reviewReceived' },
  ])
  expect(await (await ask('GET', 'getUnreadCount', me)).json()).toEqual({ unread: 1 })
})

it('a notification of a topic that is off in the app stays unread after markAllRead, and is marked with its thing', async () => {
  const stored = async () =>
    (await db.select().from(notifications).where(eq(notifications.userId, me.id)).orderBy(asc(notifications.id))).map(
      ({ kind, readAt }) => [kind, readAt !== null],
    )
  await choose({ off: ['app:sales'] })
  const event = newEvent(me)
  await notify(testEnv, [event, newEvent(me, { kind: 'reviewReceived' })])
  const [newest] = ((await (await ask('GET', 'getNotifications', me)).json()) as NotificationPage).notifications
  expect(await (await ask('POST', 'markAllRead', me, { upTo: newest!.id })).json()).toEqual({ unread: 0 })
  expect(await stored()).toEqual([
    ['orderPlaced', false],
    ['reviewReceived', true],
  ])
  await ask('POST', 'markThingRead', me, event.thing)
  expect(await stored()).toEqual([
    ['orderPlaced', true],
    ['reviewReceived', true],
  ])
})

describe('the link that turns off mails', () => {
  let email: string
  beforeEach(async () => {
    email = `aiko${me.id}@example.com`
    await db.update(users).set({ email }).where(eq(users.id, me.id))
  })
  const tokenFor = (topic: Topic, keys: Pick<NotificationsEnv, 'UNSUBSCRIBE_KEY'> = testEnv) =>
    unsubscribeToken(keys, { userId: me.id, topic, email })
  const post = (token: string, headers: Record<string, string> = {}) =>
    call(worker, testEnv, createExecutionContext(), 'POST', `/api/notifications/unsubscribe?token=${encodeURIComponent(token)}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { origin: '', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  it('turns off only the mails of its topic, without a session, an origin or JSON, even if it is used several times', async () => {
    await choose({ off: ['app:reviews'], quiet: { from: 0, to: 60 }, timeZone: 'Asia/Tokyo' })
    const token = await tokenFor('orders')
    for (let i = 0; i < 3; i++) expect(await (await post(token)).json()).toEqual({ topic: 'orders' })
    await Promise.all([post(token), post(token)])
    expect(await settings()).toEqual({
      off: ['app:reviews', 'email:orders'],
      quiet: { from: 0, to: 60 },
      timeZone: 'Asia/Tokyo',
      hasEmail: true,
    })
  })

  it('turns off its topic for a member without settings, also from another site', async () => {
    expect((await post(await tokenFor('disputes'), { origin: 'https://mail.example' })).status).toBe(200)
    expect((await settings()).off).toEqual(['email:disputes'])
  })

  it('changes nothing by GET, which programs that check links send', async () => {
    const token = await tokenFor('orders')
    expect(await codeOf(await ask('GET', `unsubscribe?token=${token}`))).toBe('method_not_allowed')
    expect((await settings()).off).toEqual([])
  })

  it.each([
    ['of another member', (token: string, other: number) => token.replace(/^\d+/, String(other))],
    ['of another topic', (token: string) => token.replace('orders', 'reviews')],
    ['of an unknown topic', (token: string) => token.replace('orders', 'everything')],
    ['whose end was changed', (token: string) => `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`],
  ])('is refused with the signature %s', async (_, change) => {
    const other = await signedIn(testEnv)
    await db
      .update(users)
      .set({ email: `ben${other.id}@example.com` })
      .where(eq(users.id, other.id))
    const token = change(await tokenFor('orders'), other.id)
    expect(await codeOf(await post(token))).toBe('link_invalid')
    expect([(await settings()).off, (await settings(other)).off]).toEqual([[], []])
  })

  it('is refused with the signature of another key', async () => {
    const token = await tokenFor('orders', { UNSUBSCRIBE_KEY: 'another key' })
    expect(await codeOf(await post(token))).toBe('link_invalid')
  })

  it.each([
    ['another address', { email: 'new@example.com' }],
    ['no address', { email: null }],
    ['a deleted account', { email: null, deletedAt: 1 }],
  ])('is refused once the member has %s', async (_, change) => {
    const token = await tokenFor('orders')
    await db.update(users).set(change).where(eq(users.id, me.id))
    expect(await codeOf(await post(token))).toBe('link_invalid')
    expect(await db.select().from(notificationSettings).where(eq(notificationSettings.userId, me.id))).toEqual([])
  })

  it.each(['', 'x', '1.orders', `1.orders.${'a'.repeat(44)}`, `0.orders.${'a'.repeat(43)}`, `1.${'a'.repeat(43)}`])(
    'is refused with the token "%s"',
    async (token) => {
      expect(await codeOf(await post(token))).toBe('invalid_body')
    },
  )
})
