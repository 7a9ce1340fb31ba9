import { sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { isLasting, isSuspended, sanctions } from '../shared/sanction-tables.ts'
import type { ListingsEnv } from './env.ts'
import { reindexUser } from './reindex-user.ts'
import { indexPerson } from './search/people.ts'
import { listings, suspendedListings } from './tables.ts'

/**
 * Hides the published listings of suspended members, and publishes them again once their owner is no longer suspended: of all members, or of
 * one. Also hides what was published in the moment of the suspension. Safe to repeat.
 */
export async function followSuspensions(db: Database, { INDEXNOW_KEY }: Pick<ListingsEnv, 'INDEXNOW_KEY'>, userId?: number): Promise<void> {
  const isMeant = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  const suspended = sql`select user_id from ${sanctions} where ${isLasting()} and ${isMeant}`
  // The plus sign makes SQLite use the index of the members instead of reading all published listings.
  const toHide = sql`+enabled = 1 and deleted_at is null and user_id in (${suspended})`
  const toShow = sql`select listing_id from ${suspendedListings} where ${isMeant} and not ${isSuspended(suspendedListings.userId)}`
  const announced = sql`insert into changed_listings (listing_id, at) select id, ${now()} from listings
    where ${INDEXNOW_KEY ? 1 : 0} and ((${toHide}) or (deleted_at is null and id in (${toShow})))
    on conflict (listing_id) do update set at = excluded.at`
  const [hidden, , , , shown] = await db.batch([
    db.all<{ userId: number }>(sql`select distinct user_id as userId from listings where ${toHide}`),
    db.run(announced),
    db.run(sql`insert into suspended_listings (listing_id, user_id) select id, user_id from listings where ${toHide}
      on conflict (listing_id) do nothing`),
    db.run(sql`update ${listings} set enabled = 0 where ${toHide}`),
    db.all<{ userId: number }>(sql`select distinct user_id as userId from suspended_listings where listing_id in (${toShow})`),
    // One that was hidden after a report meanwhile is published only once it is shown again, see hide-listing.ts.
    db.run(sql`update ${listings} set enabled = (hidden_at is null), enabled_before = iif(hidden_at is null, enabled_before, 1)
      where deleted_at is null and id in (${toShow})`),
    db.run(sql`delete from suspended_listings where listing_id in (${toShow})`),
  ])
  // The search leaves out listings that are not published, so its index need not be changed when they are hidden.
  for (const { userId: id } of hidden) await indexPerson(db, id)
  for (const { userId: id } of shown) await reindexUser(db, id)
}
