import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

// Not in tables.ts, because auth imports that file, and its worker must stay small.

/** What the orders of a listing say about it, for the ranking of a search. The cron computes it, see standings.ts. */
export const listingStandings = sqliteTable('listing_standings', {
  listingId: integer('listing_id').primaryKey(),
  /** Members with a completed order. */
  completed: integer('completed').notNull(),
  /** How long orders waited for an answer, on average (seconds). */
  answerSeconds: integer('answer_seconds').notNull(),
  /** When it was computed; the same in all rows. */
  at: integer('at').notNull(),
})
