import { sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { isBlockedPair, otherName } from './tables.ts'

/** How long a push waits (seconds). A page that shows the room has marked the message as read by then. */
export const MESSAGE_PUSH_DELAY = 5
/** After this time (seconds) no push about a message is sent any more. The mail about unread messages remains. */
const MAX_PUSH_AGE = 86_400

/** A conversation with messages that a member has not read, for a push. */
export interface MessagePush {
  userId: number
  roomId: string
  /** The name of the other member; '' if there is none. */
  name: string
  /** The title of the order; '' in a room of two people. */
  title: string
  /** When the newest message was sent, UTC seconds. */
  at: number
}

/** Claims what is due at a time, at most `limit` conversations. */
export const claimDuePushes = (at: number, limit: number) => sql`update room_members set push_due = null
  where rowid in (select rowid from room_members where push_due <= ${at} order by push_due limit ${limit})
  returning user_id as userId, room_id as roomId`

/** Claims the pushes that are due, at most `limit`, so that no other run sends them: each is sent at most once. */
export async function claimMessagePushes(db: Database, limit: number): Promise<MessagePush[]> {
  const at = now()
  const claimed = await db.all<{ userId: number; roomId: string }>(claimDuePushes(at, limit))
  if (!claimed.length) return []
  return db.all<MessagePush>(sql`select m.user_id as userId, m.room_id as roomId, coalesce(r.title, '') as title, r.last_at as at,
      coalesce(${otherName}, '') as name
    from json_each(${JSON.stringify(claimed)}) c
      join room_members m on m.room_id = c.value ->> 'roomId' and m.user_id = c.value ->> 'userId'
      join rooms r on r.id = m.room_id
    where m.folder = 'inbox' and not m.muted and not (${isBlockedPair}) and r.last_seq > m.read_seq and r.last_user_id <> m.user_id
      and r.last_at > ${at - MAX_PUSH_AGE}`)
}
