import { STATE_MACHINE, STATUS, VERBS, type Verb } from './orders.schema.ts'

/** Event name -> number of the status it leads to. Events that do not change the status are absent, so they do not reset `statusAt`. */
export const STATUS_AFTER: Record<string, number> = Object.fromEntries([
  ['NewOrder', 0],
  ...Object.values(VERBS).flatMap(({ event, to }) => (to ? [[event, STATUS.indexOf(to)]] : [])),
])

/** The events that a party can repeat thousands of times in one order, because they do not change its status. */
export const REPEATED_EVENTS: readonly string[] = Object.values(VERBS).flatMap(({ event, to }) => (to === null ? [event] : []))

/** The events that the state machine allows in a status, by any role. */
const eventsIn = (status: (typeof STATUS)[number]): string[] => {
  const { buyer, seller, stranger, admin } = STATE_MACHINE[status]
  return [buyer, seller, stranger, admin].flatMap((moves) => Object.keys(moves).map((verb) => VERBS[verb as Verb].event))
}

/** The events that report a payout. Each of them is preceded by an Owed event for every payment that could not be sent. */
const PAYOUTS: readonly string[] = ['CancelOrder', 'RejectOrder', 'CompleteOrder']

const STEPS: readonly (readonly [before: string, event: string])[] = [
  ...Object.entries(STATUS_AFTER).flatMap(([before, status]) => eventsIn(STATUS[status]!).map((event) => [before, event] as const)),
  ['AcceptDispute', 'CompleteOrder'],
  ['ResolveDispute', 'CompleteOrder'],
  ['SettleStaleDispute', 'CompleteOrder'],
  ['DeliverOrder', 'ClaimDelivered'],
]

/**
 * The possible sequences of an order's events, as pairs: [the last event that led to a status, an event that may follow]. NewOrder comes
 * first, so it follows nothing. An event that ends a dispute is followed by the CompleteOrder of its payout; a release starts with a
 * ClaimDelivered.
 */
export const EVENT_ORDER: typeof STEPS = [
  ...STEPS,
  ...[...new Set(STEPS.flatMap(([before, event]) => (PAYOUTS.includes(event) ? [before] : [])))].map((before) => [before, 'Owed'] as const),
]
