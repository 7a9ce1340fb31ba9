import { sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { type Message, wordsOf } from './messages.schema.ts'
import { messageTerms } from './search-terms.ts'

/**
 * The messages of a room in a JSON array of objects with `seq`, as `m`, with their rows in `searchable_messages`, as `s`. The cross join
 * makes SQLite look up each message by its seq; else it compares each row of the room with the whole array.
 */
export const joinIndexed = (roomId: string, json: string) =>
  sql`json_each(${json}) m cross join searchable_messages s on s.room_id = ${roomId} and s.seq = m.value ->> 'seq'`

/**
 * Writes messages of a room into the search index as they are now; a deleted one, or one without words, is removed from it. Safe to repeat.
 * The index has terms made from the words of the message, and nothing of a deleted one. Terms that are the same are not written again:
 * removing those of a long message takes most of a second, and a reaction changes none.
 */
export async function indexMessages(db: Database, roomId: string, members: number[], messages: Message[]): Promise<void> {
  const json = JSON.stringify(messages.map(({ seq, message }) => ({ seq, terms: messageTerms(wordsOf(message), members) })))
  const indexed = joinIndexed(roomId, json)
  await db.batch([
    db.run(sql`delete from message_terms where rowid in (select s.id from ${indexed}
      where m.value ->> 'terms' <> (select t.terms from message_terms t where t.rowid = s.id))`),
    db.run(sql`delete from searchable_messages where id in (select s.id from ${indexed} where m.value ->> 'terms' = '')`),
    db.run(sql`insert into searchable_messages (room_id, seq) select ${roomId}, value ->> 'seq' from json_each(${json})
      where value ->> 'terms' <> '' on conflict do nothing`),
    db.run(sql`insert into message_terms (rowid, terms) select s.id, m.value ->> 'terms' from ${indexed}
      where not exists (select 1 from message_terms t where t.rowid = s.id)`),
  ])
}

/** A message that the index has found. */
export interface IndexedMessage {
  roomId: string
  seq: number
}

/** Finds the newest messages of rooms that a member is in and has not declined; `match` is an expression of `matchMessages`. */
export const selectFound = (match: string, userId: number, limit: number) => sql`
  select s.room_id as roomId, s.seq from message_terms join searchable_messages s on s.id = message_terms.rowid
    join room_members m on m.room_id = s.room_id and m.user_id = ${userId} and m.folder <> 'declined'
  where message_terms match ${match} order by message_terms.rowid desc limit ${limit}`
