import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import { codeOf, type TestUser } from '../shared/testing.ts'
import type { OrdersEnv } from './env.ts'
import { ask, getOrder, report, reportOk } from './order-calls.testing.ts'
import { openRoomsAndNotify } from './outbox.ts'
import { orders } from './tables.ts'
import { ADMIN, act, chatOf, createUser, db, node, pay, publish, testEnv } from './testing.ts'
import { chainEvents, outbox } from './work-tables.ts'

let seller: TestUser
let buyer: TestUser
let productId: number
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  productId = await publish(seller)
})

const addOk = (hash: Hex, as = buyer) => reportOk(hash, as)
const order = (id: string, as = buyer) => getOrder(id, as)
const getDispute = (orderId: string, as: TestUser) => ask('GET', `getDispute?orderId=${orderId}`, as)
const countPushes = async (orderId: string) => (await db.select().from(outbox).where(eq(outbox.orderId, orderId))).length

/** Creates a delivered order of 240 USDC. Returns its id and its number on chain. */
async function createDelivered() {
  const { orderId } = await addOk(await pay(buyer.address, { seller: seller.address, productId }))
  const { order_id } = await order(orderId)
  await addOk(await act(seller.address, 'accept', order_id), seller)
  await addOk(await act(seller.address, 'deliver', order_id), seller)
  return { orderId, number: order_id }
}

it('getDispute refuses a guest, a stranger, an order without a dispute and an unknown order', async () => {
  const { orderId, number } = await createDelivered()
  expect(await codeOf(await getDispute(orderId, buyer))).toBe('dispute_not_found')
  await addOk(await act(buyer.address, 'dispute', number, 5000))
  const guest = await ask('GET', `getDispute?orderId=${orderId}`)
  expect(await codeOf(guest)).toBe('unauthorized')
  expect(await codeOf(await getDispute(orderId, await createUser('Passer-by')))).toBe('order_not_found')
  expect(await codeOf(await getDispute('x'.repeat(22), buyer))).toBe('order_not_found')
  expect(await codeOf(await getDispute('short', buyer))).toBe('invalid_body')
  expect(await codeOf(await ask('POST', 'getDispute', buyer, { orderId }))).toBe('method_not_allowed')
  expect(await (await getDispute(orderId, seller)).json()).toMatchObject({ amount: 5000 })
})

it('moves the deadline of a dispute at the first offer, but not when the ask is lowered or the offer is raised', async () => {
  const { orderId, number } = await createDelivered()
  expect(await order(orderId)).toMatchObject({ dispute: null, outcome: null, arbitrationFeeBps: 500 })
  await addOk(await act(buyer.address, 'dispute', number, 7500))
  const opened = await order(orderId)
  const { statusAt } = opened
  expect(opened).toMatchObject({ status_: 6, outcome: null })
  expect(opened.dispute).toEqual({
    amount: 7500,
    counterAmount: null,
    disputeTimestamp: statusAt,
    counterTimestamp: null,
    settleableAfter: statusAt + 60 * 86_400,
    settleAmount: 7500,
  })

  await node('evm_increaseTime', 5)
  await addOk(await act(buyer.address, 'lower', number, 5001))
  expect(await order(orderId)).toMatchObject({ statusAt, dispute: { amount: 5001, settleableAfter: statusAt + 60 * 86_400 } })

  await node('evm_increaseTime', 5)
  await addOk(await act(seller.address, 'counter', number, 0), seller)
  const { counterTimestamp } = (await order(orderId)).dispute!
  expect(counterTimestamp).toBeGreaterThan(statusAt)
  await node('evm_increaseTime', 5)
  await addOk(await act(seller.address, 'counter', number, 2000), seller)
  const expected = {
    amount: 5001,
    counterAmount: 2000,
    disputeTimestamp: statusAt,
    counterTimestamp,
    settleableAfter: counterTimestamp! + 60 * 86_400,
    settleAmount: 3500.5,
  }
  expect(await order(orderId, seller)).toMatchObject({
    statusAt,
    dispute: expected,
    history: [
      {},
      {},
      {},
      { name: 'DisputeOrder', amount: 7500 },
      { name: 'UpdateDispute', amount: 5001 },
      { name: 'CounterDispute', amount: 0 },
      { name: 'CounterDispute', amount: 2000 },
    ],
  })
  expect(await (await getDispute(orderId, buyer)).json()).toEqual({ orderId, status: 6, arbitrationFeeBps: 500, ...expected })
})

it.each([
  ['the seller accepts the ask', 'concede', () => seller, 5000, { toBuyer: '120000000', toSeller: '108000000', toTreasury: '12000000' }],
  ['the buyer lowers the ask to 0', 'agree', () => buyer, 0, { toBuyer: '0', toSeller: '216000000', toTreasury: '24000000' }],
] as const)('reports the split of the deposit when %s', async (_, verb, who, refund, outcome) => {
  const { orderId, number } = await createDelivered()
  await addOk(await act(buyer.address, 'dispute', number, 5000))
  await addOk(await act(who().address, verb, number, refund), who())
  expect(await order(orderId)).toMatchObject({ status_: 5, outcome })
  expect(await (await getDispute(orderId, seller)).json()).toMatchObject({ status: 5, amount: refund })
})

it('reports the split that an arbitrator without an account decides', async () => {
  const { orderId, number } = await createDelivered()
  await addOk(await act(buyer.address, 'dispute', number, 5000))
  const early = await report(await act(ADMIN, 'resolve', number, 40_000_000n), seller)
  expect(await codeOf(early)).toBe('transaction_failed')
  await addOk(await act(seller.address, 'counter', number, 1000), seller)
  const aboveClaim = await report(await act(ADMIN, 'resolve', number, 120_000_001n), seller)
  expect(await codeOf(aboveClaim)).toBe('transaction_failed')
  await addOk(await act(ADMIN, 'resolve', number, 40_000_000n), seller)
  expect(await order(orderId)).toMatchObject({
    status_: 5,
    outcome: { toBuyer: '40000000', toSeller: '170000000', toTreasury: '30000000' },
  })
  expect((await order(orderId)).history.map(({ name }) => name).slice(-2)).toEqual(['ResolveDispute', 'CompleteOrder'])
})

it('lets a stranger settle an abandoned dispute after its deadline, not before', async () => {
  const snapshot = await node<Hex>('evm_snapshot')
  const { orderId, number } = await createDelivered()
  try {
    await addOk(await act(buyer.address, 'dispute', number, 5001))
    await addOk(await act(seller.address, 'counter', number, 2000), seller)
    const { settleableAfter } = (await order(orderId)).dispute!
    const stranger = await createUser('Passer-by')
    await node('evm_setNextBlockTimestamp', settleableAfter)
    expect(await codeOf(await report(await act(stranger.address, 'settle', number), buyer))).toBe('transaction_failed')
    await node('evm_setNextBlockTimestamp', settleableAfter + 1)
    await addOk(await act(stranger.address, 'settle', number))
    expect(await order(orderId)).toMatchObject({
      status_: 5,
      outcome: { toBuyer: '84012000', toSeller: '140389200', toTreasury: '15598800' },
    })
  } finally {
    // Other tests on this chain expect the current time.
    await node('evm_revert', snapshot)
    await db.delete(chainEvents).where(eq(chainEvents.orderId, number))
    await db.delete(orders).where(eq(orders.id, orderId))
  }
})

it('computes the same dispute when transactions are reported in reverse order or twice', async () => {
  const { orderId, number } = await createDelivered()
  const opened = await act(buyer.address, 'dispute', number, 9000)
  const lowered = await act(buyer.address, 'lower', number, 8000)
  const offered = await act(seller.address, 'counter', number, 1000)
  const raised = await act(seller.address, 'counter', number, 1500)
  for (const hash of [raised, offered, lowered, opened]) await addOk(hash, seller)
  const { dispute } = await order(orderId)
  expect(dispute).toMatchObject({ amount: 8000, counterAmount: 1500 })
  await Promise.all([opened, raised, lowered].map((hash) => addOk(hash)))
  expect((await order(orderId)).dispute).toEqual(dispute)
})

it('queues one push for every step, also if the status does not change, and sends them when chat is available again', async () => {
  const { orderId, number } = await createDelivered()
  const steps = [
    () => act(buyer.address, 'dispute', number, 9000),
    () => act(buyer.address, 'lower', number, 8000),
    () => act(seller.address, 'counter', number, 1000),
    () => act(seller.address, 'counter', number, 2000),
    () => act(buyer.address, 'agree', number, 2000),
  ]
  const chatDown: OrdersEnv = {
    ...testEnv,
    CHAT: chatOf({ notify: () => Promise.reject(new Error('down')) }),
  }
  for (const [i, step] of steps.entries()) {
    const hash = await step()
    await report(hash, buyer, {}, chatDown)
    await report(hash, seller, {}, chatDown)
    expect(await countPushes(orderId)).toBe(i + 1)
  }
  await openRoomsAndNotify(db, testEnv)
  expect(await countPushes(orderId)).toBe(0)
})
