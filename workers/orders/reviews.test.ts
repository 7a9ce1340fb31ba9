import { createExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { profiles, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { apply } from './apply.ts'
import { OrdersRpc } from './index.ts'
import { ask, getOrder, getReviewPage, reportOk, requestQuote } from './order-calls.testing.ts'
import { isDue, updateVisibility } from './review-rows.ts'
import { reviews } from './review-tables.ts'
import type { Review, ReviewPage } from './reviews.schema.ts'
import { orders } from './tables.ts'
import { act, chatOf, createUser, db, deployed, insertOrder, node, pay, publish, testEnv } from './testing.ts'
import { chainEvents, outbox } from './work-tables.ts'

const DAY = 86_400
let seller: TestUser
let buyer: TestUser
let stranger: TestUser
let serviceId: number
let orderId: string
beforeAll(async () => {
  stranger = await signedIn(testEnv, { name: 'Passer-by' })
})
beforeEach(async () => {
  seller = await signedIn(testEnv, { name: 'Aiko Mori' })
  buyer = await signedIn(testEnv, { name: 'Ben Carter' })
  serviceId = await publish(seller)
  orderId = await insertOrder(buyer, seller, { serviceId })
})

const write = (as: TestUser, review = 'Three drafts, and the second one fits.', more: object = {}, env = testEnv) =>
  ask('POST', 'addReview', as, { orderId, review, ...more }, env)
const reviewsFor = async (as: TestUser) =>
  ((await (await ask('GET', `getReviews?ids=${orderId}`, as)).json()) as { reviews: Review[] }).reviews
const page = () => getReviewPage(serviceId)
const received = async (user: TestUser, as: 'seller' | 'buyer') =>
  (await (await ask('GET', `getReviewsByUserId?userId=${user.id}&as=${as}`)).json()) as ReviewPage
const own = async (user: TestUser) => (await reviewsFor(user)).find(({ user_id }) => user_id === user.id)!
/** Moves the reviews of the order into the past, as if this time (seconds) had gone by. */
async function wait(seconds: number) {
  await db
    .update(orders)
    .set({ statusAt: sql`status_at - ${seconds}` })
    .where(eq(orders.id, orderId))
  await db
    .update(reviews)
    .set({ createdAt: sql`created_at - ${seconds}`, visibleAt: sql`visible_at - ${seconds}`, answeredAt: sql`answered_at - ${seconds}` })
    .where(eq(reviews.orderId, orderId))
}
const runCron = () => db.run(updateVisibility(isDue(now()), now()))
const bothWrite = async () => {
  await write(buyer, 'From the buyer.', { rating: 4 })
  await write(seller, 'From the seller.', { rating: 5 })
}
const storedTexts = async () => (await db.select().from(reviews).where(eq(reviews.orderId, orderId))).map(({ text }) => text)

describe('addReview stores nothing and refuses', () => {
  const expectRefusal = async (answer: Promise<Response>, code: string) => {
    expect(await codeOf(await answer)).toBe(code)
    expect(await storedTexts()).toEqual([])
  }

  it('a guest, and a GET request', async () => {
    await expectRefusal(ask('POST', 'addReview', undefined, { orderId, review: 'Good.' }), 'unauthorized')
    await expectRefusal(ask('GET', 'addReview', buyer), 'method_not_allowed')
  })

  it('a stranger, and an unknown order', async () => {
    await expectRefusal(write(stranger), 'order_not_found')
    await expectRefusal(ask('POST', 'addReview', buyer, { orderId: opaqueId(), review: 'Good.' }), 'order_not_found')
  })

  it.each([0, 1, 2, 3, 4, 6])('both parties of an order in status %i', async (status) => {
    await db.update(orders).set({ status }).where(eq(orders.id, orderId))
    for (const party of [buyer, seller]) await expectRefusal(write(party), 'order_not_completed')
  })

  it.each(['unknown', 'unequal'])('both parties of an order with %s terms', async (termsState) => {
    await db.update(orders).set({ termsState }).where(eq(orders.id, orderId))
    for (const party of [buyer, seller]) await expectRefusal(write(party), 'order_not_agreed')
  })

  it.each([
    ['no text', {}],
    ['an empty text', { review: '' }],
    ['a text of invisible characters', { review: '\u200b\u2028 \u{e0041}' }],
    ['a text of 2,001 characters', { review: 'あ'.repeat(2001) }],
    ['a text with a lone surrogate', { review: 'Good \ud83d' }],
    ['a text that is a list', { review: ['Good'] }],
    ['no stars', { review: 'Good.', rating: 0 }],
    ['six stars', { review: 'Good.', rating: 6 }],
    ['four and a half stars', { review: 'Good.', rating: 4.5 }],
    ['stars as text', { review: 'Good.', rating: '5' }],
  ])('%s', (_, fields) => expectRefusal(ask('POST', 'addReview', buyer, { orderId, ...fields }), 'invalid_body'))

  it('a first review after the other party’s review has become visible', async () => {
    await write(seller, 'From the seller.')
    await wait(14 * DAY)
    await runCron()
    expect(await codeOf(await write(buyer))).toBe('review_closed')
    expect(await storedTexts()).toEqual(['From the seller.'])
  })

  it('a first review if the other party’s review becomes visible at the same moment', async () => {
    await write(seller, 'From the seller.')
    await wait(14 * DAY)
    const race = raceBefore('insert into reviews', runCron)
    expect(await codeOf(await write(buyer))).toBe('review_closed')
    race.restore()
    expect([race.happened, await storedTexts()]).toEqual([true, ['From the seller.']])
  })
})

it('an order that was paid directly to the contract with a cent cannot be reviewed', async () => {
  const [cheat, accomplice] = [await createUser('Cheat'), await createUser('Accomplice')]
  const productId = await publish(accomplice)
  const report = (hash: Hex) => reportOk(hash, cheat)
  const paid = await report(await pay(cheat.address, { seller: accomplice.address, productId, amount: '10000' }))
  const { order_id } = await getOrder(paid.orderId, cheat)
  await report(await act(accomplice.address, 'accept', order_id))
  await report(await act(accomplice.address, 'deliver', order_id))
  await report(await act(cheat.address, 'complete', order_id))
  expect(await getOrder(paid.orderId, cheat)).toMatchObject({ status_: 5, terms: 'unknown' })
  expect(await codeOf(await ask('POST', 'addReview', cheat, { orderId: paid.orderId, review: 'The best!' }))).toBe('order_not_agreed')
})

describe('a review before both parties have written', () => {
  beforeEach(async () => {
    await write(buyer, 'Only I may read this.', { rating: 2 })
  })

  it('is seen by its author', async () => {
    expect(await reviewsFor(buyer)).toMatchObject([
      { order_id: orderId, side: 'buyer', rating: 2, review: 'Only I may read this.', visible: false, user_id: buyer.id, answer: null },
    ])
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    expect((await own(buyer)).visibleAt).toBe(order!.statusAt + 14 * DAY)
  })

  it('is in no list or count for anybody else', async () => {
    for (const user of [seller, stranger]) expect(await reviewsFor(user)).toEqual([])
    expect(await page()).toEqual({ reviews: [], summary: { mean: null, count: 0, stars: [0, 0, 0, 0, 0] }, next: null })
    expect((await received(seller, 'seller')).summary.count).toBe(0)
    const seen = await (await ask('GET', 'getMyOrders', seller)).text()
    expect(seen).not.toContain('Only I may read this.')
  })

  it('cannot be answered or reported', async () => {
    const { id } = await own(buyer)
    expect(await codeOf(await ask('POST', 'answerReview', seller, { id, answer: 'Thanks.' }))).toBe('review_not_found')
    expect(await codeOf(await ask('POST', 'addReport', seller, { kind: 'review', id, reason: 'spam' }))).toBe('review_not_found')
  })

  it('can be changed, with its stars', async () => {
    expect((await write(buyer, 'On reflection, it was fine.', { rating: 4 })).status).toBe(200)
    expect(await own(buyer)).toMatchObject({ rating: 4, review: 'On reflection, it was fine.', editedAt: null })
    expect((await write(buyer, 'The stars stay without a rating.')).status).toBe(200)
    expect((await own(buyer)).rating).toBe(4)
  })

  it('becomes visible 14 days after the end of the order, and not before', async () => {
    await wait(14 * DAY - 120)
    await runCron()
    expect((await page()).reviews).toEqual([])
    await wait(120)
    await new OrdersRpc(createExecutionContext(), testEnv).tick()
    expect(await page()).toMatchObject({ reviews: [{ review: 'Only I may read this.', visible: true }], summary: { mean: 2, count: 1 } })
    expect(await reviewsFor(seller)).toMatchObject([{ rating: 2 }])
  })
})

describe('reviews of both parties', () => {
  it('become visible together, with five stars if none were given', async () => {
    await write(buyer, 'From the buyer.')
    const answer = await write(seller, 'From the seller.', { rating: 3 })
    expect((await answer.json()) as object).toMatchObject({ reviews: [{}, {}] })
    for (const user of [buyer, seller])
      expect((await reviewsFor(user)).map(({ side, rating, visible }) => [side, rating, visible]).sort()).toEqual([
        ['buyer', 5, true],
        ['seller', 3, true],
      ])
    expect(await reviewsFor(stranger)).toEqual([])
    expect(await page()).toMatchObject({
      reviews: [
        { name: 'Ben Carter', user_id: buyer.id, rating: 5, service: { id: serviceId, title: 'Logo and identity', listType: 'services' } },
      ],
      summary: { mean: 5, count: 1, stars: [0, 0, 0, 0, 1] },
    })
    expect(await received(seller, 'seller')).toMatchObject({ reviews: [{ review: 'From the buyer.' }], summary: { count: 1 } })
    expect(await received(buyer, 'buyer')).toMatchObject({ reviews: [{ review: 'From the seller.', service: null }], summary: { mean: 3 } })
    expect((await received(buyer, 'seller')).reviews).toEqual([])
  })

  it('name the event of a place as an event, for the parties and on the profile of the host', async () => {
    const id = await publish(seller, { listType: 'events', title: 'A meetup' })
    orderId = await insertOrder(buyer, seller, { serviceId: id })
    await bothWrite()
    const service = { id, title: 'A meetup', listType: 'events' }
    expect((await reviewsFor(seller)).find(({ side }) => side === 'buyer')).toMatchObject({ service })
    expect(await received(seller, 'seller')).toMatchObject({ reviews: [{ service }] })
  })

  it('notify both parties once they are visible, and nobody before', async () => {
    // Pushes that chat has accepted are deleted.
    const chatDown = { ...testEnv, CHAT: chatOf({ notify: () => Promise.reject(new Error('down')) }) }
    const pushes = async () =>
      (await db.select().from(outbox).where(eq(outbox.orderId, orderId))).map(({ userIds }) => JSON.parse(userIds) as number[])
    await write(buyer, 'From the buyer.', {}, chatDown)
    await write(buyer, 'From the buyer, changed.', {}, chatDown)
    expect(await pushes()).toEqual([])
    await write(seller, 'From the seller.', {}, chatDown)
    expect(await pushes()).toEqual([[buyer.id, seller.id]])
  })

  it('do not show the id of the order to strangers', async () => {
    await bothWrite()
    expect((await page()).reviews[0]!.order_id).toBeNull()
  })

  it('are stored once each if both parties submit twice at the same time', async () => {
    await Promise.all([write(buyer), write(seller), write(buyer), write(seller)])
    const rows = await db.select().from(reviews).where(eq(reviews.orderId, orderId))
    expect(rows.map(({ side, visible }) => [side, visible]).sort()).toEqual([
      ['buyer', true],
      ['seller', true],
    ])
    expect((await page()).summary).toEqual({ mean: 5, count: 1, stars: [0, 0, 0, 0, 1] })
  })

  it('keep their stars, and their text can be changed for seven days', async () => {
    await bothWrite()
    expect(await codeOf(await write(buyer, 'Worse.', { rating: 1 }))).toBe('review_rating_final')
    expect((await write(buyer, 'From the buyer, without the typo.', { rating: 4 })).status).toBe(200)
    expect((await page()).reviews).toMatchObject([{ review: 'From the buyer, without the typo.', rating: 4, editedAt: expect.any(Number) }])
    await wait(7 * DAY)
    expect(await codeOf(await write(buyer, 'Too late.'))).toBe('review_closed')
    expect((await page()).reviews).toMatchObject([{ review: 'From the buyer, without the typo.' }])
  })

  it('keep their stars if they become visible while they are changed', async () => {
    await write(buyer, 'From the buyer.', { rating: 5 })
    const race = raceBefore('insert into reviews', () => write(seller, 'From the seller.'))
    expect(await codeOf(await write(buyer, 'Revenge.', { rating: 1 }))).toBe('review_rating_final')
    race.restore()
    expect(race.happened).toBe(true)
    expect(await page()).toMatchObject({ reviews: [{ review: 'From the buyer.', rating: 5 }], summary: { mean: 5 } })
  })

  it('are stored without invisible characters, and with HTML as plain text', async () => {
    await write(seller)
    await write(buyer, '  <b>Good</b>\u202e work\r\n\r\n\r\n\r\n続けて </script>\u200b ')
    expect((await page()).reviews).toMatchObject([{ review: '<b>Good</b> work\n\n続けて </script>' }])
  })

  it('stay without a name after their author has deleted the account', async () => {
    await bothWrite()
    await db.delete(profiles).where(eq(profiles.userId, buyer.id))
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, buyer.id))
    expect((await page()).reviews).toMatchObject([{ name: '', image: null, user_id: null, review: 'From the buyer.' }])
  })

  it('are visible at once if the order ended more than 14 days ago', async () => {
    await wait(20 * DAY)
    await write(buyer, 'Late, but here it is.')
    expect((await page()).summary.count).toBe(1)
    expect(await codeOf(await write(seller, 'And now me.'))).toBe('review_closed')
  })
})

describe('an answer', () => {
  let id: string
  beforeEach(async () => {
    await bothWrite()
    id = (await page()).reviews[0]!.id
  })
  const answer = (as: TestUser | undefined, text: string) => ask('POST', 'answerReview', as, { id, answer: text })

  it('is refused if it comes from a guest, a stranger or the author of the review', async () => {
    expect(await codeOf(await answer(undefined, 'Me too.'))).toBe('unauthorized')
    for (const user of [stranger, buyer]) expect(await codeOf(await answer(user, 'Me too.'))).toBe('forbidden')
    expect((await page()).reviews[0]!.answer).toBeNull()
  })

  it('is refused for an unknown review, and if it is empty or has more than 1,000 characters', async () => {
    expect(await codeOf(await ask('POST', 'answerReview', seller, { id: opaqueId(), answer: 'Thanks.' }))).toBe('review_not_found')
    for (const text of ['', ' \u200b', 'x'.repeat(1001)]) expect(await codeOf(await answer(seller, text))).toBe('invalid_body')
  })

  it('is shown below the review, and can be changed for seven days', async () => {
    expect((await answer(seller, 'Thank you, Ben!')).status).toBe(200)
    await wait(7 * DAY - 60)
    expect((await answer(seller, 'Thank you, Ben.')).status).toBe(200)
    expect((await page()).reviews).toMatchObject([{ answer: { text: 'Thank you, Ben.' } }])
    await wait(60)
    expect(await codeOf(await answer(seller, 'Or not.'))).toBe('review_closed')
    expect((await page()).reviews).toMatchObject([{ answer: { text: 'Thank you, Ben.' } }])
  })
})

it('refuses an answer with review_closed if the review becomes visible while the answer is stored', async () => {
  await write(buyer, 'From the buyer.')
  const { id } = await own(buyer)
  await wait(14 * DAY)
  const race = raceBefore('from \\"reviews\\"', runCron)
  const answer = await ask('POST', 'answerReview', seller, { id, answer: 'Thanks.' })
  race.restore()
  expect([race.happened, await codeOf(answer)]).toEqual([true, 'review_closed'])
  expect((await page()).reviews).toMatchObject([{ visible: true, answer: null }])
})

it('getReviews refuses more than fifty orders at once', async () => {
  const ids = Array.from({ length: 51 }, opaqueId)
  expect(await codeOf(await ask('GET', `getReviews?ids=${ids}`, buyer))).toBe('invalid_body')
  expect(await codeOf(await ask('POST', 'getReviews', buyer, { ids }))).toBe('invalid_body')
})

describe('a reorg', () => {
  it('hides the reviews of an order whose completion it removes, and shows them again once the order is completed again', async () => {
    const [maker, payer] = [await createUser('Aiko Mori'), await createUser('Ben Carter')]
    serviceId = await publish(maker)
    const report = (hash: Hex) => reportOk(hash, payer)
    orderId = (await report(await pay(payer.address, await requestQuote(serviceId, payer)))).orderId
    const { order_id } = await getOrder(orderId, payer)
    await report(await act(maker.address, 'accept', order_id))
    await report(await act(maker.address, 'deliver', order_id))
    await report(await act(payer.address, 'complete', order_id))
    await write(payer, 'From the buyer.', { rating: 4 })
    await write(maker, 'From the seller.')
    expect((await page()).summary.count).toBe(1)

    const events = await db.select().from(chainEvents).where(eq(chainEvents.orderId, order_id))
    const [end, start] = [events.find(({ name }) => name === 'CompleteOrder')!, events.find(({ name }) => name === 'NewOrder')!]
    const block = Number(await node<Hex>('eth_blockNumber'))
    const store = (kept: typeof events, from: number) => {
      const parsed = kept.filter(({ blockNumber }) => blockNumber >= from).map((event) => ({ ...event, args: JSON.parse(event.args) }))
      // Other blocks have replaced those of the events that are not kept.
      const canonical = events.flatMap((event): [number, string][] => (kept.includes(event) ? [] : [[event.blockNumber, 'another']]))
      const range = { after: null, from, to: block, hash: `0x${'e'.repeat(64)}`, canonical }
      return apply(db, deployed, parsed as never, range).then(async (result) => {
        await db.run(sql`delete from cursors`)
        expect(result).toBe('applied')
      })
    }
    const isSeen = async () => [
      (await page()).summary.count,
      (await reviewsFor(maker)).length,
      (await received(payer, 'buyer')).summary.count,
    ]

    await store([], end.blockNumber)
    expect(await isSeen()).toEqual([0, 1, 0])
    expect(await codeOf(await write(payer, 'Changed.'))).toBe('order_not_completed')
    await store(events, end.blockNumber)
    expect(await isSeen()).toEqual([1, 2, 1])
    // The whole order is gone, then comes back.
    await store([], start.blockNumber)
    expect(await isSeen()).toEqual([0, 1, 0])
    await runCron()
    expect(await isSeen()).toEqual([0, 1, 0])
    await store(events, start.blockNumber)
    expect(await isSeen()).toEqual([1, 2, 1])
    expect((await page()).reviews).toMatchObject([{ review: 'From the buyer.', rating: 4 }])
  })
})
