import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Not in tables.ts, because auth imports that file, and its worker must stay small.

/** Lists of saved listings. A member's first save creates one without a name, which pages call "Saved". */
export const savedLists = sqliteTable(
  'saved_lists',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    name: text('name').notNull(),
    /** The secret of the link by which anybody can read the list; null if it is not shared. */
    token: text('token'),
    createdAt: integer('created_at').notNull(),
    /** When a listing was last saved to it. A save that names no list goes to the one that was used last. */
    usedAt: integer('used_at').notNull(),
  },
  (t) => [index('saved_lists_user').on(t.userId, t.usedAt), uniqueIndex('saved_lists_token').on(t.token).where(sql`token is not null`)],
)

/** The listings that members have saved, each in one of their lists. */
export const savedListings = sqliteTable(
  'saved_listings',
  {
    userId: integer('user_id').notNull(),
    listingId: integer('listing_id').notNull(),
    listId: text('list_id').notNull(),
    /** Title of the listing when it was saved. The member sees it once the listing is no longer published. */
    title: text('title').notNull(),
    savedAt: integer('saved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.listingId] }),
    index('saved_listings_list').on(t.listId, t.savedAt, t.listingId),
    index('saved_listings_listing').on(t.listingId),
    // For counts of the saves in a period.
    index('saved_listings_time').on(t.savedAt, t.listingId),
  ],
)
