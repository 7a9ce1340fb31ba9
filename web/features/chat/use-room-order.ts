import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { DELIVERED_STATUSES } from '../../../workers/orders/deliveries.schema.ts'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { type TimelineEntry, timelineOf } from '../../lib/order-timeline.ts'
import { deliveriesQuery } from '../../queries/deliveries.ts'
import { orderQuery } from '../../queries/orders.ts'

// The texts of orders are loaded only with the room of an order.
export const RoomOrder = lazyComponent(() => import('../orders/RoomOrder.tsx'), ['orders'])
export const OrderStep = lazyComponent(() => import('../orders/OrderStep.tsx'), ['orders'])

/** The order of an open room, and its steps, oldest first. Both are missing in a room of two people, and if they cannot be loaded. */
export interface OrderOfRoom {
  order: Order | undefined
  steps: TimelineEntry[]
  isLoading: boolean
}

/** Loads the order of a room. The inbox makes it stale with each step, so its new steps appear by themselves. */
export function useRoomOrder(orderId: string | null): OrderOfRoom {
  const [isCodeLoaded, setCodeLoaded] = useState(false)
  const isOrder = orderId !== null
  const { data: order, isLoading } = useQuery({ ...orderQuery(orderId ?? ''), enabled: isOrder })
  const hasDeliveries = order !== undefined && DELIVERED_STATUSES.includes(order.status_)
  const deliveries = useQuery({ ...deliveriesQuery(orderId ?? ''), enabled: hasDeliveries })

  // All steps appear at once, so that the list is moved once. If the load fails, the components load themselves later.
  useEffect(() => {
    if (isOrder) void Promise.allSettled([RoomOrder.fetch(), OrderStep.fetch()]).then(() => setCodeLoaded(true))
  }, [isOrder])

  const areLoading = isOrder && (isLoading || deliveries.isLoading || !isCodeLoaded)
  const steps = useMemo(() => (order && !areLoading ? timelineOf(order, deliveries.data ?? []) : []), [order, areLoading, deliveries.data])
  return { order, steps, isLoading: areLoading }
}
