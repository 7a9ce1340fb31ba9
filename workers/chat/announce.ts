import { and, eq, lt, sql } from 'drizzle-orm'
import { database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import type { Inbox } from './inbox.ts'
import { type InboxFrame, type Message, summaryOf } from './messages.schema.ts'
import { roomMembers, rooms } from './tables.ts'

/** What is needed to reach the inboxes of users, which are named by user id. */
export interface InboxEnv extends AreaEnv {
  INBOXES: DurableObjectNamespace<Inbox>
}

/** What a room has to announce: messages that were not announced, the newest one if the text of any has changed, and read marks. */
interface News {
  messages: Message[]
  newest: Message | undefined
  reads: { userId: number; seq: number }[]
}

/**
 * Writes a room's newest message and read marks to the database and pushes them to inboxes. Each member gets the newest message that is not
 * their own, and `newChat` with the first message of a room; if a text has changed, every member gets `changed`. A reader gets their read
 * mark. Returns the current members. Safe to repeat.
 */
export async function announce(env: InboxEnv, roomId: string, { messages: newMessages, newest, reads }: News): Promise<number[]> {
  const db = database(env)
  const last = newMessages.at(-1)
  const newestText = newest ? summaryOf(newest.message) : ''
  const [members] = await db.batch([
    db.select({ userId: roomMembers.userId }).from(roomMembers).where(eq(roomMembers.roomId, roomId)),
    db
      .update(rooms)
      .set({ lastText: newestText })
      .where(newest ? and(eq(rooms.id, roomId), eq(rooms.lastSeq, newest.seq)) : sql`false`),
    ...(last
      ? [
          db
            .update(rooms)
            .set({ lastSeq: last.seq, lastText: summaryOf(last.message), lastUserId: last.user_id, lastAt: last.at })
            .where(and(eq(rooms.id, roomId), lt(rooms.lastSeq, last.seq))),
          db
            .update(roomMembers)
            .set({ listedAt: sql`(select last_at from rooms where id = ${roomId})` })
            .where(eq(roomMembers.roomId, roomId)),
        ]
      : []),
    ...(reads.length
      ? [
          db.run(sql`update ${roomMembers} set read_seq = max(read_seq, marks.value ->> 'seq')
            from json_each(${JSON.stringify(reads)}) marks where room_id = ${roomId} and user_id = marks.value ->> 'userId'`),
        ]
      : []),
  ])
  const pushes: [number, InboxFrame][] = reads.map((read) => [read.userId, { v: 1, type: 'read', roomId, seq: read.seq }])
  for (const { userId } of members) {
    if (newest) pushes.push([userId, { v: 1, type: 'changed', roomId }])
    const message = newMessages.findLast((one) => one.user_id !== userId)
    if (!message) continue
    if (newMessages[0]!.seq === 1) pushes.push([userId, { v: 1, type: 'newChat', roomId }])
    const { seq, user_id, at } = message
    pushes.push([userId, { v: 1, type: 'message', roomId, seq, userId: user_id, text: summaryOf(message.message), at }])
  }
  // A client whose inbox could not be reached reloads its conversations when it reconnects.
  await Promise.allSettled(pushes.map(([userId, frame]) => push(env, userId, frame)))
  return members.map((member) => member.userId)
}

/** Sends a frame to every open inbox socket of a user. */
export const push = (env: InboxEnv, userId: number, frame: InboxFrame): Promise<void> =>
  env.INBOXES.getByName(String(userId)).push(frame) as Promise<void>
