import { WorkerEntrypoint } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { type AreaVariables, createArea } from '../shared/area.ts'
import { database } from '../shared/db.ts'
import { byteStream } from '../shared/json-stream.ts'
import { push } from './announce.ts'
import type { ChatEnv } from './env.ts'
import type { InboxFrame } from './messages.schema.ts'
import { messageRoutes } from './messages.ts'
import { forget, written } from './people.ts'
import { openRoom, roomRoutes } from './rooms.ts'
import { roomMembers } from './tables.ts'

export { Limiter } from '../shared/limits.ts'
export { ChatRoom } from './chat-room.ts'
export { Inbox } from './inbox.ts'

const api = new Hono<{ Bindings: ChatEnv; Variables: AreaVariables }>().route('/', roomRoutes).route('/', messageRoutes)

/** Rooms spoken to side by side. */
const AT_ONCE = 50

export type ChatApi = typeof api
export default createArea<ChatEnv>('chat', api as never, [])

/** What the other areas ask of chat. */
export class ChatRpc extends WorkerEntrypoint<ChatEnv> {
  /** The room of an order, opened if need be; answers its id. Safe to repeat and to run twice at once. `title`: what it is about. */
  openRoom({ orderId, users, metadata }: { orderId: string; users: number[]; metadata?: { title?: string } }): Promise<string> {
    return openRoom(this.env, { orderId }, [...new Set(users)], metadata?.title ?? null)
  }

  /** Pushes a frame to the open windows of these people; rejects when one could not be told, so that the caller may try again. */
  async notify(userIds: number[], frame: InboxFrame): Promise<void> {
    await Promise.all(userIds.map((userId) => push(this.env, userId, frame)))
  }

  /** Ends every socket that was opened with these sessions (ids as in `Viewer.session`), wherever it is. Safe to repeat. */
  async endSessions({ userId, sessions }: { userId: number; sessions: string[] }): Promise<void> {
    await this.env.INBOXES.getByName(String(userId)).endSessions(sessions)
    const mine = await database(this.env).select({ id: roomMembers.roomId }).from(roomMembers).where(eq(roomMembers.userId, userId))
    // Which room has a window open nobody keeps: asking them all is rare and cheap, keeping it would be neither.
    for (let i = 0; i < mine.length; i += AT_ONCE) {
      await Promise.all(mine.slice(i, i + AT_ONCE).map(({ id }) => this.env.ROOMS.getByName(id).endSessions(userId, sessions)))
    }
  }

  /** Takes somebody out of a room and ends their sockets in it. */
  async removeMember({ roomId, userId }: { roomId: string; userId: number }): Promise<void> {
    await database(this.env)
      .delete(roomMembers)
      .where(and(eq(roomMembers.roomId, roomId), eq(roomMembers.userId, userId)))
    await this.env.ROOMS.getByName(roomId).cutOff(userId)
  }

  /** The bytes of a JSON array: every room of somebody, with the messages they wrote in it. */
  async written(userId: number): Promise<ReadableStream<Uint8Array>> {
    return byteStream(written(this.env, userId))
  }

  /** Takes somebody whose account was deleted out of every room and ends their sockets. Safe to repeat. */
  async forget(userId: number): Promise<void> {
    await forget(this.env, userId)
  }
}
