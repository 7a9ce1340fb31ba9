import { queryOptions } from '@tanstack/react-query'
import type { Conversation, Message, RoomPage } from '../../workers/chat/messages.schema.ts'
import { chat, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The newest page of a room: its members, its subject and its last messages. */
export const roomQuery = (roomId: string) =>
  queryOptions({
    queryKey: keys.room(roomId),
    queryFn: async (): Promise<RoomPage> => (await chat.getRoomMessages.$get({ query: { roomId } })).json(),
    staleTime: 0,
  })

/** The page of messages before message number `before`. */
export const fetchOlderMessages = async (roomId: string, before: number): Promise<RoomPage> =>
  (await chat.getRoomMessages.$get({ query: { roomId, before: String(before) } })).json()

/** The viewer's conversations, newest first. */
export const conversationsQuery = queryOptions({
  queryKey: keys.conversations,
  queryFn: async (): Promise<Conversation[]> => (await (await chat.getConversations.$get()).json()).conversations,
  staleTime: 0,
})

/** Sends a message over HTTP. Requests with the same client id store one message. */
export const postMessage = async (roomId: string, clientId: string, text: string): Promise<Message> =>
  (await (await chat.sendMessage.$post({ json: { roomId, clientId, message: { text } } })).json()).message

/**
 * Shows a change of an open room in the cached list of conversations at once; a newer message moves it to the front. A room that is not in
 * the list appears when the list is loaded again.
 */
export function updateConversation(roomId: string, change: Partial<Pick<Conversation, 'last' | 'unread'>>): void {
  queryClient.setQueryData(conversationsQuery.queryKey, (list) => {
    const one = list?.find((conversation) => conversation.room_id === roomId)
    if (!list || !one) return list
    // A room that opens passes its last message again. That must not move it, nor replace a newer message that the list already shows.
    const newer = change.last ? change.last.at - (one.last?.at ?? 0) : 0
    const changed = { ...one, ...change, ...(newer < 0 && { last: one.last }) }
    if (newer <= 0) return list.map((conversation) => (conversation === one ? changed : conversation))
    return [changed, ...list.filter((conversation) => conversation !== one)]
  })
}
