import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { RoomMessage } from '../chat/messages.schema.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { opaqueId } from '../shared/ids.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { ConversationReportPage } from './conversation-reports.schema.ts'
import type { OrdersEnv } from './env.ts'
import { eraseUser } from './erase-user.ts'
import worker from './index.ts'
import { reports } from './review-tables.ts'
import { createAdmin, db, testEnv } from './testing.ts'

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
  return { aiko, ben, roomId, messages, report }
}
const result = async (response: Response) => (response.ok ? 200 : [response.status, await codeOf(response)])
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
})

describe('the queue of reports about messages', () => {
  it('is only for admins, who see names, messages and reasons, and close a report once, with an entry in the log', async () => {
    const { aiko, ben, messages, report } = await createRoom()
    await report(aiko, [2])
    const [row] = await stored(aiko)
    expect(await result(await ask('GET', 'getConversationReports'))).toEqual([401, 'unauthorized'])
    expect(await result(await ask('GET', 'getConversationReports', aiko))).toEqual([403, 'forbidden'])
    expect(await result(await ask('POST', 'closeConversationReport', aiko, { id: row!.id }))).toEqual([403, 'forbidden'])
    const admin = await createAdmin()
    const page = (await (await ask('GET', `getConversationReports?cursor=${row!.id - 1}`, admin)).json()) as ConversationReportPage
    expect(page.reports[0]).toEqual({
      id: row!.id,
      reason: 'abuse',
      text: '',
      at: expect.any(Number),
      reporter: { id: aiko.id, name: 'Aiko Mori' },
      subject: { id: ben.id, name: 'Ben Carter' },
      messages: [messages[1]],
    })
    expect(await result(await ask('POST', 'closeConversationReport', admin, { id: row!.id }))).toBe(200)
    expect(await result(await ask('POST', 'closeConversationReport', admin, { id: row!.id }))).toEqual([404, 'report_not_found'])
    const closed = (await (await ask('GET', `getConversationReports?cursor=${row!.id - 1}`, admin)).json()) as ConversationReportPage
    expect(closed.reports.map(({ id }) => id)).not.toContain(row!.id)
    expect((await stored(aiko))[0]).toMatchObject({ content: null, decidedAt: expect.any(Number) })
    expect(
      await db
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, String(row!.id))),
    ).toMatchObject([{ action: 'conversationReportClosed' }])
  })

  it('has no reports of another kind, and cannot close them', async () => {
    const [admin, reporter] = [await createAdmin(), await signedIn(testEnv)]
    const content = JSON.stringify({ subjectId: reporter.id, messages: [] })
    const row = { kind: 'review', thingId: opaqueId(), reporterId: reporter.id, reason: 'spam', text: '', createdAt: 1, content }
    const [other] = await db.insert(reports).values(row).returning({ id: reports.id })
    const page = (await (await ask('GET', `getConversationReports?cursor=${other!.id - 1}`, admin)).json()) as ConversationReportPage
    expect(page.reports.map(({ id }) => id)).not.toContain(other!.id)
    expect(await result(await ask('POST', 'closeConversationReport', admin, { id: other!.id }))).toEqual([404, 'report_not_found'])
    expect(await stored(reporter)).toMatchObject([{ content, decidedAt: null }])
  })
})
