import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import { inPages, jsonArray } from '../shared/json-stream.ts'
import type { ChatEnv } from './env.ts'
import { roomMembers, rooms } from './tables.ts'

/** Rooms and messages that are in memory at once. */
const ROOMS = 50
const MESSAGES = 500

const roomsOf = (db: Database, userId: number) =>
  inPages(ROOMS, (last?: { id: string }) =>
    db
      .select({ id: rooms.id, orderId: rooms.orderId, pair: rooms.pair, title: rooms.title, createdAt: rooms.createdAt })
      .from(roomMembers)
      .innerJoin(rooms, eq(rooms.id, roomMembers.roomId))
      .where(and(eq(roomMembers.userId, userId), gt(rooms.id, last?.id ?? '')))
      .orderBy(asc(rooms.id))
      .limit(ROOMS),
  )

/** The text of a JSON array of the rooms somebody is in, each with what they wrote there. */
export async function* written(env: ChatEnv, userId: number): AsyncGenerator<string> {
  let before = '['
  for await (const room of roomsOf(database(env), userId)) {
    const messages = inPages(
      MESSAGES,
      (last?: { seq: number }) =>
        env.ROOMS.getByName(room.id).written(userId, last?.seq ?? 0, MESSAGES) as Promise<{ seq: number; text: string; at: number }[]>,
    )
    yield `${before}${JSON.stringify(room).slice(0, -1)},"messages":`
    yield* jsonArray(messages)
    yield '}'
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/**
 * Takes somebody out of every room. What they wrote to somebody in private is emptied; in the room of an order it stays, as part
 * of what was agreed there.
 */
export async function forget(env: ChatEnv, userId: number): Promise<void> {
  const db = database(env)
  for await (const { id, pair } of roomsOf(db, userId)) {
    const room = env.ROOMS.getByName(id)
    if (pair !== null) await room.erase(userId)
    await db.batch([
      db
        .update(rooms)
        .set({ lastText: '' })
        .where(and(eq(rooms.id, id), eq(rooms.lastUserId, userId), isNotNull(rooms.pair))),
      db.delete(roomMembers).where(and(eq(roomMembers.roomId, id), eq(roomMembers.userId, userId))),
    ])
    await room.cutOff(userId)
  }
  await env.INBOXES.getByName(String(userId)).end()
}
