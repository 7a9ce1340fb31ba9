import { sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { isBlockedPair, otherName } from './tables.ts'

/** After this time (seconds) a mail is due again if the run that claimed it has ended without a result. */
const CLAIM_SECONDS = 600
/** How many conversations of a member a mail names. */
const MAX_NAMED = 10

/** What a member has not read, for a mail: the newest conversations, and all unread messages in them and in the others. */
export interface Digest {
  userId: number
  /** The number of unread messages. */
  count: number
  /** `name` is the other member's name, or the title of the order if they have none. */
  conversations: { roomId: string; name: string; unread: number }[]
}

/** When the next mail to a member is due (UTC seconds); null once their unread messages are mailed. */
export interface DigestResult {
  userId: number
  due: number | null
}

interface Row {
  userId: number
  roomId: string
  name: string
  unread: number
}

/** The most conversations that are due and are read to find the members of one run. */
const MAX_DUE = 1000

/** Claims what is due at a time, of at most `limit` members. Without the name of its index, SQLite reads the conversations of everybody. */
export const claimDue = (at: number, limit: number) => sql`
  update room_members set digest_due = ${at + CLAIM_SECONDS} where digest_due <= ${at} and user_id in (select distinct user_id from
      (select user_id from room_members indexed by room_members_digest where digest_due <= ${at} order by digest_due limit ${MAX_DUE})
    limit ${limit})
  returning user_id as userId`

/**
 * Claims the mails that are due, of at most `limit` members, so that no other run sends them. A mail has all unread conversations of its
 * member, without muted ones, requests, and those with somebody whom they have blocked. Members who have read everything meanwhile get none.
 */
export async function claimDigests(db: Database, limit: number): Promise<Digest[]> {
  const at = now()
  const claimed = await db.all<{ userId: number }>(claimDue(at, limit))
  const userIds = [...new Set(claimed.map(({ userId }) => userId))]
  if (!userIds.length) return []
  const rows = await db.all<Row>(sql`select m.user_id as userId, m.room_id as roomId, r.last_seq - m.read_seq as unread,
      coalesce(${otherName}, r.title, '') as name
    from room_members m join rooms r on r.id = m.room_id
    where m.user_id in (select value from json_each(${JSON.stringify(userIds)})) and m.folder = 'inbox' and not m.muted and not (${isBlockedPair})
      and (m.last_seq > m.read_seq or m.marked_unread = 1) and r.last_seq > m.read_seq
    order by m.listed_at desc`)
  const digests = userIds.map((userId): Digest => {
    const unread = rows.filter((row) => row.userId === userId)
    const count = unread.reduce((sum, row) => sum + row.unread, 0)
    return { userId, count, conversations: unread.slice(0, MAX_NAMED).map(({ userId: _, ...row }) => row) }
  })
  await endDigests(
    db,
    digests.filter(({ count }) => count === 0).map(({ userId }) => ({ userId, due: null })),
  )
  return digests.filter(({ count }) => count > 0)
}

/** Stores what became of claimed mails. One mail is about all conversations of a member, so none of them stays due. */
export async function endDigests(db: Database, results: DigestResult[]): Promise<void> {
  if (!results.length) return
  await db.run(sql`update room_members set digest_due = e.value ->> '$.due' from json_each(${JSON.stringify(results)}) e
    where user_id = e.value ->> '$.userId' and digest_due is not null`)
}

/** Turns off the mails about unread messages. */
export async function turnOffDigest(db: Database, userId: number): Promise<void> {
  await db.batch([
    db.run(sql`insert into chat_settings (user_id, digest_hours) select id, 0 from users where id = ${userId} and deleted_at is null
      on conflict (user_id) do update set digest_hours = 0`),
    db.run(sql`update room_members set digest_due = null where user_id = ${userId} and digest_due is not null`),
  ])
}
