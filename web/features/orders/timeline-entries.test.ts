import { expect, it } from 'vitest'
import type { DeliveryStep } from '../../../workers/orders/deliveries.schema.ts'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { timelineOf } from './timeline-entries.ts'

const order = (...names: string[]) =>
  ({
    revisions: 2,
    dispute: null,
    history: names.map((name, i) => ({ name, at: 100 * i, block: i, transactionHash: `0x${i}` })),
  }) as unknown as Order
const stepsOf = (...kinds: DeliveryStep['kind'][]): DeliveryStep[] =>
  kinds.map((kind, i) => ({ id: `step ${i}`, kind, message: '', files: [], at: 1000 + i }))
/** The entries as text: the event, or the message with its number. */
const shown = (...of: Parameters<typeof timelineOf>) =>
  timelineOf(...of).map(({ event, label }) => event?.name ?? String(label.message).replace('{number}', String(label.values?.number)))

it('the first delivery is part of its event on chain, and the steps after it come before the next event', () => {
  const history = order('NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder')
  expect(shown(history, stepsOf('delivery'))).toEqual(['NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder'])
  expect(shown(history, stepsOf('delivery', 'changes', 'delivery', 'changes', 'delivery'))).toEqual([
    'NewOrder',
    'AcceptOrder',
    'DeliverOrder',
    'Changes requested (1 of {revisions})',
    'Delivered again',
    'Changes requested (2 of {revisions})',
    'Delivered again',
    'CompleteOrder',
  ])
})

it('the timeline has no prepared delivery, but has a change request to a delivery without a message', () => {
  expect(shown(order('NewOrder', 'AcceptOrder'), stepsOf('delivery'))).toEqual(['NewOrder', 'AcceptOrder'])
  expect(shown(order('NewOrder', 'DeliverOrder'), stepsOf('changes'))).toEqual([
    'NewOrder',
    'DeliverOrder',
    'Changes requested (1 of {revisions})',
  ])
})
