import { createExecutionContext } from 'cloudflare:test'
import { zeroAddress } from 'viem'
import { beforeEach, expect, it } from 'vitest'
import { opaqueId } from '../shared/ids.ts'
import { call } from '../shared/testing.ts'
import type { Figures } from './figures.schema.ts'
import { refreshFigures } from './figures.ts'
import worker from './index.ts'
import { orders } from './tables.ts'
import { db, deployed, testEnv, usdc } from './testing.ts'
import { chainEvents, marketFigures } from './work-tables.ts'

const getFigures = async () => {
  const answer = await call(worker, testEnv, createExecutionContext(), 'GET', '/api/orders/getFigures')
  return ((await answer.json()) as { figures: Figures | null }).figures
}

/** Stores an order with these events, as the indexer does. `toSeller` is in the token's smallest units. */
async function store(
  names: string[],
  { token = usdc as string, toSeller = '0', termsState = 'ok', contract = deployed.orderBook as string } = {},
) {
  const { chainId } = deployed
  const orderId = String(Math.floor(Math.random() * 1e15))
  const columns = { chainId, contract, orderId, ref: '0x', termsState, serviceId: 1, buyer: '0x1', seller: '0x2', token, price: '1' }
  await db
    .insert(orders)
    .values({ ...columns, id: opaqueId(), feeBps: 1000, delivery: 1, status: 5, statusAt: 1, createdAt: 1, terms: '{}' })
  await db.insert(chainEvents).values(
    names.map((name, logIndex) => {
      const place = { chainId, contract, orderId, transactionHash: opaqueId(), ordinal: 0, blockNumber: 1, blockHash: '0x', logIndex }
      return { ...place, id: opaqueId(), timestamp: 1, name, args: JSON.stringify(name === 'CompleteOrder' ? { toSeller } : {}) }
    }),
  )
}

beforeEach(async () => {
  for (const table of [orders, chainEvents, marketFigures]) await db.delete(table)
})

it('there are no figures before the cron has counted them, and zeros without orders', async () => {
  expect(await getFigures()).toBeNull()
  await refreshFigures(db, testEnv)
  expect(await getFigures()).toEqual({ completed: 0, paidOut: [], delivered: 0, disputed: 0, at: expect.any(Number) })
})

it('sums are exact beyond 64 bits, and count only orders of this contract with matching terms', async () => {
  const done = ['NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder']
  await store(done, { toSeller: '216000000' })
  await store(['NewOrder', 'AcceptOrder', 'DeliverOrder', 'DisputeOrder', 'UpdateDispute', 'AcceptDispute', 'CompleteOrder'], {
    toSeller: '7',
  })
  await store(['NewOrder', 'AcceptOrder', 'DeliverOrder'])
  for (let i = 0; i < 3; i++) await store(done, { token: zeroAddress, toSeller: '9200000000000000001' })
  await store(done, { toSeller: '5000000', termsState: 'unknown' })
  await store(done, { toSeller: '5000000', contract: '0x9999999999999999999999999999999999999999' })
  await refreshFigures(db, testEnv)
  const figures = await getFigures()
  expect(figures).toMatchObject({ completed: 5, delivered: 6, disputed: 1 })
  expect(new Map(figures!.paidOut.map(({ token, amount }) => [token, amount]))).toEqual(
    new Map([
      [usdc, '216000007'],
      [zeroAddress, '27600000000000000003'],
    ]),
  )
})

it('the figures are counted at each run until an order is completed, because nothing is shown until then, and then once an hour', async () => {
  const complete = () => store(['NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder'], { toSeller: '1' })
  await refreshFigures(db, testEnv)
  await complete()
  await refreshFigures(db, testEnv)
  expect(await getFigures()).toMatchObject({ completed: 1 })
  await complete()
  await refreshFigures(db, testEnv)
  expect(await getFigures()).toMatchObject({ completed: 1 })
  await db.update(marketFigures).set({ at: 1 })
  await refreshFigures(db, testEnv)
  expect(await getFigures()).toMatchObject({ completed: 2 })
})
