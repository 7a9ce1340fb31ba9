import { WorkerEntrypoint } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { CALL_LIMITS } from '../shared/call-limits/chat.ts'
import { database } from '../shared/db.ts'
import { byteStream } from '../shared/json-stream.ts'
import { describeError, log } from '../shared/log.ts'
import { push } from './announce.ts'
import { conversationRoutes } from './conversations.ts'
import { claimDigests, type Digest, type DigestResult, endDigests, turnOffDigest } from './digests.ts'
import type { ChatEnv } from './env.ts'
import { eraseUser } from './erase-user.ts'
import { exportMessages } from './export-messages.ts'
import { claimMessagePushes, type MessagePush } from './message-pushes.ts'
import type { InboxFrame, RoomMessage } from './messages.schema.ts'
import { messageRoutes } from './messages.ts'
import type { OfferOrder } from './offer-store.ts'
import { deleteOfferNotifications, type OfferPlace, offerNotifications, offerRoutes, orderOffers, readOffer } from './offers.ts'
import { peopleRoutes } from './people.ts'
import { openRoom, roomRoutes } from './rooms.ts'
import { roomMembers, rooms } from './tables.ts'

export { Limiter } from '../shared/limits.ts'
export { ChatRoom } from './chat-room.ts'
export { Inbox } from './inbox.ts'

const api = new Hono<{ Bindings: ChatEnv; Variables: AreaVariables }>()
  .route('/', roomRoutes)
  .route('/', conversationRoutes)
  .route('/', peopleRoutes)
  .route('/', messageRoutes)
  .route('/', offerRoutes)

/** How many rooms are called, or frames are sent, in parallel. */
const PARALLEL_CALLS = 50

export type ChatApi = typeof api
export default createArea<ChatEnv>('chat', api as never, [], CALL_LIMITS)

/** Calls a room for each place. Returns in the same order what it answered, null for one that failed. */
const inEachRoom = <Place, Answer>(places: Place[], callRoom: (place: Place) => Promise<Answer>): Promise<(Answer | null)[]> =>
  Promise.all(
    places.map((place) =>
      callRoom(place).catch((error: unknown) => {
        log('warn', 'room_not_reached', { error: describeError(error) })
        return null
      }),
    ),
  )

/** Methods of this area that other areas call. */
export class ChatRpc extends WorkerEntrypoint<ChatEnv> {
  /**
   * Returns the id of an order's room and creates it if necessary. Safe to repeat and to run concurrently. `title` is the title of the
   * order.
   */
  openRoom({ orderId, users, metadata }: { orderId: string; users: number[]; metadata?: { title?: string } }): Promise<string> {
    return openRoom(this.env, { orderId }, [...new Set(users)], metadata?.title ?? null)
  }

  /** {@link openRoom} for several orders, in one call. Returns the ids in the same order, null for a room that failed. */
  openRooms(list: Parameters<ChatRpc['openRoom']>[0][]): Promise<(string | null)[]> {
    return Promise.all(
      list.map((room) =>
        this.openRoom(room).catch((error: unknown) => {
          log('warn', 'room_not_opened', { error: describeError(error) })
          return null
        }),
      ),
    )
  }

  /** {@link notify} for several frames, in one call. Returns in the same order whether each reached the inboxes of its users. */
  async notifyMany(list: { userIds: number[]; frame: InboxFrame }[]): Promise<boolean[]> {
    const reached: boolean[] = []
    for (let i = 0; i < list.length; i += PARALLEL_CALLS) {
      const part = await Promise.allSettled(list.slice(i, i + PARALLEL_CALLS).map(({ userIds, frame }) => this.notify(userIds, frame)))
      reached.push(...part.map(({ status }) => status === 'fulfilled'))
      const failed = part.filter((one) => one.status === 'rejected')
      if (failed[0]) log('warn', 'inboxes_not_reached', { count: failed.length, error: describeError(failed[0].reason) })
    }
    return reached
  }

  /** Sends a frame to the inbox sockets of these users. Rejects if an inbox could not be reached, so that the caller can retry. */
  async notify(userIds: number[], frame: InboxFrame): Promise<void> {
    await Promise.all(userIds.map((userId) => push(this.env, userId, frame)))
  }

  /** Closes every socket of these sessions (ids as in `Viewer.session`), in all rooms and the inbox. Safe to repeat. */
  async endSessions({ userId, sessions }: { userId: number; sessions: string[] }): Promise<void> {
    await this.env.INBOXES.getByName(String(userId)).endSessions(sessions)
    const memberships = await database(this.env).select({ id: roomMembers.roomId }).from(roomMembers).where(eq(roomMembers.userId, userId))
    // Which rooms have open sockets is not stored, so all rooms of the user are called; this is rare and cheap.
    for (let i = 0; i < memberships.length; i += PARALLEL_CALLS) {
      await Promise.all(
        memberships.slice(i, i + PARALLEL_CALLS).map(({ id }) => this.env.ROOMS.getByName(id).endSessions(userId, sessions)),
      )
    }
  }

  /** Removes a member from a room and closes their sockets in it. */
  async removeMember({ roomId, userId }: { roomId: string; userId: number }): Promise<void> {
    await database(this.env)
      .delete(roomMembers)
      .where(and(eq(roomMembers.roomId, roomId), eq(roomMembers.userId, userId)))
    await this.env.ROOMS.getByName(roomId).disconnectMember(userId)
  }

  /**
   * Returns the messages of an order's room with these seqs, oldest first; none if the user is not a member of the room. Leaves out
   * deleted messages and hidden ones of this user, but not those of the other member: they may be what a dispute is about.
   */
  async readMessages({ orderId, userId, seqs }: { orderId: string; userId: number; seqs: number[] }): Promise<RoomMessage[]> {
    const [room] = await database(this.env)
      .select({ id: rooms.id })
      .from(rooms)
      .innerJoin(roomMembers, and(eq(roomMembers.roomId, rooms.id), eq(roomMembers.userId, userId)))
      .where(eq(rooms.orderId, orderId))
    return room ? ((await this.env.ROOMS.getByName(room.id).storedMessagesAt(seqs, userId)) as RoomMessage[]) : []
  }

  /** Returns an offer that a member wants to pay, with the number of its changes; or the code why they cannot. */
  readOffer(request: OfferPlace & { userId: number }) {
    return readOffer(this.env, request)
  }

  /**
   * Marks offers as paid by orders. The caller has read the orders from the chain. Safe to repeat. Returns in the same order whether each was
   * found, null for a room that failed.
   */
  orderOffers(paid: (OfferPlace & OfferOrder)[]): Promise<(boolean | null)[]> {
    return orderOffers(this.env, paid)
  }

  /** Returns the oldest pending notifications about offers. They stay until {@link deleteOfferNotifications}. */
  offerNotifications() {
    return offerNotifications(this.env)
  }

  /** Deletes pending notifications that the notifications area has stored. */
  async deleteOfferNotifications(ids: number[]): Promise<void> {
    await deleteOfferNotifications(this.env, ids)
  }

  /**
   * Returns the messages of a room with these seqs, oldest first, without deleted and hidden ones; null if the user is not a member of the
   * room.
   */
  async readReported({ roomId, userId, seqs }: { roomId: string; userId: number; seqs: number[] }): Promise<RoomMessage[] | null> {
    const [member] = await database(this.env)
      .select({ roomId: roomMembers.roomId })
      .from(roomMembers)
      .where(and(eq(roomMembers.roomId, roomId), eq(roomMembers.userId, userId)))
    return member ? ((await this.env.ROOMS.getByName(roomId).messagesAt(seqs)) as RoomMessage[]) : null
  }

  /** Makes rooms read which of their messages are hidden. Safe to repeat. Returns in the same order whether each has done it. */
  async refreshHidden(roomIds: string[]): Promise<boolean[]> {
    const refreshed = await inEachRoom(roomIds, (id) => this.env.ROOMS.getByName(id).refreshHidden())
    return refreshed.map((one) => one !== null)
  }

  /**
   * Returns messages of rooms for admins, also hidden ones, oldest first, without deleted ones. Returns in the same order, null for a room
   * that failed.
   */
  readHidden(places: { roomId: string; seqs: number[] }[]): Promise<(RoomMessage[] | null)[]> {
    const read = ({ roomId, seqs }: (typeof places)[number]) =>
      this.env.ROOMS.getByName(roomId).storedMessagesAt(seqs, null) as Promise<RoomMessage[]>
    return inEachRoom(places, read)
  }

  /** Claims the mails about unread messages that are due, of at most `limit` members. */
  claimDigests(limit: number): Promise<Digest[]> {
    return claimDigests(database(this.env), limit)
  }

  /** Stores what became of claimed mails. */
  endDigests(results: DigestResult[]): Promise<void> {
    return endDigests(database(this.env), results)
  }

  /** Claims the pushes about unread messages that are due, at most `limit`. */
  claimMessagePushes(limit: number): Promise<MessagePush[]> {
    return claimMessagePushes(database(this.env), limit)
  }

  /** Turns off the mails about unread messages to a member. Safe to repeat. */
  turnOffDigest(userId: number): Promise<void> {
    return turnOffDigest(database(this.env), userId)
  }

  /** Streams a JSON array of all rooms of a user, with the messages they wrote. */
  async exportMessages(userId: number): Promise<ReadableStream<Uint8Array>> {
    return byteStream(exportMessages(this.env, userId))
  }

  /** Erases the chat data of a deleted account: removes the user from every room and closes their sockets. Safe to repeat. */
  async eraseUser(userId: number): Promise<void> {
    await eraseUser(this.env, userId)
  }
}
