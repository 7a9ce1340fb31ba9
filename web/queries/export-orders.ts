import { useMutation } from '@tanstack/react-query'
import type { Order } from '../../workers/orders/orders.schema.ts'
import { orders } from '../lib/api.ts'

/** Reads all orders of the viewer, newest first, in pages of the largest size. */
async function readAllOrders(): Promise<Order[]> {
  const all: Order[] = []
  let cursor: string | undefined
  do {
    const page = await (await orders.getMyOrders.$get({ query: { tab: 'all', limit: '100', cursor } })).json()
    all.push(...page.orders)
    cursor = page.next ?? undefined
  } while (cursor)
  return all
}

/** Reads all orders of the viewer and gives them to `save`. */
export const useExportOrders = (save: (orders: Order[]) => Promise<void>) =>
  useMutation({ mutationFn: async () => save(await readAllOrders()) })
