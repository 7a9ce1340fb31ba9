import { and, eq, isNotNull, or } from 'drizzle-orm'
import { database } from '../shared/db.ts'
import type { ChatEnv } from './env.ts'
import { roomsOf } from './export-messages.ts'
import { blocks, chatSettings, roomMembers, rooms } from './tables.ts'

/**
 * Removes a user and their reactions from every room, and their blocks and settings. Their messages in rooms of two users are emptied; in
 * the room of an order they stay, because they are part of the agreement.
 */
export async function eraseUser(env: ChatEnv, userId: number): Promise<void> {
  const db = database(env)
  for await (const { id, pair } of roomsOf(db, userId)) {
    const room = env.ROOMS.getByName(id)
    await room.eraseReactions(userId)
    if (pair !== null) await room.eraseMessages(userId)
    await db.batch([
      db
        .update(rooms)
        .set({ lastText: '' })
        .where(and(eq(rooms.id, id), eq(rooms.lastUserId, userId), isNotNull(rooms.pair))),
      db.delete(roomMembers).where(and(eq(roomMembers.roomId, id), eq(roomMembers.userId, userId))),
    ])
    await room.disconnectMember(userId)
  }
  await db.batch([
    db.delete(blocks).where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId))),
    db.delete(chatSettings).where(eq(chatSettings.userId, userId)),
  ])
  await env.INBOXES.getByName(String(userId)).closeAll()
}
