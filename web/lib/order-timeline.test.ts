import { expect, it } from 'vitest'
import type { DeliveryStep } from '../../workers/orders/deliveries.schema.ts'
import type { Order } from '../../workers/orders/orders.schema.ts'
import { timelineOf } from './order-timeline.ts'

const order = (...names: string[]) =>
  ({
    revisions: 2,
    history: names.map((name, i) => ({ name, at: 100 * i, block: i, transactionHash: `0x${i}` })),
  }) as unknown as Order
const stepsOf = (...kinds: DeliveryStep['kind'][]): DeliveryStep[] =>
  kinds.map((kind, i) => ({ id: `step ${i}`, kind, message: '', files: [], at: 1000 + i }))
/** The names of the entries, with the number of a change request. */
const shown = (...of: Parameters<typeof timelineOf>) => timelineOf(...of).map(({ name, number }) => (number ? `${name} ${number}` : name))

it('the first delivery is part of its event on chain, and the steps after it come before the next event', () => {
  const history = order('NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder')
  expect(shown(history, stepsOf('delivery'))).toEqual(['NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder'])
  expect(shown(history, stepsOf('delivery', 'changes', 'delivery', 'changes', 'delivery'))).toEqual([
    'NewOrder',
    'AcceptOrder',
    'DeliverOrder',
    'changes 1',
    'deliveredAgain',
    'changes 2',
    'deliveredAgain',
    'CompleteOrder',
  ])
})

it('the timeline has no prepared delivery, but has a change request to a delivery without a message', () => {
  expect(shown(order('NewOrder', 'AcceptOrder'), stepsOf('delivery'))).toEqual(['NewOrder', 'AcceptOrder'])
  expect(shown(order('NewOrder', 'DeliverOrder'), stepsOf('changes'))).toEqual(['NewOrder', 'DeliverOrder', 'changes 1'])
})

it('the timeline has no event that another one explains, or that is not known', () => {
  const disputed = order('NewOrder', 'UpdateDispute', 'AcceptDispute', 'ClaimDelivered', 'CompleteOrder')
  disputed.history[1]!.transactionHash = disputed.history[2]!.transactionHash
  expect(shown(disputed, [])).toEqual(['NewOrder', 'AcceptDispute', 'CompleteOrder'])
  disputed.history[1]!.transactionHash = '0x1'
  expect(shown(disputed, [])).toContain('UpdateDispute')
})
