import { and, asc, eq, exists, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import { profiles } from '../auth/tables.ts'
import { orders } from '../orders/tables.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { indexed, unindexed } from './index-terms.ts'
import { applications, listingMedia, listings } from './tables.ts'

/** Listings indexed anew in one batch. */
const PART = 100

/** Writes somebody's listings into the search index with the name they go by now. */
export async function renamed(db: Database, userId: number): Promise<void> {
  for (let after = 0; ; ) {
    const [[profile], rows] = await db.batch([
      db.select({ name: profiles.name }).from(profiles).where(eq(profiles.userId, userId)),
      db
        .select()
        .from(listings)
        .where(and(eq(listings.userId, userId), eq(listings.enabled, true), isNull(listings.deletedAt), gt(listings.id, after)))
        .orderBy(asc(listings.id))
        .limit(PART),
    ])
    const [first, ...rest] = rows.flatMap((row) => [db.run(unindexed(row.id)), db.run(indexed(row.id, profile?.name ?? '', row))])
    if (!first) return
    await db.batch([first, ...rest])
    after = rows.at(-1)!.id
  }
}

/**
 * Takes everything somebody listed out of search, pages and database, and whatever they applied for. Of what was ordered an empty row stays, hidden, as orders
 * refer to it by its number; what it said is in the orders themselves.
 */
export async function forget(db: Database, userId: number): Promise<void> {
  const mine = eq(listings.userId, userId)
  const ids = db.select({ id: listings.id }).from(listings).where(mine)
  const ordered = exists(db.select({ one: sql`1` }).from(orders).where(eq(orders.serviceId, listings.id)))
  await db.batch([
    db.run(sql`delete from listings_fts where rowid in (select id from listings where user_id = ${userId})`),
    db.delete(applications).where(or(eq(applications.userId, userId), inArray(applications.listingId, ids))),
    db.delete(listingMedia).where(inArray(listingMedia.listingId, ids)),
    db.delete(listings).where(and(mine, not(ordered))),
    db
      .update(listings)
      .set({
        enabled: false,
        deletedAt: sql`coalesce(${listings.deletedAt}, ${now()})`,
        title: '',
        descriptionPreview: '',
        description: '',
        options: '{}',
        details: '{}',
        country: null,
        city: null,
        cityId: null,
      })
      .where(mine),
  ])
}
