import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Members. The API shows `termsAcceptedAt` as `creator`. `email` is set once its owner has confirmed it. A deleted account leaves only the
 * bare row with `deletedAt`, because orders refer to it.
 */
export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    createdAt: integer('created_at').notNull(),
    email: text('email'),
    username: text('username'),
    language: text('language').notNull().default('en'),
    termsAcceptedAt: integer('terms_accepted_at'),
    deletedAt: integer('deleted_at'),
  },
  (t) => [uniqueIndex('users_email').on(sql`lower(${t.email})`), uniqueIndex('users_username').on(sql`lower(${t.username})`)],
)

/** Passwords and unconfirmed addresses. In a table of their own, so that no other query reads them. */
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

/**
 * Linked wallets. An address (EIP-55 checksummed) belongs to one user. The payout wallet is the first linked wallet whose `paidFrom` has
 * passed.
 */
export const accounts = sqliteTable(
  'accounts',
  {
    address: text('address').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    provider: text('provider').notNull(),
    linkedAt: integer('linked_at').notNull(),
    /**
     * Until this time (UTC seconds) sessions of this wallet must not change older sign-in methods. 0 for the wallet that created the
     * account.
     */
    trustedFrom: integer('trusted_from').notNull().default(0),
    /** From this time (UTC seconds) it may be the payout wallet. */
    paidFrom: integer('paid_from').notNull().default(0),
  },
  (t) => [index('accounts_user').on(t.userId)],
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

/** Sessions. Only the SHA-256 of the cookie's token is stored. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Updated at most once an hour; null before the first update. */
    lastSeenAt: integer('last_seen_at'),
    userAgent: text('user_agent').notNull(),
    country: text('country'),
    city: text('city'),
    /** The wallet that signed in; null for a password. The session ends when that wallet is unlinked. */
    account: text('account'),
    /** Until this time (UTC seconds) the session must not change sign-in methods that are older than its own. */
    trustedFrom: integer('trusted_from').notNull().default(0),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/**
 * Public profiles. `image` is a media id; `geoip` is JSON with a country code, from the edge until the user chooses one. `videoId` is the
 * id at `videoProvider`, or a media id if that is `file`.
 */
export const profiles = sqliteTable('profiles', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  name: text('name').notNull(),
  title: text('title').notNull().default(''),
  description: text('description').notNull().default(''),
  image: text('image'),
  geoip: text('geoip').notNull().default('{}'),
  /** youtube | dailymotion | twitch | file */
  videoProvider: text('video_provider'),
  videoId: text('video_id'),
  updatedAt: integer('updated_at').notNull(),
})

/** The name shown to others: the name of the profile, otherwise the username, otherwise ''. For queries that join both tables. */
export const shownName = sql<string>`coalesce(${profiles.name}, ${users.username}, '')`

/**
 * The first linked wallet of a user without a name, to tell such users apart; null for users with a name or without a wallet. For queries
 * that join both tables.
 */
export const unnamedAddress = sql<string | null>`case when ${shownName} = '' then (
  select a.address from accounts a where a.user_id = ${users.id} order by a.linked_at, a.address limit 1) end`

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
 * Outbox for other areas: rows are written in the batch of the change, deleted once delivered, and retried by the cron. `kind` is renamed
 * (search finds listings by their seller's name), deleted (an account with all its data) or quotesOver (the quotes of a deleted account
 * that could still be paid). `at` is when the event is due.
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
