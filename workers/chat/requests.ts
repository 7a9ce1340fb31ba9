import { sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import type { Folder } from './conversations.schema.ts'

/**
 * Returns whether two members have dealt with each other: by an order for which both agreed, so that it has a room, or by an application of
 * one to a listing of the other.
 */
export async function readDealings(db: Database, one: number, other: number): Promise<boolean> {
  const pairs = [
    [one, other],
    [other, one],
  ]
  const conditions = pairs.map(
    ([first, second]) => sql`exists (select 1 from orders where buyer_id = ${first} and seller_id = ${second} and room_id is not null)
      or exists (select 1 from applications a join listings l on l.id = a.listing_id where a.user_id = ${first} and l.user_id = ${second})`,
  )
  const [row] = await db.all<{ dealt: number }>(sql`select ${sql.join(conditions, sql` or `)} as dealt`)
  return row?.dealt === 1
}

/**
 * Puts a room of two members into their lists once `author` writes in it. The author has it among their conversations; so has the other member
 * if they have dealt with the author, else they have it among their requests. Only a member's own message takes back their decline. Returns
 * whether anything has changed.
 */
export async function settleFolders(db: Database, roomId: string, author: number, haveDealt: boolean): Promise<boolean> {
  const ofOther: Folder = haveDealt ? 'inbox' : 'requests'
  const { rowsAffected } = await db.run(sql`update room_members set folder = iif(user_id = ${author}, 'inbox', ${ofOther})
    where room_id = ${roomId} and folder in ('new', 'requests', 'declined')
      and (user_id = ${author} or folder = 'new' or (folder = 'requests' and ${ofOther} = 'inbox'))`)
  return rowsAffected > 0
}
