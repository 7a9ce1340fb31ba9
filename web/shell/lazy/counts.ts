import type { Conversation } from '../../../workers/chat/messages.schema.ts'

/** The number of unread messages. */
export const unreadMessages = (conversations: Pick<Conversation, 'unread'>[]): number =>
  conversations.reduce((sum, { unread }) => sum + unread, 0)
