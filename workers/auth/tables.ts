import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../shared/tables.ts'

/** Passwords and unconfirmed addresses. A separate table, so that queries of users do not read them. */
export const credentials = sqliteTable(
  'credentials',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** An address that is not confirmed yet. Several users may claim the same address; a claim gives no right to it. */
    claimedEmail: text('claimed_email'),
    claimedAt: integer('claimed_at'),
    /** scrypt with its parameters, see passwords.ts. */
    passwordHash: text('password_hash'),
    passwordChangedAt: integer('password_changed_at'),
    /** Until this time (UTC seconds) a password login counts as a new sign-in method, because it was added to an existing account. */
    trustedFrom: integer('trusted_from').notNull().default(0),
  },
  (t) => [index('credentials_claim').on(sql`lower(${t.claimedEmail})`)],
)

/** Links sent by mail. Single-use: a link is consumed by deleting its row. Only the SHA-256 of the token is stored. */
export const mailLinks = sqliteTable(
  'mail_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** confirm | reset */
    purpose: text('purpose').notNull(),
    /** The address that the link was sent to. */
    email: text('email').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('mail_links_user').on(t.userId), index('mail_links_expiry').on(t.expiresAt)],
)

/** Wallets that were added to or removed from accounts, shown in the settings until dismissed. */
export const walletChanges = sqliteTable(
  'wallet_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** added | removed */
    kind: text('kind').notNull(),
    address: text('address').notNull(),
    at: integer('at').notNull(),
    dismissedAt: integer('dismissed_at'),
  },
  (t) => [index('wallet_changes_user').on(t.userId, t.at)],
)

/** Sign-in nonces. Single-use: a nonce is consumed by deleting its row. */
export const nonces = sqliteTable('nonces', { nonce: text('nonce').primaryKey(), expiresAt: integer('expires_at').notNull() }, (t) => [
  index('nonces_expiry').on(t.expiresAt),
])

/** Who follows whom. */
export const follows = sqliteTable(
  'follows',
  {
    followerId: integer('follower_id').notNull(),
    followeeId: integer('followee_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.followerId, t.followeeId] }), index('follows_followee').on(t.followeeId)],
)

/**
 * The ledger of carrots. A balance is the sum of the user's rows. `day` is the UTC day (`2026-11-21`) of a daily claim, at most one per
 * user; null for other entries.
 */
export const carrots = sqliteTable(
  'carrots',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    amount: integer('amount').notNull(),
    /** daily */
    reason: text('reason').notNull(),
    day: text('day'),
    at: integer('at').notNull(),
  },
  (t) => [uniqueIndex('carrots_day').on(t.userId, t.day), index('carrots_user').on(t.userId, t.id)],
)

/**
 * Outbox for other areas: rows are written in the batch of the change, deleted once delivered, and retried by the cron. `kind` is one of:
 * `renamed`, because search finds listings by their seller's name; `described`, because it finds people by their username, title and
 * description; `deleted`, for an account with all its data; `quotesOver`, when the last quote of a deleted account can no longer be paid.
 * `at` is when the event is due.
 */
export const userEvents = sqliteTable(
  'user_events',
  {
    userId: integer('user_id').notNull(),
    kind: text('kind').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
)
