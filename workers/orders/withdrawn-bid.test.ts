import { createExecutionContext } from 'cloudflare:test'
import { expect, it } from 'vitest'
import type { ListingsEnv } from '../listings/env.ts'
import listingsWorker from '../listings/index.ts'
import { applications } from '../listings/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { call, codeOf, type TestUser } from '../shared/testing.ts'
import { ask, getOrder, reportOk } from './order-calls.testing.ts'
import type { Quote } from './orders.schema.ts'
import { createUser, db, pay, publish, testEnv, usdc } from './testing.ts'

it('an accepted bid that was ordered can be withdrawn by the bidder; then it gets no new quotes, and its orders stay', async () => {
  const [seller, buyer] = [await createUser('Aiko Mori'), await createUser('Ben Carter')]
  const [serviceId, listingId] = [await publish(seller), await publish(buyer, { listType: 'jobs', title: 'Posters for a tea festival' })]
  const id = opaqueId()
  const bid = { bidService: serviceId, bidPrice: 77_000_000, bidDelivery: 9, message: 'Three posters, hand-lettered.' }
  const state = { status: 'accepted', createdAt: now(), answeredAt: now() } as const
  await db.insert(applications).values({ id, listingId, userId: seller.id, ...state, ...bid })
  const shown = { title: 'Logo and identity', price: bid.bidPrice, delivery: bid.bidDelivery }
  const askForQuote = () => ask('POST', 'quoteOrder', buyer, { serviceId, applicationId: id, shown, token: usdc, account: buyer.address })
  const quote = async () => (await (await askForQuote()).json()) as Quote
  const order = await reportOk(await pay(buyer.address, await quote()), buyer)
  const open = await quote()

  const listingsEnv = { ...testEnv, CHAT: { notifyMany: async () => {} }, AI_MODEL: 'none' } as unknown as ListingsEnv
  const withdraw = (as: TestUser) =>
    call(listingsWorker, listingsEnv, createExecutionContext(), 'POST', '/api/listings/withdrawApplication', { as, body: { id } })
  expect(await codeOf(await withdraw(buyer))).toBe('application_not_found')
  expect((await withdraw(seller)).status).toBe(200)
  expect(await codeOf(await askForQuote())).toBe('application_not_found')
  expect(await getOrder(order.orderId, buyer)).toMatchObject({ id: order.orderId, status_: 0, plan: 'Posters for a tea festival' })
  // A quote from before the withdrawal can be paid until it expires.
  expect(await reportOk(await pay(buyer.address, open), buyer)).not.toEqual(order)
})
