import type { Conversation } from '../../../workers/chat/conversations.schema.ts'

type Counted = Pick<Conversation, 'unread' | 'isMuted' | 'isMarkedUnread'>

/** The number of unread messages, without those of muted conversations. A conversation that was marked as unread counts as one. */
export const unreadMessages = (conversations: Counted[]): number =>
  conversations.reduce((sum, { unread, isMuted, isMarkedUnread }) => sum + (isMuted ? 0 : Math.max(unread, Number(isMarkedUnread))), 0)
