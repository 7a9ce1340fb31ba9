import {
  array,
  boolean,
  check,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
  transform,
  union,
  variant,
} from 'valibot'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { numericId } from '../shared/numbers.schema.ts'
import { isBlank, unmasked } from '../shared/text.schema.ts'
import type { Media } from '../uploads/media.schema.ts'
import { MESSAGE_FILES_MAX, type MessageFile } from '../uploads/message-files.schema.ts'
import type { Conversation } from './conversations.schema.ts'
import { type NewOffer, type Offer, offerContent } from './offers.schema.ts'

/** Maximum length of a message in UTF-16 code units. */
export const MAX_MESSAGE = 8000
/** Maximum length of a client frame in UTF-16 code units: the longest message with every unit escaped, plus its envelope. */
export const MAX_FRAME = 6 * MAX_MESSAGE + 512
/** The reactions that a member can give; each at most once to a message. */
export const REACTIONS = ['👍', '❤️', '😄', '🎉', '🙏', '👀'] as const
/** The longest excerpt of a message in a reply, and the longest preview in a list (code points). */
const PREVIEW_LENGTH = 140

/** A text as one line of at most 140 code points, for lists, notifications and excerpts. */
const preview = (text: string): string => [...text.replace(/\s+/g, ' ')].slice(0, PREVIEW_LENGTH).join('')

/** Conversations on a page of getConversations. */
export const CONVERSATIONS_PAGE = 50
/** Messages per page of history. */
export const HISTORY_PAGE = 50
/** At most this many missed messages are replayed to a socket: the newest ones. */
export const REPLAY_MAX = 1000

/** The message that a reply answers, as it is now. `text` is a preview, empty if the message was deleted or is hidden. */
export interface Excerpt {
  id: string
  seq: number
  user_id: number
  text: string
  isHidden?: true
}

const namesOf = (files: { name: string }[]): string => `📎 ${files.map(({ name }) => name).join(', ')}`

/** All words of a message, which searches find and reports have: its text and the names of its files. '' if it was deleted. */
export const wordsOf = ({ text, files }: Message['message']): string => [text, files ? namesOf(files) : ''].filter(Boolean).join('\n')

/** What lists, notifications and replies show of a message: its text, else the names of its files. '' if it was deleted. */
export const summaryOf = ({ text, files }: Message['message']): string => preview(text || !files ? text : namesOf(files))

/** Whether a message was deleted or is hidden: it has neither a text nor files. */
export const isDeleted = ({ text, files }: Message['message']): boolean => !text && !files

/** What a reply to a message shows of it. */
export const excerptOf = ({ id, seq, user_id, message, isHidden }: Omit<Message, 'clientId' | 'at'>): Excerpt =>
  isHidden ? { id, seq, user_id, text: '', isHidden } : { id, seq, user_id, text: summaryOf(message) }

/** A reaction to a message, and the members who gave it. */
export interface Reaction {
  emoji: (typeof REACTIONS)[number]
  userIds: number[]
}

/**
 * A message; a deleted one has an empty text and no files. `seq` increases by one within its room. `clientId` is chosen by the author's
 * client before sending. `rev` is the number of the last change in its room, missing if it was never changed; `edits` is the number of
 * edits.
 */
export interface Message {
  id: string
  clientId: string
  seq: number
  user_id: number
  /** `files` is missing if there are none. A message with files may have an empty text. */
  message: { text: string; mimeType: string; files?: MessageFile[] }
  /** UTC seconds. */
  at: number
  rev?: number
  edits?: number
  replyTo?: Excerpt
  reactions?: Reaction[]
  /** An admin has hidden it. It then has neither a text nor files, replies, reactions or an offer, for its author too. */
  isHidden?: true
  /** The terms of a message with the mimeType `offer`, whose `edits` is the number of changes of the offer. */
  offer?: Offer
}

/** A message as other areas read it. `at` is in UTC seconds. */
export interface RoomMessage {
  seq: number
  userId: number
  text: string
  at: number
}

/** A member of a room. `image` is a media id, `readSeq` the newest message they have read. */
export interface Member {
  user_id: number
  name: string
  /** A wallet address if there is no name. */
  address: string | null
  image: string | null
  readSeq: number
}

/**
 * The listing a conversation is about. `price` is in micro-USD; for a service it is the price of the cheapest plan. It is 0 if there is no
 * price.
 */
export interface About {
  id: number
  listType: 'services' | 'jobs' | 'events'
  title: string
  lang: string
  price: number
  hourly: boolean
  picture: Media | null
}

/** A page of a room's history, oldest first. `more` says whether there are older messages. */
export interface RoomPage {
  room_id: string
  orderId: string | null
  /** The title of the order; null in a room of two users. */
  title: string | null
  /** The listing from which one of the two users last opened the chat, while it is published. */
  about: About | null
  members: Member[]
  messages: Message[]
  more: boolean
  /** The number of the newest change of a message in the room. */
  rev: number
  /**
   * How the viewer has the room in their list, and whether they have blocked the other member. `canWrite`: whether there is another member to
   * whom they can write in spite of their own blocks, and of their suspension. Who was blocked does not learn of it.
   */
  mine: Pick<Conversation, 'folder' | 'isPinned' | 'isMuted' | 'isMarkedUnread' | 'isWaiting' | 'isBlocked'> & { canWrite: boolean }
}

/**
 * Cleans a text for storage: unifies line ends and removes invisible characters and surrounding white space. Returns '' if nothing visible
 * is left.
 */
export function cleanText(text: string): string {
  const cleaned = unmasked(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')).trim()
  return isBlank(cleaned) ? '' : cleaned
}

/**
 * A text for storage, or ''. Its length is checked again after cleaning, which can write one character as several. The names of the rules are
 * error codes.
 */
const cleanedText = pipe(
  string(),
  maxLength(MAX_MESSAGE, 'message_too_long'),
  transform(cleanText),
  maxLength(MAX_MESSAGE, 'message_too_long'),
)
/** The text of a message. */
const messageText = pipe(cleanedText, minLength(1, 'message_empty'))

const clientId = pipe(string(), regex(/^[\w-]{8,64}$/))
const roomId = opaqueId
const messageId = opaqueId
/** The message that a new one answers. */
const replyTo = optional(messageId)
const emoji = picklist(REACTIONS)
const seq = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER))
/** The number of edits that the author has seen. If there were more, the edit is refused. */
const edits = optional(pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER)))

/** The content of a message: a text, or an offer. */
const content = variant('mimeType', [
  offerContent,
  object({ mimeType: optional(literal('text/plain'), 'text/plain'), text: messageText, replyTo }),
])
/**
 * The content of a new message: an offer, or a text, files or both. `id` is a single file; its name and type come from the upload, so `name`
 * and `mimeType` of the body are ignored.
 */
const newContent = variant('mimeType', [
  offerContent,
  pipe(
    object({
      mimeType: optional(pipe(string(), maxLength(100), regex(/^(?!offer$)/)), 'text/plain'),
      text: optional(cleanedText, ''),
      files: optional(pipe(array(messageId), maxLength(MESSAGE_FILES_MAX))),
      id: optional(messageId),
      replyTo,
    }),
    transform(({ id, files = [], text, replyTo: answered }) => ({
      mimeType: 'text/plain' as const,
      text,
      replyTo: answered,
      files: [...new Set(id ? [...files, id] : files)],
    })),
    check(({ text, files }) => text !== '' || files.length > 0, 'message_empty'),
  ),
])

const historyNumber = optional(pipe(string(), regex(/^\d{1,15}$/), transform(Number)))
/** Query of getRoomMessages: a part of the history, see {@link HistoryPart}. */
export const historyQuery = pipe(
  object({ roomId, before: historyNumber, after: historyNumber, around: historyNumber, from: historyNumber }),
  check(({ roomId: _, ...part }) => Object.values(part).filter((value) => value !== undefined).length <= 1, 'one_part'),
)
/**
 * A part of a room's history: the messages before a `seq`, after one or around one, or around the first message from a time on (UTC
 * seconds). Without any of them it is the newest messages.
 */
export type HistoryPart = Partial<Record<'before' | 'after' | 'around' | 'from', number>>
/** Body of sendMessage: a new message, or a change of one that was sent. Without a `clientId`, the server chooses one. */
export const sendRequest = variant('type', [
  object({ roomId, type: optional(literal('send'), 'send'), clientId: optional(clientId), message: newContent }),
  object({ roomId, type: literal('edit'), messageId, message: content, edits }),
  object({ roomId, type: literal('delete'), messageId }),
  object({ roomId, type: literal('react'), messageId, emoji, isOn: boolean() }),
])
/** Body of markRead: the newest message that was read. */
export const readRequest = object({ roomId, seq })
/** Body of openChat: the other user and the listing the chat is about, or the order whose room it is. */
export const openChatRequest = object({
  users: pipe(array(numericId), maxLength(2)),
  orderId: optional(roomId),
  listingId: optional(numericId),
})

/** Frames that a client may send to a room. `clientId` makes a repeated send harmless; `seq` is the newest message that was read. */
const clientFrame = variant('type', [
  object({ v: literal(1), type: literal('send'), clientId, text: messageText, replyTo }),
  object({ v: literal(1), type: literal('edit'), messageId, text: messageText, edits }),
  object({ v: literal(1), type: literal('delete'), messageId }),
  object({ v: literal(1), type: literal('react'), messageId, emoji, isOn: boolean() }),
  object({ v: literal(1), type: literal('typing') }),
  object({ v: literal(1), type: literal('read'), seq }),
])
export type ClientFrame = InferOutput<typeof clientFrame>

/** A new message of a member. `clientId` makes a repeated send harmless; `replyTo` is the id of the message it answers. */
export interface NewMessage {
  clientId: string
  text: string
  replyTo?: string
  /** The terms, if the message is an offer. Its `text` is then ignored. */
  offer?: NewOffer
  files?: MessageFile[]
}

/**
 * A change of a message: an edit or the deletion by its author (`edits`: the number of edits that the author has seen), or a reaction that a
 * member gives or takes back.
 */
export type MessageChange = { messageId: string } & (
  | { type: 'edit'; text: string; edits?: number }
  | { type: 'delete' }
  | { type: 'react'; emoji: Reaction['emoji']; isOn: boolean }
)

/**
 * Frames that a room sends. `messages` have no gaps; a first seq higher than expected means that some were missed. `changed` has messages
 * as they are after a change, and the newest revision with it. `reload`: too much has changed to send it, so the room must be loaded again.
 * `reads` are the read marks of several members.
 */
export type RoomFrame =
  | { v: 1; type: 'messages'; messages: Message[] }
  | { v: 1; type: 'changed'; rev: number; messages: Message[] }
  | { v: 1; type: 'reload' }
  | { v: 1; type: 'sent'; clientId: string; message: Message }
  | { v: 1; type: 'presence'; userIds: number[] }
  | { v: 1; type: 'typing'; userId: number }
  | { v: 1; type: 'read'; userId: number; seq: number }
  | { v: 1; type: 'reads'; reads: { userId: number; seq: number }[] }
  | ({ v: 1; type: 'error' } & FrameFault)

/**
 * Frames that an inbox sends; other areas pass them to `CHAT.notify`. `newChat`: a room got its first message. `read`: the user read a room
 * on another device. `changed`: the text of a message of a room has changed. `notification`: the user's notifications have changed.
 */
export type InboxFrame =
  | { v: 1; type: 'order'; orderId: string }
  | { v: 1; type: 'application'; id: string; listingId: number; listType: 'jobs' | 'events' }
  | { v: 1; type: 'message'; roomId: string; seq: number; userId: number; text: string; at: number }
  | { v: 1; type: 'newChat'; roomId: string }
  | { v: 1; type: 'changed'; roomId: string }
  | { v: 1; type: 'notification' }
  | { v: 1; type: 'read'; roomId: string; seq: number }

/** Why a client frame is refused, and which message it is about. `limit`: the maximum length of what was too long. */
export interface FrameFault {
  code: ErrorCode
  clientId?: string
  messageId?: string
  limit?: number
}

/** Parses a client frame. */
export function parseClientFrame(raw: string): { frame: ClientFrame } | FrameFault {
  let json: unknown
  try {
    json = JSON.parse(raw)
  } catch {
    return { code: 'bad_request' }
  }
  const result = safeParse(clientFrame, json)
  if (result.success) return { frame: result.output }
  const rule = result.issues[0].message
  const about = safeParse(union([object({ clientId }), object({ messageId })]), json)
  return {
    code: rule === 'message_too_long' || rule === 'message_empty' ? rule : 'invalid_body',
    ...(rule === 'message_too_long' && { limit: MAX_MESSAGE }),
    ...(about.success && about.output),
  }
}
