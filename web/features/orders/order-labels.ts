import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isTurn, type Order, type PartyVerb, type Role, type Status, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import { memberName } from '../../ui/member-name.ts'

/** Label and colour of each status. Amber: waiting; sky: in progress; leaf: completed; rose: disputed. */
export const STATUS_LABELS: Record<Status, { label: MessageDescriptor; tone?: 'amber' | 'sky' | 'leaf' | 'rose' }> = {
  proposed: { label: msg`Requested`, tone: 'amber' },
  accepted: { label: msg`In progress`, tone: 'sky' },
  delivered: { label: msg`Delivered`, tone: 'sky' },
  completed: { label: msg`Completed`, tone: 'leaf' },
  cancelled: { label: msg`Cancelled` },
  rejected: { label: msg`Declined` },
  disputed: { label: msg`Disputed`, tone: 'rose' },
}

/** Labels of the contract's events; `percent` is the refund the event names. */
const EVENT_LABELS: Record<string, MessageDescriptor> = {
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

type HistoryEvent = Order['history'][number]

/** An order's events with their labels, oldest first. */
export function labelHistory({ history, dispute }: Order): (HistoryEvent & { label: MessageDescriptor })[] {
  return history.flatMap((event, i) => {
    const { name, amount = 0 } = event
    // Accepting an offer first lowers the ask to it, in the same transaction; only the acceptance is shown.
    if (name === 'UpdateDispute' && history[i + 1]?.transactionHash === event.transactionHash) return []
    const label = name === 'CompleteOrder' && dispute ? msg`Paid out` : Object.hasOwn(EVENT_LABELS, name) ? EVENT_LABELS[name] : undefined
    return label ? [{ ...event, label: { ...label, values: { percent: formatBps(amount) } } }] : []
  })
}

/** The usual next steps of an order, by its status. */
export const NEXT_LABELS: Partial<Record<Status, MessageDescriptor[]>> = {
  proposed: [msg`Accepted`, msg`Delivered`, msg`Released to the seller`],
  accepted: [msg`Delivered`, msg`Released to the seller`],
  delivered: [msg`Released to the seller`],
  disputed: [msg`Dispute ended, paid out`],
}

/** What to say to a party when it is their turn, and when it is not. */
type TurnLabels = Partial<Record<Status, Record<Role, { turn?: MessageDescriptor; waiting?: MessageDescriptor }>>>

const TURN_LABELS: TurnLabels = {
  proposed: {
    buyer: { waiting: msg`Waiting for the seller to accept. You can cancel until then.` },
    seller: { turn: msg`Your turn: accept the order, or decline and the buyer gets a full refund.` },
  },
  accepted: {
    buyer: { waiting: msg`The seller is working on your order.` },
    seller: { turn: msg`Your turn to deliver: send your work with a message and files.` },
  },
  delivered: {
    buyer: {
      turn: msg`Your turn: check the work. Release the payment when you are happy with it.`,
      waiting: msg`Waiting for the seller to deliver the changes.`,
    },
    seller: {
      turn: msg`Your turn: the buyer requests changes. Deliver again.`,
      waiting: msg`Waiting for the buyer to check the work.`,
    },
  },
  disputed: {
    buyer: { turn: msg`Your turn: accept the offer, or ask for less.`, waiting: msg`Waiting for the seller’s answer.` },
    seller: { turn: msg`Your turn: accept what the buyer asks for, or offer less.`, waiting: msg`Waiting for the buyer’s answer.` },
  },
}

/** The labels of a place at an event, where they differ. */
const EVENT_TURN_LABELS: TurnLabels = {
  proposed: {
    buyer: { waiting: msg`Waiting for the host to accept. You can cancel until then.` },
    seller: { turn: msg`Your turn: accept the order, or decline and the attendee gets a full refund.` },
  },
  accepted: {
    buyer: { waiting: msg`Your place is confirmed. The host delivers once the event is over.` },
    seller: {
      turn: msg`Your turn to deliver: the event is over.`,
      waiting: msg`The place is paid into escrow. You deliver once the event is over.`,
    },
  },
  delivered: {
    buyer: { turn: msg`Your turn: release the payment once you have attended, or open a dispute if it was not as agreed.` },
    seller: { waiting: msg`Waiting for the attendee to release the payment.` },
  },
}

/** Whose turn it is at `now` (UTC seconds) and what to do, for the party that looks at the order. */
export function turnLabel(order: Order, role: Role, now: number): MessageDescriptor | undefined {
  const status = statusOf(order)
  const labels = (order.event && EVENT_TURN_LABELS[status]) ?? TURN_LABELS[status]
  return labels?.[role][isTurn(order, role, now) ? 'turn' : 'waiting']
}

interface VerbLabels {
  button: MessageDescriptor
  title: MessageDescriptor
  done: MessageDescriptor
}

const VERB_LABELS: Record<PartyVerb, VerbLabels> = {
  accept: { button: msg`Accept`, title: msg`Accept this order`, done: msg`The order is accepted.` },
  reject: { button: msg`Decline`, title: msg`Decline this order`, done: msg`The order is declined, and the buyer gets a full refund.` },
  cancel: { button: msg`Cancel order`, title: msg`Cancel this order`, done: msg`The order is cancelled, and you get a full refund.` },
  deliver: { button: msg`Deliver`, title: msg`Deliver this order`, done: msg`The order is delivered.` },
  complete: { button: msg`Release`, title: msg`Release the payment`, done: msg`The payment is released.` },
  release: { button: msg`Release to me`, title: msg`Release the payment`, done: msg`The payment is released.` },
  dispute: { button: msg`Open a dispute`, title: msg`Open a dispute`, done: msg`The dispute is open.` },
  lower: { button: msg`Ask for less`, title: msg`Ask for less`, done: msg`You lowered the refund you ask for.` },
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
const RAISE: VerbLabels = { button: msg`Raise the offer`, title: msg`Raise the offer`, done: msg`Your offer has been sent to the buyer.` }
const WITHDRAW: VerbLabels = { button: msg`Withdraw`, title: msg`Withdraw the dispute`, done: msg`The dispute is withdrawn.` }

/** The texts of a step: its button, the title of its dialog, and the message once it is done. */
export function verbLabels({ dispute }: Order, verb: PartyVerb): VerbLabels {
  if (verb === 'agree' && !dispute?.counterAmount) return WITHDRAW
  if (verb === 'counter' && dispute?.counterAmount != null) return RAISE
  const bps = { agree: dispute?.counterAmount, concede: dispute?.amount, settle: dispute?.settleAmount }[verb as string]
  if (bps == null) return VERB_LABELS[verb]
  const values = { percent: formatBps(bps) }
  const { button, title, done } = VERB_LABELS[verb]
  return { button: { ...button, values }, title: { ...title, values }, done }
}

/** The names of both parties. */
export const partyNames = (order: Order): Record<Role, string> => ({
  buyer: memberName(order.buyer_name, order.buyer),
  seller: memberName(order.seller_name, order.seller),
})

/** The name of the other party. */
export const otherName = (order: Order, role: Role): string => partyNames(order)[role === 'buyer' ? 'seller' : 'buyer']
