import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '../notifications/tables.ts'
import { orders, quotes } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { call, signedIn, type TestUser } from '../shared/testing.ts'
import area from './index.ts'
import { notifyPlace, notifyPlaces } from './place-notifications.ts'
import { applications, listings } from './tables.ts'
import { publishEvent, testEnv } from './testing.ts'

const db = database(testEnv)
const HOUR = 3600
const [PROPOSED, REJECTED] = [0, 3]

let host: TestUser
let attendee: TestUser
let eventId: number
beforeEach(async () => {
  host = await signedIn(testEnv)
  attendee = await signedIn(testEnv)
  const start = now() + 240 * HOUR
  eventId = await publishEvent(host, { title: 'Wooden letters', paid: true, price: 25_000_000, event_date: start, end_date: start + HOUR })
})

/** Inserts an application that was accepted some hours ago and whose place can be paid for 48 hours from then. Returns its id. */
async function insertApplication(overrides: Partial<typeof applications.$inferInsert> = {}, hoursAgo = 0): Promise<string> {
  const id = opaqueId()
  const answeredAt = now() - hoursAgo * HOUR
  const place = { placePrice: 25_000_000, payBy: answeredAt + 48 * HOUR }
  const values = {
    id,
    listingId: eventId,
    userId: attendee.id,
    message: '',
    status: 'accepted',
    createdAt: answeredAt,
    answeredAt,
    ...place,
  }
  await db.insert(applications).values({ ...values, ...overrides })
  return id
}

/** Stores an order for the place of an application, as the orders area does. */
async function insertOrder(applicationId: string, status: number): Promise<void> {
  const ref = `0x${opaqueId()}`
  const shared = { ref, chainId: 31337, contract: '0x', serviceId: eventId, buyer: '0x', seller: '0x', token: '0x', terms: '{}' }
  const terms = { feeBps: 1000, delivery: 10, buyerId: attendee.id, sellerId: host.id, createdAt: now() }
  await db.batch([
    db.insert(quotes).values({ ...shared, ...terms, amount: '1', priceUsd: 1, validUntil: now() + 900, applicationId }),
    db
      .insert(orders)
      .values({ ...shared, ...terms, id: opaqueId(), orderId: opaqueId(), termsState: 'ok', price: '1', status, statusAt: now() }),
  ])
}

const kindsOf = async ({ id }: TestUser) => {
  const rows = await db
    .select({ kind: notifications.kind, thingKind: notifications.thingKind, thingId: notifications.thingId, params: notifications.params })
    .from(notifications)
    .where(eq(notifications.userId, id))
    .orderBy(notifications.id)
  expect(rows.every(({ thingKind, thingId }) => thingKind === 'event' && thingId === String(eventId))).toBe(true)
  return rows.map(({ kind }) => kind)
}
const run = () => notifyPlaces(db, testEnv)

describe('a member who was admitted to a paid event', () => {
  it('is notified of the deadline once, when the host accepts the application', async () => {
    const id = await insertApplication({ status: 'sent', answeredAt: null, placePrice: null, payBy: null })
    const context = createExecutionContext()
    const answer = await call(area, testEnv, context, 'POST', '/api/listings/answerApplication', { as: host, body: { id, accept: true } })
    expect(answer.status).toBe(200)
    await waitOnExecutionContext(context)
    await run()
    await Promise.all([run(), run()])
    expect(await kindsOf(attendee)).toEqual(['placeOffered'])
    const [row] = await db.select().from(notifications).where(eq(notifications.userId, attendee.id))
    const [application] = await db.select().from(applications).where(eq(applications.id, id))
    expect(JSON.parse(row!.params)).toEqual({ title: 'Wooden letters', until: application!.payBy })
    expect(await kindsOf(host)).toEqual([])
  })

  it('is reminded once, twelve hours before the deadline', async () => {
    const id = await insertApplication({}, 35)
    await run()
    expect(await kindsOf(attendee)).toEqual(['placeOffered'])
    await db
      .update(applications)
      .set({ payBy: sql`pay_by - ${2 * HOUR}` })
      .where(eq(applications.id, id))
    await run()
    await run()
    expect(await kindsOf(attendee)).toEqual(['placeOffered', 'placeDue'])
  })

  it('is reminded after half of the time, if there is less than a day to pay', async () => {
    const id = await insertApplication({ payBy: now() + 4 * HOUR }, 3)
    await run()
    expect(await kindsOf(attendee)).toEqual(['placeOffered'])
    await db
      .update(applications)
      .set({ payBy: now() + 2 * HOUR })
      .where(eq(applications.id, id))
    await run()
    expect(await kindsOf(attendee)).toEqual(['placeOffered', 'placeDue'])
  })

  it('is notified again after a second admission', async () => {
    const id = await insertApplication({}, 1)
    await run()
    await db.update(applications).set({ answeredAt: now() }).where(eq(applications.id, id))
    await run()
    expect(await kindsOf(attendee)).toEqual(['placeOffered', 'placeOffered'])
  })
})

describe('nobody is notified', () => {
  it.each([
    ['of a place that is paid', async () => insertOrder(await insertApplication({}, 40), PROPOSED)],
    ['of a free place', () => insertApplication({ placePrice: null, payBy: null })],
    ['of a request that was declined', () => insertApplication({ status: 'declined' })],
    ['of a place whose attendee has withdrawn', () => insertApplication({ status: 'withdrawn' })],
    ['of an admission three days ago', () => insertApplication({ status: 'expired' }, 73)],
    [
      'of a place at an event that is over',
      async () => {
        await insertApplication({}, 40)
        await db.update(listings).set({ endsAt: now() }).where(eq(listings.id, eventId))
      },
    ],
    [
      'of a place at an event that has become free',
      async () => {
        await insertApplication({}, 40)
        await db.update(listings).set({ details: sql`json_set(details, '$.paid', json('false'))` }).where(eq(listings.id, eventId))
      },
    ],
    [
      'of a place whose order the host has rejected, because the order has its own notification',
      async () => insertOrder(await insertApplication({ status: 'expired' }, 10), REJECTED),
    ],
  ])('%s', async (_, prepare) => {
    await prepare()
    await run()
    expect([await kindsOf(attendee), await kindsOf(host)]).toEqual([[], []])
  })
})

it('the member and the host are each notified once of a place that was not paid in time, even if a run notifies only one of them', async () => {
  await insertApplication({ status: 'expired' }, 49)
  await run()
  expect([await kindsOf(attendee), await kindsOf(host)]).toEqual([['placeLost'], ['placeUnpaid']])
  await db.delete(notifications).where(eq(notifications.userId, host.id))
  await run()
  expect([await kindsOf(attendee), await kindsOf(host)]).toEqual([['placeLost'], ['placeUnpaid']])
})

it('notifyPlace does not throw if the notifications area fails, and the cron notifies the member later', async () => {
  const id = await insertApplication()
  const broken = { ...testEnv, NOTIFICATIONS: { notify: () => Promise.reject(new Error('down')) } } as unknown as typeof testEnv
  await notifyPlace(db, broken, id)
  expect(await kindsOf(attendee)).toEqual([])
  await run()
  expect(await kindsOf(attendee)).toEqual(['placeOffered'])
})
