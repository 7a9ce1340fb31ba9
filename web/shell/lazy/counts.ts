import type { Conversation } from '../../../workers/chat/messages.schema.ts'
import { type Order, role, statusOf } from '../../../workers/orders/orders.schema.ts'

/** The number of unread messages. */
export const unreadMessages = (conversations: Pick<Conversation, 'unread'>[]): number =>
  conversations.reduce((sum, { unread }) => sum + unread, 0)

/** The number of orders that wait for the viewer: for acceptance by the seller, or for the buyer after delivery. */
export const openAnswers = (orders: Pick<Order, 'status_' | 'buyer_id' | 'seller_id'>[], me: number): number =>
  orders.filter((order) => {
    const status = statusOf(order)
    return (status === 'proposed' && role(order, me) === 'seller') || (status === 'delivered' && role(order, me) === 'buyer')
  }).length
