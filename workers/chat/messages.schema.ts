import {
  array,
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
  pipe,
  regex,
  safeParse,
  string,
  transform,
  variant,
} from 'valibot'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { numericId } from '../shared/numbers.schema.ts'
import { isBlank, unmasked } from '../shared/text.schema.ts'
import type { Media } from '../uploads/media.schema.ts'

/** Longest message, in UTF-16 units. */
export const MAX_MESSAGE = 4000
/** Longest frame a browser may send, in UTF-16 units: a longest message with every unit escaped, and its envelope. */
export const MAX_FRAME = 6 * MAX_MESSAGE + 512
/** Messages in one page of history. */
export const HISTORY_PAGE = 50
/** At most this many missed messages are replayed to a socket; one that missed more gets the newest of them. */
export const REPLAY_MAX = 500

/** A message as stored and shown. `seq` counts up by one within its room; `clientId` is what its author named it before it was sent. */
export interface Message {
  id: string
  clientId: string
  seq: number
  user_id: number
  message: { text: string; mimeType: string }
  /** UTC seconds. */
  at: number
}

/** A person in a room. `image` is a media id, `readSeq` the newest message they have seen. */
export interface Member {
  user_id: number
  name: string
  /** Of a wallet, where there is no name. */
  address: string | null
  image: string | null
  readSeq: number
}

/** A listing that is talked about. `price` is micro-USD, of a service the cheapest plan's; 0 without any. */
export interface About {
  id: number
  listType: 'services' | 'jobs' | 'events'
  title: string
  lang: string
  price: number
  hourly: boolean
  picture: Media | null
}

/** A page of a room's history, oldest first; `more` tells whether there are older ones. */
export interface RoomPage {
  room_id: string
  orderId: string | null
  /** What an order's room is about; null in a room of two people. */
  title: string | null
  /** The listing two people last came here from, while it is on offer. */
  about: About | null
  members: Member[]
  messages: Message[]
  more: boolean
}

/** A conversation as listed. `metadata.name`, `image` (a media id) and, without a name, a wallet's `address` are the other member's. */
export interface Conversation {
  room_id: string
  user_ids: number[]
  metadata: { name: string; address: string | null; orderId: string | null; image: string | null; title: string | null }
  last: { text: string; userId: number; at: number } | null
  unread: number
}

/** A text as it is stored: line ends unified, unseen characters and the space around it gone; '' when nothing would show. */
export function cleanText(text: string): string {
  const cleaned = unmasked(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')).trim()
  return isBlank(cleaned) ? '' : cleaned
}

/** The text of a message. The rules' names are codes of the error catalogue. */
export const messageText = pipe(string(), maxLength(MAX_MESSAGE, 'message_too_long'), transform(cleanText), minLength(1, 'message_empty'))

export const clientId = pipe(string(), regex(/^[\w-]{8,64}$/))
export const roomId = pipe(string(), regex(/^[\w-]{22}$/))
const seq = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER))

/** Query of getRoomMessages: the messages before a `seq`, or the newest. */
export const historyQuery = object({
  roomId,
  before: optional(pipe(string(), regex(/^\d{1,15}$/), transform(Number))),
})
/** Body of sendMessage. */
export const sendRequest = object({ roomId, clientId, message: object({ text: messageText }) })
/** Body of markRead: the newest message seen. */
export const readRequest = object({ roomId, seq })
/** Body of openChat: the other person, with the listing it is about, or the order whose room it is. */
export const openChatRequest = object({
  users: pipe(array(numericId), maxLength(2)),
  orderId: optional(roomId),
  listingId: optional(numericId),
})

/** What a browser may send over a room's socket. `clientId` makes a resend harmless; `seq` is the newest message seen. */
export const clientFrame = variant('type', [
  object({ v: literal(1), type: literal('send'), clientId, text: messageText }),
  object({ v: literal(1), type: literal('typing') }),
  object({ v: literal(1), type: literal('read'), seq }),
])
export type ClientFrame = InferOutput<typeof clientFrame>

/** What a room's socket sends. `messages` come without a gap; one that starts later than expected means some were missed. */
export type RoomFrame =
  | { v: 1; type: 'messages'; messages: Message[] }
  | { v: 1; type: 'sent'; clientId: string; message: Message }
  | { v: 1; type: 'presence'; userIds: number[] }
  | { v: 1; type: 'typing'; userId: number }
  | { v: 1; type: 'read'; userId: number; seq: number }
  | { v: 1; type: 'error'; code: ErrorCode; clientId?: string }

/** What a person's inbox socket sends; also what other areas pass to `CHAT.notify`. `newChat`: a room has its first message. `read`: they read a room elsewhere. */
export type InboxFrame =
  | { v: 1; type: 'order'; orderId: string }
  | { v: 1; type: 'application'; id: string; listingId: number; listType: 'jobs' | 'events' }
  | { v: 1; type: 'message'; roomId: string; seq: number; userId: number; text: string; at: number }
  | { v: 1; type: 'newChat'; roomId: string }
  | { v: 1; type: 'read'; roomId: string; seq: number }

/** Why a socket was closed for good; any other close may be followed by a new try. */
export const CLOSED = { ended: 4001, removed: 4003, flood: 4008 } as const

/** Keeps a socket and its presence alive; answered without waking the object. */
export const PING = 'ping'
export const PONG = 'pong'

/** Reads a frame from a browser: the frame, or the code to refuse it with and the client id it was about. */
export function parseClientFrame(raw: string): { frame: ClientFrame } | { code: ErrorCode; clientId?: string } {
  let json: unknown
  try {
    json = JSON.parse(raw)
  } catch {
    return { code: 'bad_request' }
  }
  const result = safeParse(clientFrame, json)
  if (result.success) return { frame: result.output }
  const rule = result.issues[0].message
  const about = safeParse(object({ clientId }), json)
  return {
    code: rule === 'message_too_long' || rule === 'message_empty' ? rule : 'invalid_body',
    ...(about.success && { clientId: about.output.clientId }),
  }
}
