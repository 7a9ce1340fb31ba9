import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { now, opaqueId } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import type { NotificationEvent } from './notifications.schema.ts'
import { deleteReplaced, insertEvents, MAIL_DELAY, notify } from './notify.ts'
import { notifications } from './tables.ts'
import { db, newEvent, testEnv } from './testing.ts'

let me: TestUser
let orderId: string
beforeEach(async () => {
  me = await signedIn(testEnv)
  orderId = opaqueId()
})

/** The ask of a dispute, lowered for the nth time. */
const lowered = (n: number, overrides: Partial<NotificationEvent> = {}): NotificationEvent => {
  const replaces = `disputeLowered ${orderId}`
  const params = { title: 'Logo', refundBps: 9000 - n }
  return newEvent(me, {
    kind: 'disputeLowered',
    thing: { kind: 'order', id: orderId },
    key: `${replaces} ${n}`,
    replaces,
    params,
    ...overrides,
  })
}
const stored = () => db.select().from(notifications).where(eq(notifications.userId, me.id)).orderBy(notifications.id)
const figures = async () => (await stored()).map(({ params, readAt }) => [JSON.parse(params).refundBps, readAt === null])
const markRead = () => db.update(notifications).set({ readAt: now() }).where(eq(notifications.userId, me.id))

it('an ask that is lowered again has one notification, which moves to the top of the list and is unread', async () => {
  await notify(testEnv, [lowered(1)])
  await notify(testEnv, [newEvent(me)])
  await markRead()
  await notify(testEnv, [lowered(3)])
  expect(await figures()).toEqual([
    [undefined, false],
    [8997, true],
  ])
})

it('an older event that is passed again, or the same one, changes nothing', async () => {
  await notify(testEnv, [lowered(2)])
  await markRead()
  for (const n of [1, 2, 1]) await notify(testEnv, [lowered(n, { at: now() + 60 })])
  expect(await figures()).toEqual([[8998, false]])
})

it('the same ask in another block, after a reorg, leaves its notification read', async () => {
  const event = lowered(1)
  await notify(testEnv, [event])
  await markRead()
  await notify(testEnv, [{ ...event, key: `${event.replaces} 2`, at: now() + 60 }])
  expect(await figures()).toEqual([[8999, false]])
})

it('several asks in one call, or in calls at the same time in any order, leave only the newest', async () => {
  await notify(testEnv, [lowered(2), lowered(4), lowered(3)])
  expect(await figures()).toEqual([[8996, true]])
  await Promise.all([7, 5, 9, 6, 8].map((n) => notify(testEnv, [lowered(n)])))
  expect(await figures()).toEqual([[8991, true]])
})

it('a change of an offer under the same title notifies again; the same change does not', async () => {
  const id = opaqueId()
  const offered = (edits: number): NotificationEvent => ({
    ...{ userId: me.id, kind: 'offerReceived', replaces: `offerReceived ${id}`, key: `offerReceived ${id} 00000${edits}` },
    ...{ thing: { kind: 'room', id }, params: { title: 'Logo', edits }, at: now(), isMailed: false },
  })
  const edits = async () => (await stored()).map(({ params, readAt }) => [JSON.parse(params).edits, readAt === null])
  await notify(testEnv, [offered(0)])
  await markRead()
  await notify(testEnv, [offered(0)])
  expect(await edits()).toEqual([[0, false]])
  await notify(testEnv, [offered(1)])
  expect(await edits()).toEqual([[1, true]])
})

it('asks of other orders and of other members have their own notifications', async () => {
  const other = await signedIn(testEnv)
  const first = orderId
  await notify(testEnv, [lowered(1), { ...lowered(1), userId: other.id }])
  orderId = opaqueId()
  await notify(testEnv, [lowered(2)])
  expect((await stored()).map(({ thingId }) => thingId)).toEqual([first, orderId])
  expect(await db.select().from(notifications).where(eq(notifications.userId, other.id))).toHaveLength(1)
})

it('a newer ask does not delay the mail about the older one, and has its own mail if that mail was sent before', async () => {
  await db
    .update(users)
    .set({ email: `${opaqueId()}@example.org` })
    .where(eq(users.id, me.id))
  const dues = async () => (await stored()).map(({ mailDue }) => mailDue)
  const setDue = (mailDue: number | null) => db.update(notifications).set({ mailDue }).where(eq(notifications.userId, me.id))
  await notify(testEnv, [lowered(1)])
  const due = now() - 5
  await setDue(due)
  await notify(testEnv, [lowered(2)])
  expect(await dues()).toEqual([due])
  await setDue(null)
  const before = now()
  await notify(testEnv, [lowered(3)])
  expect((await dues())[0]).toBeGreaterThanOrEqual(before + MAIL_DELAY)
})

it('replacing a notification does not read the thousands of others of its member', async () => {
  for (const statement of [insertEvents('[]', now()), deleteReplaced('[]')]) {
    const plan = await db.all<{ detail: string }>(sql`explain query plan ${statement}`)
    expect(plan.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^SEARCH n USING (COVERING )?INDEX notifications_event \(user_id=\? AND event_key>\? AND event_key<\?\)/),
    )
  }
})
