import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Conversation, ConversationPage, Filter } from '../../workers/chat/conversations.schema.ts'
import type { HistoryPart, Message, MessageChange, RoomPage } from '../../workers/chat/messages.schema.ts'
import { chat, queryClient } from '../lib/api.ts'
import type { Outgoing } from '../lib/outgoing-messages.ts'
import { keys } from '../lib/query-keys.ts'

/** The newest page of a room: its members, its subject and its last messages. */
export const roomQuery = (roomId: string) =>
  queryOptions({
    queryKey: keys.room(roomId),
    queryFn: async (): Promise<RoomPage> => (await chat.getRoomMessages.$get({ query: { roomId } })).json(),
    staleTime: 0,
  })

/** Forgets the stored page of a room. */
export const forgetRoomPage = (roomId: string): void => queryClient.removeQueries({ queryKey: keys.room(roomId) })

/** Raises the read mark of a member in the stored page of a room, which is shown first when the room is opened again. */
export const markPageRead = (roomId: string, userId: number, readSeq: number): void =>
  void queryClient.setQueryData(
    roomQuery(roomId).queryKey,
    (page) => page && { ...page, members: page.members.map((member) => (member.user_id === userId ? { ...member, readSeq } : member)) },
  )

/** A page of messages of a part of a room. */
export const fetchMessages = async (roomId: string, { before, after, around, from }: HistoryPart): Promise<RoomPage> => {
  const text = (value: number | undefined) => value?.toString()
  const part = { before: text(before), after: text(after), around: text(around), from: text(from) }
  return (await chat.getRoomMessages.$get({ query: { roomId, ...part } })).json()
}

/** A list of the viewer's conversations: pinned ones first, then the newest. */
export const conversationsOf = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: keys.conversationsOf(filter),
    queryFn: async ({ pageParam, signal }): Promise<ConversationPage> =>
      (await chat.getConversations.$get({ query: { filter, cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })

/** The list of all conversations. */
export const conversationsQuery = conversationsOf('all')

/** Sends a message over HTTP. Requests with the same client id store one message. */
export async function postMessage(roomId: string, { clientId, text, replyTo, files }: Omit<Outgoing, 'at' | 'failed'>): Promise<Message> {
  const message = { text, replyTo: replyTo?.id, files: files?.map(({ id }) => id) }
  return (await (await chat.sendMessage.$post({ json: { roomId, clientId, message } })).json()).message
}

/** Changes a message and returns it as it is now. */
export const changeMessage = async (roomId: string, change: MessageChange): Promise<Message> => {
  const json = change.type === 'edit' ? { ...change, roomId, message: { text: change.text } } : { ...change, roomId }
  return (await (await chat.sendMessage.$post({ json })).json()).message
}

/** What a conversation adds to the number of unread messages. One that was marked as unread counts as one. */
const countOf = ({ unread, isMuted, isMarkedUnread }: Conversation): number => (isMuted ? 0 : Math.max(unread, Number(isMarkedUnread)))

/**
 * Shows a change of an open room in the cached list of conversations at once; a newer message moves it to the front. A room that is not in
 * the list appears when the list is loaded again.
 */
export function updateConversation(roomId: string, change: Partial<Pick<Conversation, 'last' | 'unread'>>): void {
  queryClient.setQueryData(conversationsQuery.queryKey, (data) => {
    const one = data?.pages.flatMap((page) => page.conversations).find((conversation) => conversation.room_id === roomId)
    if (!data || !one) return data
    // A room that opens passes its last message again. That must not move it, nor replace a newer message that the list already shows.
    const newer = change.last ? change.last.at - (one.last?.at ?? 0) : 0
    const changed = { ...one, ...change, ...(newer < 0 && { last: one.last }) }
    const added = countOf(changed) - countOf(one)
    const pages = data.pages.map((loaded, i) => {
      const page = i === 0 ? { ...loaded, unread: Math.max(0, loaded.unread + added) } : loaded
      if (newer <= 0) return { ...page, conversations: page.conversations.map((other) => (other === one ? changed : other)) }
      const others = page.conversations.filter((other) => other !== one)
      return { ...page, conversations: i === 0 ? [changed, ...others] : others }
    })
    return { ...data, pages }
  })
}
