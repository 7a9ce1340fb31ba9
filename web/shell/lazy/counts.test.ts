import { expect, test } from 'vitest'
import { unreadMessages } from './counts.ts'

const unread = (count: number, more: { isMuted?: boolean; isMarkedUnread?: boolean } = {}) => ({
  unread: count,
  isMuted: false,
  isMarkedUnread: false,
  ...more,
})

test('counts the unread messages of all conversations that are not muted', () => {
  expect(unreadMessages([])).toBe(0)
  expect(unreadMessages([unread(2), unread(0), unread(5), unread(9, { isMuted: true })])).toBe(7)
})

test('counts a conversation that was marked as unread as one', () => {
  expect(unreadMessages([unread(0, { isMarkedUnread: true }), unread(3, { isMarkedUnread: true })])).toBe(4)
  expect(unreadMessages([unread(0, { isMarkedUnread: true, isMuted: true })])).toBe(0)
})
