import { useQuery } from '@tanstack/react-query'
import { conversationsQuery } from '../../queries/chat.ts'
import { ordersQuery } from '../../queries/orders.ts'
import { openAnswers, unreadMessages } from './counts.ts'

/** What waits for somebody, kept true by their inbox; 0 while it is not known. */
export function useWaiting(me: number): { messages: number; orders: number } {
  const conversations = useQuery(conversationsQuery).data
  const orders = useQuery(ordersQuery).data
  return { messages: unreadMessages(conversations ?? []), orders: openAnswers(orders ?? [], me) }
}
