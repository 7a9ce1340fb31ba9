import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isTurn, type Order, type PartyVerb, type Role, type Status, statusOf } from '../../../workers/orders/orders.schema.ts'
import type { TimelineEntry } from '../../lib/order-timeline.ts'
import { formatBps } from '../../lib/token-format.ts'
import { memberName } from '../../ui/member-name.ts'
import { type PassedDeadline, passedDeadline } from './deadlines.ts'

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

/** Labels of the steps of an order; `percent` is the refund of an event, `number` that of a change request. */
const STEP_LABELS: Record<TimelineEntry['name'], MessageDescriptor> = {
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
  changes: msg({ message: 'Changes requested ({number} of {revisions})' }),
  deliveredAgain: msg`Delivered again`,
}

/** The labels of a place at an event, where they differ. */
const PLACE_STEP_LABELS: Partial<typeof STEP_LABELS> = {
  CompleteOrder: msg`Released to the host`,
  DisputeOrder: msg({ message: 'Dispute opened: the attendee asks for a refund of {percent}' }),
  UpdateDispute: msg({ message: 'The attendee asks for {percent}' }),
  CounterDispute: msg({ message: 'The host offers {percent}' }),
}

const stepLabel = ({ event }: Pick<Order, 'event'>, name: TimelineEntry['name']): MessageDescriptor =>
  (event && PLACE_STEP_LABELS[name]) ?? STEP_LABELS[name]

/** The label of a step that has happened. */
export function entryLabel(order: Order, { name, number, event }: TimelineEntry): MessageDescriptor {
  const label = name === 'CompleteOrder' && order.dispute ? msg`Paid out` : stepLabel(order, name)
  return { ...label, values: { percent: formatBps(event?.amount ?? 0), number, revisions: order.revisions } }
}

/** The usual next events of an order, by its status. */
const NEXT_EVENTS: Partial<Record<Status, TimelineEntry['name'][]>> = {
  proposed: ['AcceptOrder', 'DeliverOrder', 'CompleteOrder'],
  accepted: ['DeliverOrder', 'CompleteOrder'],
  delivered: ['CompleteOrder'],
}

/** The usual next steps of an order; empty if it has ended. */
export function nextLabels(order: Pick<Order, 'status_' | 'event'>): MessageDescriptor[] {
  const status = statusOf(order)
  if (status === 'disputed') return [msg`Dispute ended, paid out`]
  return NEXT_EVENTS[status]?.map((name) => stepLabel(order, name)) ?? []
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
  disputed: {
    buyer: { turn: msg`Your turn: accept the offer, or ask for less.`, waiting: msg`Waiting for the host’s answer.` },
    seller: { turn: msg`Your turn: accept what the attendee asks for, or offer less.`, waiting: msg`Waiting for the attendee’s answer.` },
  },
}

/** What to say once the deadline has passed. */
const PASSED_LABELS: Record<PassedDeadline, Record<Role, { turn?: MessageDescriptor; waiting?: MessageDescriptor }>> = {
  late: {
    buyer: { waiting: msg`The delivery is late, but still possible.` },
    seller: { turn: msg`Your turn: the delivery is late. Deliver before the order can be cancelled for a full refund.` },
  },
  cancel: {
    buyer: { waiting: msg`The delivery is late. You can cancel now and get a full refund.` },
    seller: { turn: msg`Your turn: the delivery is late. Until you deliver, the order can be cancelled for a full refund.` },
  },
  release: {
    buyer: {
      turn: msg`Your turn: the 14 days are over, so anyone can release the payment now. If something is wrong, open a dispute before that.`,
      waiting: msg`Waiting for the changes. The 14 days are over, so anyone can release the payment now. Until then, you can open a dispute.`,
    },
    seller: {
      turn: msg`Your turn: the buyer requests changes. The 14 days are over, so you can also release the payment to yourself now.`,
      waiting: msg`The 14 days to answer are over. You can release the payment to yourself now.`,
    },
  },
  settle: {
    buyer: {
      turn: msg`Your turn: the time to agree is over, so anyone can settle the dispute now.`,
      waiting: msg`The time to agree is over. Anyone can settle the dispute now.`,
    },
    seller: {
      turn: msg`Your turn: the time to agree is over, so anyone can settle the dispute now.`,
      waiting: msg`The time to agree is over. Anyone can settle the dispute now.`,
    },
  },
}

/** Whose turn it is at `now` (UTC seconds) and what to do, for the party that looks at the order. */
export function turnLabel(order: Order, role: Role, now: number): MessageDescriptor | undefined {
  const status = statusOf(order)
  const labels = (order.event && EVENT_TURN_LABELS[status]) ?? TURN_LABELS[status]
  const passed = passedDeadline(order, now)
  const whose = isTurn(order, role, now) ? 'turn' : 'waiting'
  return (passed && PASSED_LABELS[passed][role][whose]) ?? labels?.[role][whose]
}

interface VerbLabels {
  button: MessageDescriptor
  title: MessageDescriptor
  done: MessageDescriptor
}

const VERB_LABELS: Record<PartyVerb, VerbLabels> = {
  accept: { button: msg`Accept`, title: msg`Accept this order`, done: msg`The order is accepted.` },
  reject: { button: msg`Decline`, title: msg`Decline this order`, done: msg`The order is declined and fully refunded.` },
  cancel: { button: msg`Cancel order`, title: msg`Cancel this order`, done: msg`The order is cancelled, and you get a full refund.` },
  deliver: { button: msg`Deliver`, title: msg`Deliver this order`, done: msg`The order is delivered.` },
  complete: { button: msg`Release`, title: msg`Release the payment`, done: msg`The payment is released.` },
  release: { button: msg`Release to me`, title: msg`Release the payment`, done: msg`The payment is released.` },
  dispute: { button: msg`Open a dispute`, title: msg`Open a dispute`, done: msg`The dispute is open.` },
  lower: { button: msg`Ask for less`, title: msg`Ask for less`, done: msg`You lowered the refund you ask for.` },
  counter: { button: msg`Make an offer`, title: msg`Offer a partial refund`, done: msg`Your offer has been sent.` },
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
const RAISE: VerbLabels = { button: msg`Raise the offer`, title: msg`Raise the offer`, done: msg`Your offer has been sent.` }
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

const ROLE_LABELS: Record<Role, MessageDescriptor> = { buyer: msg`buyer`, seller: msg`seller` }
const EVENT_ROLE_LABELS: Record<Role, MessageDescriptor> = { buyer: msg`attendee`, seller: msg`host` }

/** What a party of an order is called. */
export const roleLabel = ({ event }: Pick<Order, 'event'>, role: Role): MessageDescriptor => (event ? EVENT_ROLE_LABELS : ROLE_LABELS)[role]

/** The names of both parties. */
export const partyNames = (order: Order): Record<Role, string> => ({
  buyer: memberName(order.buyer_name, order.buyer),
  seller: memberName(order.seller_name, order.seller),
})

/** The name of the other party. */
export const otherName = (order: Order, role: Role): string => partyNames(order)[role === 'buyer' ? 'seller' : 'buyer']
