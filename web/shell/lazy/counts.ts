import type { Conversation } from '../../../workers/chat/messages.schema.ts'
import { type Order, role, statusOf } from '../../../workers/orders/orders.schema.ts'

/** Messages nobody has read yet. */
export const unreadMessages = (conversations: Pick<Conversation, 'unread'>[]): number =>
  conversations.reduce((sum, { unread }) => sum + unread, 0)

/** Orders that wait for one's answer: as the seller to take them on, as the buyer to look at what was delivered. */
export const openAnswers = (orders: Pick<Order, 'status_' | 'buyer_id' | 'seller_id'>[], me: number): number =>
  orders.filter((order) => {
    const status = statusOf(order)
    return (status === 'proposed' && role(order, me) === 'seller') || (status === 'delivered' && role(order, me) === 'buyer')
  }).length
