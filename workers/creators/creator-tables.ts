import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Applications to become a creator, one row per member. Until it is granted or refused, an application is open and reserves its name, see
 * workers/shared/names.ts. A new application replaces one that was refused.
 */
export const creatorApplications = sqliteTable(
  'creator_applications',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    /** sent | asked (the applicant has to answer a question) | granted | refused */
    state: text('state').notNull().default('sent'),
    /** The address for the team's answer. It may differ from that of the account. */
    email: text('email').notNull(),
    /** A page at a social network; '' without one. */
    sns: text('sns').notNull(),
    fullName: text('full_name').notNull(),
    /** A wallet that was linked when the application was sent, checksummed. */
    wallet: text('wallet').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    /** JSON of `ApplicationQuestion[]`, oldest first. */
    questions: text('questions').notNull().default('[]'),
    /** Why it was refused; '' otherwise. */
    reason: text('reason').notNull().default(''),
    /** UTC seconds. */
    sentAt: integer('sent_at').notNull(),
    /** When the state last changed, UTC seconds. */
    stateAt: integer('state_at').notNull(),
    /** Whether the applicant still has to be notified of the state. */
    unnotified: integer('unnotified', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('creator_applications_user').on(t.userId),
    uniqueIndex('creator_applications_name').on(sql`lower(${t.name})`).where(sql`state in ('sent', 'asked')`),
    index('creator_applications_open').on(t.sentAt, t.id).where(sql`state in ('sent', 'asked')`),
    index('creator_applications_unnotified').on(t.stateAt).where(sql`unnotified`),
  ],
)

/** Creators: members to whom the team has given a page. A removed creator keeps the name, so that the page can be restored. */
export const creators = sqliteTable(
  'creators',
  {
    userId: integer('user_id').primaryKey(),
    name: text('name').notNull(),
    /** The wallet that the Platform contract knows as a creator, checksummed. */
    wallet: text('wallet').notNull(),
    /** UTC seconds. */
    since: integer('since').notNull(),
    /** Whether the home page shows the creator. */
    isPromoted: integer('is_promoted', { mode: 'boolean' }).notNull().default(false),
    /** Whether an admin lets the creator sell in the shop. It is kept, and has no effect, while the creator is removed. */
    maySell: integer('may_sell', { mode: 'boolean' }).notNull().default(false),
    /** UTC seconds; null unless the team has removed the creator. */
    removedAt: integer('removed_at'),
    /** When the creator was last removed or restored, while they still have to be notified of it, UTC seconds; null otherwise. */
    unnotifiedAt: integer('unnotified_at'),
  },
  (t) => [
    uniqueIndex('creators_name').on(sql`lower(${t.name})`),
    uniqueIndex('creators_wallet').on(t.wallet),
    index('creators_unnotified').on(t.unnotifiedAt).where(sql`unnotified_at is not null`),
  ],
)
