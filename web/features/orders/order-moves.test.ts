import { describe, expect, it } from 'vitest'
import { type Dispute, getMoves, type PartyVerb, type Role, refundRange, STATUS } from '../../../workers/orders/orders.schema.ts'
import { isDeliveredEarly, type OrderState, shownMoves } from './order-moves.ts'

const DAY = 86_400
const START = 1_800_000_000
const dispute = (amount: number, counterAmount: number | null): Dispute => ({
  amount,
  counterAmount,
  disputeTimestamp: START,
  counterTimestamp: counterAmount === null ? null : START,
  settleableAfter: START + 60 * DAY,
  settleAmount: counterAmount === null ? amount : (amount + counterAmount) / 2,
})
/** Asks and offers in basis points, including pairs with no whole percent between them. */
const DISPUTES = [
  dispute(10_000, null),
  dispute(5000, null),
  dispute(150, null),
  dispute(1, null),
  dispute(5000, 0),
  dispute(5000, 2500),
  dispute(5050, 5010),
  dispute(5000, 4999),
]
const ORDERS = STATUS.flatMap((status, status_): OrderState[] =>
  (status === 'disputed' ? DISPUTES : [null]).map((one) => ({ status_, statusAt: START, delivery: 3, dispute: one, event: null })),
)
const ROLES: Role[] = ['buyer', 'seller']
/** Every moment at which something may change, and the seconds around it. */
const momentsOf = (order: OrderState) =>
  [START, ...ROLES.flatMap((role) => getMoves(order, role).flatMap(({ opensAt, closesAt }) => [opensAt, closesAt]))]
    .filter((at) => at >= START && at < Number.POSITIVE_INFINITY)
    .flatMap((at) => [at - 1, at, at + 1, at + 1000 * DAY])
const CASES = ORDERS.flatMap((order) => ROLES.flatMap((role) => momentsOf(order).map((now) => ({ order, role, now }))))

describe('the buttons of an order, in every status, for each party, before and after each deadline', () => {
  it('offer only steps that the state machine allows', () => {
    for (const { order, role, now } of CASES) {
      const allowed = getMoves(order, role).filter(({ opensAt, closesAt }) => opensAt <= now && now <= closesAt)
      const { open, main } = shownMoves(order, role, now)
      expect(allowed.map(({ verb }) => verb)).toEqual(expect.arrayContaining(open))
      if (main) expect(open).toContain(main)
    }
  })

  it('offer every step that the state machine allows, except a release by the buyer and a refund that cannot be a whole percent', () => {
    const left = new Set<string>()
    for (const { order, role, now } of CASES) {
      const { open } = shownMoves(order, role, now)
      for (const { verb, opensAt, closesAt } of getMoves(order, role)) {
        if (opensAt > now || now > closesAt || open.includes(verb)) continue
        const range = refundRange(order, verb)
        left.add(`${role} ${verb} ${range ? range.join(' to ') : ''}`.trim())
      }
    }
    expect([...left].sort()).toEqual(['buyer lower 5011 to 5049', 'buyer release', 'seller counter 5011 to 5049'])
  })

  it('offer the delivery of a place at an event to the host once the event is over, and say when that is', () => {
    const order = { status_: 1, statusAt: START, delivery: 3, dispute: null, event: { start: START + DAY, end: START + 2 * DAY } }
    expect(shownMoves(order, 'seller', START + 2 * DAY - 1)).toMatchObject({
      open: ['reject'],
      later: [{ verb: 'deliver', opensAt: order.event.end }],
    })
    expect(shownMoves(order, 'seller', START + 2 * DAY).open).toContain('deliver')
  })

  it('offer the release of a place that was delivered before the event is over, but not as the main step', () => {
    const order = { status_: 4, statusAt: START, delivery: 3, dispute: null, event: { start: START + DAY, end: START + 2 * DAY } }
    expect(isDeliveredEarly(order, START + 2 * DAY - 1)).toBe(true)
    expect(shownMoves(order, 'buyer', START + 2 * DAY - 1)).toMatchObject({
      open: expect.arrayContaining(['complete', 'dispute']),
      main: undefined,
    })
    expect(isDeliveredEarly(order, START + 2 * DAY)).toBe(false)
    expect(shownMoves(order, 'buyer', START + 2 * DAY).main).toBe('complete')
    for (const other of [
      { ...order, event: null },
      { ...order, status_: 1 },
    ])
      expect(isDeliveredEarly(other, START)).toBe(false)
  })

  it.each<[string, Role, Omit<Partial<OrderState>, 'event'>, number, PartyVerb | undefined]>([
    ['a request', 'seller', { status_: 0 }, 0, 'accept'],
    ['a request', 'buyer', { status_: 0 }, 0, undefined],
    ['an accepted order', 'seller', { status_: 1 }, 0, 'deliver'],
    ['a delivery', 'buyer', { status_: 4 }, 20 * DAY, 'complete'],
    ['a delivery', 'seller', { status_: 4 }, 0, undefined],
    ['a delivery without an answer', 'seller', { status_: 4 }, 14 * DAY + 1, 'release'],
    ['a dispute without an offer', 'buyer', { status_: 6, dispute: dispute(5000, null) }, 0, undefined],
    ['a dispute without an offer', 'seller', { status_: 6, dispute: dispute(5000, null) }, 0, 'concede'],
    ['a dispute with an offer', 'buyer', { status_: 6, dispute: dispute(5000, 2500) }, 0, 'agree'],
    ['a dispute that may be settled', 'buyer', { status_: 6, dispute: dispute(5000, 2500) }, 60 * DAY + 1, 'settle'],
  ])('have as the main step of %s for the %s: $4', (_, role, changes, after, main) => {
    const order = { status_: 0, statusAt: START, delivery: 3, dispute: null, event: null, ...changes }
    expect(shownMoves(order, role, START + after).main).toBe(main)
  })
})
