import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useIsHydrated } from '../../lib/use-is-hydrated.ts'
import { conversationsQuery } from '../../queries/chat.ts'
import { unreadQuery } from '../../queries/notifications.ts'
import { waitingOrdersQuery } from '../../queries/orders.ts'
import { owedQuery } from '../../queries/owed.ts'

const NONE = { messages: 0, orders: 0, notifications: 0 }

/**
 * The numbers of orders and owed payments, messages, and notifications that wait for the viewer; 0 until they are known, and while the browser
 * takes over the server's HTML, which has none: the answers may arrive before that. The inbox updates them.
 */
export function useWaiting(): { messages: number; orders: number; notifications: number } {
  const isHydrated = useIsHydrated()
  const messages = useInfiniteQuery(conversationsQuery).data?.pages[0]?.unread
  const notifications = useQuery(unreadQuery).data
  const orders = useQuery(waitingOrdersQuery).data
  // Only an order that has ended can leave an owed payment, and each answer of the node costs money.
  const owed = useQuery({ ...owedQuery, enabled: orders?.hasEnded ?? false }).data ?? []
  if (!isHydrated) return NONE
  return { messages: messages ?? 0, orders: (orders?.count ?? 0) + owed.length, notifications: notifications ?? 0 }
}
