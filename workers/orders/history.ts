import { type Dispute, type Order, SETTLE_AFTER } from './orders.schema.ts'

/** An event of an order as it is kept; `args` are the contract's, bigints as decimal text. */
interface Happening {
  name: string
  timestamp: number
  args: Record<string, unknown>
}

/** What the events of an order, in the chain's order, say of its dispute. */
export function disputeOf(events: Happening[]): Dispute | null {
  const opened = events.find(({ name }) => name === 'DisputeOrder')
  const asked = events.findLast(({ name }) => name === 'DisputeOrder' || name === 'UpdateDispute')
  if (!opened || !asked) return null
  const offers = events.filter(({ name }) => name === 'CounterDispute')
  const amount = Number(asked.args.amount)
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

/** Where the deposit went, as the event that ended the order says. */
export function outcomeOf(events: Happening[]): Order['outcome'] {
  const end = events.findLast(({ args }) => args.toBuyer !== undefined)
  if (!end) return null
  const { toBuyer, toSeller = '0', toTreasury = '0' } = end.args as Record<string, string>
  return { toBuyer: toBuyer!, toSeller, toTreasury }
}
