import { expect, test } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { BEFORE_ACCEPTANCE, notificationOfStep } from './order-notifications.schema.ts'
import { STATE_MACHINE, VERBS } from './orders.schema.ts'

const parties = { buyer: '0xB', seller: '0x5' }
/** The kind and the receivers of the notification of the last event in a transaction. */
const notified = (events: string[], args: Record<string, unknown> = {}) => {
  const found = notificationOfStep({ name: events.at(-1)!, args, transactionEvents: events }, parties)
  return found && [found.kind, ...found.to]
}

test.each([
  [['NewOrder'], ['orderPlaced', 'seller']],
  [['AcceptOrder'], ['orderAccepted', 'buyer']],
  [['RejectOrder'], ['orderRejected', 'buyer']],
  [['CancelOrder'], ['orderCancelled', 'seller']],
  [['DeliverOrder'], ['orderDelivered', 'buyer']],
  [['CompleteOrder'], ['orderCompleted', 'seller']],
  [['DisputeOrder'], ['disputeOpened', 'seller']],
  [['UpdateDispute'], ['disputeLowered', 'seller']],
  [['CounterDispute'], ['disputeOffered', 'buyer']],
])('%j notifies the other party', (events, expected) => expect(notified(events)).toEqual(expected))

test('the events that a buyer alone can cause before the acceptance are the payment and the moves of a proposed order', () => {
  const moves = Object.keys(STATE_MACHINE.proposed.buyer) as (keyof typeof VERBS)[]
  expect(BEFORE_ACCEPTANCE).toEqual(['NewOrder', ...moves.map((verb) => VERBS[verb].event)])
})

test('an agreement notifies the party that did not send the transaction, once', () => {
  expect(notified(['AcceptDispute'])).toEqual(['disputeAgreed', 'buyer'])
  expect(notified(['UpdateDispute', 'CompleteOrder', 'AcceptDispute'])).toEqual(['disputeAgreed', 'seller'])
  expect(notified(['AcceptDispute', 'CompleteOrder', 'UpdateDispute'])).toBeNull()
  expect(notified(['AcceptDispute', 'CompleteOrder'])).toBeNull()
})

test.each([
  ['ClaimDelivered', 'orderReleased'],
  ['ResolveDispute', 'disputeDecided'],
  ['SettleStaleDispute', 'disputeSettled'],
])('%s notifies the parties that did not send it, and its payout notifies nobody', (event, kind) => {
  expect(notified([event], { by: '0xB' })).toEqual([kind, 'seller'])
  expect(notified([event], { by: '0x5' })).toEqual([kind, 'buyer'])
  expect(notified([event], { by: '0xA' })).toEqual([kind, 'buyer', 'seller'])
  expect(notified([event, 'CompleteOrder'])).toBeNull()
})

test('a payment that could not be sent notifies only the party that it is owed to, without its amount', () => {
  const step = { name: 'Owed', transactionEvents: ['Owed', 'CompleteOrder'] }
  expect(notificationOfStep({ ...step, args: { who: '0x5', amount: '5' } }, parties)).toEqual({ kind: 'paymentOwed', to: ['seller'] })
  expect(notificationOfStep({ ...step, args: { who: '0xB', amount: '5' } }, parties)).toEqual({ kind: 'paymentOwed', to: ['buyer'] })
  expect(notificationOfStep({ ...step, args: { who: '0xA', amount: '5' } }, parties)).toEqual({ kind: 'paymentOwed', to: [] })
})

test('the refund that an event names is part of the notification', () => {
  const step = { name: 'CounterDispute', args: { amount: '2550' }, transactionEvents: ['CounterDispute'] }
  expect(notificationOfStep(step, parties)).toEqual({ kind: 'disputeOffered', to: ['buyer'], refundBps: 2550 })
})

test('every event of an order in the contract has a notification, and no other name has one', () => {
  const events = orderBookAbi.filter((part) => part.type === 'event')
  const ofOrders = events.filter(({ inputs }) => inputs.some(({ name }) => name === 'orderId')).map(({ name }) => name)
  expect(ofOrders.length).toBeGreaterThan(11)
  expect(ofOrders.filter((name) => notified([name]) === null)).toEqual([])
  expect([notified(['FeesChanged']), notified(['constructor']), notified(['__proto__'])]).toEqual([null, null, null])
})
