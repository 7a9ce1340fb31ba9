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

/**
 * Listings in the order in which they were first published. A trigger adds each one, so that a listing that is hidden and shown again is
 * not new. Alerts look at what comes after the last row that they have seen.
 */
export const publications = sqliteTable(
  'publications',
  {
    number: integer('number').primaryKey({ autoIncrement: true }),
    listingId: integer('listing_id').notNull(),
  },
  (t) => [uniqueIndex('publications_listing').on(t.listingId)],
)

/** Searches that members have saved, and categories that they follow, which are searches for a category only. */
export const savedSearches = sqliteTable(
  'saved_searches',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    name: text('name').notNull(),
    /** JSON of `SavedQuery`. */
    query: text('query').notNull(),
    /** now | daily | never */
    alert: text('alert').notNull(),
    /** IANA name, from the browser. The time zone of the settings of notifications comes first. */
    timeZone: text('time_zone').notNull(),
    /** The last row of `publications` that was compared. */
    seen: integer('seen').notNull(),
    /** When a daily search is compared next (UTC seconds); null for the others. */
    dueAt: integer('due_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('saved_searches_query').on(t.userId, t.query),
    index('saved_searches_now').on(t.seen).where(sql`alert = 'now'`),
    index('saved_searches_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)

/** New listings that match a saved search, each once for a member. Rows are deleted some time later. */
export const savedMatches = sqliteTable(
  'saved_matches',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    listingId: integer('listing_id').notNull(),
    searchId: integer('search_id').notNull(),
    foundAt: integer('found_at').notNull(),
    notified: integer('notified', { mode: 'boolean' }).notNull().default(false),
    /** Whether the member has opened the page that shows it. */
    seen: integer('seen', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('saved_matches_listing').on(t.userId, t.listingId),
    index('saved_matches_user').on(t.userId, t.id),
    index('saved_matches_waiting').on(t.userId).where(sql`not notified`),
    index('saved_matches_search').on(t.searchId),
    index('saved_matches_of_listing').on(t.listingId),
    index('saved_matches_age').on(t.foundAt),
  ],
)
