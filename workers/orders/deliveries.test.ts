import { createExecutionContext } from 'cloudflare:test'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications } from '../notifications/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import type { DeliveryStep } from './deliveries.schema.ts'
import { deliveryFiles, deliverySteps } from './delivery-tables.ts'
import worker from './index.ts'
import { type Order, STATUS } from './orders.schema.ts'
import { orders } from './tables.ts'
import { chatOf, createUser, db, insertAttachment, insertOrder, publish, shownPlan, testEnv, usdc } from './testing.ts'

const [ACCEPTED, DELIVERED, DISPUTED] = [STATUS.indexOf('accepted'), STATUS.indexOf('delivered'), STATUS.indexOf('disputed')]
const CHANGES = 'Please use the darker green.'
let seller: TestUser
let buyer: TestUser
let stranger: TestUser
let orderId: string
beforeAll(async () => {
  stranger = await signedIn(testEnv, { name: 'Passer-by' })
})
beforeEach(async () => {
  seller = await signedIn(testEnv, { name: 'Aiko Mori' })
  buyer = await signedIn(testEnv, { name: 'Ben Carter' })
  orderId = await insertOrder(buyer, seller, { status: ACCEPTED, terms: JSON.stringify({ title: 'A logo', revisions: 2 }) })
})

const ask = (method: 'GET' | 'POST', path: string, as?: TestUser, body: object = {}) =>
  call(worker, testEnv, createExecutionContext(), method, `/api/orders/${path}`, { ...(as && { as }), body })
const deliver = (as: TestUser | undefined, more: object = {}) =>
  ask('POST', 'addDelivery', as, { orderId, message: 'Three drafts.', ...more })
const request = (as: TestUser | undefined, message = CHANGES) => ask('POST', 'requestChanges', as, { orderId, message })
const stepsFor = async (as: TestUser) => {
  const answer = await ask('GET', `getDeliveries?orderId=${orderId}`, as)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { steps: DeliveryStep[] }).steps
}
const messagesFor = async (as: TestUser) => (await stepsFor(as)).map(({ message }) => message)
const setStatus = (status: number) => db.update(orders).set({ status }).where(eq(orders.id, orderId))
const storedSteps = async () =>
  (await db.select().from(deliverySteps).where(eq(deliverySteps.orderId, orderId)).orderBy(asc(deliverySteps.number))).map(
    ({ kind, message }) => `${kind}: ${message}`,
  )
/** The kinds of the notifications of a user. */
const kindsOf = async (user: TestUser) =>
  (await db.select().from(notifications).where(eq(notifications.userId, user.id)).orderBy(asc(notifications.id))).map(({ kind }) => kind)

describe('addDelivery stores nothing and refuses', () => {
  const expectRefusal = async (answer: Response | Promise<Response>, code: string) => {
    expect(await codeOf(await answer)).toBe(code)
    expect(await storedSteps()).toEqual([])
  }

  it('a guest, and a GET request', async () => {
    await expectRefusal(deliver(undefined), 'unauthorized')
    await expectRefusal(ask('GET', 'addDelivery', seller), 'method_not_allowed')
  })

  it('a stranger, an unknown order, and the buyer', async () => {
    await expectRefusal(deliver(stranger), 'order_not_found')
    await expectRefusal(deliver(seller, { orderId: opaqueId() }), 'order_not_found')
    await expectRefusal(deliver(buyer), 'forbidden')
  })

  it('a buyer who is also the seller', async () => {
    await db.update(orders).set({ sellerId: buyer.id }).where(eq(orders.id, orderId))
    await expectRefusal(deliver(buyer), 'forbidden')
  })

  it.each([0, 2, 3, 5, 6])('the seller of an order in status %i', async (status) => {
    await setStatus(status)
    await expectRefusal(deliver(seller), 'delivery_closed')
  })

  it.each([
    ['neither a message nor a file', { message: '' }],
    ['a message of invisible characters', { message: '\u200b\u2028 \u{e0041}' }],
    ['a message of 2,001 characters', { message: 'あ'.repeat(2001) }],
    ['a message with a lone surrogate', { message: 'Done \ud83d' }],
    ['a message that is a list', { message: ['Done'] }],
    ['eleven files', { files: Array.from({ length: 11 }, opaqueId) }],
    ['one file twice', { files: Array(2).fill('a'.repeat(22)) }],
    ['the path of a folder', { files: ['../private/x'] }],
    ['files that are a text', { files: 'a'.repeat(22) }],
  ])('%s', (_, fields) => expectRefusal(deliver(seller, fields), 'invalid_body'))

  it.each<[string, () => Promise<string>]>([
    ['does not exist', async () => opaqueId()],
    ['belongs to the buyer', () => insertAttachment(buyer)],
    ['belongs to a stranger', () => insertAttachment(stranger)],
    ['is the CV of an application', () => insertAttachment(seller, { kind: 'document' })],
    ['is a public picture', () => insertAttachment(seller, { kind: 'image' })],
    ['is unfinished', () => insertAttachment(seller, { readyAt: null, etag: null })],
    ['was deleted', () => insertAttachment(seller, { readyAt: null, discardedAt: now() })],
  ])('a file that %s, also beside a valid one', async (_, find) => {
    const file = await find()
    await expectRefusal(deliver(seller, { files: [file] }), 'media_not_yours')
    await expectRefusal(deliver(seller, { files: [await insertAttachment(seller), file] }), 'media_not_yours')
  })

  it('a file that was delivered in another order', async () => {
    const file = await insertAttachment(seller)
    const other = await insertOrder(buyer, seller, { status: ACCEPTED })
    expect((await deliver(seller, { orderId: other, files: [file] })).status).toBe(200)
    await expectRefusal(deliver(seller, { files: [file] }), 'media_not_yours')
  })

  it('a file that is deleted at the same moment', async () => {
    const file = await insertAttachment(seller)
    const race = raceBefore('insert into delivery_steps', () => db.delete(media).where(eq(media.id, file)))
    await expectRefusal(deliver(seller, { files: [file] }), 'media_not_yours')
    race.restore()
    expect(race.happened).toBe(true)
  })

  it('a delivery of an order that is cancelled at the same moment', async () => {
    const race = raceBefore('insert into delivery_steps', () => setStatus(STATUS.indexOf('cancelled')))
    await expectRefusal(deliver(seller), 'delivery_closed')
    race.restore()
    expect(race.happened).toBe(true)
  })
})

describe('requestChanges stores nothing and refuses', () => {
  beforeEach(async () => {
    expect((await deliver(seller)).status).toBe(200)
    await setStatus(DELIVERED)
  })
  const expectRefusal = async (answer: Response | Promise<Response>, code: string) => {
    expect(await codeOf(await answer)).toBe(code)
    expect(await storedSteps()).toEqual(['delivery: Three drafts.'])
  }

  it('a guest, a GET request, a stranger, an unknown order, and the seller', async () => {
    await expectRefusal(request(undefined), 'unauthorized')
    await expectRefusal(ask('GET', 'requestChanges', buyer), 'method_not_allowed')
    await expectRefusal(request(stranger), 'order_not_found')
    await expectRefusal(ask('POST', 'requestChanges', buyer, { orderId: opaqueId(), message: CHANGES }), 'order_not_found')
    await expectRefusal(request(seller), 'forbidden')
  })

  it.each([0, 1, 2, 3, 5, 6])('the buyer of an order in status %i', async (status) => {
    await setStatus(status)
    await expectRefusal(request(buyer), 'changes_closed')
  })

  it.each([
    ['no text', ''],
    ['nine characters', 'Too dark.'],
    ['ten characters, of which two are spaces at the end', 'Too blue  '],
    ['1,001 characters', 'あ'.repeat(1001)],
    ['a lone surrogate', 'Please change this \ud83d'],
  ])('%s', (_, message) => expectRefusal(request(buyer, message), 'invalid_body'))

  it.each([
    ['the plan includes none', '{"revisions":0}', 0],
    ['the plan says nothing about it, after one', '{"title":"A logo"}', 1],
    ['the terms are damaged, after one', '{"revisions":', 1],
    ['the plan includes two, after two', '{"revisions":2}', 2],
  ])('a request if %s', async (_, terms, included) => {
    await db.update(orders).set({ terms }).where(eq(orders.id, orderId))
    for (let i = 0; i < included; i++) {
      expect((await request(buyer)).status).toBe(200)
      expect((await deliver(seller)).status).toBe(200)
    }
    expect(await codeOf(await request(buyer))).toBe('revisions_used')
    expect((await storedSteps()).filter((step) => step.startsWith('changes'))).toHaveLength(included)
  })

  it('a second request before the next delivery, also at the same moment', async () => {
    const race = raceBefore('insert into delivery_steps', () => request(buyer, 'Please use the lighter green.'))
    expect(await codeOf(await request(buyer))).toBe('changes_closed')
    race.restore()
    expect(await codeOf(await request(buyer))).toBe('changes_closed')
    expect([race.happened, await storedSteps()]).toEqual([true, ['delivery: Three drafts.', 'changes: Please use the lighter green.']])
  })

  it('a request if a dispute is opened at the same moment', async () => {
    const race = raceBefore('insert into delivery_steps', () => setStatus(DISPUTED))
    await expectRefusal(request(buyer), 'changes_closed')
    race.restore()
    expect(race.happened).toBe(true)
  })
})

describe('a delivery before the step on chain', () => {
  it('is seen by the seller only, and by both once the order is delivered', async () => {
    const files = [await insertAttachment(seller), await insertAttachment(seller, { originalFilename: 'ロゴ.svg', size: 100_000_000 })]
    const answer = await deliver(seller, { files: files.toReversed() })
    const step = {
      id: expect.any(String),
      kind: 'delivery',
      message: 'Three drafts.',
      at: expect.any(Number),
      files: [
        { path: files[1], filename: 'ロゴ.svg', size: 100_000_000 },
        { path: files[0], filename: 'logo.zip', size: 7 },
      ],
    }
    expect(await answer.json()).toEqual({ steps: [step] })
    expect([await stepsFor(seller), await stepsFor(buyer)]).toEqual([[step], []])
    expect(await codeOf(await ask('GET', `getDeliveries?orderId=${orderId}`, stranger))).toBe('order_not_found')
    expect(await codeOf(await ask('GET', `getDeliveries?orderId=${orderId}`))).toBe('unauthorized')
    await setStatus(DELIVERED)
    expect(await stepsFor(buyer)).toEqual([step])
    for (const status of [DISPUTED, STATUS.indexOf('completed')]) {
      await setStatus(status)
      expect(await stepsFor(buyer)).toEqual([step])
    }
    // A reorg has removed the step on chain.
    await setStatus(ACCEPTED)
    expect([await messagesFor(buyer), await messagesFor(seller)]).toEqual([[], ['Three drafts.']])
  })

  it('can be replaced, also with a file of the one before', async () => {
    const [kept, dropped] = [await insertAttachment(seller), await insertAttachment(seller)]
    await deliver(seller, { files: [kept, dropped] })
    expect((await deliver(seller, { message: 'Four drafts.', files: [kept] })).status).toBe(200)
    expect(await storedSteps()).toEqual(['delivery: Four drafts.'])
    expect(
      (
        await db
          .select()
          .from(deliveryFiles)
          .where(inArray(deliveryFiles.mediaId, [kept, dropped]))
      ).map((row) => row.mediaId),
    ).toEqual([kept])
  })

  it('stays if another one that should replace it is refused', async () => {
    const file = await insertAttachment(seller)
    await deliver(seller, { files: [file] })
    expect(await codeOf(await deliver(seller, { message: 'Four drafts.', files: [await insertAttachment(buyer)] }))).toBe('media_not_yours')
    expect((await stepsFor(seller)).map(({ message, files }) => [message, files[0]!.path])).toEqual([['Three drafts.', file]])
  })

  it('is stored once by five requests at the same moment, all of which succeed', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => deliver(seller, { message: `Draft ${i}` })))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await storedSteps()).toHaveLength(1)
  })

  it('creates no notification, and pushes only to the open browsers of the seller', async () => {
    const notify = vi.fn(async () => {})
    const chat = chatOf({ notify })
    const body = { orderId, message: 'Three drafts.' }
    const env = { ...testEnv, CHAT: chat }
    await call(worker, env, createExecutionContext(), 'POST', '/api/orders/addDelivery', { as: seller, body })
    expect(notify.mock.calls).toContainEqual([[seller.id], { v: 1, type: 'order', orderId }])
    expect(notify.mock.calls.flat(2)).not.toContain(buyer.id)
    expect([await kindsOf(buyer), await kindsOf(seller)]).toEqual([[], []])
  })
})

describe('a delivered order', () => {
  beforeEach(async () => {
    await deliver(seller)
    await setStatus(DELIVERED)
  })

  it('accepts a change request and a delivery in turn, until the revisions are used', async () => {
    expect(await codeOf(await deliver(seller, { message: 'Once more' }))).toBe('delivery_closed')
    expect((await request(buyer, 'Please use the darker green.')).status).toBe(200)
    const file = await insertAttachment(seller)
    expect((await deliver(seller, { message: 'Darker.', files: [file] })).status).toBe(200)
    expect((await request(buyer, 'A little lighter again.')).status).toBe(200)
    expect((await deliver(seller, { message: '', files: [await insertAttachment(seller)] })).status).toBe(200)
    const all = ['Three drafts.', 'Please use the darker green.', 'Darker.', 'A little lighter again.', '']
    expect([await messagesFor(buyer), await messagesFor(seller)]).toEqual([all, all])
    expect(await codeOf(await request(buyer))).toBe('revisions_used')
    expect(await codeOf(await deliver(seller))).toBe('delivery_closed')
  })

  it('notifies the seller of a change request and the buyer of the next delivery, once each', async () => {
    await request(buyer)
    await deliver(seller, { message: 'Darker.' })
    await request(buyer)
    expect([await kindsOf(seller), await kindsOf(buyer)]).toEqual([['changesRequested', 'changesRequested'], ['orderRedelivered']])
    const [row] = await db.select().from(notifications).where(eq(notifications.userId, buyer.id))
    expect([row!.thingId, JSON.parse(row!.params)]).toEqual([orderId, { title: 'A logo' }])
  })

  it('causes no mail if it has no matching quote', async () => {
    await db.run(sql`update users set email = ${`${seller.id}@example.com`} where id = ${seller.id}`)
    await db.update(orders).set({ termsState: 'unknown' }).where(eq(orders.id, orderId))
    await request(buyer)
    expect(await db.select({ mailDue: notifications.mailDue }).from(notifications).where(eq(notifications.userId, seller.id))).toEqual([
      { mailDue: null },
    ])
  })

  it('gets one delivery from two requests at the same moment', async () => {
    await request(buyer)
    const race = raceBefore('insert into delivery_steps', () => deliver(seller, { message: 'First' }))
    expect(await codeOf(await deliver(seller, { message: 'Second' }))).toBe('delivery_closed')
    race.restore()
    expect([race.happened, (await messagesFor(buyer)).at(-1)]).toEqual([true, 'First'])
  })

  it('that was delivered on chain without a delivery on this site accepts a change request, or a first delivery', async () => {
    await db.delete(deliverySteps).where(eq(deliverySteps.orderId, orderId))
    expect((await request(buyer)).status).toBe(200)
    expect((await deliver(seller, { message: 'Here.' })).status).toBe(200)
    expect(await messagesFor(buyer)).toEqual([CHANGES, 'Here.'])
    await db.delete(deliverySteps).where(eq(deliverySteps.orderId, orderId))
    expect((await deliver(seller, { message: 'Here.' })).status).toBe(200)
    expect(await codeOf(await deliver(seller, { message: 'Here.' }))).toBe('delivery_closed')
  })
})

describe('the delivery of a place at an event', () => {
  beforeEach(async () => {
    const terms = JSON.stringify({ title: 'A meetup', revisions: 0, event: { start: 1, end: 2 } })
    await db.update(orders).set({ terms }).where(eq(orders.id, orderId))
  })

  it('may have a message, or a file, or neither, which removes what was prepared', async () => {
    expect((await deliver(seller, { message: 'Thank you for coming.' })).status).toBe(200)
    expect((await deliver(seller, { message: '', files: [await insertAttachment(seller)] })).status).toBe(200)
    expect(await storedSteps()).toEqual(['delivery: '])
    const emptied = await deliver(seller, { message: ' ' })
    expect([emptied.status, await emptied.json()]).toEqual([200, { steps: [] }])
    expect(await storedSteps()).toEqual([])
    expect((await deliver(seller, { message: '' })).status).toBe(200)
    expect(await storedSteps()).toEqual([])
  })

  it('accepts no change request, and no message or file after the step on chain, also at the same moment', async () => {
    const race = raceBefore('insert into delivery_steps', () => setStatus(DELIVERED))
    expect(await codeOf(await deliver(seller))).toBe('delivery_closed')
    race.restore()
    expect([race.happened, await storedSteps()]).toEqual([true, []])
    expect(await codeOf(await deliver(seller))).toBe('delivery_closed')
    expect(await codeOf(await deliver(seller, { message: '' }))).toBe('delivery_closed')
    expect(await codeOf(await request(buyer))).toBe('changes_closed')
    expect(await storedSteps()).toEqual([])
  })
})

it('a quote keeps the revisions of its plan, and an order shows them', async () => {
  const [maker, client] = [await createUser('Aiko Mori'), await createUser('Ben Carter')]
  const body = { serviceId: await publish(maker), plan: 'Studio', shown: shownPlan(), token: usdc, account: client.address }
  const quoted = (await (await ask('POST', 'quoteOrder', client, body)).json()) as { ref: string }
  const rows = (await db.all(sql`select terms ->> '$.revisions' as revisions from quotes where ref = ${quoted.ref}`)) as {
    revisions: number
  }[]
  expect(rows).toEqual([{ revisions: 2 }])
  const shown = async () => ((await (await ask('GET', `getOrder?id=${orderId}`, buyer)).json()) as Order).revisions
  expect(await shown()).toBe(2)
  await db.update(orders).set({ terms: '{"title":"A job"}' }).where(eq(orders.id, orderId))
  expect(await shown()).toBe(1)
})
