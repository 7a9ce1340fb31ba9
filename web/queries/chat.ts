import { queryOptions } from '@tanstack/react-query'
import type { Conversation, Message, RoomPage } from '../../workers/chat/messages.schema.ts'
import { chat, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The newest page of a room: who is in it, what it is about, its last messages. */
export const roomQuery = (roomId: string) =>
  queryOptions({
    queryKey: keys.room(roomId),
    queryFn: async (): Promise<RoomPage> => (await chat.getRoomMessages.$get({ query: { roomId } })).json(),
    staleTime: 0,
  })

/** The page of messages older than `before`. */
export const olderMessages = async (roomId: string, before: number): Promise<RoomPage> =>
  (await chat.getRoomMessages.$get({ query: { roomId, before: String(before) } })).json()

/** Everyone one talks with, newest first. */
export const conversationsQuery = queryOptions({
  queryKey: keys.conversations,
  queryFn: async (): Promise<Conversation[]> => (await (await chat.getConversations.$get()).json()).conversations,
  staleTime: 0,
})

/** Sends over HTTP what the socket could not; the client id keeps it from being there twice. */
export const postMessage = async (roomId: string, clientId: string, text: string): Promise<Message> =>
  (await (await chat.sendMessage.$post({ json: { roomId, clientId, message: { text } } })).json()).message

/** Opens the room with another member, new or not; resolves with its id. `listingId` is the listing of theirs it is about. */
export const openRoom = async (userId: number, listingId?: number): Promise<string> =>
  (await (await chat.openChat.$post({ json: { users: [userId], listingId } })).json()).roomId

/** Lets the list of conversations show at once what happened in an open room; the server's answer follows, and brings a room that is new there. */
export function showInList(roomId: string, change: Partial<Pick<Conversation, 'last' | 'unread'>>): void {
  queryClient.setQueryData(conversationsQuery.queryKey, (list) => {
    const one = list?.find((conversation) => conversation.room_id === roomId)
    if (!list || !one) return list
    const changed = { ...one, ...change }
    if (!change.last) return list.map((conversation) => (conversation === one ? changed : conversation))
    return [changed, ...list.filter((conversation) => conversation !== one)]
  })
}
