import { describe, expect, it } from 'vitest'
import { getMoves, type Order, STATUS, type Status } from '../../../workers/orders/orders.schema.ts'
import { deadlineTone, passedDeadline } from './deadlines.ts'

const DAY = 86_400
const START = 1_800_000_000
const orderOf = (status: Status) =>
  ({
    status_: STATUS.indexOf(status),
    statusAt: START,
    delivery: 5,
    dispute: status === 'disputed' ? { amount: 5000, counterAmount: 1000, settleableAfter: START + 60 * DAY } : null,
  }) as unknown as Order

describe('a deadline', () => {
  it.each([
    [0, 'rose'],
    [DAY - 1, 'rose'],
    [DAY, 'amber'],
    [3 * DAY - 1, 'amber'],
    [3 * DAY, undefined],
    [60 * DAY, undefined],
  ])('in %i seconds has the colour %s', (left, tone) => expect(deadlineTone(left)).toBe(tone))

  it.each<[Status, number, ReturnType<typeof passedDeadline>]>([
    ['proposed', 1000 * DAY, null],
    ['accepted', 5 * DAY, null],
    ['accepted', 5 * DAY + 1, 'late'],
    ['accepted', 7 * DAY, 'late'],
    ['accepted', 7 * DAY + 1, 'cancel'],
    ['delivered', 14 * DAY, null],
    ['delivered', 14 * DAY + 1, 'release'],
    ['disputed', 60 * DAY, null],
    ['disputed', 60 * DAY + 1, 'settle'],
    ['completed', 1000 * DAY, null],
  ])('of an order that is %s, %i seconds later, makes possible: %s', (status, after, passed) => {
    expect(passedDeadline(orderOf(status), START + after)).toBe(passed)
  })

  it('never says that something is possible before the contract allows it', () => {
    for (const status of STATUS) {
      for (const { verb, opensAt } of getMoves(orderOf(status), 'stranger')) {
        expect(passedDeadline(orderOf(status), opensAt - 1)).toBe(null)
        expect(passedDeadline(orderOf(status), opensAt)).toBe(verb)
      }
    }
  })
})
