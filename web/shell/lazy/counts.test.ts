import { expect, test } from 'vitest'
import { unreadMessages } from './counts.ts'

test('counts the unread messages of all conversations', () => {
  expect(unreadMessages([])).toBe(0)
  expect(unreadMessages([{ unread: 2 }, { unread: 0 }, { unread: 5 }])).toBe(7)
})
