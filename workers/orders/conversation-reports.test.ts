import { createExecutionContext } from 'cloudflare:test'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { RoomMessage } from '../chat/messages.schema.ts'
import { roomMembers, rooms } from '../chat/tables.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { opaqueId } from '../shared/ids.ts'
import { profiles, sessions, users } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { ConversationReportPage, HiddenMessagesPage } from './conversation-reports.schema.ts'
import { refreshRooms } from './conversation-reports.ts'
import type { OrdersEnv } from './env.ts'
import { eraseUser } from './erase-user.ts'
import { hiddenMessages, roomsToRefresh } from './hidden-tables.ts'
import worker from './index.ts'
import { reports } from './review-tables.ts'
import { STATUS } from './statuses.schema.ts'
import { orders } from './tables.ts'
import { createAdmin, db, insertOrder, setAdmin, testEnv } from './testing.ts'

const ask = (method: 'GET' | 'POST', path: string, as?: TestUser, body: object = {}, chat: object = {}) =>
  call(worker, { ...testEnv, CHAT: chat } as OrdersEnv, createExecutionContext(), method, `/api/orders/${path}`, {
    ...(as && { as }),
    ...(method === 'POST' && { body }),
  })

/** A room of two users with four messages, of which the third was deleted. */
async function createRoom() {
  const [aiko, ben] = await Promise.all([signedIn(testEnv), signedIn(testEnv, { name: 'Ben Carter' })])
  const roomId = opaqueId()
  const text = (seq: number) => `Message ${seq}`
  const messages: RoomMessage[] = [aiko, ben, ben, ben].map(({ id }, i) => ({ seq: i + 1, userId: id, text: text(i + 1), at: 100 + i }))
  const CHAT = {
    readReported: async ({ roomId: id, userId, seqs }: { roomId: string; userId: number; seqs: number[] }) =>
      id === roomId && [aiko.id, ben.id].includes(userId) ? messages.filter(({ seq }) => seq !== 3 && seqs.includes(seq)) : null,
  }
  const report = (as: TestUser | undefined, seqs: unknown, more: object = {}) =>
    ask('POST', 'addConversationReport', as, { roomId, messages: seqs, reason: 'abuse', ...more }, CHAT)
  /** The rooms of each call that made them read what is hidden. */
  const refreshed: string[][] = []
  const chat = {
    refreshHidden: async (ids: string[]) => {
      refreshed.push(ids)
      return ids.map(() => true)
    },
    readHidden: async (places: { roomId: string; seqs: number[] }[]) =>
      places.map(({ roomId: id, seqs }) => (id === roomId ? messages.filter(({ seq }) => seqs.includes(seq)) : null)),
  }
  return { aiko, ben, roomId, messages, report, chat, refreshed }
}
const result = async (response: Response) => (response.ok ? 200 : [response.status, await codeOf(response)])
const decide = (
  as: TestUser | undefined,
  id: unknown,
  action: string,
  chat: object = { refreshHidden: async (ids: string[]) => ids.map(() => true) },
) => ask('POST', 'decideConversationReport', as, { id, action }, chat)
const actionsOf = async (id: number) =>
  (
    await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subject, String(id)))
      .orderBy(auditLog.id)
  ).map(({ action }) => action)
const hiddenBy = async (reportId: number) =>
  (
    await db
      .select({ seq: hiddenMessages.seq })
      .from(hiddenMessages)
      .where(and(eq(hiddenMessages.reportId, reportId), isNull(hiddenMessages.restoredAt)))
      .orderBy(hiddenMessages.seq)
  ).map(({ seq }) => seq)
/** The work list for a room. */
const waiting = async (roomId: string) =>
  (await db.select().from(roomsToRefresh).where(eq(roomsToRefresh.roomId, roomId))).map((row) => row.roomId)
/** Makes a member an admin, signed in with the wallet. */
async function makeAdmin(user: TestUser) {
  await setAdmin('addAdmin', user)
  await db.update(sessions).set({ account: user.address }).where(eq(sessions.userId, user.id))
}
const stored = (reporter: TestUser) => db.select().from(reports).where(eq(reports.reporterId, reporter.id))

describe('addConversationReport', () => {
  it('is refused for guests, others, missing or deleted messages, own ones alone, and too many, and stores nothing', async () => {
    const { aiko, report, roomId } = await createRoom()
    const stranger = await signedIn(testEnv)
    expect(await result(await report(undefined, [2]))).toEqual([401, 'unauthorized'])
    expect(await result(await report(stranger, [2]))).toEqual([403, 'not_room_member'])
    for (const seqs of [[9], [3], [2, 3]]) expect(await result(await report(aiko, seqs))).toEqual([409, 'message_unavailable'])
    expect(await result(await report(aiko, [1]))).toEqual([403, 'forbidden'])
    for (const seqs of [[], [2, 2], [0], ['2'], Array.from({ length: 21 }, (_, i) => i + 1)])
      expect(await result(await report(aiko, seqs))).toEqual([422, 'invalid_body'])
    for (const more of [{ reason: 'untrue' }, { text: 'x'.repeat(1001) }])
      expect(await result(await report(aiko, [2], more))).toEqual([422, 'invalid_body'])
    const down = { readReported: () => Promise.reject(new Error('down')) }
    const body = { roomId, messages: [2], reason: 'abuse' }
    expect(await result(await ask('POST', 'addConversationReport', aiko, body, down))).toEqual([503, 'unavailable'])
    expect([await stored(aiko), await stored(stranger)]).toEqual([[], []])
  })

  it('stores copies of the chosen messages and of no others, once', async () => {
    const { aiko, ben, roomId, messages, report } = await createRoom()
    expect(await result(await report(aiko, [4, 1], { text: ' Every day ' }))).toBe(200)
    expect(await result(await report(aiko, [4, 1]))).toEqual([409, 'reported_already'])
    expect(await result(await report(aiko, [2]))).toBe(200)
    const [first] = await stored(aiko)
    expect(first).toMatchObject({ kind: 'conversation', thingId: `${roomId}.1`, reason: 'abuse', text: 'Every day', decidedAt: null })
    expect(JSON.parse(first!.content!)).toEqual({ subjectId: ben.id, messages: [messages[0], messages[3]] })
    await eraseUser(db, aiko.id)
    expect(await stored(aiko)).toEqual([])
  })

  it('is possible again once the report is decided', async () => {
    const admin = await createAdmin()
    const { aiko, report } = await createRoom()
    for (const action of ['dismiss', 'hide', 'dismiss']) {
      expect(await result(await report(aiko, [2]))).toBe(200)
      expect(await result(await report(aiko, [2]))).toEqual([409, 'reported_already'])
      expect(await result(await decide(admin, (await stored(aiko)).at(-1)!.id, action))).toBe(200)
    }
    expect(await stored(aiko)).toHaveLength(3)
  })
})

describe('the queue of reports about messages', () => {
  it('is only for admins, who see names, messages and reasons, and close a report once, with an entry in the log', async () => {
    const { aiko, ben, messages, report } = await createRoom()
    await report(aiko, [2])
    const [row] = await stored(aiko)
    expect(await result(await ask('GET', 'getConversationReports'))).toEqual([401, 'unauthorized'])
    expect(await result(await ask('GET', 'getConversationReports', aiko))).toEqual([403, 'forbidden'])
    const admin = await createAdmin()
    const page = (await (await ask('GET', `getConversationReports?cursor=${row!.id - 1}`, admin)).json()) as ConversationReportPage
    expect(page.reports[0]).toEqual({
      id: row!.id,
      reason: 'abuse',
      text: '',
      at: expect.any(Number),
      reporter: { id: aiko.id, name: 'Aiko Mori' },
      subject: { id: ben.id, name: 'Ben Carter' },
      room: null,
      messages: [messages[1]],
    })
    expect(await result(await decide(admin, row!.id, 'dismiss'))).toBe(200)
    expect(await result(await decide(admin, row!.id, 'dismiss'))).toEqual([404, 'report_not_found'])
    const closed = (await (await ask('GET', `getConversationReports?cursor=${row!.id - 1}`, admin)).json()) as ConversationReportPage
    expect(closed.reports.map(({ id }) => id)).not.toContain(row!.id)
    expect((await stored(aiko))[0]).toMatchObject({ content: null, decidedAt: expect.any(Number) })
    expect(await actionsOf(row!.id)).toEqual(['conversationReportClosed'])
  })

  it('tells in which conversation it was: its kind, its members and an open dispute, without deleted accounts and other messages', async () => {
    const admin = await createAdmin()
    const { aiko, ben, roomId, report } = await createRoom()
    const gone = await signedIn(testEnv)
    await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, gone.id))
    await report(aiko, [2])
    const [row] = await stored(aiko)
    const roomOf = async () =>
      ((await (await ask('GET', `getConversationReports?cursor=${row!.id - 1}`, admin)).json()) as ConversationReportPage).reports[0]!.room
    await db.insert(rooms).values({ id: roomId, pair: `${aiko.id}.${ben.id}`, createdAt: 1, lastAt: 1, lastText: 'Private' })
    await db.insert(roomMembers).values([aiko, ben, gone].map(({ id }) => ({ roomId, userId: id })))
    const members = [
      { id: aiko.id, name: 'Aiko Mori' },
      { id: ben.id, name: 'Ben Carter' },
    ]
    expect(await roomOf()).toEqual({ kind: 'pair', members, disputedOrderId: null })
    const orderId = await insertOrder(aiko, ben, { status: STATUS.indexOf('disputed') })
    await db.update(rooms).set({ orderId, pair: null }).where(eq(rooms.id, roomId))
    expect(await roomOf()).toEqual({ kind: 'order', members, disputedOrderId: orderId })
    await db
      .update(orders)
      .set({ status: STATUS.indexOf('completed') })
      .where(eq(orders.id, orderId))
    expect(await roomOf()).toEqual({ kind: 'order', members, disputedOrderId: null })
  })

  it('has no reports of another kind, and cannot close them', async () => {
    const [admin, reporter] = [await createAdmin(), await signedIn(testEnv)]
    const content = JSON.stringify({ subjectId: reporter.id, messages: [] })
    const row = { kind: 'review', thingId: opaqueId(), reporterId: reporter.id, reason: 'spam', text: '', createdAt: 1, content }
    const [other] = await db.insert(reports).values(row).returning({ id: reports.id })
    const page = (await (await ask('GET', `getConversationReports?cursor=${other!.id - 1}`, admin)).json()) as ConversationReportPage
    expect(page.reports.map(({ id }) => id)).not.toContain(other!.id)
    for (const action of ['dismiss', 'hide', 'restore'])
      expect(await result(await decide(admin, other!.id, action))).toEqual([404, 'report_not_found'])
    expect(await stored(reporter)).toMatchObject([{ content, decidedAt: null }])
  })
})

describe('hiding reported messages', () => {
  it('is refused for guests, members, removed admins, and the two whom the report is about, and changes nothing', async () => {
    const { aiko, ben, report } = await createRoom()
    await report(aiko, [2])
    const { id } = (await stored(aiko))[0]!
    const removed = await createAdmin()
    await setAdmin('removeAdmin', removed)
    for (const action of ['hide', 'dismiss', 'restore']) {
      expect(await result(await decide(undefined, id, action))).toEqual([401, 'unauthorized'])
      for (const as of [aiko, removed]) expect(await result(await decide(as, id, action))).toEqual([403, 'forbidden'])
    }
    for (const party of [aiko, ben]) {
      await makeAdmin(party)
      for (const action of ['hide', 'dismiss', 'restore']) expect(await result(await decide(party, id, action))).toEqual([403, 'forbidden'])
    }
    expect(await result(await ask('GET', 'getHiddenMessages'))).toEqual([401, 'unauthorized'])
    expect(await result(await ask('GET', 'getHiddenMessages', removed))).toEqual([403, 'forbidden'])
    expect([await stored(aiko), await actionsOf(id)]).toMatchObject([[{ decidedAt: null }], []])
    const admin = await createAdmin()
    expect(await result(await decide(admin, id, 'restore'))).toEqual([404, 'report_not_found'])
    for (const wrong of [0, 1.5, '1', 2 ** 53]) expect(await result(await decide(admin, wrong, 'hide'))).toEqual([422, 'invalid_body'])
    expect(await result(await decide(admin, id, 'delete'))).toEqual([422, 'invalid_body'])
    expect(await result(await decide(admin, 999_999_999, 'hide'))).toEqual([404, 'report_not_found'])
    // Who was a party is one for the restoration too, when the copies are gone.
    expect(await result(await decide(admin, id, 'hide'))).toBe(200)
    for (const party of [aiko, ben]) expect(await result(await decide(party, id, 'restore'))).toEqual([403, 'forbidden'])
    expect(await hiddenBy(id)).toEqual([2])
  })

  it('hides the messages of the subject only, closes the report and tells the room; restoring does the reverse; each once', async () => {
    const { aiko, ben, roomId, report, chat, refreshed } = await createRoom()
    await report(aiko, [1, 2, 4])
    const { id } = (await stored(aiko))[0]!
    const [admin, second] = [await createAdmin(), await createAdmin()]
    const both = await Promise.all([admin, second].map(async (as) => result(await decide(as, id, 'hide', chat))))
    expect(both).toContain(200)
    expect(both).toContainEqual([404, 'report_not_found'])
    expect([await hiddenBy(id), await waiting(roomId)]).toEqual([[2, 4], []])
    expect(new Set(refreshed.flat())).toEqual(new Set([roomId]))
    expect((await stored(aiko))[0]).toMatchObject({ content: null, decidedAt: expect.any(Number) })
    expect(await result(await decide(admin, id, 'dismiss', chat))).toEqual([404, 'report_not_found'])
    const page = (await (await ask('GET', `getHiddenMessages?cursor=${id + 1}`, admin, {}, chat)).json()) as HiddenMessagesPage
    expect(page.hidden[0]).toMatchObject({ id, subject: { id: ben.id, name: 'Ben Carter' }, messages: [{ seq: 2 }, { seq: 4 }] })
    expect(await result(await decide(admin, id, 'restore', chat))).toBe(200)
    expect(await result(await decide(admin, id, 'restore', chat))).toEqual([404, 'report_not_found'])
    expect([await hiddenBy(id), await waiting(roomId)]).toEqual([[], []])
    expect(await actionsOf(id)).toEqual(['messagesHidden', 'messagesRestored'])
  })

  it('after somebody else has closed the report, or its reporter has gone, is refused', async () => {
    const admin = await createAdmin()
    const { aiko, report } = await createRoom()
    await report(aiko, [2])
    await report(aiko, [4])
    const [closed, gone] = await stored(aiko)
    await decide(admin, closed!.id, 'dismiss')
    await eraseUser(db, aiko.id)
    for (const one of [closed, gone]) expect(await result(await decide(admin, one!.id, 'hide'))).toEqual([404, 'report_not_found'])
    expect([await hiddenBy(closed!.id), await hiddenBy(gone!.id)]).toEqual([[], []])
  })

  it('is possible again without another report after they were shown by mistake, except for a party', async () => {
    const [admin, second] = [await createAdmin(), await createAdmin()]
    const { aiko, ben, roomId, report, chat, refreshed } = await createRoom()
    await report(aiko, [1, 2, 4])
    const { id } = (await stored(aiko))[0]!
    for (const action of ['hide', 'restore']) expect(await result(await decide(admin, id, action, chat))).toBe(200)
    const { decidedAt } = (await stored(aiko))[0]!
    for (const party of [aiko, ben]) {
      await makeAdmin(party)
      expect(await result(await decide(party, id, 'hide', chat))).toEqual([403, 'forbidden'])
    }
    expect(await result(await decide(admin, id, 'dismiss', chat))).toEqual([404, 'report_not_found'])
    const both = await Promise.all([admin, second].map(async (as) => result(await decide(as, id, 'hide', chat))))
    expect(both).toContain(200)
    expect(both).toContainEqual([404, 'report_not_found'])
    expect([await hiddenBy(id), await waiting(roomId), refreshed.flat().length]).toEqual([[2, 4], [], 3])
    expect((await stored(aiko))[0]).toMatchObject({ decidedAt })
    expect(await actionsOf(id)).toEqual(['messagesHidden', 'messagesRestored', 'messagesHidden'])
    const page = (await (await ask('GET', `getHiddenMessages?cursor=${id + 1}`, admin, {}, chat)).json()) as HiddenMessagesPage
    expect(page.hidden[0]).toMatchObject({ id, messages: [{ seq: 2 }, { seq: 4 }] })
    expect(await result(await decide(admin, id, 'restore', chat))).toBe(200)
    expect(await hiddenBy(id)).toEqual([])
  })

  it('hides a message of two reports until both are taken back', async () => {
    const admin = await createAdmin()
    const { aiko, report } = await createRoom()
    await report(aiko, [2])
    await report(aiko, [1, 2, 4])
    const [first, second] = await stored(aiko)
    for (const one of [first, second]) expect(await result(await decide(admin, one!.id, 'hide'))).toBe(200)
    expect([await hiddenBy(first!.id), await hiddenBy(second!.id)]).toEqual([[2], [2, 4]])
    await decide(admin, first!.id, 'restore')
    expect([await hiddenBy(first!.id), await hiddenBy(second!.id)]).toEqual([[], [2, 4]])
  })

  it('holds if the room cannot be reached: the cron notifies it, also of a decision in the meantime', async () => {
    const admin = await createAdmin()
    const { aiko, roomId, report, chat, refreshed } = await createRoom()
    await report(aiko, [2])
    const { id } = (await stored(aiko))[0]!
    const down = { refreshHidden: () => Promise.reject(new Error('down')), readHidden: () => Promise.reject(new Error('down')) }
    expect(await result(await decide(admin, id, 'hide', down))).toBe(200)
    expect([await hiddenBy(id), await waiting(roomId)]).toEqual([[2], [roomId]])
    expect(await result(await ask('GET', 'getHiddenMessages', admin, {}, down))).toEqual([503, 'unavailable'])
    const failing = { ...chat, refreshHidden: async (ids: string[]) => ids.map(() => false) } as unknown as OrdersEnv['CHAT']
    await expect(refreshRooms(db, { ...testEnv, CHAT: failing })).rejects.toThrow('not refreshed')
    // Another decision while the room reads the first one.
    const during = {
      refreshHidden: async (ids: string[]) => {
        await decide(admin, id, 'restore', down)
        return ids.map(() => true)
      },
    } as unknown as OrdersEnv['CHAT']
    await refreshRooms(db, { ...testEnv, CHAT: during })
    expect(await waiting(roomId)).toEqual([roomId])
    await refreshRooms(db, { ...testEnv, CHAT: chat as unknown as OrdersEnv['CHAT'] })
    expect([refreshed, await waiting(roomId)]).toEqual([[[roomId]], []])
  })

  it('reaches every room, also while many others fail', async () => {
    const down = Array.from({ length: 60 }, (_, i) => `0down-${String(i).padStart(2, '0')}-${opaqueId()}`)
    const roomId = `z${opaqueId()}`
    await db.insert(roomsToRefresh).values([...down, roomId].map((id) => ({ roomId: id, key: 'k' })))
    const CHAT = { refreshHidden: async (ids: string[]) => ids.map((id) => !down.includes(id)) } as unknown as OrdersEnv['CHAT']
    for (let i = 0; i < 2; i++) await refreshRooms(db, { ...testEnv, CHAT }).catch(() => {})
    expect(await waiting(roomId)).toEqual([])
    await db.delete(roomsToRefresh).where(inArray(roomsToRefresh.roomId, down))
  })

  it('shows a room that cannot be read as such, and the name of nobody who has left', async () => {
    const admin = await createAdmin()
    const { aiko, ben, report } = await createRoom()
    await report(aiko, [2])
    const { id } = (await stored(aiko))[0]!
    await decide(admin, id, 'hide')
    await db.update(users).set({ username: null, deletedAt: 1 }).where(eq(users.id, ben.id))
    await db.delete(profiles).where(eq(profiles.userId, ben.id))
    const unreadable = { readHidden: async (places: object[]) => places.map(() => null) }
    const page = (await (await ask('GET', `getHiddenMessages?cursor=${id + 1}`, admin, {}, unreadable)).json()) as HiddenMessagesPage
    expect(page.hidden[0]).toMatchObject({ id, subject: { name: '' }, messages: null })
  })

  it('of a deleted account leaves no row, except in the room of an order, whose messages stay', async () => {
    const subject = await signedIn(testEnv)
    const [pair, order] = [opaqueId(), opaqueId()]
    await db.insert(rooms).values([
      { id: pair, pair: `${subject.id}:9`, createdAt: 1, lastAt: 1 },
      { id: order, orderId: opaqueId(), createdAt: 1, lastAt: 1 },
    ])
    const row = { subjectId: subject.id, reportId: subject.id + 500_000, hiddenAt: 1 }
    const places = [
      { roomId: pair, seq: 1 },
      { roomId: pair, seq: 2, restoredAt: 2 },
      { roomId: order, seq: 1 },
    ]
    await db.insert(hiddenMessages).values(places.map((place) => ({ ...row, ...place })))
    await eraseUser(db, subject.id)
    const left = () => db.select({ roomId: hiddenMessages.roomId }).from(hiddenMessages).where(eq(hiddenMessages.subjectId, subject.id))
    expect(await left()).toEqual([{ roomId: order }])
    // An open report about it can still be decided.
    await db.update(users).set({ username: null, deletedAt: 1 }).where(eq(users.id, subject.id))
    const [admin, reporter] = [await createAdmin(), await signedIn(testEnv)]
    const content = JSON.stringify({ subjectId: subject.id, messages: [{ seq: 3, userId: subject.id, text: 'Pay', at: 1 }] })
    for (const roomId of [pair, order]) {
      const values = {
        kind: 'conversation',
        thingId: `${roomId}.3`,
        reporterId: reporter.id,
        reason: 'fraud',
        text: '',
        createdAt: 1,
        content,
      }
      const [added] = await db.insert(reports).values(values).returning({ id: reports.id })
      expect(await result(await decide(admin, added!.id, 'hide'))).toBe(200)
    }
    expect(await left()).toEqual([{ roomId: order }, { roomId: order }])
    expect((await stored(reporter)).map((one) => one.content)).toEqual([null, null])
  })
})
