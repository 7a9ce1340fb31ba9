import { createExecutionContext } from 'cloudflare:test'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoomMessage } from '../chat/messages.schema.ts'
import { notifications } from '../notifications/tables.ts'
import { hash, now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { users } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import { evidence, evidenceFiles } from './delivery-tables.ts'
import type { OrdersEnv } from './env.ts'
import { canonicalMessage, EVIDENCE_LIMITS, EVIDENCE_SECONDS, type Evidence } from './evidence.schema.ts'
import { deleteExpiredEvidence, selectDeletedFiles } from './evidence.ts'
import worker from './index.ts'
import { STATUS } from './orders.schema.ts'
import { orders } from './tables.ts'
import { chatOf, db, insertAttachment, insertOrder, testEnv } from './testing.ts'

const [ACCEPTED, DISPUTED, COMPLETED] = [STATUS.indexOf('accepted'), STATUS.indexOf('disputed'), STATUS.indexOf('completed')]
const STATEMENT = 'Two of the five drafts are missing.'
let seller: TestUser
let buyer: TestUser
let stranger: TestUser
let orderId: string
/**
 * The messages in the room of the order. The room is a fake, because chat has no call that writes messages without a socket or a session.
 */
let room: RoomMessage[]
beforeAll(async () => {
  stranger = await signedIn(testEnv, { name: 'Passer-by' })
})
beforeEach(async () => {
  seller = await signedIn(testEnv, { name: 'Aiko Mori' })
  buyer = await signedIn(testEnv, { name: 'Ben Carter' })
  orderId = await insertOrder(buyer, seller, { status: DISPUTED, terms: '{"title":"A logo"}' })
  room = [
    { seq: 1, userId: buyer.id, text: 'Five drafts by Monday?', at: 100 },
    { seq: 2, userId: seller.id, text: 'はい、五案です。', at: 160 },
  ]
})

const chat: Partial<OrdersEnv['CHAT']> = {
  ...(chatOf({ openRoom: async () => opaqueId() }) as object),
  readMessages: async ({ seqs }: { seqs: number[] }) => room.filter(({ seq }) => seqs.includes(seq)),
} as never
const ask = (method: 'GET' | 'POST', path: string, as?: TestUser, body: object = {}, headers: Record<string, string> = {}, CHAT = chat) =>
  call(worker, { ...testEnv, CHAT } as OrdersEnv, createExecutionContext(), method, `/api/orders/${path}`, {
    ...(as && { as }),
    body,
    headers,
  })
const submit = (as: TestUser | undefined, more: object = {}, headers: Record<string, string> = {}) =>
  ask('POST', 'addEvidence', as, { orderId, statement: STATEMENT, ...more }, headers)
const evidenceFor = async (as: TestUser) => {
  const answer = await ask('GET', `getEvidence?orderId=${orderId}`, as)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { evidence: Evidence[] }).evidence
}
const stored = () => db.select().from(evidence).where(eq(evidence.orderId, orderId)).orderBy(asc(evidence.number))
const startDispute = (statusAt: number) => db.update(orders).set({ statusAt }).where(eq(orders.id, orderId))
const setStatus = (status: number) => db.update(orders).set({ status }).where(eq(orders.id, orderId))

describe('addEvidence stores nothing and refuses', () => {
  const expectRefusal = async (answer: Response | Promise<Response>, code: string) => {
    expect(await codeOf(await answer)).toBe(code)
    expect(await stored()).toEqual([])
    expect(await db.select().from(notifications).where(eq(notifications.thingId, orderId))).toEqual([])
  }

  it('a guest, a GET request, a stranger, and an unknown order', async () => {
    await expectRefusal(submit(undefined), 'unauthorized')
    await expectRefusal(ask('GET', 'addEvidence', buyer), 'method_not_allowed')
    await expectRefusal(submit(stranger), 'order_not_found')
    await expectRefusal(submit(buyer, { orderId: opaqueId() }), 'order_not_found')
  })

  it.each([0, 1, 2, 3, 4, 5])('both parties of an order in status %i', async (status) => {
    await setStatus(status)
    for (const party of [buyer, seller]) await expectRefusal(submit(party), 'evidence_closed')
  })

  it.each([
    ['neither a statement nor a file nor a message', { statement: '' }],
    ['a statement of invisible characters', { statement: '\u200b\u2028 \u{e0041}' }],
    ['a statement of 2,001 characters', { statement: 'あ'.repeat(2001) }],
    ['a statement with a lone surrogate', { statement: 'Half \ud83d' }],
    ['eleven files', { files: Array.from({ length: 11 }, opaqueId) }],
    ['one file twice', { files: Array(2).fill('a'.repeat(22)) }],
    ['the path of a folder', { files: ['../private/x'] }],
    ['twenty-one messages', { messages: Array.from({ length: 21 }, (_, i) => i + 1) }],
    ['one message twice', { messages: [1, 1] }],
    ['message 0', { messages: [0] }],
    ['half a message', { messages: [1.5] }],
    ['a message by its text', { messages: [{ number: 1, text: 'I promise ten drafts', author: 'seller' }] }],
  ])('%s', (_, fields) => expectRefusal(submit(buyer, fields), 'invalid_body'))

  it.each<[string, () => Promise<string>]>([
    ['does not exist', async () => opaqueId()],
    ['belongs to the other party', () => insertAttachment(seller)],
    ['belongs to a stranger', () => insertAttachment(stranger)],
    ['is the CV of an application', () => insertAttachment(buyer, { kind: 'document' })],
    ['is a public picture', () => insertAttachment(buyer, { kind: 'image' })],
    ['is unfinished', () => insertAttachment(buyer, { readyAt: null, etag: null })],
  ])('a file that %s, also beside a valid one', async (_, find) => {
    const file = await find()
    await expectRefusal(submit(buyer, { files: [await insertAttachment(buyer), file] }), 'media_not_yours')
  })

  it('a file that was delivered; a delivery refuses one that was submitted', async () => {
    const file = await insertAttachment(seller)
    const other = await insertOrder(buyer, seller, { status: ACCEPTED })
    const deliver = (files: string[]) => ask('POST', 'addDelivery', seller, { orderId: other, files })
    expect((await deliver([file])).status).toBe(200)
    await expectRefusal(submit(seller, { files: [file] }), 'media_not_yours')
    const own = await insertAttachment(seller)
    expect((await submit(seller, { files: [own] })).status).toBe(200)
    expect(await codeOf(await deliver([own]))).toBe('media_not_yours')
    expect(await codeOf(await submit(seller, { files: [own] }))).toBe('media_not_yours')
  })

  it('a message that does not exist, that was deleted, or whose author is no party', async () => {
    await expectRefusal(submit(buyer, { messages: [1, 3] }), 'message_unavailable')
    room = room.filter(({ seq }) => seq !== 1)
    await expectRefusal(submit(buyer, { messages: [1] }), 'message_unavailable')
    room = [{ seq: 1, userId: stranger.id, text: 'Buy my course', at: 100 }]
    await expectRefusal(submit(buyer, { messages: [1] }), 'message_unavailable')
  })

  it('messages while their room does not answer, and messages of an order whose room the member is not in', async () => {
    const body = { orderId, messages: [1] }
    const failing = { ...chat, readMessages: () => Promise.reject(new Error('chat is down')) } as never
    await expectRefusal(ask('POST', 'addEvidence', buyer, body, {}, failing), 'unavailable')
    await expectRefusal(ask('POST', 'addEvidence', buyer, body, {}, testEnv.CHAT), 'message_unavailable')
  })

  it('a malformed idempotency key', () => expectRefusal(submit(buyer, {}, { 'idempotency-key': 'x y' }), 'bad_request'))

  it('evidence if the dispute ends, or a file is deleted, at the same moment', async () => {
    const file = await insertAttachment(buyer)
    const deletion = raceBefore('insert into evidence', () => db.delete(media).where(eq(media.id, file)))
    await expectRefusal(submit(buyer, { files: [file] }), 'media_not_yours')
    deletion.restore()
    const end = raceBefore('insert into evidence', () => setStatus(COMPLETED))
    await expectRefusal(submit(buyer), 'evidence_closed')
    end.restore()
    expect([deletion.happened, end.happened]).toEqual([true, true])
  })
})

describe('evidence', () => {
  it('is seen by both parties with its files and copied messages, also after the end, and by no stranger', async () => {
    const files = [await insertAttachment(buyer), await insertAttachment(buyer, { originalFilename: '証拠.pdf', size: 100_000_000 })]
    const answer = await submit(buyer, { files: files.toReversed(), messages: [2, 1] })
    const copies = await Promise.all(
      room.map(async ({ seq, userId, text, at }) => {
        const copy = { number: seq, author: userId === buyer.id ? 'buyer' : 'seller', at, text } as const
        return { ...copy, hash: await hash(canonicalMessage(orderId, copy)) }
      }),
    )
    const first = {
      id: expect.any(String),
      party: 'buyer',
      statement: STATEMENT,
      files: [
        { path: files[1], filename: '証拠.pdf', size: 100_000_000 },
        { path: files[0], filename: 'logo.zip', size: 7 },
      ],
      messages: copies,
      at: expect.any(Number),
    }
    expect(await answer.json()).toEqual({ evidence: [first] })
    expect((await submit(seller, { statement: '', messages: [2] })).status).toBe(200)
    const both = [first, expect.objectContaining({ party: 'seller', statement: '', messages: [copies[1]] })]
    for (const status of [DISPUTED, COMPLETED]) {
      await setStatus(status)
      for (const party of [buyer, seller]) expect(await evidenceFor(party)).toEqual(both)
    }
    expect(await codeOf(await ask('GET', `getEvidence?orderId=${orderId}`, stranger))).toBe('order_not_found')
    expect(await codeOf(await ask('GET', `getEvidence?orderId=${orderId}`))).toBe('unauthorized')
  })

  it('keeps the copy of a message that is changed or deleted in the room, and of an author who deletes the account', async () => {
    await submit(buyer, { messages: [1, 2] })
    const before = await evidenceFor(buyer)
    room = [{ ...room[0]!, text: 'Ten drafts by Monday?' }]
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, seller.id))
    expect(await evidenceFor(buyer)).toEqual(before)
    expect(before[0]!.messages.map(({ text }) => text)).toEqual(['Five drafts by Monday?', 'はい、五案です。'])
  })

  it('can be submitted at most ten times by each party, also with concurrent requests', async () => {
    for (let i = 1; i < EVIDENCE_LIMITS.submissions; i++) expect((await submit(buyer, { statement: `Fact ${i}` })).status).toBe(200)
    const race = raceBefore('insert into evidence', () => submit(buyer, { statement: 'First' }))
    expect(await codeOf(await submit(buyer, { statement: 'Second' }))).toBe('evidence_limit')
    race.restore()
    expect([race.happened, (await stored()).at(-1)!.statement]).toEqual([true, 'First'])
    expect(await codeOf(await submit(buyer))).toBe('evidence_limit')
    expect((await submit(seller)).status).toBe(200)
    expect(await stored()).toHaveLength(EVIDENCE_LIMITS.submissions + 1)
  })

  it('is stored once for repeated requests with one key, also at the same moment; the key allows no other request', async () => {
    const key = { 'idempotency-key': opaqueId() }
    const files = [await insertAttachment(buyer)]
    const race = raceBefore('insert into evidence', () => submit(buyer, { files }, key))
    const answers = [await submit(buyer, { files }, key), await submit(buyer, { files }, key)]
    race.restore()
    expect(race.happened).toBe(true)
    for (const answer of answers) expect(await answer.json()).toEqual({ evidence: [expect.objectContaining({ statement: STATEMENT })] })
    expect(await codeOf(await submit(buyer, { files, statement: 'Another one' }, key))).toBe('idempotency_key_reused')
    await setStatus(COMPLETED)
    expect((await submit(buyer, { files }, key)).status).toBe(200)
    expect(await stored()).toHaveLength(1)
  })

  it('causes no notification as the reason of the dispute, which has one itself; later evidence does', async () => {
    const kinds = async () => {
      const rows = await db.select().from(notifications).where(eq(notifications.thingId, orderId)).orderBy(asc(notifications.id))
      return rows.map(({ userId, kind }) => [userId === seller.id ? 'seller' : 'buyer', kind])
    }
    await submit(buyer)
    expect(await kinds()).toEqual([])
    await submit(seller)
    await submit(buyer)
    expect(await kinds()).toEqual([
      ['buyer', 'evidenceAdded'],
      ['seller', 'evidenceAdded'],
    ])
    expect(await db.all(sql`select * from pending_notifications where source = 'evidence'`)).toEqual([])
  })

  it('notifies the other party once, and pushes to both', async () => {
    await startDispute(now() - 3600)
    const pushed: unknown[] = []
    const listening = {
      ...chat,
      ...(chatOf({ openRoom: async () => opaqueId(), notify: async (userIds, frame) => void pushed.push(userIds, frame) }) as object),
    } as never
    await ask('POST', 'addEvidence', buyer, { orderId, statement: STATEMENT }, {}, listening)
    await submit(seller)
    const rows = await db.select().from(notifications).where(eq(notifications.thingId, orderId)).orderBy(asc(notifications.id))
    expect(rows.map(({ userId, kind, params }) => [userId, kind, params])).toEqual([
      [seller.id, 'evidenceAdded', '{"title":"A logo"}'],
      [buyer.id, 'evidenceAdded', '{"title":"A logo"}'],
    ])
    expect(pushed).toEqual([[buyer.id, seller.id], { v: 1, type: 'order', orderId }])
  })

  it('of an order whose other party has no account notifies nobody', async () => {
    await db.update(orders).set({ sellerId: null }).where(eq(orders.id, orderId))
    await startDispute(now() - 3600)
    expect((await submit(buyer)).status).toBe(200)
    expect(await db.all(sql`select * from pending_notifications where source = 'evidence'`)).toEqual([])
  })
})

describe('old evidence', () => {
  const YEAR_LATER = () => now() + EVIDENCE_SECONDS
  const end = (statusAt: number, status = COMPLETED) => db.update(orders).set({ status, statusAt }).where(eq(orders.id, orderId))
  const fileRows = () => db.select().from(evidenceFiles).where(eq(evidenceFiles.mediaId, file))
  let file: string
  beforeEach(async () => {
    file = await insertAttachment(buyer)
    expect((await submit(buyer, { files: [file], messages: [1] })).status).toBe(200)
  })

  it('stays while the order is disputed, and for a year after its end', async () => {
    await deleteExpiredEvidence(db, YEAR_LATER() + 86_400)
    await end(now() + 86_400)
    await deleteExpiredEvidence(db, YEAR_LATER() + 86_000)
    expect(await evidenceFor(seller)).toHaveLength(1)
  })

  it.each([2, 3, 5])('is deleted a year after an end in status %i; the row of its file stays until the file is deleted', async (status) => {
    await end(now(), status)
    await deleteExpiredEvidence(db, YEAR_LATER() + 60)
    expect([await evidenceFor(seller), (await fileRows()).length]).toEqual([[], 1])
    // The uploads area has removed the file in the meantime.
    await db.update(media).set({ discardedAt: now() }).where(eq(media.id, file))
    await deleteExpiredEvidence(db, YEAR_LATER() + 120)
    expect(await fileRows()).toEqual([])
  })

  it('is deleted a year after it was written if its order is no longer on the chain', async () => {
    await db.delete(orders).where(eq(orders.id, orderId))
    await deleteExpiredEvidence(db, now() + 86_400)
    expect(await stored()).toHaveLength(1)
    await deleteExpiredEvidence(db, YEAR_LATER() + 60)
    expect(await stored()).toEqual([])
  })
  it('leaves rows of files that are found by an index, however much other evidence there is', async () => {
    const plan = (await db.all<{ detail: string }>(sql`explain query plan ${selectDeletedFiles}`)).map(({ detail }) => detail)
    expect(plan[0]).toBe('SEARCH f USING INDEX evidence_files_evidence (evidence_id=?)')
    expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([])
  })
})
