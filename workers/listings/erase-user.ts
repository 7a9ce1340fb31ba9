import { and, eq, exists, inArray, not, or, sql } from 'drizzle-orm'
import { orders } from '../orders/tables.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { publications, savedListings, savedLists, savedMatches, savedSearches } from './saved-tables.ts'
import { removePerson } from './search/people.ts'
import { applications, listingMedia, listings, suspendedListings } from './tables.ts'

/**
 * Deletes the listings, applications, saved lists and saved searches of a deleted account. A listing with orders stays as an empty hidden
 * row, because orders refer to its id; the orders have their own copy of its texts.
 */
export async function eraseUser(db: Database, userId: number): Promise<void> {
  const isOwn = eq(listings.userId, userId)
  const ids = db.select({ id: listings.id }).from(listings).where(isOwn)
  const hasOrders = exists(db.select({ one: sql`1` }).from(orders).where(eq(orders.serviceId, listings.id)))
  await db.batch([
    db.run(sql`delete from listings_fts where rowid in (select id from listings where user_id = ${userId})`),
    db.run(sql`delete from people_terms where rowid = ${userId}`),
    db.run(sql`delete from search_terms where rowid in (select id from listings where user_id = ${userId})`),
    db.run(sql`delete from listing_terms where rowid in (select id from listings where user_id = ${userId})`),
    db.run(removePerson(userId)),
    db.delete(applications).where(or(eq(applications.userId, userId), inArray(applications.listingId, ids))),
    db.delete(savedSearches).where(eq(savedSearches.userId, userId)),
    db.delete(savedMatches).where(or(eq(savedMatches.userId, userId), inArray(savedMatches.listingId, ids))),
    db.delete(publications).where(inArray(publications.listingId, ids)),
    db.delete(savedLists).where(eq(savedLists.userId, userId)),
    // The saves of others have a copy of the title.
    db.delete(savedListings).where(or(eq(savedListings.userId, userId), inArray(savedListings.listingId, ids))),
    db.delete(suspendedListings).where(eq(suspendedListings.userId, userId)),
    db.delete(listingMedia).where(inArray(listingMedia.listingId, ids)),
    db.delete(listings).where(and(isOwn, not(hasOrders))),
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
      .where(isOwn),
  ])
}
