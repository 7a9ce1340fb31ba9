import { and, eq, lt, sql } from 'drizzle-orm'
import { database } from '../shared/db.ts'
import type { ChatEnv } from './env.ts'
import type { InboxFrame, Message } from './messages.schema.ts'
import { roomMembers, rooms } from './tables.ts'

const PREVIEW = 140

/** A message in one line of at most 140 letters, as lists and notices show it. */
const preview = (text: string): string => [...text.replace(/\s+/g, ' ')].slice(0, PREVIEW).join('')

/**
 * Writes a room's newest message and read marks into the database and pushes both to inboxes: of the others for messages
 * (the newest each has not written; with a room's first, that there is one), of the reader for a mark. Answers who is a member now. Safe to repeat.
 */
export async function announce(env: ChatEnv, roomId: string, news: Message[], reads: { userId: number; seq: number }[]): Promise<number[]> {
  const db = database(env)
  const last = news.at(-1)
  const [members] = await db.batch([
    db.select({ userId: roomMembers.userId }).from(roomMembers).where(eq(roomMembers.roomId, roomId)),
    ...(last
      ? [
          db
            .update(rooms)
            .set({ lastSeq: last.seq, lastText: preview(last.message.text), lastUserId: last.user_id, lastAt: last.at })
            .where(and(eq(rooms.id, roomId), lt(rooms.lastSeq, last.seq))),
        ]
      : []),
    ...reads.map((read) =>
      db
        .update(roomMembers)
        .set({ readSeq: sql`max(${roomMembers.readSeq}, ${read.seq})` })
        .where(and(eq(roomMembers.roomId, roomId), eq(roomMembers.userId, read.userId))),
    ),
  ])
  const pushes: [number, InboxFrame][] = reads.map((read) => [read.userId, { v: 1, type: 'read', roomId, seq: read.seq }])
  for (const { userId } of members) {
    const message = news.findLast((one) => one.user_id !== userId)
    if (!message) continue
    if (news[0]!.seq === 1) pushes.push([userId, { v: 1, type: 'newChat', roomId }])
    const { seq, user_id, at } = message
    pushes.push([userId, { v: 1, type: 'message', roomId, seq, userId: user_id, text: preview(message.message.text), at }])
  }
  // An inbox that cannot be reached asks for its conversations again once it connects.
  await Promise.allSettled(pushes.map(([userId, frame]) => push(env, userId, frame)))
  return members.map((member) => member.userId)
}

/** Hands a frame to every open socket of a person. */
export const push = (env: ChatEnv, userId: number, frame: InboxFrame): Promise<void> =>
  env.INBOXES.getByName(String(userId)).push(frame) as Promise<void>
