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
  /** Whether they are loading for the first time. */
  isLoading: boolean
}

/**
 * Loads the order of a room; undefined while the room itself loads. The inbox makes the order stale with each step, so new steps appear by
 * themselves.
 */
export function useRoomOrder(orderId: string | null | undefined): OrderOfRoom {
  const isOrder = typeof orderId === 'string'
  const { data: order, isLoading } = useQuery({ ...orderQuery(orderId ?? ''), enabled: isOrder })
  const hasDeliveries = order !== undefined && DELIVERED_STATUSES.includes(order.status_)
  const deliveries = useQuery({ ...deliveriesQuery(orderId ?? ''), enabled: hasDeliveries })

  // If the code cannot be loaded now, the components load it later.
  const [isCodeLoaded, setCodeLoaded] = useState(false)
  useEffect(() => {
    if (isOrder) void Promise.allSettled([RoomOrder.fetch(), OrderStep.fetch()]).then(() => setCodeLoaded(true))
  }, [isOrder])

  // At first all steps appear at once, so that the list is moved once. Later none disappears while something loads.
  const [isLoaded, setLoaded] = useState(false)
  const isWaiting = orderId === undefined || (isOrder && (isLoading || deliveries.isLoading || !isCodeLoaded))
  if (!isLoaded && !isWaiting) setLoaded(true)
  const steps = useMemo(() => (order && isLoaded ? timelineOf(order, deliveries.data ?? []) : []), [order, isLoaded, deliveries.data])
  return { order, steps, isLoading: !isLoaded }
}
