import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OfferOrder } from '../chat/offer-store.ts'
import { type Offer, refuseOfferStep } from '../chat/offers.schema.ts'
import type { OfferPlace } from '../chat/offers.ts'
import { listings } from '../listings/tables.ts'
import { hash, now, opaqueId } from '../shared/ids.ts'
import { anotherSession, clearLimits, codeOf, type TestUser } from '../shared/testing.ts'
import type { OrdersEnv } from './env.ts'
import { bindOffers, selectUnbound, sendOfferNotifications } from './offers.ts'
import { type Added, ask, getOrder, report } from './order-calls.testing.ts'
import type { Quote } from './orders.schema.ts'
import { quotes } from './tables.ts'
import { chatOf, createUser, db, pay, publish, testEnv, usdc } from './testing.ts'

let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  serviceId = await publish(seller)
})
beforeEach(() => clearLimits(testEnv, buyer.id, 'POST /api/orders/quoteOrder'))

const TERMS = { text: 'Two drafts', price: 150_000_000, delivery: 6 }

/** A room with an offer of the seller, in place of the chat area. `offer` and `edits` can be changed; `orders` are those shown in the room. */
function createOffer(overrides: Partial<Offer & { senderId: number }> = {}) {
  const { senderId = seller.id, ...given } = overrides
  const shown = { title: 'Logo and identity', lang: 'en', picture: null, counteredBy: null }
  const state = { state: 'sent', expiresAt: now() + 3600, orderId: null } as const
  const offer: Offer = { service: serviceId, sellerId: seller.id, ...TERMS, ...shown, ...state, ...given }
  const room = {
    roomId: opaqueId(),
    messageId: opaqueId(),
    offer,
    edits: 0,
    isDown: false,
    failing: '',
    orders: [] as (OfferPlace & OfferOrder)[],
  }
  const readOffer = async ({ messageId, userId }: OfferPlace & { userId: number }) => {
    if (userId !== seller.id && userId !== buyer.id) return { code: 'not_room_member' }
    if (messageId !== room.messageId) return { code: 'offer_not_found' }
    const code = refuseOfferStep(room.offer, senderId, 'pay', { userId, at: now() })
    return code ? { code } : { offer: room.offer, edits: room.edits, seq: 7 }
  }
  const orderOffers = async (paid: (OfferPlace & OfferOrder)[]) => {
    if (room.isDown) throw new Error('down')
    const reached = paid.filter(({ roomId }) => roomId !== room.failing)
    room.orders.push(...reached)
    return paid.map((one) => (reached.includes(one) ? true : null))
  }
  const env = { ...testEnv, CHAT: { ...(chatOf() as object), readOffer, orderOffers } as unknown as OrdersEnv['CHAT'] }
  return Object.assign(room, { env })
}
type Room = ReturnType<typeof createOffer>

const shownOf = ({ offer: { title, price, delivery, text } }: Room) => ({ title, price, delivery, description: text })
/** Asks for a quote of the offer as it is now. `body` replaces fields. */
const askQuote = (room: Room, as = buyer, body: object = {}) =>
  ask(
    'POST',
    'quoteOrder',
    as,
    {
      ...{ serviceId, shown: shownOf(room), token: usdc, account: as.address },
      offer: { roomId: room.roomId, messageId: room.messageId, edits: room.edits },
      ...body,
    },
    room.env,
  )
const quote = async (room: Room, as = buyer) => {
  const answer = await askQuote(room, as)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Quote
}
const add = async (room: Room, terms: Quote) => (await (await report(await pay(buyer.address, terms), buyer, {}, room.env)).json()) as Added
const accept = (room: Room, orderId: string, as: TestUser | undefined = buyer, place: object = {}) =>
  ask('POST', 'acceptCustomOrder', as, { orderId, roomId: room.roomId, messageId: room.messageId, ...place }, room.env)
const rowsOf = ({ messageId }: Room) => db.select().from(quotes).where(eq(quotes.offerId, messageId))

describe('a quote of an offer is refused, and none is stored', () => {
  it.each([
    ['offer_own', 'for the sender', async (room: Room) => askQuote(room, seller)],
    [
      'own_listing',
      'for the seller of a counter-offer',
      async () => askQuote(createOffer({ senderId: buyer.id, state: 'accepted' }), seller),
    ],
    ['offer_own', "for a buyer's terms that the seller has not accepted", async () => askQuote(createOffer({ senderId: buyer.id }))],
    ['offer_withdrawn', 'if it was withdrawn', async () => askQuote(createOffer({ state: 'withdrawn' }))],
    ['offer_declined', 'if it was declined', async () => askQuote(createOffer({ state: 'declined' }))],
    ['offer_countered', 'if it was countered', async () => askQuote(createOffer({ state: 'countered' }))],
    ['offer_expired', 'if it has expired', async () => askQuote(createOffer({ expiresAt: now() - 1 }))],
    ['offer_ordered', 'if it was ordered', async () => askQuote(createOffer({ state: 'ordered' }))],
    ['not_room_member', 'for a stranger', async (room: Room) => askQuote(room, await createUser('Sam Stranger'))],
    ['offer_not_found', 'for another message', async (room: Room) => askQuote({ ...room, messageId: opaqueId() })],
    ['offer_not_found', 'for another service', async (room: Room) => askQuote(room, buyer, { serviceId: await publish(seller) })],
    ['invalid_body', 'with another amount', async (room: Room) => askQuote(room, buyer, { customPrice: 5_000_000 })],
    [
      'listing_not_found',
      'for a service that was deleted',
      async () => {
        const service = await publish(seller, { deletedAt: now() })
        return askQuote(createOffer({ service }), buyer, { serviceId: service })
      },
    ],
  ] as const)('with %s %s', async (code, _what, request) => {
    const room = createOffer()
    expect(await codeOf(await request(room))).toBe(code)
    expect(await rowsOf(room)).toEqual([])
  })

  it('with offer_changed and the current terms, if the buyer has seen another version', async () => {
    const room = createOffer()
    const before = { offer: { roomId: room.roomId, messageId: room.messageId, edits: 0 }, shown: shownOf(room) }
    Object.assign(room, { edits: 1, offer: { ...room.offer, price: 180_000_000 } })
    const answer = await askQuote(room, buyer, before)
    expect(answer.status).toBe(409)
    const terms = { title: 'Logo and identity', price: 180_000_000, hourly: false, delivery: 6, description: 'Two drafts' }
    expect(await answer.json()).toMatchObject({ error: { code: 'offer_changed', details: { terms, edits: 1 } } })
    // The right version with other terms, as a page with a mistake would send them.
    for (const wrong of [{ price: 5_000_000 }, { delivery: 1 }, { description: 'Ten drafts' }, { title: 'A website' }])
      expect(await codeOf(await askQuote(room, buyer, { shown: { ...shownOf(room), ...wrong } }))).toBe('offer_changed')
    // The same terms again, after two changes that the buyer has not seen.
    Object.assign(room, { edits: 3 })
    const answerToOld = await askQuote(room, buyer, { offer: { ...before.offer, edits: 1 } })
    expect(await answerToOld.json()).toMatchObject({ error: { code: 'offer_changed', details: { terms, edits: 3 } } })
    expect(await rowsOf(room)).toEqual([])
    expect((await quote(room)).amount).toBe('180000000')
  })
})

describe('a quote of an offer', () => {
  it('has the terms of the version, whose hash is in its ref; also for a hidden service', async () => {
    const service = await publish(seller, { enabled: false })
    const room = createOffer({ service })
    const answer = await askQuote(room, buyer, { serviceId: service })
    const terms = (await answer.json()) as Quote
    expect(terms).toMatchObject({
      amount: '150000000',
      delivery: 6,
      description: 'Two drafts',
      plan: '',
      productId: service,
      revisions: null,
    })
    const [row] = await rowsOf(room)
    expect(row).toMatchObject({ ref: terms.ref, offerId: room.messageId, priceUsd: 150_000_000 })
    expect(terms.ref.slice(34)).toBe(row!.offerHash!.slice(0, 32))
    expect(JSON.parse(row!.terms).offer).toEqual({ roomId: room.roomId, messageId: room.messageId, edits: 0, seq: 7 })
    Object.assign(room, { edits: 1 })
    const { ref } = (await (await askQuote(room, buyer, { serviceId: service })).json()) as Quote
    expect(ref.slice(34)).not.toBe(terms.ref.slice(34))
  })

  it('has the title and picture of its card, also if the service has others by now', async () => {
    const service = await publish(seller, { title: 'A website with a shop' })
    const room = createOffer({ service })
    const body = { serviceId: service }
    expect(await codeOf(await askQuote(room, buyer, { ...body, shown: { ...shownOf(room), title: 'A website with a shop' } }))).toBe(
      'offer_changed',
    )
    const terms = (await (await askQuote(room, buyer, body)).json()) as Quote
    expect(terms.title).toBe('Logo and identity')
    const [row] = await rowsOf(room)
    expect(JSON.parse(row!.terms)).toMatchObject({ title: 'Logo and identity', picture: null })
    // The hash in the ref commits to the title too.
    const content = [room.messageId, 0, service, 'Logo and identity', 150_000_000, 6, 'Two drafts']
    expect(row!.offerHash).toBe(await hash(JSON.stringify(content)))
  })

  it("of a buyer's terms can be paid once the seller has accepted them", async () => {
    const room = createOffer({ senderId: buyer.id, state: 'accepted' })
    expect((await quote(room)).amount).toBe('150000000')
  })

  it('is given to one session at a time; to another one again when it has expired', async () => {
    const room = createOffer()
    const phone = await anotherSession(testEnv, buyer)
    const answers = await Promise.all([askQuote(room), askQuote(room, phone)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)!
    const [row] = await rowsOf(room)
    expect(await refused.json()).toMatchObject({ error: { code: 'offer_in_payment', details: { until: row!.validUntil } } })
    expect(await rowsOf(room)).toHaveLength(1)
    await db
      .update(quotes)
      .set({ validUntil: now() - 1 })
      .where(eq(quotes.offerId, room.messageId))
    const [winner, loser] = answers[0]!.status === 200 ? [buyer, phone] : [phone, buyer]
    expect((await askQuote(room, loser)).status).toBe(200)
    expect(await codeOf(await askQuote(room, winner))).toBe('offer_in_payment')
  })

  it('can no longer be asked for once an order has paid for the offer, also before the room knows it', async () => {
    const room = createOffer()
    room.isDown = true
    await add(room, await quote(room))
    expect(await codeOf(await askQuote(room))).toBe('offer_ordered')
    expect(await codeOf(await askQuote(room, await anotherSession(testEnv, buyer)))).toBe('offer_ordered')
  })
})

describe('two payments for one offer', () => {
  it('give one order by its terms: the first; the second counts as an order without a quote', async () => {
    const room = createOffer()
    const [one, two] = [await quote(room), await quote(room)]
    expect(one.ref).not.toBe(two.ref)
    const [first, second] = [await add(room, one), await add(room, two)]
    expect(await getOrder(first.orderId, buyer)).toMatchObject({ terms: 'ok', offer: { roomId: room.roomId, seq: 7 } })
    expect(await getOrder(second.orderId, buyer)).toMatchObject({ terms: 'unknown', offer: null, status_: 0 })
    expect(room.orders.flatMap((one) => (one.messageId === room.messageId ? one.orderId : []))).toEqual([first.orderId])
    expect(await codeOf(await accept(room, second.orderId))).toBe('offer_not_ordered')
  })

  it('give the same if the second is reported first', async () => {
    const room = createOffer()
    const [one, two] = [await quote(room), await quote(room)]
    const hashes = [await pay(buyer.address, one), await pay(buyer.address, two)] as const
    const second = (await (await report(hashes[1], buyer, {}, room.env)).json()) as Added
    expect((await getOrder(second.orderId, buyer)).terms).toBe('ok')
    const first = (await (await report(hashes[0], buyer, {}, room.env)).json()) as Added
    expect([(await getOrder(first.orderId, buyer)).terms, (await getOrder(second.orderId, buyer)).terms]).toEqual(['ok', 'unknown'])
    expect(room.orders.at(-1)!.orderId).toBe(first.orderId)
  })
})

describe('the order of an offer', () => {
  it('is shown in its message by the terms of its quote, also if the offer was changed after the quote', async () => {
    const room = createOffer()
    const terms = await quote(room)
    Object.assign(room, { edits: 1, offer: { ...room.offer, price: 900_000_000, text: 'Other' } })
    const { orderId } = await add(room, terms)
    expect(room.orders).toEqual([{ roomId: room.roomId, messageId: room.messageId, orderId, title: 'Logo and identity', ...TERMS }])
    expect(await getOrder(orderId, seller)).toMatchObject({ price: '150000000', delivery: 6, terms: 'ok' })
    const [row] = await rowsOf(room)
    expect(row!.offerOrderId).toBe(orderId)
  })

  it('is shown by the cron if the room could not be reached, once', async () => {
    const room = createOffer()
    room.isDown = true
    const { orderId } = await add(room, await quote(room))
    expect(room.orders).toEqual([])
    await expect(bindOffers(db, room.env)).rejects.toThrow('down')
    room.isDown = false
    await bindOffers(db, room.env)
    await bindOffers(db, room.env)
    expect(room.orders.filter((one) => one.messageId === room.messageId).map((one) => one.orderId)).toEqual([orderId])
  })

  it('reads only the few paid quotes that have no order, and their orders', async () => {
    const plan = await db.all<{ detail: string }>(sql`explain query plan ${selectUnbound(db).getSQL()}`)
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^(SCAN|SEARCH) quotes USING INDEX quotes_offer_unbound/),
      expect.stringMatching(/^SEARCH orders USING INDEX \w+ \(ref=\?/),
    ])
  })
})

it('a room that fails, or a quote that is damaged, does not keep the orders of other offers from their messages', async () => {
  const [room, failing, damaged] = [createOffer(), createOffer(), createOffer()]
  for (const one of [room, failing, damaged]) one.isDown = true
  const [first, second] = [await add(failing, await quote(failing)), await add(damaged, await quote(damaged))]
  const third = await add(room, await quote(room))
  const { terms } = (await rowsOf(damaged))[0]!
  await db.update(quotes).set({ terms: '{' }).where(eq(quotes.offerId, damaged.messageId))
  Object.assign(room, { isDown: false, failing: failing.roomId })
  await bindOffers(db, room.env)
  expect(room.orders.map((one) => one.orderId)).toEqual([third.orderId])
  expect([(await rowsOf(failing))[0]!.offerOrderId, (await rowsOf(damaged))[0]!.offerOrderId]).toEqual([null, null])
  expect(await codeOf(await accept({ ...failing, env: room.env }, first.orderId))).toBe('unavailable')
  // The next run does what is missing.
  room.failing = ''
  await db.update(quotes).set({ terms }).where(eq(quotes.offerId, damaged.messageId))
  await bindOffers(db, room.env)
  expect(new Set(room.orders.map((one) => one.orderId))).toEqual(new Set([first.orderId, second.orderId, third.orderId]))
})

describe('acceptCustomOrder', () => {
  it('binds order and message by the quote that the order names; both parties may call it, again too', async () => {
    const room = createOffer()
    const { orderId } = await add(room, await quote(room))
    for (const as of [buyer, seller, buyer]) {
      const answer = await accept(room, orderId, as)
      expect([answer.status, await answer.json()]).toEqual([200, { orderId, roomId: room.roomId, messageId: room.messageId }])
    }
    expect(new Set(room.orders.map((one) => one.orderId))).toEqual(new Set([orderId]))
  })

  it('refuses strangers, guests, unknown orders, and any order, room or message that do not belong together', async () => {
    const [room, other] = [createOffer(), createOffer()]
    const { orderId } = await add(room, await quote(room))
    const known = room.orders.length
    expect(await codeOf(await accept(room, orderId, await createUser('Sam Stranger')))).toBe('order_not_found')
    expect(await codeOf(await ask('POST', 'acceptCustomOrder', undefined, { orderId }, room.env))).toBe('unauthorized')
    expect(await codeOf(await accept(room, opaqueId()))).toBe('order_not_found')
    expect(await codeOf(await accept(room, orderId, buyer, { messageId: other.messageId }))).toBe('offer_not_ordered')
    expect(await codeOf(await accept(room, orderId, buyer, { roomId: other.roomId }))).toBe('offer_not_ordered')
    const plan = await add(room, await planQuote())
    expect(await codeOf(await accept(room, plan.orderId))).toBe('offer_not_ordered')
    expect([room.orders.length, other.orders.length]).toEqual([known, 0])
  })

  it('refuses an order whose payment differs from the quote', async () => {
    const room = createOffer()
    const terms = await quote(room)
    const { orderId } = await add(room, { ...terms, delivery: 30 })
    expect(await getOrder(orderId, buyer)).toMatchObject({ terms: 'unequal' })
    expect(await codeOf(await accept(room, orderId))).toBe('offer_not_ordered')
    expect(room.orders).toEqual([])
  })
})

/** A quote of a plan of the same service. */
async function planQuote(): Promise<Quote> {
  const [listing] = await db.select().from(listings).where(eq(listings.id, serviceId))
  const { Studio } = JSON.parse(listing!.options) as { Studio: object }
  const shown = { title: listing!.title, ...Studio }
  return (await (
    await ask('POST', 'quoteOrder', buyer, { serviceId, plan: 'Studio', shown, token: usdc, account: buyer.address })
  ).json()) as Quote
}

it('notifications about offers are passed once, and again after an error', async () => {
  const about = {
    userId: buyer.id,
    kind: 'offerReceived',
    key: `offerReceived ${opaqueId()} 000000`,
    thing: { kind: 'room', id: opaqueId() },
  }
  const event = { ...about, params: { title: 'Logo' }, at: now(), isMailed: false }
  let pending = [{ id: 7, event }]
  const passed: unknown[] = []
  const env = (isDown: boolean) =>
    ({
      CHAT: {
        offerNotifications: async () => pending,
        deleteOfferNotifications: async (ids: number[]) => {
          pending = pending.filter(({ id }) => !ids.includes(id))
        },
      },
      NOTIFICATIONS: {
        notify: async (events: unknown[]) => {
          if (isDown) throw new Error('down')
          passed.push(...events)
        },
      },
    }) as unknown as OrdersEnv
  await expect(sendOfferNotifications(env(true))).rejects.toThrow('down')
  for (let run = 0; run < 2; run++) await sendOfferNotifications(env(false))
  expect(passed).toEqual([event])
})
