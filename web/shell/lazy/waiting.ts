import { useQuery } from '@tanstack/react-query'
import { conversationsQuery } from '../../queries/chat.ts'
import { ordersQuery } from '../../queries/orders.ts'
import { openAnswers, unreadMessages } from './counts.ts'

/** The numbers of orders and messages that wait for the viewer, updated by the inbox; 0 until they are known. */
export function useWaiting(me: number): { messages: number; orders: number } {
  const conversations = useQuery(conversationsQuery).data
  const orders = useQuery(ordersQuery).data
  return { messages: unreadMessages(conversations ?? []), orders: openAnswers(orders ?? [], me) }
}
