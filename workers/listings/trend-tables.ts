import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'

// Not in tables.ts, because auth imports that file, and its worker must stay small.

/** The listings of the trending feed with their scores, which the cron computes, see trends.ts. */
export const trends = sqliteTable(
  'trends',
  {
    listingId: integer('listing_id').primaryKey(),
    score: integer('score').notNull(),
    /** When it was computed; the same in all rows. */
    at: integer('at').notNull(),
  },
  (t) => [index('trends_score').on(t.score, t.listingId)],
)
