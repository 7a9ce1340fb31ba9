import { createExecutionContext } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { orders, quotes } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { Application } from './applications.schema.ts'
import type { Event } from './events.schema.ts'
import { ListingsRpc } from './index.ts'
import { daysUntilEnd, MAX_PAID_DAYS, PAY_WITHIN } from './places.schema.ts'
import { releasePlaces } from './places.ts'
import { applications, listings } from './tables.ts'
import { ask, eventDraft, publish, publishEvent, publishJob, testEnv } from './testing.ts'

const db = database(testEnv)
const DAY = 86_400
const PRICE = 25_000_000
const [PROPOSED, ACCEPTED, CANCELLED, REJECTED, DELIVERED, COMPLETED, DISPUTED] = [0, 1, 2, 3, 4, 5, 6]

const publishPaid = (host: TestUser, overrides: Parameters<typeof eventDraft>[0] = {}) =>
  publishEvent(host, { paid: true, price: PRICE, event_date: now() + 10 * DAY, end_date: now() + 10 * DAY + 7200, ...overrides })
const apply = async (as: TestUser, eventId: number): Promise<Application> => {
  const answer = await ask('POST', 'submitApplication', { as, body: { eventId } })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { application: Application }).application
}
const accept = (host: TestUser, id: string) => ask('POST', 'answerApplication', { as: host, body: { id, accept: true } })
const admit = async (host: TestUser, as: TestUser, eventId: number): Promise<Application> => {
  const { id } = await apply(as, eventId)
  const answer = await accept(host, id)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { application: Application }).application
}
const read = async (as: TestUser | undefined, eventId: number) =>
  (await (await ask('GET', `getListing?listType=EVENTS&id=${eventId}`, { as })).json()) as Event
const own = async (as: TestUser, eventId: number) => (await read(as, eventId)).application!
const statusOf = async (id: string) => (await db.select().from(applications).where(eq(applications.id, id)))[0]!.status
const change = (id: string, set: Partial<typeof applications.$inferInsert>) =>
  db.update(applications).set(set).where(eq(applications.id, id))
const changeEvent = (id: number, set: Partial<typeof listings.$inferInsert>) => db.update(listings).set(set).where(eq(listings.id, id))

/** Stores an unpaid quote for the place of an application. */
const insertQuote = ({ id, listingId }: Application, validUntil: number) =>
  db.insert(quotes).values({
    ref: `0x${opaqueId()}`,
    chainId: 31337,
    contract: '0x',
    serviceId: listingId,
    buyerId: 1,
    sellerId: 2,
    buyer: '0x',
    seller: '0x',
    token: '0x',
    amount: '1',
    priceUsd: PRICE,
    feeBps: 1000,
    delivery: 10,
    terms: '{}',
    createdAt: validUntil - 900,
    validUntil,
    applicationId: id,
  })

/** Stores an order that was paid for the place of an application, as the orders area does. Returns its id. */
async function insertPayment(
  { id, listingId }: Application,
  { status = PROPOSED, quotedAt = now(), termsState = 'ok' }: { status?: number; quotedAt?: number; termsState?: string } = {},
): Promise<string> {
  const orderId = opaqueId()
  const ref = `0x${opaqueId()}`
  const shared = {
    chainId: 31337,
    contract: '0x',
    serviceId: listingId,
    buyer: '0x',
    seller: '0x',
    token: '0x',
    feeBps: 1000,
    delivery: 10,
  }
  const parties = { buyerId: 1, sellerId: 2 }
  await db.batch([
    db.insert(quotes).values({
      ...shared,
      ...parties,
      ref,
      amount: '1',
      priceUsd: PRICE,
      terms: '{}',
      createdAt: quotedAt,
      validUntil: quotedAt + 900,
      applicationId: id,
    }),
    db.insert(orders).values({
      ...shared,
      ...parties,
      id: orderId,
      orderId: opaqueId(),
      ref,
      termsState,
      price: '1',
      status,
      statusAt: now(),
      createdAt: now(),
      terms: '{}',
    }),
  ])
  return orderId
}

const errorOf = async (answer: Response) => ((await answer.json()) as { error: { code: string; details: unknown } }).error

/** Runs the step of the cron, with the chain read up to this time. Returns the changed applications of the event. */
const release = async (eventId: number, until = now()) =>
  (await releasePlaces(db, until)).filter(({ listingId }) => listingId === eventId).map(({ id }) => id)

describe('a paid event', () => {
  it(`is refused if it ends more than ${MAX_PAID_DAYS} days from now; a free one is not`, async () => {
    const host = await signedIn(testEnv)
    const far = { event_date: now() + 364 * DAY, end_date: now() + MAX_PAID_DAYS * DAY + 60 }
    const publish = (overrides: object) => ask('POST', 'addEvent', { as: host, body: { product: eventDraft({ ...far, ...overrides }) } })
    expect(await errorOf(await publish({ paid: true, price: PRICE }))).toMatchObject({
      code: 'listing_rule',
      details: { field: 'end_date', rule: 'paid_end_far' },
    })
    expect((await publish({ paid: true, price: PRICE, end_date: now() + MAX_PAID_DAYS * DAY - 60 })).status).toBe(200)
    expect((await publish({})).status).toBe(200)
  })

  it.each([
    [1, 1],
    [DAY, 1],
    [DAY + 1, 2],
    [365 * DAY, 365],
    [400 * DAY, 365],
    [-5, 1],
  ])('that ends in %d seconds has %d delivery days', (seconds, days) => expect(daysUntilEnd(1000 + seconds, 1000)).toBe(days))
})

describe('an admission', () => {
  it('to a paid event fixes the price of the place and until when it can be paid', async () => {
    const [host, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const eventId = await publishPaid(host)
    expect((await apply(me, eventId)).place).toBeNull()
    const { place, answeredAt } = await admit(host, me, eventId)
    expect(place).toEqual({ price: PRICE, payBy: answeredAt! + PAY_WITHIN, orderId: null, isOrderAccepted: false })
    await changeEvent(eventId, { priceUsd: 2 * PRICE })
    expect((await own(me, eventId)).place).toEqual(place)
  })

  it('to a paid event can be paid until the end of the event at the latest', async () => {
    const [host, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const end = now() + 3 * 3600
    const eventId = await publishPaid(host, { event_date: now() + 3600, end_date: end })
    expect((await admit(host, me, eventId)).place!.payBy).toBe(end)
  })

  it('to a paid event is refused once the event is over', async () => {
    const [host, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const eventId = await publishPaid(host)
    const { id } = await apply(me, eventId)
    await changeEvent(eventId, { endsAt: now() - 1 })
    expect(await codeOf(await accept(host, id))).toBe('event_over')
    expect(await statusOf(id)).toBe('sent')
  })

  it('to a free event requires no payment, even after the event has become a paid one', async () => {
    const [host, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const eventId = await publishEvent(host, { event_date: now() + 10 * DAY })
    const { id, place } = await admit(host, me, eventId)
    expect(place).toBeNull()
    const { details } = (await db.select().from(listings).where(eq(listings.id, eventId)))[0]!
    await changeEvent(eventId, { details: JSON.stringify({ ...JSON.parse(details), paid: true }), priceUsd: PRICE })
    expect((await own(me, eventId)).place).toBeNull()
    expect(await release(eventId, now() + 30 * DAY)).not.toContain(id)
  })

  it('to a paid event shows the hidden location only once the host has accepted the order', async () => {
    const [host, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const eventId = await publishPaid(host, { location: 'Back door, second bell', hide_location: true })
    const application = await admit(host, me, eventId)
    expect((await read(me, eventId)).event.location).toBeNull()
    const orderId = await insertPayment(application)
    const seen = async (status: number) => {
      await db.update(orders).set({ status }).where(eq(orders.id, orderId))
      return (await read(me, eventId)).event.location
    }
    // A proposed order keeps the place, but its buyer can cancel it for a full refund.
    for (const status of [PROPOSED, CANCELLED, REJECTED]) expect([status, await seen(status)]).toEqual([status, null])
    for (const status of [ACCEPTED, DELIVERED, COMPLETED, DISPUTED])
      expect([status, await seen(status)]).toEqual([status, 'Back door, second bell'])
    await seen(PROPOSED)
    expect((await own(me, eventId)).place).toMatchObject({ orderId, isOrderAccepted: false })
    // A second order for the same place, which the host has accepted.
    const second = await insertPayment(application, { status: ACCEPTED })
    expect((await own(me, eventId)).place).toMatchObject({ orderId: second, isOrderAccepted: true })
  })

  it('cannot be withdrawn while the place is paid', async () => {
    const [host, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const application = await admit(host, me, await publishPaid(host))
    const orderId = await insertPayment(application)
    const withdraw = () => ask('POST', 'withdrawApplication', { as: me, body: { id: application.id } })
    expect(await codeOf(await withdraw())).toBe('place_paid')
    expect(await statusOf(application.id)).toBe('accepted')
    await db.update(orders).set({ status: CANCELLED }).where(eq(orders.id, orderId))
    expect((await withdraw()).status).toBe(200)
  })
})

describe('a payment', () => {
  it('that may still arrive prevents a withdrawal until ten minutes after its quote has expired', async () => {
    const [host, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const application = await admit(host, me, await publishPaid(host))
    await insertQuote(application, now() + 300)
    const withdraw = () => ask('POST', 'withdrawApplication', { as: me, body: { id: application.id } })
    expect(await codeOf(await withdraw())).toBe('place_quoted')
    await db
      .update(quotes)
      .set({ validUntil: now() - 590 })
      .where(eq(quotes.applicationId, application.id))
    expect(await codeOf(await withdraw())).toBe('place_quoted')
    expect(await statusOf(application.id)).toBe('accepted')
    await db
      .update(quotes)
      .set({ validUntil: now() - 601 })
      .where(eq(quotes.applicationId, application.id))
    expect((await withdraw()).status).toBe(200)
  })

  it('that may still arrive for another quote keeps a place from being given away after the host has rejected its order', async () => {
    const [host, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const eventId = await publishPaid(host)
    const application = await admit(host, me, eventId)
    await change(application.id, { answeredAt: now() - 1000 })
    await insertPayment(application, { status: REJECTED })
    await insertQuote(application, now() + 60)
    expect(await release(eventId)).toEqual([])
    expect(await release(eventId, now() + 661)).toEqual([application.id])
  })

  it('for an earlier admission does not pay a newer one', async () => {
    const [host, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const eventId = await publishPaid(host)
    const application = await admit(host, me, eventId)
    await insertPayment(application, { quotedAt: now() - 60 })
    expect((await own(me, eventId)).place).toMatchObject({ orderId: null })
    await change(application.id, { payBy: now() - 3600 })
    expect(await release(eventId)).toEqual([application.id])
  })
})

it('an event that cannot be read is logged, and the places of other events are still given away', async () => {
  const [host, me, other] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
  const damaged = await publishPaid(host, { maxAttendees: 1 })
  const eventId = await publishPaid(host, { maxAttendees: 1 })
  const lost = [await admit(host, me, damaged), await admit(host, other, eventId)]
  for (const { id } of lost) await change(id, { payBy: now() - 3600 })
  await changeEvent(damaged, { details: '{' })
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect((await releasePlaces(db, now())).map(({ id }) => id)).toContain(lost[1]!.id)
  expect(lines.mock.calls.flat().join()).toContain('row_unreadable')
  expect(await statusOf(lost[0]!.id)).toBe('accepted')
  lines.mockRestore()
  await changeEvent(damaged, { endsAt: now() - 1 })
})

describe('the cron', () => {
  /** A full event with one place, its attendee, and two people on the waiting list. */
  async function fullEvent(overrides: Parameters<typeof publishPaid>[1] = {}) {
    const [host, me, next, last] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const eventId = await publishPaid(host, { maxAttendees: 1, ...overrides })
    const mine = await admit(host, me, eventId)
    const waiting = [await apply(next, eventId), await apply(last, eventId)]
    await change(waiting[0]!.id, { createdAt: now() - 100 })
    return { host, me, next, eventId, mine, waiting }
  }
  const late = { payBy: now() - 3600, answeredAt: now() - 3600 - PAY_WITHIN }

  it('gives a place that was not paid in time to the first of the waiting list, who then has 48 hours', async () => {
    const { me, next, eventId, mine, waiting } = await fullEvent()
    await change(mine.id, late)
    await changeEvent(eventId, { priceUsd: 3 * PRICE })
    expect((await release(eventId)).sort()).toEqual([mine.id, waiting[0]!.id].sort())
    expect(await own(me, eventId)).toMatchObject({ status: 'expired', position: null })
    const admitted = await own(next, eventId)
    expect(admitted).toMatchObject({ status: 'accepted', place: { price: 3 * PRICE, orderId: null }, full: true })
    expect(admitted.place!.payBy).toBeGreaterThan(now() + PAY_WITHIN - 60)
    expect(await statusOf(waiting[1]!.id)).toBe('sent')
    expect(await release(eventId)).toEqual([])
  })

  it('keeps an unpaid place until the chain has been read up to ten minutes after the deadline', async () => {
    const { eventId, mine } = await fullEvent()
    expect(await release(eventId, mine.place!.payBy + 600)).toEqual([])
    expect((await release(eventId, mine.place!.payBy + 601)).length).toBe(2)
  })

  it('keeps a paid place unless its order was refunded in full', async () => {
    const { eventId, mine } = await fullEvent()
    await change(mine.id, late)
    const orderId = await insertPayment(mine, { quotedAt: now() - 3700 })
    for (const status of [PROPOSED, ACCEPTED, DELIVERED, COMPLETED, DISPUTED]) {
      await db.update(orders).set({ status }).where(eq(orders.id, orderId))
      expect(await release(eventId)).toEqual([])
    }
    await db.update(orders).set({ status: CANCELLED }).where(eq(orders.id, orderId))
    expect((await release(eventId)).length).toBe(2)
  })

  it.each([
    ['with other terms than the quote', { termsState: 'unequal' }],
    ['that the buyer has cancelled', { status: CANCELLED }],
  ])('does not accept an order %s as the payment of a place', async (_, payment) => {
    const { eventId, mine } = await fullEvent()
    await insertPayment(mine, payment)
    expect(await release(eventId)).toEqual([])
    await change(mine.id, late)
    expect((await release(eventId)).length).toBe(2)
  })

  it('does not accept an order for another place as the payment of a place', async () => {
    const [one, other] = [await fullEvent(), await fullEvent()]
    await insertPayment(other.mine)
    for (const { mine } of [one, other]) await change(mine.id, late)
    const changed = (await releasePlaces(db, now())).map(({ id }) => id)
    expect(changed).toContain(one.mine.id)
    expect(changed).not.toContain(other.mine.id)
  })

  it('gives a place whose order the host has rejected to the next applicant at once', async () => {
    const { next, eventId, mine } = await fullEvent()
    await insertPayment(mine, { status: REJECTED })
    expect((await release(eventId)).length).toBe(2)
    expect(await own(next, eventId)).toMatchObject({ status: 'accepted' })
  })

  it('admits nobody if the event was not full, is hidden or has no waiting list', async () => {
    const roomy = await fullEvent({ maxAttendees: 1 })
    const { details } = (await db.select().from(listings).where(eq(listings.id, roomy.eventId)))[0]!
    await changeEvent(roomy.eventId, { details: JSON.stringify({ ...JSON.parse(details), maxAttendees: 2 }) })
    const hidden = await fullEvent()
    await changeEvent(hidden.eventId, { enabled: false })
    const alone = await fullEvent()
    await db.delete(applications).where(and(eq(applications.listingId, alone.eventId), eq(applications.status, 'sent')))
    for (const { eventId, mine } of [roomy, hidden, alone]) {
      await change(mine.id, late)
      expect(await release(eventId)).toEqual([mine.id])
    }
  })

  it('keeps the places of an event that has become free, and changes nothing after the end of an event', async () => {
    const [free, past] = [await fullEvent(), await fullEvent()]
    const { details } = (await db.select().from(listings).where(eq(listings.id, free.eventId)))[0]!
    await changeEvent(free.eventId, { details: JSON.stringify({ ...JSON.parse(details), paid: false }) })
    await changeEvent(past.eventId, { endsAt: now() - 1 })
    for (const { eventId, mine } of [free, past]) {
      await change(mine.id, late)
      expect(await release(eventId)).toEqual([])
    }
    expect((await own(free.me, free.eventId)).place).toBeNull()
  })

  it('changes each place once if it runs several times at the same time', async () => {
    const { eventId, mine, waiting } = await fullEvent()
    await change(mine.id, late)
    await Promise.all([1, 2, 3].map(() => new ListingsRpc(createExecutionContext(), testEnv).tick(now())))
    expect([await statusOf(mine.id), await statusOf(waiting[0]!.id), await statusOf(waiting[1]!.id)]).toEqual([
      'expired',
      'accepted',
      'sent',
    ])
    expect((await read(undefined, eventId)).event.attendees).toBe(1)
  })

  it('does not use a time of the chain that is later than the time of the server', async () => {
    const { mine } = await fullEvent()
    await new ListingsRpc(createExecutionContext(), testEnv).tick(now() + 30 * DAY)
    expect(await statusOf(mine.id)).toBe('accepted')
  })

  it('lets a member whose place was given away apply again; a rejected order of the earlier admission does not end the new one', async () => {
    const { host, me, eventId, mine } = await fullEvent({ maxAttendees: 5 })
    await change(mine.id, { answeredAt: now() - 100 })
    await insertPayment(mine, { status: REJECTED, quotedAt: now() - 50 })
    expect(await release(eventId)).toEqual([mine.id])
    const again = await apply(me, eventId)
    expect(again).toMatchObject({ id: mine.id, status: 'sent', place: null })
    expect((await accept(host, again.id)).status).toBe(200)
    expect(await release(eventId)).toEqual([])
    expect(await own(me, eventId)).toMatchObject({ status: 'accepted', place: { orderId: null } })
  })
})

describe('an accepted bid', () => {
  it('names its newest order to both sides, but none that was refunded, does not match its quote or paid an earlier acceptance', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [jobId, bidService] = [await publishJob(owner, { bidding: true, bidBase: 20_000_000 }), await publish(me)]
    const bid = { jobId, message: 'I would like to.', bidService, bidPrice: 40_000_000, bidDelivery: 4 }
    const sent = ((await (await ask('POST', 'submitApplication', { as: me, body: bid })).json()) as { application: Application })
      .application
    expect(sent.bid_order).toBeNull()
    expect((await accept(owner, sent.id)).status).toBe(200)
    const shown = () =>
      Promise.all(
        [ask('GET', `getApplications?jobId=${jobId}`, { as: owner }), ask('GET', 'getApplications', { as: me })].map(
          async (answer) => ((await (await answer).json()) as { applications: Application[] }).applications[0],
        ),
      )
    const expectOrder = async (order: string | null) => {
      for (const one of await shown()) expect(one).toMatchObject({ bid_order: order, place: null })
    }
    await expectOrder(null)
    await insertPayment(sent, { termsState: 'unequal' })
    await insertPayment(sent, { status: CANCELLED })
    await insertPayment(sent, { status: REJECTED })
    await insertPayment(sent, { quotedAt: now() - DAY })
    await expectOrder(null)
    const first = await insertPayment(sent, { status: COMPLETED })
    await expectOrder(first)
    await db
      .update(orders)
      .set({ createdAt: now() - DAY })
      .where(eq(orders.id, first))
    await expectOrder(first)
    await expectOrder(await insertPayment(sent))
  })
})
