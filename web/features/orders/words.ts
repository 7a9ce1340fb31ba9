import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Order, Role, Status, Verb } from '../../../workers/orders/orders.schema.ts'

/** What each status is called, and its colour: amber waits, sky news, leaf well ended, rose not. */
export const STATUS_WORDS: Record<Status, { word: MessageDescriptor; tone?: 'amber' | 'sky' | 'leaf' | 'rose' }> = {
  proposed: { word: msg`Requested`, tone: 'amber' },
  accepted: { word: msg`In progress`, tone: 'sky' },
  delivered: { word: msg`Delivered`, tone: 'sky' },
  completed: { word: msg`Completed`, tone: 'leaf' },
  cancelled: { word: msg`Cancelled` },
  rejected: { word: msg`Declined` },
  disputed: { word: msg`Disputed`, tone: 'rose' },
}

/** What happened, by the contract's event. */
export const EVENT_WORDS: Record<string, MessageDescriptor> = {
  NewOrder: msg`Paid into escrow`,
  AcceptOrder: msg`Accepted`,
  DeliverOrder: msg`Delivered`,
  CompleteOrder: msg`Released to the seller`,
  CancelOrder: msg`Cancelled, paid back`,
  RejectOrder: msg`Declined, paid back`,
}

/** What comes next in an order that goes well, by its status. */
export const NEXT_WORDS: Partial<Record<Status, MessageDescriptor[]>> = {
  proposed: [msg`Accepted`, msg`Delivered`, msg`Released to the seller`],
  accepted: [msg`Delivered`, msg`Released to the seller`],
  delivered: [msg`Released to the seller`],
}

/** Where an order stands, said to the one who looks at it. */
export const TURN_WORDS: Partial<Record<Status, Record<Role, MessageDescriptor>>> = {
  proposed: {
    buyer: msg`Waiting for the seller to accept. You can take it back until then.`,
    seller: msg`Yours to answer: accept it, or decline and the buyer is paid back.`,
  },
  accepted: {
    buyer: msg`The seller is at work.`,
    seller: msg`Yours to deliver. Send the result in the conversation, then mark it as delivered.`,
  },
  delivered: {
    buyer: msg`Yours to review. Release the payment when you are happy with the work.`,
    seller: msg`Waiting for the buyer to review.`,
  },
}

export const VERB_WORDS: Record<Verb, { button: MessageDescriptor; title: MessageDescriptor; done: MessageDescriptor }> = {
  accept: { button: msg`Accept`, title: msg`Accept this order`, done: msg`The order is accepted.` },
  reject: { button: msg`Decline`, title: msg`Decline this order`, done: msg`The order is declined, and the buyer is paid back.` },
  cancel: { button: msg`Cancel order`, title: msg`Cancel this order`, done: msg`The order is cancelled, and you are paid back.` },
  deliver: { button: msg`Mark as delivered`, title: msg`Mark as delivered`, done: msg`The order is delivered.` },
  complete: { button: msg`Release`, title: msg`Release the payment`, done: msg`The payment is released. Thank you both!` },
  release: { button: msg`Release to me`, title: msg`Release the payment`, done: msg`The payment is released.` },
}

/** The name of the other party, and what stands there when they have none. */
export const otherName = (order: Order, role: Role): string => (role === 'buyer' ? order.seller_name : order.buyer_name)
