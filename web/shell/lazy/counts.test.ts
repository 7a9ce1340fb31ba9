import { expect, test } from 'vitest'
import { STATUS } from '../../../workers/orders/orders.schema.ts'
import { openAnswers, unreadMessages } from './counts.ts'

const order = (status: (typeof STATUS)[number], seller_id: number, buyer_id: number) => ({
  status_: STATUS.indexOf(status),
  seller_id,
  buyer_id,
})

test('counts the unread messages of all conversations', () => {
  expect(unreadMessages([])).toBe(0)
  expect(unreadMessages([{ unread: 2 }, { unread: 0 }, { unread: 5 }])).toBe(7)
})

test('counts an order only for the member whose turn it is', () => {
  const every = STATUS.map((status) => order(status, 1, 2))
  expect(openAnswers(every, 1)).toBe(1)
  expect(openAnswers(every, 2)).toBe(1)
  expect(openAnswers(every, 3)).toBe(0)
  expect(openAnswers([order('proposed', 1, 2), order('delivered', 2, 1), order('delivered', 1, 2)], 1)).toBe(2)
})
