import { check, object, optional, pipe, regex, string } from 'valibot'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { characters } from '../shared/text.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import type { DeliveryStep } from './deliveries.schema.ts'
import type { Evidence } from './evidence.schema.ts'
import { decisionRange, getMoves, type Order } from './orders.schema.ts'

/** Bounds of the reason for a decision (characters, after cleaning). */
export const DECISION_REASON = { least: 10, most: 2000 } as const

/** A page of open disputes, the oldest first; orders without a matching quote come last. `next` is the cursor of the next page. */
export interface DisputePage {
  /** Their `room` is null: the arbitrator is no member of it. */
  orders: Order[]
  next: string | null
}

/** What an arbitrator sees of a dispute. */
export interface Arbitration {
  /** Its `room` is null: the arbitrator is no member of it. */
  order: Order
  /** What the plan promised; empty without a quote. */
  description: string
  features: string[]
  /** The deliveries and change requests, oldest first. */
  deliveries: DeliveryStep[]
  /** What both parties have submitted, oldest first. */
  evidence: Evidence[]
  /** The wallet of the session, which must send the decision. */
  wallet: `0x${string}`
}

/**
 * Why an admin who is not a party cannot decide now on this refund (the token's smallest units); null if they can. `at` is the time of the
 * chain, UTC seconds. The contract has the same rules.
 */
export function decisionFault(
  order: Pick<Order, 'status_' | 'statusAt' | 'delivery' | 'dispute' | 'price'>,
  refund: bigint,
  at: number,
): { code: ErrorCode; details?: object } | null {
  const move = getMoves(order, 'admin').find(({ verb }) => verb === 'resolve')
  if (!move) return { code: 'dispute_closed' }
  const { opensAt, closesAt } = move
  if (at < opensAt) return { code: 'decision_too_early', details: { opensAt } }
  if (at > closesAt) return { code: 'decision_too_late', details: { closesAt } }
  const [least, most] = decisionRange(order.dispute!, BigInt(order.price))
  if (refund < least || refund > most) return { code: 'decision_out_of_bounds', details: { least: String(least), most: String(most) } }
  return null
}

/** Query of getDisputes. `cursor` is the `next` of the previous page: `[position].[id]`. */
export const disputesQuery = object({ cursor: optional(pipe(string(), regex(/^-\d{1,12}\.[\w-]{22}$/, 'cursor'))) })

/** Body of addDecisionReason. */
export const decisionReasonRequest = object({
  orderId: opaqueId,
  /** The token's smallest units, as decimal text. The contract stores prices in 80 bits, which have 25 digits. */
  refund: pipe(string(), regex(/^(0|[1-9]\d{0,24})$/, 'amount')),
  reason: pipe(
    multiLineText(DECISION_REASON.most),
    check((text) => characters(text) >= DECISION_REASON.least, 'too_short'),
  ),
})
