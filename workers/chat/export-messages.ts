import { and, asc, eq, gt } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import { inPages, jsonArray } from '../shared/json-stream.ts'
import type { ChatEnv } from './env.ts'
import type { OwnMessage } from './message-store.ts'
import { roomMembers, rooms } from './tables.ts'

/** How many rooms and messages are read at once. */
const ROOM_PAGE = 50
const MESSAGE_PAGE = 500

/** Reads all rooms of a user, page by page. */
export const roomsOf = (db: Database, userId: number) =>
  inPages(ROOM_PAGE, (last?: { id: string }) =>
    db
      .select({
        id: rooms.id,
        orderId: rooms.orderId,
        pair: rooms.pair,
        title: rooms.title,
        createdAt: rooms.createdAt,
        folder: roomMembers.folder,
        pinned: roomMembers.pinned,
        muted: roomMembers.muted,
        markedUnread: roomMembers.markedUnread,
      })
      .from(roomMembers)
      .innerJoin(rooms, eq(rooms.id, roomMembers.roomId))
      .where(and(eq(roomMembers.userId, userId), gt(rooms.id, last?.id ?? '')))
      .orderBy(asc(rooms.id))
      .limit(ROOM_PAGE),
  )

/** Writes a JSON array of the rooms of a user, each with the messages and files that the user sent there and the reactions that they gave. */
export async function* exportMessages(env: ChatEnv, userId: number): AsyncGenerator<string> {
  let prefix = '['
  for await (const room of roomsOf(database(env), userId)) {
    const messages = inPages(
      MESSAGE_PAGE,
      (last?: { seq: number }) => env.ROOMS.getByName(room.id).messagesOf(userId, last?.seq ?? 0, MESSAGE_PAGE) as Promise<OwnMessage[]>,
    )
    const reactions = inPages(
      MESSAGE_PAGE,
      (last?: { seq: number }) =>
        env.ROOMS.getByName(room.id).reactionsOf(userId, last?.seq ?? 0, MESSAGE_PAGE) as Promise<{ seq: number; emoji: string[] }[]>,
    )
    yield `${prefix}${JSON.stringify(room).slice(0, -1)},"messages":`
    yield* jsonArray(messages)
    yield ',"reactions":'
    yield* jsonArray(reactions)
    yield '}'
    prefix = ','
  }
  yield prefix === '[' ? '[]' : ']'
}
