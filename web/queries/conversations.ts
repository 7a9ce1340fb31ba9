import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { BlockedPage, ChatSettings, ConversationAction, FoundConversations } from '../../workers/chat/conversations.schema.ts'
import type { ConversationReason } from '../../workers/orders/conversation-reports.schema.ts'
import { chat, orders, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The viewer's conversations and messages that a search finds. */
export const foundConversationsQuery = (text: string) =>
  queryOptions({
    queryKey: keys.foundConversations(text),
    queryFn: async ({ signal }): Promise<FoundConversations> =>
      (await chat.searchConversations.$get({ query: { text } }, { init: { signal } })).json(),
    enabled: text !== '',
    staleTime: 0,
    // What was found may be deleted by its author at any time.
    gcTime: 0,
  })

const refresh = (roomId?: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.conversations }),
    queryClient.invalidateQueries({ queryKey: roomId === undefined ? keys.rooms : keys.room(roomId) }),
  ])

/** Archives, mutes or pins a conversation, or marks it as unread. */
export const useChangeConversation = () =>
  useMutation({
    mutationFn: async (json: { roomId: string; action: ConversationAction }) => (await chat.changeConversation.$post({ json })).json(),
    onSuccess: (_, { roomId }) => refresh(roomId),
  })

/** Accepts or declines the request of somebody who has written to the viewer. */
export const useAnswerRequest = () =>
  useMutation({
    mutationFn: async (json: { roomId: string; action: 'accept' | 'decline' }) => (await chat.answerRequest.$post({ json })).json(),
    onSuccess: (_, { roomId }) => refresh(roomId),
  })

/** Blocks or unblocks a member. */
export const useSetBlocked = () =>
  useMutation({
    mutationFn: async ({ userId, isBlocked }: { userId: number; isBlocked: boolean }) => {
      const json = { userId }
      await (isBlocked ? chat.blockUser.$post({ json }) : chat.unblockUser.$post({ json }))
    },
    onSuccess: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: keys.blocked })]),
  })

/** The members whom the viewer has blocked. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: keys.blocked,
  queryFn: async ({ pageParam }): Promise<BlockedPage> =>
    (await chat.getBlocked.$get({ query: { cursor: pageParam ?? undefined } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

/** What the viewer shows of themself in conversations, and when they get a mail about unread messages. */
export const chatSettingsQuery = queryOptions({
  queryKey: keys.chatSettings,
  queryFn: async (): Promise<ChatSettings> => (await chat.getChatSettings.$get()).json(),
})

/** Stores the settings. They are shown at once; if they cannot be stored, the old ones are shown again. */
export const useSetChatSettings = (onError: (error: Error) => void) =>
  useMutation({
    mutationFn: async (json: ChatSettings) => (await chat.setChatSettings.$post({ json })).json(),
    // One after the other, so that the last change is the one that stays.
    scope: { id: 'chatSettings' },
    onMutate: async (chosen) => {
      await queryClient.cancelQueries({ queryKey: keys.chatSettings })
      queryClient.setQueryData(chatSettingsQuery.queryKey, chosen)
    },
    onError: (error) => {
      onError(error)
      return queryClient.invalidateQueries({ queryKey: keys.chatSettings })
    },
  })

/** Reports messages of a conversation to the team. `messages` are their numbers in the room. */
export const useReportMessages = () =>
  useMutation({
    mutationFn: async (json: { roomId: string; messages: number[]; reason: ConversationReason; text: string }) => {
      await orders.addConversationReport.$post({ json })
    },
  })
