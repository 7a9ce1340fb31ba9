import { queryOptions, useMutation } from '@tanstack/react-query'
import type { DeliveryStep } from '../../workers/orders/deliveries.schema.ts'
import { orders, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The deliveries of an order and the change requests between them, oldest first, as the viewer may see them. */
export const deliveriesQuery = (orderId: string) =>
  queryOptions({
    queryKey: keys.deliveries(orderId),
    queryFn: async (): Promise<DeliveryStep[]> => (await (await orders.getDeliveries.$get({ query: { orderId } })).json()).steps,
  })

/** A message with the paths of attachments. */
interface NewDelivery {
  message: string
  files: string[]
}

/** Stores a delivery. */
export async function addDelivery(orderId: string, delivery: NewDelivery): Promise<void> {
  const { steps } = await (await orders.addDelivery.$post({ json: { orderId, ...delivery } })).json()
  queryClient.setQueryData(deliveriesQuery(orderId).queryKey, steps)
}

/** Loads the order and its deliveries again. Needed after a failure too, because another tab may have changed the order. */
const reload = (orderId: string) => queryClient.invalidateQueries({ queryKey: keys.order(orderId) })

/** Stores a delivery after a change request. */
export const useDeliver = (orderId: string) =>
  useMutation({ mutationFn: (delivery: NewDelivery) => addDelivery(orderId, delivery), onSettled: () => void reload(orderId) })

/** Stores a change request and resolves with it. */
export const useRequestChanges = (orderId: string) =>
  useMutation({
    mutationFn: async (message: string): Promise<DeliveryStep> => {
      const { steps } = await (await orders.requestChanges.$post({ json: { orderId, message } })).json()
      // The seller may have delivered again in the meantime.
      return steps.findLast(({ kind }) => kind === 'changes')!
    },
    onSettled: () => void reload(orderId),
  })
