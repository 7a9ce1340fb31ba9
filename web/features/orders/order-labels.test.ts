import { expect, it } from 'vitest'
import { isTurn, type Order, type Role, STATUS, type Status } from '../../../workers/orders/orders.schema.ts'
import { timelineOf } from '../../lib/order-timeline.ts'
import { passedDeadline } from './deadlines.ts'
import { entryLabel, nextLabels, roleLabel, turnLabel, verbLabels } from './order-labels.ts'

const NOW = 1_800_000_000
const EVENTS = { service: null, 'event before its end': NOW + 60, 'event after its end': NOW - 60 }
const DISPUTES = { 'asked last': 'UpdateDispute', 'offered last': 'CounterDispute' }
const ENDED: Status[] = ['cancelled', 'rejected', 'completed']

/** Orders in every status, with and without requested changes, and with the last step of a dispute by either party. */
const CASES = STATUS.flatMap((status, status_) =>
  Object.entries(EVENTS).flatMap(([kind, end]) =>
    (status === 'delivered' && end === null ? [false, true] : [false]).flatMap((changesRequested) =>
      Object.entries(status === 'disputed' ? DISPUTES : { '': 'NewOrder' }).flatMap(([last, name]) =>
        (['buyer', 'seller'] as Role[]).map((role) => ({
          title: [role, status, kind, changesRequested && 'changes requested', last].filter(Boolean).join(', '),
          status,
          role,
          order: {
            status_,
            changesRequested,
            statusAt: NOW,
            delivery: 1,
            dispute: status === 'disputed' ? { amount: 5000, counterAmount: null, settleableAfter: NOW } : null,
            event: end && { start: NOW - 3600, end },
            history: [{ name, amount: name === 'NewOrder' ? undefined : 1000 }],
          } as unknown as Order,
        })),
      ),
    ),
  ),
)

it.each(CASES)('says "Your turn" exactly if the order waits for the party: $title', ({ order, role, status }) => {
  const text = turnLabel(order, role, NOW)?.message
  if (ENDED.includes(status)) return expect(text).toBeUndefined()
  expect(text).toEqual(expect.any(String))
  expect(text!.startsWith('Your turn')).toBe(isTurn(order, role, NOW))
})

it.each(CASES)('says what is possible now once a deadline has passed: $title', ({ order, role }) => {
  for (const days of [1.5, 4, 15]) {
    const now = NOW + days * 86_400
    const passed = passedDeadline(order, now)
    if (!passed) continue
    const text = turnLabel(order, role, now)!.message!
    expect(text).toMatch(
      { late: /late/, cancel: /late.* cancel/, release: /release the payment/, settle: /can settle the dispute now/ }[passed],
    )
    expect(text.startsWith('Your turn')).toBe(isTurn(order, role, now))
    expect(text).not.toBe(turnLabel(order, role, NOW)?.message)
  }
})

it('an order waits for at most one party, and for nobody once it has ended or before its event is over', () => {
  const turns = CASES.filter(({ order, role }) => isTurn(order, role, NOW)).map(({ title }) => title)
  expect(turns).toEqual([
    'seller, proposed, service',
    'seller, proposed, event before its end',
    'seller, proposed, event after its end',
    'seller, accepted, service',
    'seller, accepted, event after its end',
    'buyer, delivered, service',
    'seller, delivered, service, changes requested',
    'buyer, delivered, event before its end',
    'buyer, delivered, event after its end',
    'seller, disputed, service, asked last',
    'buyer, disputed, service, offered last',
    'seller, disputed, event before its end, asked last',
    'buyer, disputed, event before its end, offered last',
    'seller, disputed, event after its end, asked last',
    'buyer, disputed, event after its end, offered last',
  ])
})

it('speaks of the event and not of work if the order is for a place', () => {
  const texts = CASES.filter(({ order }) => order.event).map(({ order, role }) => turnLabel(order, role, NOW)?.message ?? '')
  expect(texts.filter((text) => /work|changes|files/.test(text))).toEqual([])
})

it('speaks of a host and an attendee, not of a seller and a buyer, if the order is for a place', () => {
  const names = ['NewOrder', 'AcceptOrder', 'DeliverOrder', 'DisputeOrder', 'UpdateDispute', 'CounterDispute', 'CompleteOrder']
  const history = names.map((name) => ({ name, at: NOW, block: 1, transactionHash: `0x${name}` }))
  const texts = CASES.filter(({ order }) => order.event).flatMap(({ order, role }) => [
    turnLabel(order, role, NOW),
    turnLabel(order, role, NOW + 100 * 86_400),
    roleLabel(order, role),
    ...nextLabels(order),
    ...timelineOf({ ...order, history }, []).map((entry) => entryLabel(order, entry)),
    ...(['accept', 'reject', 'deliver', 'complete', 'dispute', 'counter'] as const).flatMap((verb) =>
      Object.values(verbLabels(order, verb)),
    ),
  ])
  expect(texts.map((text) => text?.message ?? '').filter((text) => /seller|buyer/i.test(text))).toEqual([])
  expect(CASES.filter(({ order }) => !order.event).map(({ order, role }) => roleLabel(order, role).message)).toContain('seller')
})
