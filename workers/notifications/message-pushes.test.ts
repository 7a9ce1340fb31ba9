import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MessagePush } from '../chat/message-pushes.ts'
import { now } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { sessions, users } from '../shared/tables.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import type { NotificationsEnv } from './env.ts'
import { sendMessagePushes } from './message-pushes.ts'
import type { PushMessage } from './push-message.schema.ts'
import { devices } from './push-tables.ts'
import { notificationSettings } from './tables.ts'
import { addDevice, db, decryptPush, testEnv } from './testing.ts'

let me: TestUser
let phone: Awaited<ReturnType<typeof addDevice>>
let bodies: Uint8Array[]
/** What the push service answers; 0 stands for a broken connection. */
let status: number
beforeEach(async () => {
  me = await signedIn(testEnv)
  phone = await addDevice(me)
  bodies = []
  status = 201
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string | Request, init: RequestInit) => {
    if (!String(url).startsWith('https://fcm.googleapis.com/')) return realFetch(url, init)
    if (status === 0) throw new TypeError('broken')
    if (status === 201) bodies.push(init.body as Uint8Array)
    return new Response(null, { status })
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Runs the cron with what chat says is due. */
async function run(more: Partial<MessagePush> = {}, at = now()) {
  const push = { userId: me.id, roomId: 'room1', name: 'Ben Carter', title: '', at, ...more }
  await sendMessagePushes({ ...testEnv, CHAT: { claimMessagePushes: async () => [push] } } as unknown as NotificationsEnv, at)
}
const textOf = async (body: Uint8Array) => JSON.parse(await decryptPush(body, phone)) as PushMessage
const choose = (values: Partial<typeof notificationSettings.$inferInsert>) =>
  db.insert(notificationSettings).values({ userId: me.id, timeZone: 'UTC', ...values })
const devicesOf = () => db.select({ id: devices.id }).from(devices).where(eq(devices.userId, me.id))

it('is sent to each browser with the name of the author and the title of the order, in the language of the member', async () => {
  await addDevice(me)
  await run({ title: 'Logo and identity' })
  expect(bodies).toHaveLength(2)
  const shown = await textOf(bodies[0]!)
  expect(shown).toMatchObject({ title: 'New message from Ben Carter', body: 'Logo and identity', tag: 'message room1', lang: 'en' })
  expect(new URL(shown.url).pathname).toBe('/messenger/room1')
  await db.update(users).set({ language: 'ja' }).where(eq(users.id, me.id))
  await run({ name: '' })
  expect(await textOf(bodies[2]!)).toMatchObject({ title: '名前のないユーザーさんからの新着メッセージ', body: '', lang: 'ja' })
})

it('is not sent if the member has turned it off, in quiet hours, and to a browser that is logged out', async () => {
  await choose({ off: '["push:messages"]', quietFrom: 0, quietTo: 60 })
  const midnight = Math.floor(now() / 86_400) * 86_400
  await run({}, midnight + 7200)
  await db.update(notificationSettings).set({ off: '[]' }).where(eq(notificationSettings.userId, me.id))
  await run({}, midnight + 600)
  expect(bodies).toEqual([])
  await run({}, midnight + 7200)
  expect(bodies).toHaveLength(1)
  await db.delete(sessions).where(eq(sessions.tokenHash, phone.tokenHash))
  await run({}, midnight + 7200)
  expect(bodies).toHaveLength(1)
})

it('removes a browser that the push service does not know any more, and keeps one after another error', async () => {
  for (status of [0, 503]) await run()
  expect(await devicesOf()).toHaveLength(1)
  status = 410
  await run()
  expect(await devicesOf()).toEqual([])
})

it('is not sent if the member has had too many', async () => {
  const [[count]] = EVENTS.pushAboutMessages.person
  await testEnv.LIMITS.getByName(`user ${me.id}`).take('push messages', EVENTS.pushAboutMessages.person, count)
  await run()
  expect(bodies).toEqual([])
})
