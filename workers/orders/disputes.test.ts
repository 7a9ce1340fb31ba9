import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import { call, codeOf, type TestUser } from '../shared/testing.ts'
import type { OrdersEnv } from './env.ts'
import worker from './index.ts'
import type { Order } from './orders.schema.ts'
import { settle } from './settle.ts'
import { chainEvents, orders, outbox } from './tables.ts'
import { ADMIN, act, db, node, pay, person, publish, testEnv } from './testing.ts'

/** Disputes as the calls tell of them: figures, clocks, ends, and who hears of it. */
let seller: TestUser
let buyer: TestUser
let productId: number
beforeAll(async () => {
  seller = await person('Aiko Mori')
  buyer = await person('Ben Carter')
  productId = await publish(seller)
})

const ask = (method: 'GET' | 'POST', path: string, as: TestUser, body: object = {}, env: OrdersEnv = testEnv) =>
  call(worker, env, createExecutionContext(), method, `/api/orders/${path}`, { as, body })
const add = (transactionHash: Hex, as = buyer, env = testEnv) => ask('POST', 'addOrder', as, { transactionHash, chainId: 31337 }, env)
const added = async (hash: Hex, as = buyer) => {
  const answer = await add(hash, as)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { orderId: string }
}
const order = async (id: string, as = buyer) => (await (await ask('GET', `getOrder?id=${id}`, as)).json()) as Order
const dispute = (orderId: string, as: TestUser) => ask('GET', `getDispute?orderId=${orderId}`, as)
const pushes = async (orderId: string) => (await db.select().from(outbox).where(eq(outbox.orderId, orderId))).length

/** A delivered order of 240 USDC: its id, and its number on chain. */
async function delivered() {
  const { orderId } = await added(await pay(buyer.address, { seller: seller.address, productId }))
  const { order_id } = await order(orderId)
  await added(await act(seller.address, 'accept', order_id), seller)
  await added(await act(seller.address, 'deliver', order_id), seller)
  return { orderId, number: order_id }
}

it('is not told to a guest, to others, where there is none, or for what is no order', async () => {
  const { orderId, number } = await delivered()
  expect(await codeOf(await dispute(orderId, buyer))).toBe('dispute_not_found')
  await added(await act(buyer.address, 'dispute', number, 5000))
  const guest = await call(worker, testEnv, createExecutionContext(), 'GET', `/api/orders/getDispute?orderId=${orderId}`)
  expect(await codeOf(guest)).toBe('unauthorized')
  expect(await codeOf(await dispute(orderId, await person('Passer-by')))).toBe('order_not_found')
  expect(await codeOf(await dispute('x'.repeat(22), buyer))).toBe('order_not_found')
  expect(await codeOf(await dispute('short', buyer))).toBe('invalid_body')
  expect(await codeOf(await ask('POST', 'getDispute', buyer, { orderId }))).toBe('method_not_allowed')
  expect(await (await dispute(orderId, seller)).json()).toMatchObject({ amount: 5000 })
})

it('has two figures that move towards each other, and clocks that do not move with them', async () => {
  const { orderId, number } = await delivered()
  expect(await order(orderId)).toMatchObject({ dispute: null, outcome: null, arbitrationFeeBps: 500 })
  await added(await act(buyer.address, 'dispute', number, 7500))
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
  await added(await act(buyer.address, 'lower', number, 5001))
  expect(await order(orderId)).toMatchObject({ statusAt, dispute: { amount: 5001, settleableAfter: statusAt + 60 * 86_400 } })

  await node('evm_increaseTime', 5)
  await added(await act(seller.address, 'counter', number, 0), seller)
  const { counterTimestamp } = (await order(orderId)).dispute!
  expect(counterTimestamp).toBeGreaterThan(statusAt)
  await node('evm_increaseTime', 5)
  await added(await act(seller.address, 'counter', number, 2000), seller)
  const told = {
    amount: 5001,
    counterAmount: 2000,
    disputeTimestamp: statusAt,
    counterTimestamp,
    settleableAfter: counterTimestamp! + 60 * 86_400,
    settleAmount: 3500.5,
  }
  expect(await order(orderId, seller)).toMatchObject({
    statusAt,
    dispute: told,
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
  expect(await (await dispute(orderId, buyer)).json()).toEqual({ orderId, status: 6, arbitrationFeeBps: 500, ...told })
})

it.each([
  ['the seller grants it', 'concede', () => seller, 5000, { toBuyer: '120000000', toSeller: '108000000', toTreasury: '12000000' }],
  ['the buyer takes it back', 'agree', () => buyer, 0, { toBuyer: '0', toSeller: '216000000', toTreasury: '24000000' }],
] as const)('ends with the split when %s', async (_, verb, who, figure, outcome) => {
  const { orderId, number } = await delivered()
  await added(await act(buyer.address, 'dispute', number, 5000))
  await added(await act(who().address, verb, number, figure), who())
  expect(await order(orderId)).toMatchObject({ status_: 5, outcome })
  expect(await (await dispute(orderId, seller)).json()).toMatchObject({ status: 5, amount: figure })
})

it('ends with the split an arbitrator decides, who need not be a person of ours', async () => {
  const { orderId, number } = await delivered()
  await added(await act(buyer.address, 'dispute', number, 5000))
  const early = await add(await act(ADMIN, 'resolve', number, 40_000_000n), seller)
  expect(await codeOf(early)).toBe('transaction_failed')
  await added(await act(seller.address, 'counter', number, 1000), seller)
  const aboveTheFigure = await add(await act(ADMIN, 'resolve', number, 120_000_001n), seller)
  expect(await codeOf(aboveTheFigure)).toBe('transaction_failed')
  await added(await act(ADMIN, 'resolve', number, 40_000_000n), seller)
  expect(await order(orderId)).toMatchObject({
    status_: 5,
    outcome: { toBuyer: '40000000', toSeller: '170000000', toTreasury: '30000000' },
  })
  expect((await order(orderId)).history.map(({ name }) => name).slice(-2)).toEqual(['ResolveDispute', 'CompleteOrder'])
})

it('left alone is settled by a stranger once its time is up, and not before', async () => {
  const before = await node<Hex>('evm_snapshot')
  const { orderId, number } = await delivered()
  try {
    await added(await act(buyer.address, 'dispute', number, 5001))
    await added(await act(seller.address, 'counter', number, 2000), seller)
    const { settleableAfter } = (await order(orderId)).dispute!
    const stranger = await person('Passer-by')
    await node('evm_setNextBlockTimestamp', settleableAfter)
    expect(await codeOf(await add(await act(stranger.address, 'settle', number)))).toBe('transaction_failed')
    await node('evm_setNextBlockTimestamp', settleableAfter + 1)
    await added(await act(stranger.address, 'settle', number))
    expect(await order(orderId)).toMatchObject({
      status_: 5,
      outcome: { toBuyer: '84012000', toSeller: '140389200', toTreasury: '15598800' },
    })
  } finally {
    // The others on this chain live in the present.
    await node('evm_revert', before)
    await db.delete(chainEvents).where(eq(chainEvents.orderId, number))
    await db.delete(orders).where(eq(orders.id, orderId))
  }
})

it('is the same told backwards, and twice', async () => {
  const { orderId, number } = await delivered()
  const opened = await act(buyer.address, 'dispute', number, 9000)
  const lowered = await act(buyer.address, 'lower', number, 8000)
  const offered = await act(seller.address, 'counter', number, 1000)
  const raised = await act(seller.address, 'counter', number, 1500)
  for (const hash of [raised, offered, lowered, opened]) await added(hash, seller)
  const { dispute: told } = await order(orderId)
  expect(told).toMatchObject({ amount: 8000, counterAmount: 1500 })
  await Promise.all([opened, raised, lowered].map((hash) => added(hash)))
  expect((await order(orderId)).dispute).toEqual(told)
})

it('tells both of every step, also of those that leave the status alone, once', async () => {
  const { orderId, number } = await delivered()
  const steps = [
    () => act(buyer.address, 'dispute', number, 9000),
    () => act(buyer.address, 'lower', number, 8000),
    () => act(seller.address, 'counter', number, 1000),
    () => act(seller.address, 'counter', number, 2000),
    () => act(buyer.address, 'agree', number, 2000),
  ]
  const silent: OrdersEnv = {
    ...testEnv,
    CHAT: { openRoom: testEnv.CHAT.openRoom, notify: () => Promise.reject(new Error('down')) } as never,
  }
  for (const [i, step] of steps.entries()) {
    const hash = await step()
    await add(hash, buyer, silent)
    await add(hash, seller, silent)
    expect(await pushes(orderId)).toBe(i + 1)
  }
  await settle(db, testEnv)
  expect(await pushes(orderId)).toBe(0)
})
