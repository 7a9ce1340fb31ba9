import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { opaqueId } from '../shared/ids.ts'
import { call, signedIn } from '../shared/testing.ts'
import { disputeOf, outcomeOf } from './history.ts'
import worker from './index.ts'
import type { OrderPage } from './order-list.schema.ts'
import { MAX_REPEATED } from './order-rows.ts'
import { type Order, STATUS } from './orders.schema.ts'
import { orders } from './tables.ts'
import { db, insertOrder, testEnv } from './testing.ts'
import { chainEvents } from './work-tables.ts'

type Step = [name: string, args: Record<string, unknown>]
const repeat = (count: number, step: (i: number) => Step): Step[] => Array.from({ length: count }, (_, i) => step(i))
const lower = (from: number) => repeat(60, (i) => ['UpdateDispute', { amount: String(from - i) }])
/** A dispute with hundreds of changes. One offer is between changes by the buyer; the other sixty follow each other. */
const STEPS: Step[] = [
  ['NewOrder', { arbitrationFeeBps: 500 }],
  ['AcceptOrder', {}],
  ['DeliverOrder', {}],
  ['DisputeOrder', { amount: '9999' }],
  ...lower(9000),
  ['CounterDispute', { amount: '5' }],
  ...lower(8000),
  ...repeat(60, (i): Step => ['CounterDispute', { amount: String(10 + i) }]),
  ...lower(7000),
  ['ResolveDispute', { by: `0x${'ad'.repeat(20)}`, refundAmount: '1', arbitrationFeeBps: '500' }],
  ['CompleteOrder', { toBuyer: '1', toSeller: '2', toTreasury: '3' }],
]

it('an order shows the first and the newest changes of a dispute that has many, and the current state of the dispute', async () => {
  const [buyer, seller] = [await signedIn(testEnv), await signedIn(testEnv)]
  const id = await insertOrder(buyer, seller, { status: STATUS.indexOf('completed') })
  const [{ chainId, contract, orderId }] = (await db.select().from(orders).where(eq(orders.id, id))) as [typeof orders.$inferSelect]
  const hash = `0x${opaqueId()}`
  const rows = STEPS.map(([name, args], i) => ({
    ...{ chainId, contract, orderId, name, transactionHash: hash, blockHash: hash, ordinal: i },
    // Two events in each block.
    ...{ id: opaqueId(), blockNumber: i >> 1, logIndex: i & 1, timestamp: 1_700_000_000 + i, args: JSON.stringify(args) },
  }))
  for (let i = 0; i < rows.length; i += 50) await db.insert(chainEvents).values(rows.slice(i, i + 50))

  const read = async (path: string) =>
    (await call(worker, testEnv, createExecutionContext(), 'GET', `/api/orders/${path}`, { as: buyer })).json()
  const order = (await read(`getOrder?id=${id}`)) as Order
  const named = (name: string) => rows.filter((row) => row.name === name)
  const shown = rows.filter((row) => {
    const same = named(row.name)
    return same.indexOf(row) < MAX_REPEATED || same.indexOf(row) >= same.length - MAX_REPEATED
  })
  expect(shown).toHaveLength(6 + 4 * MAX_REPEATED)
  expect(order.history.map(({ name, at }) => [name, at])).toEqual(shown.map(({ name, timestamp }) => [name, timestamp]))
  const events = STEPS.map(([name, args], i) => ({ name, args, timestamp: 1_700_000_000 + i }))
  expect(order).toMatchObject({ dispute: disputeOf(events), outcome: outcomeOf(events), arbitrationFeeBps: 500 })
  expect(order.dispute).toMatchObject({ counterTimestamp: 1_700_000_064, counterAmount: 69, amount: 6941 })
  for (const query of ['', '?tab=all']) expect(((await read(`getMyOrders${query}`)) as OrderPage).orders).toEqual([order])
})
