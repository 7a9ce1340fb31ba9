import { and, eq, lt, sql } from 'drizzle-orm'
import { database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { DEFAULT_DIGEST_HOURS } from './conversations.schema.ts'
import type { Inbox } from './inbox.ts'
import { MESSAGE_PUSH_DELAY } from './message-pushes.ts'
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
 * Moves a room to the front of its members' lists: an archived one comes back, unless it is muted. For a member who has unread messages in it
 * now, sets when the mail about them is due, and the push if the member has a browser for it.
 */
const listRoom = (roomId: string, last: Message) => sql`
  update room_members set listed_at = r.last_at, last_seq = r.last_seq,
    folder = iif(folder = 'archived' and not muted, 'inbox', folder),
    digest_due = iif(user_id <> ${last.user_id} and not muted and folder in ('inbox', 'archived') and d.hours > 0,
      coalesce(digest_due, ${last.at} + d.hours * 3600), digest_due),
    push_due = iif(user_id <> ${last.user_id} and not muted and folder in ('inbox', 'archived') and d.devices,
      coalesce(push_due, ${last.at} + ${MESSAGE_PUSH_DELAY}), push_due)
  from (select last_at, last_seq from rooms where id = ${roomId}) r,
    (select m.user_id as member, coalesce(s.digest_hours, ${DEFAULT_DIGEST_HOURS}) as hours,
        exists (select 1 from push_devices p where p.user_id = m.user_id) as devices
      from room_members m left join chat_settings s on s.user_id = m.user_id where m.room_id = ${roomId}) d
  where room_id = ${roomId} and user_id = d.member`

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
          db.run(listRoom(roomId, last)),
        ]
      : []),
    ...(reads.length
      ? [
          db.run(sql`update ${roomMembers} set read_seq = max(read_seq, marks.value ->> 'seq'), marked_unread = 0,
              digest_due = iif(marks.value ->> 'seq' >= last_seq, null, digest_due),
              push_due = iif(marks.value ->> 'seq' >= last_seq, null, push_due)
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
