import { expect, it } from 'vitest'
import { decisionFault } from './decisions.schema.ts'
import { SETTLE_AFTER } from './orders.schema.ts'

const OPENED = 1_800_000_000
const THREE_DAYS = 3 * 86_400
const END = OPENED + SETTLE_AFTER

/**
 * A dispute about 0.000101 USDC, for 60%; the seller offers 25%, or nothing yet. Neither is a whole number of units, so both are rounded
 * down.
 */
const order = (counterAmount: number | null = 2500, status_ = 6) => ({
  status_,
  statusAt: OPENED,
  delivery: 7,
  price: '101',
  dispute: {
    amount: 6000,
    counterAmount,
    disputeTimestamp: OPENED,
    counterTimestamp: counterAmount === null ? null : OPENED,
    settleableAfter: END,
    settleAmount: 0,
  },
})

it.each([
  ['at once after an answer', order(), 30n, OPENED, null],
  ['in the last second in which the seller may answer', order(null), 30n, OPENED + THREE_DAYS, 'decision_too_early'],
  ['one second later', order(null), 30n, OPENED + THREE_DAYS + 1, null],
  ['in the last second before anybody may settle', order(), 30n, END, null],
  ['one second later, when anybody may settle', order(), 30n, END + 1, 'decision_too_late'],
  ['on the offer, rounded down', order(), 25n, OPENED, null],
  ['below the offer', order(), 24n, OPENED, 'decision_out_of_bounds'],
  ['on the ask, rounded down', order(), 60n, OPENED, null],
  ['above the ask', order(), 61n, OPENED, 'decision_out_of_bounds'],
  ['on no refund, without an offer', order(null), 0n, END, null],
  ['after the end of the dispute', order(2500, 5), 30n, OPENED, 'dispute_closed'],
  ['before a dispute', { ...order(), status_: 4, dispute: null }, 30n, OPENED, 'dispute_closed'],
] as const)('returns the fault of a decision, or null: %s', (_, disputed, refund, at, code) => {
  expect(decisionFault(disputed, refund, at)?.code ?? null).toBe(code)
})
