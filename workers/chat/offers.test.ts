import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { listings } from '../listings/tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import type { ChatRoom } from './chat-room.ts'
import type { Message } from './messages.schema.ts'
import { MAX_OFFER_TEXT, OFFER_DAYS, type OfferAnswer } from './offers.schema.ts'
import { orderOffers } from './offers.ts'
import { chatEnv, createPair, getPage, join, openInbox, request, rpc, sendMessage } from './testing.ts'

const db = database(chatEnv)
const TITLE = 'Logo and identity'
const TERMS = { text: 'Two drafts\nand the files', price: 150_000_000, delivery: 5 }

/** Inserts a service; `overrides` replaces columns. Returns its id. */
async function publish(seller: TestUser, overrides: Partial<typeof listings.$inferInsert> = {}): Promise<number> {
  const texts = { category: 'design', title: TITLE, descriptionPreview: '', description: '<p>A mark</p>', options: '{}' }
  const [row] = await db
    .insert(listings)
    .values({
      ...{ listType: 'services', userId: seller.id, account: seller.address, lang: 'en', priceUsd: 0, createdAt: now(), updatedAt: now() },
      ...{ ...texts, ...overrides },
    })
    .returning({ id: listings.id })
  return row!.id
}

/** A room of a seller with a published service and a buyer. */
async function createMarket() {
  const { aiko: seller, ben: buyer, roomId } = await createPair()
  return { seller, buyer, roomId, service: await publish(seller) }
}

const offer = (as: TestUser | undefined, roomId: string, text: object, more: object = {}) =>
  request('POST', 'sendMessage', {
    ...(as && { as }),
    body: { roomId, clientId: opaqueId(), message: { mimeType: 'offer', text, ...more } },
  })
const change = (as: TestUser, roomId: string, messageId: string, text: object, edits: number) =>
  request('POST', 'sendMessage', { as, body: { roomId, type: 'edit', messageId, message: { mimeType: 'offer', text }, edits } })
const answer = (as: TestUser | undefined, roomId: string, messageId: string, given: OfferAnswer, edits = 0) =>
  request('POST', 'answerOffer', { ...(as && { as }), body: { roomId, messageId, answer: given, edits } })
const messageOf = async (response: Response) => ((await response.json()) as { message: Message }).message
const outcome = async (response: Response) => [response.status, await codeOf(response)]
/** Sends an offer and returns its message. */
const make = async (as: TestUser, roomId: string, text: object, more: object = {}) => messageOf(await offer(as, roomId, text, more))
const stateOf = async (as: TestUser, roomId: string, id: string) =>
  (await getPage(as, roomId)).messages.find((one) => one.id === id)!.offer!.state
const pay = (roomId: string, messageId: string, user: TestUser) => rpc.readOffer({ roomId, messageId, userId: user.id })
const order = (roomId: string, messageId: string, orderId = opaqueId(), terms = { ...TERMS, title: TITLE }) =>
  rpc.orderOffers([{ roomId, messageId, orderId, ...terms }])

/** Moves the end of all offers of a room to a time (UTC seconds). */
const setExpiry = (roomId: string, at: number) =>
  runInDurableObject(chatEnv.ROOMS.getByName(roomId), (_: ChatRoom, { storage }) => {
    storage.sql.exec('UPDATE offers SET expires_at = ?', at)
  })

describe('an offer is refused', () => {
  it('to guests and strangers, and in the room of an order', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    expect(await outcome(await offer(undefined, roomId, { service, ...TERMS }))).toEqual([401, 'unauthorized'])
    expect(await outcome(await offer(await signedIn(chatEnv), roomId, { service, ...TERMS }))).toEqual([403, 'not_room_member'])
    const ofOrder = await rpc.openRoom({ orderId: opaqueId(), users: [seller.id, buyer.id] })
    expect(await outcome(await offer(seller, ofOrder, { service, ...TERMS }))).toEqual([409, 'offer_room'])
    for (const room of [roomId, ofOrder]) expect((await getPage(seller, room)).messages).toEqual([])
  })

  it.each([
    ['offer_service_required', 409, 'a service of the other member', async ({ buyer }) => ({ service: await publish(buyer) })],
    ['offer_service_required', 409, 'a hidden service', async ({ seller }) => ({ service: await publish(seller, { enabled: false }) })],
    ['offer_service_required', 409, 'a deleted service', async ({ seller }) => ({ service: await publish(seller, { deletedAt: now() }) })],
    ['offer_service_required', 409, 'a job', async ({ seller }) => ({ service: await publish(seller, { listType: 'jobs' }) })],
    ['offer_service_required', 409, 'an unknown service', async () => ({ service: 999_999_999 })],
    ['offer_service_required', 409, 'no service', async () => ({ service: undefined })],
    ['offer_price_invalid', 422, 'no price', async () => ({ price: undefined })],
    ['offer_price_invalid', 422, 'a price below 5 dollars', async () => ({ price: 4_999_999 })],
    ['offer_price_invalid', 422, 'a price with more than six decimals', async () => ({ price: 5_000_000.5 })],
    ['offer_price_invalid', 422, 'a price above a million dollars', async () => ({ price: 1_000_000_000_001 })],
    ['offer_price_invalid', 422, 'a price as text', async () => ({ price: '150' })],
    ['offer_delivery_invalid', 422, 'no days', async () => ({ delivery: undefined })],
    ['offer_delivery_invalid', 422, 'no whole days', async () => ({ delivery: 1.5 })],
    ['offer_delivery_invalid', 422, 'zero days', async () => ({ delivery: 0 })],
    ['offer_delivery_invalid', 422, 'more than 365 days', async () => ({ delivery: 366 })],
    ['message_too_long', 413, 'a text that is too long', async () => ({ text: 'x'.repeat(MAX_OFFER_TEXT + 1) })],
  ] satisfies [string, number, string, (market: Awaited<ReturnType<typeof createMarket>>) => Promise<object>][])(
    'with %s (%d) for %s',
    async (code, status, _what, terms) => {
      const market = await createMarket()
      const { seller, roomId, service } = market
      expect(await codeOf(await offer(seller, roomId, { service, ...TERMS, ...(await terms(market)) }))).toBe(code)
      expect((await offer(seller, roomId, { service, ...TERMS, ...(await terms(market)) })).status).toBe(status)
      expect((await getPage(seller, roomId)).messages).toEqual([])
    },
  )

  it('over the limit for messages', async () => {
    const { seller, roomId, service } = await createMarket()
    await exhaustLimit(chatEnv, { person: seller.id }, 'message')
    expect(await outcome(await offer(seller, roomId, { service, ...TERMS }))).toEqual([429, 'too_many_requests'])
  })
})

describe('a step is refused', () => {
  it('to the sender: accepting, declining, countering or paying an own offer', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    for (const given of ['accept', 'decline'] as const)
      expect(await outcome(await answer(seller, roomId, id, given))).toEqual([409, 'offer_own'])
    expect(await codeOf(await offer(seller, roomId, { service, ...TERMS }, { counters: id }))).toBe('offer_own')
    expect(await pay(roomId, id, seller)).toEqual({ code: 'offer_own' })
    const counter = await make(buyer, roomId, { service, ...TERMS, price: 100_000_000 }, { counters: id })
    expect(await pay(roomId, counter.id, buyer)).toEqual({ code: 'offer_own' })
    expect(await codeOf(await answer(buyer, roomId, counter.id, 'accept'))).toBe('offer_own')
    expect(await pay(roomId, counter.id, seller)).toEqual({ code: 'own_listing' })
  })

  it('to the other member: changing or withdrawing it, editing or deleting its message, accepting without paying', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    expect(await outcome(await answer(buyer, roomId, id, 'withdraw'))).toEqual([403, 'message_not_yours'])
    expect(await outcome(await change(buyer, roomId, id, { service, ...TERMS, price: 5_000_000 }, 0))).toEqual([403, 'message_not_yours'])
    const remove = await request('POST', 'sendMessage', { as: buyer, body: { roomId, type: 'delete', messageId: id } })
    expect(await codeOf(remove)).toBe('message_not_yours')
    expect(await outcome(await answer(buyer, roomId, id, 'accept'))).toEqual([409, 'offer_unpaid'])
    expect((await getPage(buyer, roomId)).messages[0]).toMatchObject({ offer: { ...TERMS, state: 'sent' } })
  })

  it('to guests, strangers and removed members', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    expect(await outcome(await answer(undefined, roomId, id, 'decline'))).toEqual([401, 'unauthorized'])
    const stranger = await signedIn(chatEnv)
    expect(await outcome(await answer(stranger, roomId, id, 'decline'))).toEqual([403, 'not_room_member'])
    expect(await pay(roomId, id, stranger)).toEqual({ code: 'not_room_member' })
    await rpc.removeMember({ roomId, userId: buyer.id })
    expect(await pay(roomId, id, buyer)).toEqual({ code: 'not_room_member' })
    expect(await codeOf(await answer(buyer, roomId, id, 'decline'))).toBe('not_room_member')
  })

  it('while one of the two has blocked the other: nobody pays or accepts, and the sender can still withdraw', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    expect((await request('POST', 'blockUser', { as: buyer, body: { userId: seller.id } })).status).toBe(200)
    expect(await pay(roomId, id, buyer)).toEqual({ code: 'person_blocked' })
    expect(await codeOf(await answer(buyer, roomId, id, 'decline'))).toBe('person_blocked')
    await request('POST', 'unblockUser', { as: buyer, body: { userId: seller.id } })
    await request('POST', 'blockUser', { as: seller, body: { userId: buyer.id } })
    expect(await pay(roomId, id, buyer)).toEqual({ code: 'message_undeliverable' })
    expect((await answer(seller, roomId, id, 'withdraw')).status).toBe(200)
  })

  it('for a text, an unknown message and an offer of another room', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const text = await messageOf(await sendMessage(seller, roomId, 'No offer'))
    expect(await outcome(await answer(buyer, roomId, text.id, 'decline'))).toEqual([404, 'offer_not_found'])
    expect(await outcome(await answer(buyer, roomId, opaqueId(), 'decline'))).toEqual([404, 'message_not_found'])
    for (const id of [text.id, opaqueId()]) expect(await pay(roomId, id, buyer)).toEqual({ code: 'offer_not_found' })
    const other = await createMarket()
    const { id } = await make(other.seller, other.roomId, { service: other.service, ...TERMS })
    expect(await pay(roomId, id, buyer)).toEqual({ code: 'offer_not_found' })
    expect(await codeOf(await offer(buyer, roomId, { service, ...TERMS }, { counters: id }))).toBe('message_not_found')
  })

  it('as an edit of its text', async () => {
    const { seller, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    const edit = { roomId, type: 'edit', messageId: id, message: { text: 'For free' } }
    expect(await outcome(await request('POST', 'sendMessage', { as: seller, body: edit }))).toEqual([409, 'offer_not_text'])
    expect((await getPage(seller, roomId)).messages[0]!.message.text).toBe(TERMS.text)
  })

  it.each([
    ['offer_withdrawn', ({ seller, roomId }, id) => answer(seller, roomId, id, 'withdraw')],
    ['offer_declined', ({ buyer, roomId }, id) => answer(buyer, roomId, id, 'decline')],
    ['offer_countered', ({ buyer, roomId, service }, id) => offer(buyer, roomId, { service, ...TERMS }, { counters: id })],
    ['offer_ordered', ({ roomId }, id) => order(roomId, id)],
  ] satisfies [string, (market: Awaited<ReturnType<typeof createMarket>>, id: string) => Promise<unknown>][])(
    'with %s, whatever the step',
    async (code, end) => {
      const market = await createMarket()
      const { seller, buyer, roomId, service } = market
      const { id } = await make(seller, roomId, { service, ...TERMS })
      await end(market, id)
      expect(await pay(roomId, id, buyer)).toEqual({ code })
      expect(await codeOf(await change(seller, roomId, id, { service, ...TERMS, price: 5_000_000 }, 0))).toBe(code)
      expect(await codeOf(await offer(buyer, roomId, { service, ...TERMS }, { counters: id }))).toBe(code)
      if (code !== 'offer_declined') expect(await codeOf(await answer(buyer, roomId, id, 'decline'))).toBe(code)
      if (code !== 'offer_withdrawn') expect(await codeOf(await answer(seller, roomId, id, 'withdraw'))).toBe(code)
    },
  )

  it('after the offer has expired; a change before makes it valid for the whole time again', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const [old, renewed] = [await make(seller, roomId, { service, ...TERMS }), await make(seller, roomId, { service, ...TERMS })]
    await setExpiry(roomId, now() + 60)
    expect(await pay(roomId, old.id, buyer)).toMatchObject({ edits: 0 })
    const { offer: changed } = await messageOf(await change(seller, roomId, renewed.id, { service, ...TERMS, delivery: 9 }, 0))
    expect(changed!.expiresAt - now()).toBeGreaterThan((OFFER_DAYS - 1) * 86_400)
    await setExpiry(roomId, now() - 1)
    expect(await pay(roomId, old.id, buyer)).toEqual({ code: 'offer_expired' })
    expect(await codeOf(await answer(buyer, roomId, old.id, 'decline'))).toBe('offer_expired')
    expect(await codeOf(await change(seller, roomId, old.id, { service, ...TERMS, delivery: 9 }, 0))).toBe('offer_expired')
  })

  it('with offer_changed, if the member has seen other terms', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const first = await make(seller, roomId, { service, ...TERMS })
    const counter = await make(buyer, roomId, { service, ...TERMS, price: 90_000_000 }, { counters: first.id })
    await change(buyer, roomId, counter.id, { service, ...TERMS, price: 80_000_000 }, 0)
    expect(await outcome(await answer(seller, roomId, counter.id, 'accept', 0))).toEqual([409, 'offer_changed'])
    // Another window of the buyer.
    expect(await codeOf(await change(buyer, roomId, counter.id, { service, ...TERMS, price: 70_000_000 }, 0))).toBe('offer_changed')
    expect(await stateOf(seller, roomId, counter.id)).toBe('sent')
    expect((await answer(seller, roomId, counter.id, 'accept', 1)).status).toBe(200)
    expect(await codeOf(await change(buyer, roomId, counter.id, { service, ...TERMS, price: 70_000_000 }, 1))).toBe('offer_accepted')
    expect(await codeOf(await offer(seller, roomId, { service, ...TERMS }, { counters: counter.id }))).toBe('offer_accepted')
    expect(await codeOf(await answer(buyer, roomId, counter.id, 'accept', 1))).toBe('offer_own')
    expect(await pay(roomId, counter.id, buyer)).toMatchObject({ offer: { price: 80_000_000, state: 'accepted' } })
  })

  it('if a counter-offer, also after a change, names a service that the seller does not offer', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    const own = await publish(buyer)
    expect(await outcome(await offer(buyer, roomId, { ...TERMS, service: own }, { counters: id }))).toEqual([409, 'offer_service_required'])
    expect(await stateOf(seller, roomId, id)).toBe('sent')
    const counter = await make(buyer, roomId, { ...TERMS, service }, { counters: id })
    for (const terms of [TERMS, { ...TERMS, price: 5_000_000 }])
      expect(await outcome(await change(buyer, roomId, counter.id, { ...terms, service: own }, 0))).toEqual([409, 'offer_service_required'])
    expect((await getPage(seller, roomId)).messages[1]).toMatchObject({ offer: { ...TERMS, service, sellerId: seller.id } })
  })
})

describe('an offer', () => {
  it('is a message with its terms and service, also for sockets, the list, the inbox and the export', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const [socket, inbox] = [await join(roomId, buyer), await openInbox(buyer)]
    const sent = await make(seller, roomId, { service, ...TERMS })
    expect(sent).toMatchObject({
      message: { mimeType: 'offer', text: TERMS.text },
      offer: {
        service,
        title: TITLE,
        lang: 'en',
        picture: null,
        ...TERMS,
        sellerId: seller.id,
        state: 'sent',
        orderId: null,
        counteredBy: null,
      },
    })
    expect(Math.abs(sent.offer!.expiresAt - now() - OFFER_DAYS * 86_400)).toBeLessThan(60)
    expect((await socket.waitFor('messages')).messages).toEqual([sent])
    expect(await inbox.waitFor('message')).toMatchObject({ seq: 1, text: 'Two drafts and the files' })
    expect((await getPage(buyer, roomId)).messages).toEqual([sent])
    const exported = await new Response((await rpc.exportMessages(seller.id)) as unknown as ReadableStream).text()
    expect(JSON.parse(exported)[0].messages).toMatchObject([{ seq: 1, offer: { service, ...TERMS, state: 'sent' } }])
  })

  it('without a text shows the title of the service in lists', async () => {
    const { seller, roomId, service } = await createMarket()
    const { message, offer: terms } = await make(seller, roomId, { service, price: 5_000_000, delivery: 1 })
    expect([message.text, terms!.text]).toEqual([TITLE, ''])
  })

  it('is stored once if it is sent twice', async () => {
    const { seller, roomId, service } = await createMarket()
    const body = { roomId, clientId: opaqueId(), message: { mimeType: 'offer', text: { service, ...TERMS } } }
    const [one, two] = [
      await request('POST', 'sendMessage', { as: seller, body }),
      await request('POST', 'sendMessage', { as: seller, body }),
    ]
    expect(await messageOf(one)).toEqual(await messageOf(two))
    expect((await getPage(seller, roomId)).messages).toHaveLength(1)
  })

  it('is changed by its sender: everyone sees the new terms and that it was changed; a repetition changes nothing', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    const socket = await join(roomId, buyer)
    const terms = { service, text: 'Three drafts', price: 200_000_000, delivery: 9 }
    const changed = await messageOf(await change(seller, roomId, id, terms, 0))
    expect(changed).toMatchObject({ edits: 1, message: { text: 'Three drafts' }, offer: { ...terms, state: 'sent' } })
    expect((await socket.waitFor('changed')).messages).toEqual([changed])
    expect(await messageOf(await change(seller, roomId, id, terms, 0))).toEqual(changed)
  })

  it('is replaced by a counter-offer, which links to it; the seller accepts the terms, and the buyer may pay', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const first = await make(seller, roomId, { service, ...TERMS })
    const socket = await join(roomId, seller)
    const counter = await make(buyer, roomId, { service, ...TERMS, price: 90_000_000 }, { counters: first.id })
    expect(counter).toMatchObject({ replyTo: { id: first.id }, offer: { price: 90_000_000, sellerId: seller.id, state: 'sent' } })
    const { messages } = await socket.waitFor('changed')
    expect(messages).toMatchObject([{ id: first.id, offer: { state: 'countered', counteredBy: counter.seq } }])
    const accepted = await messageOf(await answer(seller, roomId, counter.id, 'accept'))
    expect(accepted.offer!.state).toBe('accepted')
    expect(await messageOf(await answer(seller, roomId, counter.id, 'accept'))).toEqual(accepted)
    expect(await pay(roomId, counter.id, buyer)).toMatchObject({ offer: { price: 90_000_000 } })
    // Both can still step back until it is paid.
    expect((await messageOf(await answer(seller, roomId, counter.id, 'decline'))).offer!.state).toBe('declined')
  })

  it('that is countered by two windows at once is replaced once', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    const answers = await Promise.all([7, 8].map((delivery) => offer(buyer, roomId, { service, ...TERMS, delivery }, { counters: id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await getPage(buyer, roomId)).messages).toHaveLength(2)
  })

  it('is withdrawn with its message: no words stay in storage', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS, text: 'My secret terms' })
    expect((await request('POST', 'sendMessage', { as: seller, body: { roomId, type: 'delete', messageId: id } })).status).toBe(200)
    expect(await pay(roomId, id, buyer)).toEqual({ code: 'offer_withdrawn' })
    expect(await codeOf(await answer(buyer, roomId, id, 'decline'))).toBe('offer_withdrawn')
    const [left] = (await getPage(buyer, roomId)).messages
    expect(left).toMatchObject({ message: { text: '' } })
    expect(left).not.toHaveProperty('offer')
    const dump = await runInDurableObject(chatEnv.ROOMS.getByName(roomId), (_: ChatRoom, { storage }) =>
      ['messages', 'offers'].map((table) => JSON.stringify(storage.sql.exec(`SELECT * FROM ${table}`).toArray())).join(),
    )
    expect(dump).not.toMatch(/secret|Logo/)
  })

  it('of an erased account can no longer be paid, and its words are gone', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    await rpc.eraseUser(seller.id)
    expect(await pay(roomId, id, buyer)).toEqual({ code: 'offer_withdrawn' })
    expect(JSON.stringify(await getPage(buyer, roomId))).not.toContain('drafts')
  })
})

describe('an ordered offer', () => {
  it('shows the order to both, with the terms that were paid, also if it was changed or withdrawn meanwhile', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    const other = await publish(seller, { title: 'Another service' })
    await change(seller, roomId, id, { service: other, text: 'Other', price: 900_000_000, delivery: 30 }, 0)
    await answer(seller, roomId, id, 'withdraw')
    const socket = await join(roomId, buyer)
    const orderId = opaqueId()
    expect(await order(roomId, id, orderId)).toEqual([true])
    expect((await socket.waitFor('changed')).messages).toMatchObject([
      { message: { text: TERMS.text }, offer: { ...TERMS, title: TITLE, state: 'ordered', orderId } },
    ])
    expect(await order(roomId, id, orderId)).toEqual([true])
    await sendMessage(seller, roomId, 'Thank you')
    await socket.waitFor('messages')
    expect(socket.frames.some(({ type }) => type === 'changed')).toBe(false)
  })

  it('cannot be deleted: its terms are those of the order', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    await order(roomId, id)
    const remove = await request('POST', 'sendMessage', { as: seller, body: { roomId, type: 'delete', messageId: id } })
    expect([remove.status, await codeOf(remove)]).toEqual([409, 'offer_ordered'])
    expect((await getPage(buyer, roomId)).messages).toMatchObject([{ message: { text: TERMS.text }, offer: TERMS }])
  })

  it('is not found in another room, and words of a deleted offer stay deleted', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    expect(await order((await createPair()).roomId, id)).toEqual([false])
    await request('POST', 'sendMessage', { as: seller, body: { roomId, type: 'delete', messageId: id } })
    expect(await order(roomId, id)).toEqual([true])
    expect(JSON.stringify(await getPage(buyer, roomId))).not.toContain('drafts')
  })
})

/** The pending notifications of a member about offers. */
const notificationsOf = async (user: TestUser) =>
  (await rpc.offerNotifications()).map(({ event }) => event).filter(({ userId }) => userId === user.id)

describe('the other member is notified', () => {
  it('of an offer and its changes, as one notification that is replaced, and of the answer', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const { id } = await make(seller, roomId, { service, ...TERMS })
    await change(seller, roomId, id, { service, ...TERMS, price: 160_000_000 }, 0)
    const counter = await make(buyer, roomId, { service, ...TERMS, price: 90_000_000 }, { counters: id })
    await answer(seller, roomId, counter.id, 'accept')
    const ofRoom = { thing: { kind: 'room', id: roomId }, params: { title: TITLE, edits: 0 } }
    const received = { ...ofRoom, kind: 'offerReceived', replaces: `offerReceived ${id}`, isMailed: false }
    const keys = ['000000', '000001'].map((edits) => `offerReceived ${id} ${edits}`)
    await expect
      .poll(() => notificationsOf(buyer))
      .toMatchObject([
        { ...received, key: keys[0] },
        { ...received, params: { title: TITLE, edits: 1 }, key: keys[1] },
        { ...ofRoom, kind: 'offerAccepted', isMailed: true },
      ])
    expect(await notificationsOf(seller)).toMatchObject([{ ...ofRoom, kind: 'offerReceived' }])
    const ids = (await rpc.offerNotifications()).filter(({ event }) => event.thing.id === roomId).map((one) => one.id)
    await rpc.deleteOfferNotifications(ids)
    expect(await notificationsOf(buyer)).toEqual([])
  })

  it('of no offer of a stranger, which is a request, nor after a decline, until the request is accepted', async () => {
    const [seller, buyer] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const service = await publish(seller)
    const opened = await request('POST', 'openChat', { as: seller, body: { users: [buyer.id] } })
    const { roomId } = (await opened.json()) as { roomId: string }
    const reply = (action: string) => request('POST', 'answerRequest', { as: buyer, body: { roomId, action } })
    const { id } = await make(seller, roomId, { service, ...TERMS })
    await expect
      .poll(async () => (await request('GET', 'getConversations?filter=requests', { as: buyer })).json())
      .toMatchObject({ conversations: [{ room_id: roomId }] })
    await change(seller, roomId, id, { service, ...TERMS, price: 160_000_000 }, 0)
    await reply('decline')
    await make(seller, roomId, { service, ...TERMS })
    await reply('accept')
    const known = await make(seller, roomId, { service, ...TERMS })
    await expect.poll(async () => (await notificationsOf(buyer)).map(({ replaces }) => replaces)).toEqual([`offerReceived ${known.id}`])
    await answer(buyer, roomId, known.id, 'decline')
    await expect.poll(() => notificationsOf(seller)).toMatchObject([{ kind: 'offerDeclined' }])
  })

  it('of nothing in a muted conversation', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const mute = (as: TestUser, action: 'mute' | 'unmute') => request('POST', 'changeConversation', { as, body: { roomId, action } })
    for (const member of [seller, buyer]) await mute(member, 'mute')
    const muted = await make(seller, roomId, { service, ...TERMS })
    await answer(buyer, roomId, muted.id, 'decline')
    for (const member of [seller, buyer]) await mute(member, 'unmute')
    const { id } = await make(seller, roomId, { service, ...TERMS })
    await answer(buyer, roomId, id, 'decline')
    await expect.poll(async () => (await notificationsOf(buyer)).map(({ replaces }) => replaces)).toEqual([`offerReceived ${id}`])
    await expect.poll(async () => (await notificationsOf(seller)).map(({ replaces }) => replaces)).toEqual([`offerDeclined ${id}`])
  })

  it('once of an offer, a change or an answer that is sent again', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    const body = { roomId, clientId: opaqueId(), message: { mimeType: 'offer', text: { service, ...TERMS } } }
    const { id } = await messageOf(await request('POST', 'sendMessage', { as: seller, body }))
    expect((await messageOf(await request('POST', 'sendMessage', { as: seller, body }))).id).toBe(id)
    for (let i = 0; i < 2; i++) expect((await change(seller, roomId, id, { service, ...TERMS, price: 160_000_000 }, 0)).status).toBe(200)
    for (let i = 0; i < 2; i++) expect((await answer(buyer, roomId, id, 'decline', 1)).status).toBe(200)
    // The rows of one test arrive in order, so a later one shows that no others are on their way.
    await make(seller, roomId, { service, ...TERMS })
    await expect.poll(async () => (await notificationsOf(buyer)).length).toBe(3)
    expect((await notificationsOf(seller)).map(({ kind }) => kind)).toEqual(['offerDeclined'])
  })

  it('of nothing that was refused or withdrawn', async () => {
    const { seller, buyer, roomId, service } = await createMarket()
    await offer(seller, roomId, { service, ...TERMS, price: 1 })
    const { id } = await make(seller, roomId, { service, ...TERMS })
    await answer(buyer, roomId, id, 'accept')
    await answer(seller, roomId, id, 'withdraw')
    await expect.poll(async () => (await notificationsOf(buyer)).length).toBe(1)
    expect(await notificationsOf(seller)).toEqual([])
  })
})

it('a room that fails does not keep the orders of other offers from their messages', async () => {
  const ordered: string[] = []
  const getByName = (room: string) => ({
    orderOffer: async (messageId: string) => {
      if (room === 'failing') throw new Error('down')
      ordered.push(messageId)
      return room === 'known'
    },
  })
  const paid = ['failing', 'known', 'unknown'].map((roomId) => ({
    roomId,
    messageId: roomId,
    orderId: opaqueId(),
    title: '',
    text: '',
    price: 1,
    delivery: 1,
  }))
  expect(await orderOffers({ ...chatEnv, ROOMS: { getByName } } as unknown as typeof chatEnv, paid)).toEqual([null, true, false])
  expect(ordered).toEqual(['known', 'unknown'])
})
