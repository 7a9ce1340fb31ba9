import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PAY_WITHIN } from '../listings/places.schema.ts'
import { applications, listings } from '../listings/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { call, clearLimits, codeOf, type TestUser } from '../shared/testing.ts'
import worker from './index.ts'
import type { Order, Quote } from './orders.schema.ts'
import { quotes } from './tables.ts'
import { act, createUser, db, newKey, pay, publish, testEnv, usdc } from './testing.ts'

const DAY = 86_400
const PRICE = 25_000_000
const START = now() + 10 * DAY
const END = START + 7200

let host: TestUser
let me: TestUser
beforeAll(async () => {
  host = await createUser('Aiko Mori')
  me = await createUser('Ben Carter')
})
beforeEach(() => clearLimits(testEnv, me.id, 'POST /api/orders/quoteOrder'))

const publishEvent = (overrides: Partial<typeof listings.$inferInsert> = {}, details: object = {}) =>
  publish(host, {
    listType: 'events',
    title: 'An evening of small films',
    options: '{}',
    priceUsd: PRICE,
    endsAt: END,
    details: JSON.stringify({ paid: true, event_date: START, end_date: END, maxAttendees: null, ...details }),
    ...overrides,
  })
/** An admission of the buyer to an event. */
async function admit(eventId: number, overrides: Partial<typeof applications.$inferInsert> = {}): Promise<string> {
  const id = opaqueId()
  const at = now()
  const admission = { status: 'accepted', answeredAt: at, placePrice: PRICE, payBy: at + PAY_WITHIN }
  await db.insert(applications).values({ id, listingId: eventId, userId: me.id, message: '', createdAt: at, ...admission, ...overrides })
  return id
}
/** The terms of a place as the page of the event shows them. */
const SHOWN = {
  title: 'An evening of small films',
  price: PRICE,
  description: 'A mark that lasts',
  event: { start: START, end: END },
}
const ask = (eventId: number, applicationId: string | undefined, { as = me, body = {}, headers = {} } = {}) =>
  call(worker, testEnv, createExecutionContext(), 'POST', '/api/orders/quoteOrder', {
    body: { serviceId: eventId, applicationId, shown: SHOWN, token: usdc, account: as.address, ...body },
    as,
    headers,
  })
const quote = async (eventId: number, applicationId: string, options = {}) => {
  const answer = await ask(eventId, applicationId, options)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Quote
}
const addOrder = async (transactionHash: string) => {
  const body = { transactionHash, chainId: 31337 }
  const answer = await call(worker, testEnv, createExecutionContext(), 'POST', '/api/orders/addOrder', { as: me, body })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { orderId: string }
}
const read = async (id: string, as = me) =>
  (await (await call(worker, testEnv, createExecutionContext(), 'GET', `/api/orders/getOrder?id=${id}`, { as })).json()) as Order

describe('quoteOrder for a place at a paid event', () => {
  it('uses the price of the admission, and sets the delivery days to the days until the end of the event, rounded up', async () => {
    const eventId = await publishEvent()
    const applicationId = await admit(eventId)
    await db.update(listings).set({ priceUsd: 99_000_000, enabled: false }).where(eq(listings.id, eventId))
    const { ref, amount, delivery, productId, seller } = await quote(eventId, applicationId)
    expect({ amount, delivery, productId, seller }).toEqual({ amount: '25000000', delivery: 11, productId: eventId, seller: host.address })
    const [row] = await db.select().from(quotes).where(eq(quotes.ref, ref))
    expect(row).toMatchObject({ applicationId, priceUsd: PRICE })
    expect(JSON.parse(row!.terms)).toMatchObject({ title: 'An evening of small films', plan: '', event: { start: START, end: END } })
  })

  it.each([
    ['title', 'An evening of films'],
    ['price', PRICE - 1],
    ['description', 'Films and tea'],
    ['event', { start: START, end: END - 3600 }],
    ['event', { start: START - 3600, end: END }],
    ['event', undefined],
  ])('is refused if the page showed another `%s`: %j', async (field, value) => {
    const eventId = await publishEvent()
    const answer = await ask(eventId, await admit(eventId), { body: { shown: { ...SHOWN, [field]: value } } })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ error: { code: 'terms_changed', details: { terms: SHOWN } } })
  })

  it('is refused after the host has moved the event, and accepted with the new times', async () => {
    const eventId = await publishEvent()
    const applicationId = await admit(eventId)
    expect((await quote(eventId, applicationId)).event).toEqual({ start: START, end: END })
    const event = { start: START + 20 * DAY, end: END + 300 * DAY }
    const details = JSON.stringify({ paid: true, event_date: event.start, end_date: event.end, maxAttendees: null })
    await db.update(listings).set({ endsAt: event.end, details }).where(eq(listings.id, eventId))
    expect(await codeOf(await ask(eventId, applicationId))).toBe('terms_changed')
    expect((await quote(eventId, applicationId, { body: { shown: { ...SHOWN, event } } })).event).toEqual(event)
  })

  it('returns a quote that cannot be paid after the deadline of the place', async () => {
    const eventId = await publishEvent()
    const payBy = now() + 300
    const id = await admit(eventId, { payBy })
    const { validUntil } = await quote(eventId, id)
    // The chain’s clock may be a few seconds ahead of ours.
    expect(Math.abs(validUntil - payBy)).toBeLessThan(60)
  })

  it.each([
    ['application_not_found', 'without an application', async () => ask(await publishEvent(), undefined)],
    ['application_not_found', 'for an unknown application', async () => ask(await publishEvent(), 'x'.repeat(22))],
    [
      'application_not_found',
      'for an application that is not answered',
      async () => {
        const eventId = await publishEvent()
        return ask(eventId, await admit(eventId, { status: 'sent' }))
      },
    ],
    [
      'application_not_found',
      'for a declined application',
      async () => {
        const eventId = await publishEvent()
        return ask(eventId, await admit(eventId, { status: 'declined' }))
      },
    ],
    [
      'application_not_found',
      'for a withdrawn application',
      async () => {
        const eventId = await publishEvent()
        return ask(eventId, await admit(eventId, { status: 'withdrawn' }))
      },
    ],
    [
      'application_not_found',
      'with an admission to another event',
      async () => ask(await publishEvent(), await admit(await publishEvent())),
    ],
    [
      'application_not_found',
      'with the admission of another member',
      async () => {
        const eventId = await publishEvent()
        return ask(eventId, await admit(eventId, { userId: 4_000_000_000 }))
      },
    ],
    [
      'place_expired',
      'after the deadline',
      async () => {
        const eventId = await publishEvent()
        return ask(eventId, await admit(eventId, { payBy: now() - 1 }))
      },
    ],
    [
      'place_expired',
      'in the last minute before the deadline',
      async () => {
        const eventId = await publishEvent()
        return ask(eventId, await admit(eventId, { payBy: now() + 50 }))
      },
    ],
    [
      'place_expired',
      'for an admission that has expired',
      async () => {
        const eventId = await publishEvent()
        return ask(eventId, await admit(eventId, { status: 'expired' }))
      },
    ],
    [
      'event_over',
      'after the end of the event',
      async () => {
        const eventId = await publishEvent({ endsAt: now() - 1 })
        return ask(eventId, await admit(eventId))
      },
    ],
    [
      'event_free',
      'for an event that has become free',
      async () => {
        const eventId = await publishEvent({ priceUsd: 0 }, { paid: false })
        return ask(eventId, await admit(eventId))
      },
    ],
    [
      'event_free',
      'for an admission from before the event had a price',
      async () => {
        const eventId = await publishEvent()
        return ask(eventId, await admit(eventId, { placePrice: null, payBy: null }))
      },
    ],
    [
      'application_not_found',
      'for a deleted event',
      async () => {
        const eventId = await publishEvent({ deletedAt: now() })
        return ask(eventId, await admit(eventId))
      },
    ],
    ['own_listing', 'for the host', async () => ask(await publishEvent(), undefined, { as: host })],
    [
      'invalid_body',
      'with a custom amount',
      async () => {
        const eventId = await publishEvent()
        return ask(eventId, await admit(eventId), { body: { customPrice: 5_000_000 } })
      },
    ],
  ] as const)('is refused with %s %s', async (code, _what, request) => {
    expect(await codeOf(await request())).toBe(code)
  })

  it('with the idempotency key of a stored quote is refused once the place can no longer be paid', async () => {
    const eventId = await publishEvent()
    const id = await admit(eventId)
    const headers = newKey()
    await quote(eventId, id, { headers })
    await db
      .update(applications)
      .set({ payBy: now() - 1 })
      .where(eq(applications.id, id))
    expect(await codeOf(await ask(eventId, id, { headers }))).toBe('place_expired')
  })
})

describe('a paid place', () => {
  it('is an order of the event, and cannot be paid twice', async () => {
    const eventId = await publishEvent()
    const id = await admit(eventId)
    const { orderId } = await addOrder(await pay(me.address, await quote(eventId, id)))
    const event = { start: START, end: END }
    expect(await read(orderId)).toMatchObject({ service_id: eventId, title: 'An evening of small films', terms: 'ok', event, status_: 0 })
    expect(await read(orderId, host)).toMatchObject({ event })
    expect(await codeOf(await ask(eventId, id))).toBe('place_paid')
  })

  it('can be paid again after the buyer has cancelled, but not after the host has rejected the order', async () => {
    const eventId = await publishEvent()
    const id = await admit(eventId)
    const first = await addOrder(await pay(me.address, await quote(eventId, id)))
    await addOrder(await act(me.address, 'cancel', (await read(first.orderId)).order_id))
    const second = await addOrder(await pay(me.address, await quote(eventId, id)))
    await addOrder(await act(host.address, 'reject', (await read(second.orderId)).order_id))
    expect(await read(second.orderId)).toMatchObject({ status_: 3, outcome: { toBuyer: '25000000', toSeller: '0', toTreasury: '0' } })
    expect(await codeOf(await ask(eventId, id))).toBe('place_expired')
  })

  it('is not paid by an order with another amount', async () => {
    const eventId = await publishEvent()
    const id = await admit(eventId)
    const { orderId } = await addOrder(await pay(me.address, { ...(await quote(eventId, id)), amount: '1000000' }))
    expect(await read(orderId)).toMatchObject({ terms: 'unequal' })
    expect((await ask(eventId, id)).status).toBe(200)
  })
})
