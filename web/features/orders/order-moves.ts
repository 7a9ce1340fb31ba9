import { getMoves, type Order, type OrderTiming, type PartyVerb, type Role, statusOf } from '../../../workers/orders/orders.schema.ts'
import { namesRefund, percentsOf } from './RefundField.tsx'

/** The fields of an order that its buttons depend on. */
export type OrderState = OrderTiming & Pick<Order, 'status_' | 'event'>

/** The steps that can be the main button, the preferred ones first. */
const MAIN: readonly PartyVerb[] = ['accept', 'deliver', 'complete', 'release', 'settle', 'concede', 'agree']

/** Whether the host has marked the order as delivered before the event is over. The contract allows it; this site does not offer it. */
export const isDeliveredEarly = (order: OrderState, now: number): boolean =>
  statusOf(order) === 'delivered' && order.event !== null && now < order.event.end

/**
 * The steps that the page of an order offers to a party at `now` (UTC seconds): `open` as buttons, the one in `main` as the main button,
 * and `later` those that become possible. These are the moves of the state machine without two kinds: `release` of the buyer, because
 * `complete` does the same and is possible earlier, and steps whose refund cannot be a whole percent.
 */
export function shownMoves(order: OrderState, role: Role, now: number) {
  const moves = getMoves(order, role)
    .filter(({ verb }) => !(role === 'buyer' && verb === 'release'))
    .filter(({ verb }) => !namesRefund(verb) || percentsOf(order, verb))
    // The contract does not know the event. On this site, the host can deliver once the event is over.
    .map((move) => (move.verb === 'deliver' && order.event ? { ...move, opensAt: order.event.end } : move))
  const open = moves.filter(({ opensAt, closesAt }) => opensAt <= now && now <= closesAt).map(({ verb }) => verb)
  // Never the main step: without an offer, `agree` withdraws the dispute, and nobody should release a payment before the event is over.
  const isMinor = (verb: PartyVerb) =>
    (verb === 'agree' && !order.dispute?.counterAmount) || (verb === 'complete' && isDeliveredEarly(order, now))
  const main = MAIN.find((verb) => open.includes(verb) && !isMinor(verb))
  return { open, main, later: moves.filter(({ opensAt }) => opensAt > now) }
}
