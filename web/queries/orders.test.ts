import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Order } from '../../workers/orders/orders.schema.ts'

// Without a window, queries are not polled. This runs before the imports.
vi.hoisted(() => vi.stubGlobal('window', globalThis))

const orderAfter = (...transactions: string[]) =>
  ({ id: 'one', history: transactions.map((transactionHash) => ({ transactionHash })) }) as unknown as Order

let stored: Order
const getOrder = vi.fn(async () => Response.json(stored))
const getMyOrders = vi.fn(async () => Response.json({ orders: [stored], next: null, tab: 'open', counts: null }))
let queryClient: QueryClient

vi.mock('../lib/api.ts', () => ({
  orders: { getOrder: { $get: getOrder }, getMyOrders: { $get: getMyOrders } },
  get queryClient() {
    return queryClient
  },
}))
const { awaitStep, loadedSide, orderListQuery, orderQuery } = await import('./orders.ts')

let close: () => void
beforeEach(async () => {
  vi.useFakeTimers()
  queryClient = new QueryClient()
  stored = orderAfter('0x1')
  const page = new QueryObserver(queryClient, orderQuery('one')).subscribe(() => {})
  const list = new InfiniteQueryObserver(queryClient, orderListQuery({ text: '' })).subscribe(() => {})
  close = () => {
    page()
    list()
  }
  await vi.advanceTimersByTimeAsync(0)
  for (const call of [getOrder, getMyOrders]) call.mockClear()
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

it('an open order and the list are loaded every 3 seconds for 15 seconds after a step, then every five minutes again', async () => {
  awaitStep(stored)
  await vi.advanceTimersByTimeAsync(0)
  for (const call of [getOrder, getMyOrders]) expect(call).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(15_000)
  for (const call of [getOrder, getMyOrders]) expect(call).toHaveBeenCalledTimes(6)
  await vi.advanceTimersByTimeAsync(60_000)
  for (const call of [getOrder, getMyOrders]) expect(call).toHaveBeenCalledTimes(6)
  await vi.advanceTimersByTimeAsync(300_000)
  for (const call of [getOrder, getMyOrders]) expect(call).toHaveBeenCalledTimes(7)
})

it('an open order and the list are not loaded again once they show the step', async () => {
  awaitStep(stored)
  await vi.advanceTimersByTimeAsync(3000)
  stored = orderAfter('0x1', '0x2')
  await vi.advanceTimersByTimeAsync(3000)
  for (const call of [getOrder, getMyOrders]) expect(call).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(30_000)
  for (const call of [getOrder, getMyOrders]) expect(call).toHaveBeenCalledTimes(3)
})

it('another order is not loaded more often', async () => {
  awaitStep({ ...stored, id: 'two' })
  await vi.advanceTimersByTimeAsync(30_000)
  for (const call of [getOrder, getMyOrders]) expect(call).toHaveBeenCalledTimes(1)
})

it('knows the side of the orders in the loaded lists, without a request', async () => {
  const show = (...parties: [buyer_id: number, seller_id: number][]) =>
    queryClient.setQueryData(orderListQuery({ text: '' }).queryKey, {
      pages: [
        { orders: parties.map(([buyer_id, seller_id]) => ({ buyer_id, seller_id }) as Order), next: null, tab: 'open', counts: null },
      ],
      pageParams: [{ tab: null, next: null }],
    })
  show([7, 8], [7, 9])
  expect(loadedSide(7)).toBe('buyer')
  show([7, 8], [9, 7])
  expect(loadedSide(7)).toBe('seller')
  show()
  expect(loadedSide(7)).toBe('seller')
  expect([getOrder.mock.calls.length, getMyOrders.mock.calls.length]).toEqual([0, 0])
})
