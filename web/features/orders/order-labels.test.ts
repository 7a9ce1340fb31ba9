import { expect, it } from 'vitest'
import { isTurn, type Order, type Role, STATUS, type Status } from '../../../workers/orders/orders.schema.ts'
import { turnLabel } from './order-labels.ts'

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
