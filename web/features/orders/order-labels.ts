import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Order, type PartyVerb, type Role, type Status, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import { memberName } from '../../ui/member-name.ts'

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

/** What happened, by the contract's event; `percent` is the refund it names. */
const EVENT_WORDS: Record<string, MessageDescriptor> = {
  NewOrder: msg`Paid into escrow`,
  AcceptOrder: msg`Accepted`,
  DeliverOrder: msg`Delivered`,
  CompleteOrder: msg`Released to the seller`,
  CancelOrder: msg`Cancelled, refunded`,
  RejectOrder: msg`Declined, refunded`,
  DisputeOrder: msg({ message: 'Dispute opened: the buyer asks for a refund of {percent}' }),
  UpdateDispute: msg({ message: 'The buyer asks for {percent}' }),
  CounterDispute: msg({ message: 'The seller offers {percent}' }),
  AcceptDispute: msg({ message: 'Agreed on {percent}' }),
  ResolveDispute: msg`Decided by an arbitrator`,
  SettleStaleDispute: msg`Settled after the time limit`,
}

type Happening = Order['history'][number]

/** What a person is told of an order's past, oldest first. */
export function historyOf({ history, dispute }: Order): (Happening & { word: MessageDescriptor })[] {
  return history.flatMap((event, i) => {
    const { name, amount = 0 } = event
    // Who agrees to an offer asks for just that, in one breath.
    if (name === 'UpdateDispute' && history[i + 1]?.transactionHash === event.transactionHash) return []
    const word = name === 'CompleteOrder' && dispute ? msg`Paid out` : Object.hasOwn(EVENT_WORDS, name) ? EVENT_WORDS[name] : undefined
    return word ? [{ ...event, word: { ...word, values: { percent: formatBps(amount) } } }] : []
  })
}

/** What comes next in an order that goes well, by its status. */
export const NEXT_WORDS: Partial<Record<Status, MessageDescriptor[]>> = {
  proposed: [msg`Accepted`, msg`Delivered`, msg`Released to the seller`],
  accepted: [msg`Delivered`, msg`Released to the seller`],
  delivered: [msg`Released to the seller`],
  disputed: [msg`Settled, and paid out`],
}

const TURN_WORDS: Partial<Record<Status, Record<Role, MessageDescriptor>>> = {
  proposed: {
    buyer: msg`Waiting for the seller to accept. You can cancel until then.`,
    seller: msg`Your turn: accept it, or decline and the buyer gets a full refund.`,
  },
  accepted: {
    buyer: msg`The seller is working on your order.`,
    seller: msg`Your turn to deliver. Send the result in the conversation, then mark it as delivered.`,
  },
  delivered: {
    buyer: msg`Your turn to review. Release the payment when you are happy with the work.`,
    seller: msg`Waiting for the buyer to review.`,
  },
}
/** In a dispute, by whose word was the last. */
const DISPUTE_TURN_WORDS: Record<Role, Record<Role, MessageDescriptor>> = {
  buyer: {
    buyer: msg`Waiting for the seller’s answer.`,
    seller: msg`Your turn: accept what the buyer asks for, or offer less.`,
  },
  seller: {
    buyer: msg`Your turn: accept the offer, or ask for less.`,
    seller: msg`Waiting for the buyer’s answer.`,
  },
}

/** Where an order stands, said to the one who looks at it. */
export function turnOf(order: Order, role: Role): MessageDescriptor | undefined {
  const status = statusOf(order)
  if (status !== 'disputed') return TURN_WORDS[status]?.[role]
  const last = order.history.findLast(({ amount }) => amount !== undefined)
  return DISPUTE_TURN_WORDS[last?.name === 'CounterDispute' ? 'seller' : 'buyer'][role]
}

interface VerbWords {
  button: MessageDescriptor
  title: MessageDescriptor
  done: MessageDescriptor
}

const VERB_WORDS: Record<PartyVerb, VerbWords> = {
  accept: { button: msg`Accept`, title: msg`Accept this order`, done: msg`The order is accepted.` },
  reject: { button: msg`Decline`, title: msg`Decline this order`, done: msg`The order is declined, and the buyer gets a full refund.` },
  cancel: { button: msg`Cancel order`, title: msg`Cancel this order`, done: msg`The order is cancelled, and you get a full refund.` },
  deliver: { button: msg`Mark as delivered`, title: msg`Mark as delivered`, done: msg`The order is delivered.` },
  complete: { button: msg`Release`, title: msg`Release the payment`, done: msg`The payment is released.` },
  release: { button: msg`Release to me`, title: msg`Release the payment`, done: msg`The payment is released.` },
  dispute: { button: msg`Open a dispute`, title: msg`Open a dispute`, done: msg`The dispute is open.` },
  lower: { button: msg`Ask for less`, title: msg`Ask for less`, done: msg`You now ask for less.` },
  counter: { button: msg`Make an offer`, title: msg`Offer a partial refund`, done: msg`Your offer has been sent to the buyer.` },
  agree: {
    button: msg({ message: 'Accept {percent}' }),
    title: msg({ message: 'Accept a refund of {percent}' }),
    done: msg`You have agreed. The payment is divided.`,
  },
  concede: {
    button: msg({ message: 'Accept {percent}' }),
    title: msg({ message: 'Refund {percent}' }),
    done: msg`You have agreed. The payment is divided.`,
  },
  settle: {
    button: msg({ message: 'Settle at {percent}' }),
    title: msg({ message: 'Settle at {percent}' }),
    done: msg`The dispute is settled. The payment is divided.`,
  },
}
const RAISE: VerbWords = { button: msg`Raise the offer`, title: msg`Raise the offer`, done: msg`Your offer has been sent to the buyer.` }
const WITHDRAW: VerbWords = { button: msg`Withdraw`, title: msg`Withdraw the dispute`, done: msg`The dispute is withdrawn.` }

/** What a move is called on its button, over its dialog and when it is done. */
export function verbWords({ dispute }: Order, verb: PartyVerb): VerbWords {
  if (verb === 'agree' && !dispute?.counterAmount) return WITHDRAW
  if (verb === 'counter' && dispute?.counterAmount != null) return RAISE
  const bps = { agree: dispute?.counterAmount, concede: dispute?.amount, settle: dispute?.settleAmount }[verb as string]
  if (bps == null) return VERB_WORDS[verb]
  const values = { percent: formatBps(bps) }
  const { button, title, done } = VERB_WORDS[verb]
  return { button: { ...button, values }, title: { ...title, values }, done }
}

/** What the other party is called. */
export const otherName = (order: Order, role: Role): string =>
  role === 'buyer' ? memberName(order.seller_name, order.seller) : memberName(order.buyer_name, order.buyer)
