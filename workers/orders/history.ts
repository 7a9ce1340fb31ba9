import { type Dispute, type Order, SETTLE_AFTER } from './orders.schema.ts'

/** A stored event of an order. `args` are those of the contract, with bigints as decimal text. */
interface StoredEvent {
  name: string
  timestamp: number
  args: Record<string, unknown>
}

/** The dispute of an order, from its events in chain order; null if there was none. */
export function disputeOf(events: StoredEvent[]): Dispute | null {
  const opened = events.find(({ name }) => name === 'DisputeOrder')
  const latestClaim = events.findLast(({ name }) => name === 'DisputeOrder' || name === 'UpdateDispute')
  if (!opened || !latestClaim) return null
  const offers = events.filter(({ name }) => name === 'CounterDispute')
  const amount = Number(latestClaim.args.amount)
  const counterAmount = offers.length ? Number(offers.at(-1)!.args.amount) : null
  return {
    amount,
    counterAmount,
    disputeTimestamp: opened.timestamp,
    counterTimestamp: offers[0]?.timestamp ?? null,
    settleableAfter: (offers[0] ?? opened).timestamp + SETTLE_AFTER,
    settleAmount: (amount + (counterAmount ?? amount)) / 2,
  }
}

/** The arbitrator's decision, with the reason that the audit log has for it; null if there was none. */
export function decisionOf(events: (StoredEvent & { log: Record<string, unknown> | null })[]): Order['decision'] {
  const decided = events.findLast(({ name }) => name === 'ResolveDispute')
  if (!decided) return null
  const { by, refundAmount } = decided.args as { by: `0x${string}`; refundAmount: string }
  return { by, refund: refundAmount, reason: (decided.log?.reason as string | null | undefined) ?? null }
}

/** How the deposit was split, from the event that ended the order; null while the contract holds it. */
export function outcomeOf(events: StoredEvent[]): Order['outcome'] {
  const end = events.findLast(({ args }) => args.toBuyer !== undefined)
  if (!end) return null
  const { toBuyer, toSeller = '0', toTreasury = '0' } = end.args as Record<string, string>
  return { toBuyer: toBuyer!, toSeller, toTreasury }
}
