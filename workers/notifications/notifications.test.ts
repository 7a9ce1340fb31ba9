import { createExecutionContext } from 'cloudflare:test'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { now } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import worker, { NotificationsRpc } from './index.ts'
import { MAX_UNREAD, type NotificationPage } from './notifications.schema.ts'
import { selectPage, selectUnread } from './notifications.ts'
import { deleteOld, notify, RETENTION } from './notify.ts'
import { notifications } from './tables.ts'
import { db, newEvent, testEnv } from './testing.ts'

let me: TestUser
let other: TestUser
beforeEach(async () => {
  me = await signedIn(testEnv)
  other = await signedIn(testEnv)
})

const ask = (method: 'GET' | 'POST', path: string, as?: TestUser, body: object = {}) =>
  call(worker, testEnv, createExecutionContext(), method, `/api/notifications/${path}`, { ...(as && { as }), body })
const list = async (as = me, query = '') => (await (await ask('GET', `getNotifications${query}`, as)).json()) as NotificationPage
const unread = async (as = me) => ((await (await ask('GET', 'getUnreadCount', as)).json()) as { unread: number }).unread
const stored = (user: TestUser) => db.select().from(notifications).where(eq(notifications.userId, user.id)).orderBy(asc(notifications.id))

describe('notifications of somebody else', () => {
  it('are refused to a guest, and are not in the list or count of another member', async () => {
    await notify(testEnv, [newEvent(other)])
    expect(await codeOf(await ask('GET', 'getNotifications'))).toBe('unauthorized')
    expect(await codeOf(await ask('GET', 'getUnreadCount'))).toBe('unauthorized')
    expect(await list()).toEqual({ notifications: [], next: null })
    expect(await unread()).toBe(0)
  })

  it('stay unread whatever another member marks', async () => {
    const event = newEvent(other)
    await notify(testEnv, [event])
    const [row] = await stored(other)
    for (const [path, body] of [
      ['markRead', { id: row!.id }],
      ['markThingRead', event.thing],
      ['markAllRead', { upTo: row!.id }],
    ] as const)
      expect(await (await ask('POST', path, me, body)).json()).toEqual({ unread: 0 })
    expect(await stored(other)).toMatchObject([{ readAt: null }])
  })

  it('are marked by no call of a guest, and by no GET', async () => {
    for (const path of ['markRead', 'markThingRead', 'markAllRead']) {
      expect(await codeOf(await ask('POST', path))).toBe('unauthorized')
      expect(await codeOf(await ask('GET', path, me))).toBe('method_not_allowed')
    }
  })
})

describe('an event', () => {
  it('is stored once, whether it is passed again, twice in one call, or by ten calls at once', async () => {
    const event = newEvent(me)
    await notify(testEnv, [event, event])
    await Promise.all(Array.from({ length: 10 }, () => notify(testEnv, [event])))
    expect((await list()).notifications).toMatchObject([
      { kind: 'orderPlaced', thing: event.thing, params: { title: 'Logo and identity' }, read: false },
    ])
  })

  it('that is passed to notify again leaves its notification read', async () => {
    const event = newEvent(me)
    await notify(testEnv, [event])
    await ask('POST', 'markThingRead', me, event.thing)
    await notify(testEnv, [{ ...event, at: now() + 60 }])
    expect(await unread()).toBe(0)
  })

  it('with one key notifies each of its members', async () => {
    const event = newEvent(me)
    await notify(testEnv, [event, { ...event, userId: other.id }])
    expect([await unread(me), await unread(other)]).toEqual([1, 1])
  })

  it('is not stored for an unknown or deleted account, but the other events of the call are', async () => {
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, other.id))
    await notify(testEnv, [newEvent(other), newEvent({ id: 2 ** 40 }), newEvent(me)])
    expect(await stored(other)).toEqual([])
    expect(await unread()).toBe(1)
    const { id: _, ...row } = (await stored(me))[0]!
    await expect(db.insert(notifications).values({ ...row, userId: other.id })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('account_deleted') },
    })
  })

  it('keeps any text of its parameters', async () => {
    const title = `"quotes' \\ {"$.x":1} 名刺 🥕 ${'x'.repeat(500)}`
    await notify(testEnv, [newEvent(me, { params: { title, refundBps: 2500 } })])
    expect((await list()).notifications[0]!.params).toEqual({ title, refundBps: 2500 })
  })

  it('is stored although its push fails', async () => {
    const chatDown = { ...testEnv, CHAT: { notify: () => Promise.reject(new Error('down')) } as never }
    await notify(chatDown, [newEvent(me)])
    expect(await unread()).toBe(1)
  })

  it('is pushed once to each member with a new notification', async () => {
    const pushes: unknown[] = []
    const listening = { ...testEnv, CHAT: { notify: async (...args: unknown[]) => void pushes.push(args) } as never }
    const event = newEvent(me)
    await notify(listening, [event, newEvent(me)])
    await notify(listening, [event])
    await notify(listening, [])
    expect(pushes).toEqual([[[me.id], { v: 1, type: 'notification' }]])
  })
})

describe('the list', () => {
  it('comes in pages of thirty, newest first, each notification once', async () => {
    await notify(
      testEnv,
      Array.from({ length: 65 }, (_, i) => newEvent(me, { at: 1_700_000_000 + i })),
    )
    const pages: NotificationPage[] = [await list()]
    while (pages.at(-1)!.next) pages.push(await list(me, `?cursor=${pages.at(-1)!.next}`))
    expect(pages.map((page) => page.notifications.length)).toEqual([30, 30, 5])
    const times = pages.flatMap((page) => page.notifications.map(({ at }) => at))
    expect(times).toEqual(Array.from({ length: 65 }, (_, i) => 1_700_000_064 - i))
  })

  it.each(['0', '-1', '1.5', 'x', '1e9', ''])('refuses the cursor "%s"', async (cursor) => {
    expect(await codeOf(await ask('GET', `getNotifications?cursor=${cursor}`, me))).toBe('invalid_body')
  })

  it('leaves out a row that cannot be read', async () => {
    await notify(testEnv, [newEvent(me), newEvent(me)])
    const [first, second] = await stored(me)
    await db.update(notifications).set({ params: '{' }).where(eq(notifications.id, first!.id))
    expect((await list()).notifications.map(({ id }) => id)).toEqual([second!.id])
    await db.update(notifications).set({ kind: 'ofTomorrow' }).where(eq(notifications.id, second!.id))
    expect((await list()).notifications).toEqual([])
  })

  it('and the count are read by an index, without sorting', async () => {
    const planOf = async (query: { getSQL(): SQL }) =>
      (await db.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`)).map(({ detail }) => detail)
    expect(await planOf(selectPage(db, 1, undefined))).toEqual(['SEARCH notifications USING INDEX notifications_list (user_id=?)'])
    expect(await planOf(selectPage(db, 1, 9))).toEqual([
      expect.stringMatching(/^SEARCH notifications USING INDEX notifications_list \(user_id=\? AND \w+<\?\)$/),
    ])
    const [, search, ...rest] = await planOf(selectUnread(db, 1))
    expect(search).toBe('SEARCH notifications USING INDEX notifications_count (user_id=?)')
    expect(rest).toEqual(['SCAN unread_ones'])
  })
})

describe('marking as read', () => {
  it('marks one, and answers how many are still unread', async () => {
    await notify(testEnv, [newEvent(me), newEvent(me)])
    const [newest] = (await list()).notifications
    expect(await (await ask('POST', 'markRead', me, { id: newest!.id })).json()).toEqual({ unread: 1 })
    expect((await list()).notifications.map(({ read }) => read)).toEqual([true, false])
  })

  it('marks everything about one thing', async () => {
    const thing = { kind: 'order', id: 'x'.repeat(22) } as const
    await notify(testEnv, [newEvent(me, { thing }), newEvent(me, { thing, kind: 'orderCancelled' }), newEvent(me)])
    expect(await (await ask('POST', 'markThingRead', me, thing)).json()).toEqual({ unread: 1 })
  })

  it('marks all up to one, and leaves later notifications unread', async () => {
    await notify(testEnv, [newEvent(me), newEvent(me)])
    const [newest] = (await list()).notifications
    await notify(testEnv, [newEvent(me)])
    expect(await (await ask('POST', 'markAllRead', me, { upTo: newest!.id })).json()).toEqual({ unread: 1 })
  })

  it('keeps the time of the first reading', async () => {
    const event = newEvent(me)
    await notify(testEnv, [event])
    await db.update(notifications).set({ readAt: 7 }).where(eq(notifications.userId, me.id))
    await ask('POST', 'markThingRead', me, event.thing)
    expect(await stored(me)).toMatchObject([{ readAt: 7 }])
  })

  it.each([
    ['markRead', {}],
    ['markRead', { id: 0 }],
    ['markRead', { id: '1' }],
    ['markAllRead', { upTo: 1.5 }],
    ['markThingRead', { kind: 'picture', id: 'x' }],
    ['markThingRead', { kind: 'order', id: '' }],
    ['markThingRead', { kind: 'order', id: 'x'.repeat(23) }],
  ])('%s refuses %j', async (path, body) => expect(await codeOf(await ask('POST', path, me, body))).toBe('invalid_body'))
})

it('the count ends at a hundred', async () => {
  await notify(
    testEnv,
    Array.from({ length: MAX_UNREAD + 5 }, () => newEvent(me)),
  )
  expect(await unread()).toBe(MAX_UNREAD)
})

it('the cron deletes a notification 180 days after its event, and not earlier', async () => {
  await notify(testEnv, [newEvent(me, { at: now() - RETENTION - 10 }), newEvent(me, { at: now() - RETENTION + 600 })])
  await deleteOld(db)
  expect(await stored(me)).toMatchObject([{ at: expect.closeTo(now() - RETENTION + 600, -1) }])
})

it('a deleted account leaves no notification, also if the deletion is repeated', async () => {
  await notify(testEnv, [newEvent(me), newEvent(other)])
  const rpc = new NotificationsRpc(createExecutionContext(), testEnv)
  await rpc.eraseUser(me.id)
  await rpc.eraseUser(me.id)
  expect([await stored(me), (await stored(other)).length]).toEqual([[], 1])
})
