import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Conversation } from '../../workers/chat/conversations.schema.ts'

const queryClient = new QueryClient()
vi.mock('../lib/api.ts', () => ({ queryClient, chat: {} }))
const { conversationsQuery, updateConversation } = await import('./chat.ts')

const at = (room_id: string, sent: number, text = room_id) =>
  ({ room_id, unread: 2, isMarkedUnread: false, last: { text, userId: 7, at: sent } }) as Conversation
const shown = () =>
  queryClient
    .getQueryData(conversationsQuery.queryKey)!
    .pages[0]!.conversations.map(({ room_id, last, unread }) => [room_id, last?.text, unread])

beforeEach(() =>
  queryClient.setQueryData(conversationsQuery.queryKey, {
    pages: [{ conversations: [at('new', 300), at('old', 100)], next: null, requests: 0, unread: 9 }],
    pageParams: [null],
  }),
)

it('moves a conversation with a newer message to the front', () => {
  updateConversation('old', { last: { text: 'Hello', userId: 8, at: 301 } })
  expect(shown()).toEqual([
    ['old', 'Hello', 2],
    ['new', 'new', 2],
  ])
})

it('keeps the position of an older conversation in the list, and shows that its last message was deleted', () => {
  updateConversation('old', { last: { text: '', userId: 7, at: 100 } })
  expect(shown()).toEqual([
    ['new', 'new', 2],
    ['old', '', 2],
  ])
})

it('keeps the last message of the list if the room still shows an older one', () => {
  updateConversation('new', { last: { text: 'earlier', userId: 7, at: 200 } })
  expect(shown()[0]).toEqual(['new', 'new', 2])
})

const total = () => queryClient.getQueryData(conversationsQuery.queryKey)!.pages[0]!.unread

it('takes what was read from the number of all unread messages, unless the conversation is muted', () => {
  updateConversation('old', { unread: 0 })
  expect(total()).toBe(7)
  updateConversation('old', { unread: 0 })
  updateConversation('other', { unread: 0 })
  expect(total()).toBe(7)
  queryClient.setQueryData(conversationsQuery.queryKey, {
    pages: [
      { conversations: [{ ...at('muted', 2), isMuted: true }], next: '1', requests: 0, unread: 5 },
      { conversations: [{ ...at('marked', 1), unread: 3, isMarkedUnread: true }], next: null, requests: 0, unread: 8 },
    ],
    pageParams: [null, '1'],
  })
  updateConversation('muted', { unread: 0 })
  expect(total()).toBe(5)
  updateConversation('marked', { unread: 0 })
  expect(total()).toBe(3)
})

it('changes the unread count in place, and ignores a room that is not in the list', () => {
  updateConversation('old', { unread: 0 })
  updateConversation('other', { last: { text: 'Hello', userId: 8, at: 900 } })
  expect(shown()).toEqual([
    ['new', 'new', 2],
    ['old', 'old', 0],
  ])
})
