import { literal, maxLength, minLength, object, pipe, string, variant } from 'valibot'

/** Longest message, in UTF-16 units. */
export const MAX_MESSAGE = 4000

/** A message as stored and shown. `seq` counts up by one within its room. */
export interface Message {
  id: string
  seq: number
  user_id: number
  message: { text: string; mimeType: string }
  at: number
}

/** A conversation as listed. */
export interface Conversation {
  room_id: string
  user_ids: number[]
  metadata: { name: string; orderId: string | null; image: string | null; title: string | null }
  last: { text: string; userId: number; at: number } | null
  unread: number
}

/** What a browser may send over a room's socket. `clientId` makes a resend harmless. */
export const clientFrame = variant('type', [
  object({
    v: literal(1),
    type: literal('send'),
    clientId: pipe(string(), minLength(8), maxLength(64)),
    text: pipe(string(), minLength(1), maxLength(MAX_MESSAGE)),
  }),
  object({ v: literal(1), type: literal('typing') }),
])

/** What a room's socket sends. */
export type RoomFrame =
  | { v: 1; type: 'messages'; messages: Message[] }
  | { v: 1; type: 'sent'; clientId: string; message: Message }
  | { v: 1; type: 'presence'; userIds: number[] }
  | { v: 1; type: 'typing'; userId: number }
  | { v: 1; type: 'error'; code: string; clientId?: string }

/** What a person's inbox socket sends; also what other areas pass to `CHAT.notify`. */
export type InboxFrame =
  | { v: 1; type: 'order'; orderId: string }
  | { v: 1; type: 'message'; roomId: string; seq: number; userId: number; text: string; at: number }
  | { v: 1; type: 'newChat'; roomId: string }
