import type { Kind } from '../notifications/notifications.schema.ts'
import type { Role } from './orders.schema.ts'

/** An on-chain event of an order, with its arguments (bigints as decimal text). */
interface Step {
  name: string
  args: Record<string, unknown>
  /** The names of all events of the order in the same transaction. */
  transactionEvents: readonly string[]
}

/**
 * The notification of each event, and who gets it. `others`: the parties that did not send the transaction; `owner`: the party whose wallet
 * the payment is owed to.
 */
const NOTIFICATIONS: Record<string, { kind: Kind; to: Role | 'others' | 'owner' }> = {
  NewOrder: { kind: 'orderPlaced', to: 'seller' },
  AcceptOrder: { kind: 'orderAccepted', to: 'buyer' },
  RejectOrder: { kind: 'orderRejected', to: 'buyer' },
  CancelOrder: { kind: 'orderCancelled', to: 'seller' },
  DeliverOrder: { kind: 'orderDelivered', to: 'buyer' },
  CompleteOrder: { kind: 'orderCompleted', to: 'seller' },
  ClaimDelivered: { kind: 'orderReleased', to: 'others' },
  DisputeOrder: { kind: 'disputeOpened', to: 'seller' },
  UpdateDispute: { kind: 'disputeLowered', to: 'seller' },
  CounterDispute: { kind: 'disputeOffered', to: 'buyer' },
  AcceptDispute: { kind: 'disputeAgreed', to: 'buyer' },
  ResolveDispute: { kind: 'disputeDecided', to: 'others' },
  SettleStaleDispute: { kind: 'disputeSettled', to: 'others' },
  Owed: { kind: 'paymentOwed', to: 'owner' },
}

/** The events by which a buyer alone can cause notifications of the seller, before the seller has accepted the order. */
export const BEFORE_ACCEPTANCE = ['NewOrder', 'CancelOrder']

const ROLES = ['buyer', 'seller'] as const

/** Events after which the CompleteOrder of the same transaction is only the payout. */
const ENDINGS = ['ClaimDelivered', 'AcceptDispute', 'ResolveDispute', 'SettleStaleDispute']

/** The notification of an on-chain event, and the parties that get it; null if the event is only a part of another step. */
export function notificationOfStep(
  { name, args, transactionEvents }: Step,
  { buyer, seller }: { buyer: string; seller: string },
): { kind: Kind; to: Role[]; refundBps?: number } | null {
  const has = (other: string) => transactionEvents.includes(other)
  const found = Object.hasOwn(NOTIFICATIONS, name) ? NOTIFICATIONS[name] : undefined
  if (!found) return null
  if (name === 'CompleteOrder' && ENDINGS.some(has)) return null
  // Accepting an offer first lowers the ask to it.
  if (name === 'UpdateDispute' && has('AcceptDispute')) return null
  const { kind, to } = found
  const wallets = { buyer, seller }
  if (to === 'owner') return { kind, to: ROLES.filter((role) => wallets[role] === args.who) }
  const refund = args.amount === undefined ? {} : { refundBps: Number(args.amount) }
  if (to === 'others') return { kind, to: ROLES.filter((role) => wallets[role] !== args.by), ...refund }
  // If the ask was lowered in the same transaction, the buyer has accepted the offer; otherwise the seller has accepted the ask.
  return { kind, to: [name === 'AcceptDispute' && has('UpdateDispute') ? 'seller' : to], ...refund }
}
