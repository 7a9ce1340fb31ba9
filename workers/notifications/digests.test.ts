import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Digest, DigestResult } from '../chat/digests.ts'
import { now } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { users } from '../shared/tables.ts'
import { call, signedIn, type TestUser } from '../shared/testing.ts'
import { sendDigests } from './digests.ts'
import type { NotificationsEnv } from './env.ts'
import worker from './index.ts'
import { notificationSettings } from './tables.ts'
import { db, testEnv } from './testing.ts'

interface Sent {
  to: string[]
  subject: string
  text: string
  headers: Record<string, string>
}

let me: TestUser
let sent: Sent[]
let status: number
beforeEach(async () => {
  me = await signedIn(testEnv)
  await db
    .update(users)
    .set({ email: `aiko${me.id}@example.com` })
    .where(eq(users.id, me.id))
  sent = []
  status = 200
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string | Request, init: RequestInit) => {
    if (!String(url).startsWith(testEnv.RESEND_URL)) return realFetch(url, init)
    if (status === 200) sent.push(JSON.parse(String(init.body)) as Sent)
    return Response.json({ id: 'x' }, { status })
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Runs the cron with what chat says is unread. Returns what became of it. */
async function run(more: Partial<Digest> = {}, at = now()): Promise<DigestResult[]> {
  const results: DigestResult[] = []
  const digest = {
    userId: me.id,
    count: 4,
    conversations: [
      { roomId: 'room1', name: 'Ben <Carter>', unread: 3 },
      { roomId: 'room2', name: '', unread: 1 },
    ],
    ...more,
  }
  const CHAT = { claimDigests: async () => [digest], endDigests: async (list: DigestResult[]) => void results.push(...list) }
  await sendDigests({ ...testEnv, CHAT } as unknown as NotificationsEnv, at)
  return results
}

it('is one mail with names and numbers, and a link that turns it off', async () => {
  expect(await run()).toEqual([{ userId: me.id, due: null }])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to: [`aiko${me.id}@example.com`], subject: 'You have 4 unread messages' })
  for (const part of ['• Ben <Carter> (3)', '• Somebody without a name (1)', '/messenger/\n']) expect(sent[0]!.text).toContain(part)
  const [, token] = /token=([^>]+)>/.exec(sent[0]!.headers['List-Unsubscribe']!)!
  const turnOffDigest = vi.fn(async () => {})
  const env = { ...testEnv, CHAT: { turnOffDigest } } as unknown as NotificationsEnv
  const answer = await call(worker, env, createExecutionContext(), 'POST', `/api/notifications/unsubscribe?token=${token}`)
  expect([answer.status, await answer.json()]).toEqual([200, { topic: 'messages' }])
  expect(turnOffDigest.mock.calls).toEqual([[me.id]])
})

it('leads to the conversation if there is only one', async () => {
  await run({ count: 3, conversations: [{ roomId: 'room1', name: 'Ben Carter', unread: 3 }] })
  expect(sent[0]!.text).toContain('/messenger/room1\n')
})

it('is in the language of its member', async () => {
  await db.update(users).set({ language: 'ja' }).where(eq(users.id, me.id))
  await run()
  expect(sent[0]!.subject).toBe('未読のメッセージが4件あります')
})

it('is not sent without a confirmed address', async () => {
  await db.update(users).set({ email: null }).where(eq(users.id, me.id))
  expect(await run()).toEqual([{ userId: me.id, due: null }])
  expect(sent).toEqual([])
})

it('waits for the end of the quiet hours', async () => {
  await db.insert(notificationSettings).values({ userId: me.id, quietFrom: 0, quietTo: 60, timeZone: 'UTC' })
  const midnight = Math.floor(now() / 86_400) * 86_400
  expect(await run({}, midnight + 600)).toEqual([{ userId: me.id, due: midnight + 3600 }])
  expect(sent).toEqual([])
  expect(await run({}, midnight + 3600)).toEqual([{ userId: me.id, due: null }])
})

it('is tried again later if the mail service fails for a moment, and given up if it refuses', async () => {
  const at = now()
  status = 503
  expect(await run({}, at)).toEqual([{ userId: me.id, due: at + 600 }])
  status = 422
  expect(await run({}, at)).toEqual([{ userId: me.id, due: null }])
  expect(sent).toEqual([])
})

it('waits if the member has had too many mails of this sort', async () => {
  const [[count]] = EVENTS.mailAboutCheapNotification.person
  await testEnv.LIMITS.getByName(`user ${me.id}`).take('mail cheap', EVENTS.mailAboutCheapNotification.person, count)
  const at = now()
  const [result] = await run({}, at)
  expect(result!.due).toBeGreaterThan(at)
  expect(sent).toEqual([])
})
