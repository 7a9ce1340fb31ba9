import { boolean, maxLength, minLength, object, optional, picklist, pipe, regex, string, trim } from 'valibot'
import { opaqueId } from '../shared/ids.schema.ts'
import { numericId } from '../shared/numbers.schema.ts'

/**
 * In which list a member has a room. `new`: nothing has been sent yet, and the member has not opened the chat. `requests`: somebody they have
 * never dealt with wrote to them. `declined`: such a request that they have declined; it is in the list of these only.
 */
export type Folder = 'new' | 'inbox' | 'requests' | 'declined' | 'archived'

/**
 * A conversation in the list. In `metadata`, `name`, `image` (a media id) and `address` (a wallet, if there is no name) are those of the
 * other member.
 */
export interface Conversation {
  room_id: string
  user_ids: number[]
  metadata: { name: string; address: string | null; orderId: string | null; image: string | null; title: string | null }
  /** The newest message. One that was deleted or is hidden has no text. */
  last: { text: string; userId: number; at: number; isHidden?: boolean } | null
  unread: number
  /** In which list the member has it. */
  folder: Folder
  isPinned: boolean
  isMuted: boolean
  isMarkedUnread: boolean
  /** Whether it is a request that the other member has not accepted. */
  isWaiting: boolean
  /** Whether the member has blocked the other one. */
  isBlocked: boolean
}

/** A page of a member's conversations, pinned ones first, then newest first. */
export interface ConversationPage {
  conversations: Conversation[]
  /** The cursor of the next page; null on the last. */
  next: string | null
  /** How many requests wait for the member's answer, at most 100. */
  requests: number
  /**
   * The number of unread messages in all conversations that are not muted, archived or requests. One that was marked as unread counts as one.
   * Of more than 100 conversations with unread messages, the others are not counted.
   */
  unread: number
}

/** What a list of conversations shows. */
const FILTERS = ['all', 'unread', 'requests', 'declined', 'archived'] as const
export type Filter = (typeof FILTERS)[number]

/** How many messages a member can send before a request is answered. */
export const MAX_WAITING = 5
/** How many conversations a member can pin. */
export const MAX_PINNED = 5
/** Rooms that are waiting are counted up to this number. */
export const MAX_COUNTED = 100
/** Blocked people on a page. */
export const BLOCKED_PAGE = 50
/** How many conversations, and how many messages, a search shows. */
export const MAX_FOUND = 20
/** How many of the newest conversations are searched by the names of their members and orders. */
export const MAX_SEARCHED_ROOMS = 2000
/** Longest text of a search (UTF-16 code units). */
export const MAX_SEARCH = 100

/** After how many hours a member can get a mail about unread messages; 0 for none. */
export const DIGEST_HOURS = [0, 1, 8, 24] as const
export type DigestHours = (typeof DIGEST_HOURS)[number]
export const DEFAULT_DIGEST_HOURS: DigestHours = 8

/** Query of getConversations. `cursor` is the `next` of the previous page: `[time].[room id]`, after `1.` if that room is pinned. */
export const conversationsQuery = object({
  cursor: optional(pipe(string(), regex(/^(1\.)?\d{1,12}\.[\w-]{22}$/, 'cursor'))),
  filter: optional(picklist(FILTERS), 'all'),
})

/** What a member can do with a conversation in their list. */
export const CONVERSATION_ACTIONS = ['archive', 'unarchive', 'mute', 'unmute', 'pin', 'unpin', 'markUnread', 'clearUnread'] as const
export type ConversationAction = (typeof CONVERSATION_ACTIONS)[number]
/** Body of changeConversation. */
export const changeConversationRequest = object({ roomId: opaqueId, action: picklist(CONVERSATION_ACTIONS) })
/** Body of answerRequest. */
export const answerRequestRequest = object({ roomId: opaqueId, action: picklist(['accept', 'decline']) })
/** Body of blockUser and unblockUser. */
export const blockRequest = object({ userId: numericId })
/** Query of getBlocked. `cursor` is the `next` of the previous page. */
export const blockedQuery = object({ cursor: optional(pipe(string(), regex(/^[1-9]\d{0,14}$/, 'cursor'))) })
/** Query of searchConversations. */
export const searchQuery = object({ text: pipe(string(), maxLength(MAX_SEARCH), trim(), minLength(1)) })
/** Body of setChatSettings. */
export const chatSettingsRequest = object({
  showsTyping: boolean(),
  showsSeen: boolean(),
  showsOnline: boolean(),
  digestHours: picklist(DIGEST_HOURS),
})

/** Whether others see a member typing, reading and online, and the member them; and after how many hours unread messages are mailed. */
export interface ChatSettings {
  showsTyping: boolean
  showsSeen: boolean
  showsOnline: boolean
  /** 0 for no mail. */
  digestHours: DigestHours
}

/** A blocked person. `image` is a media id. */
interface BlockedUser {
  user_id: number
  name: string
  /** A wallet address if there is no name. */
  address: string | null
  image: string | null
}

export interface BlockedPage {
  blocked: BlockedUser[]
  /** The cursor of the next page; null on the last. */
  next: string | null
}

/** A message that a search has found. `text` is a part of it, with the first found word where there is one. */
export interface FoundMessage {
  room_id: string
  seq: number
  user_id: number
  text: string
  /** UTC seconds. */
  at: number
}

/** What a search has found: conversations by the names of their members and orders, and messages, both newest first. */
export interface FoundConversations {
  conversations: Conversation[]
  messages: FoundMessage[]
  /** The conversations of the messages that are not in `conversations`. */
  others: Conversation[]
}
