import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * People. `termsAcceptedAt` is what the wire calls `creator`; `email` is set only once its owner has confirmed it. Of an account
 * that was deleted only the bare row stays, with `deletedAt`, because orders go on referring to it.
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

/** How somebody signs in without a wallet, kept apart so that no other query carries it along. */
export const credentials = sqliteTable(
  'credentials',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** An address that is not confirmed yet; several people may claim the same one, and it gives none of them a right to it. */
    claimedEmail: text('claimed_email'),
    claimedAt: integer('claimed_at'),
    /** scrypt with its parameters, see passwords.ts. */
    passwordHash: text('password_hash'),
    passwordChangedAt: integer('password_changed_at'),
    /** Until then (UTC seconds) a login by password counts as one by a new way in, as the address was added to what was there. */
    trustedFrom: integer('trusted_from').notNull().default(0),
  },
  (t) => [index('credentials_claim').on(sql`lower(${t.claimedEmail})`)],
)

/** Links sent by mail, single-use: consumed by deleting the row. Only the SHA-256 of the token is kept. */
export const mailLinks = sqliteTable(
  'mail_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** confirm | reset */
    purpose: text('purpose').notNull(),
    /** The address it was sent to. */
    email: text('email').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('mail_links_user').on(t.userId), index('mail_links_expiry').on(t.expiresAt)],
)

/**
 * Linked wallets; an address (EIP-55 checksummed) belongs to one person. The first linked of those that may be paid (`paidFrom`) is
 * the payout wallet.
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
    /** Until then (UTC seconds) sessions it begins may not change the older ways in; 0 for the wallet an account began with. */
    trustedFrom: integer('trusted_from').notNull().default(0),
    /** From then on (UTC seconds) it may be the payout wallet. */
    paidFrom: integer('paid_from').notNull().default(0),
  },
  (t) => [index('accounts_user').on(t.userId)],
)

/** Wallets that were added to and removed from accounts: what the settings tell until it is dismissed. */
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

/** Sign-in nonces, single-use: consumed by deleting the row. */
export const nonces = sqliteTable('nonces', { nonce: text('nonce').primaryKey(), expiresAt: integer('expires_at').notNull() }, (t) => [
  index('nonces_expiry').on(t.expiresAt),
])

/** Signed-in browsers. Only the SHA-256 of the cookie's token is kept. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Written once an hour at most; null until then. */
    lastSeenAt: integer('last_seen_at'),
    userAgent: text('user_agent').notNull(),
    country: text('country'),
    city: text('city'),
    /** The wallet it began with; null for a password. It ends when that wallet is removed. */
    account: text('account'),
    /** Until then (UTC seconds) it may not change the ways in that are older than its own. */
    trustedFrom: integer('trusted_from').notNull().default(0),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/**
 * What a person shows of themselves. `image` is a media id; `geoip` JSON with a country code, from the edge until they choose.
 * `videoId` is what `videoProvider` calls the video; a media id where that is `file`.
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

/** What others see somebody called: the name of the profile, the username while there is none, '' with neither. For queries of both tables. */
export const shownName = sql<string>`coalesce(${profiles.name}, ${users.username}, '')`

/** What tells two people without a name apart: the wallet first linked; null for whoever has a name, or no wallet. Queries as above. */
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
 * Carrots as they came and went; somebody's balance is the sum of their rows. `day` is the UTC day (`2026-11-21`) of a daily
 * claim, of which there is one a person; null for any other movement.
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
 * What other areas have yet to do after a change here: written in the change's batch, deleted once done, retried by the cron.
 * `kind` is renamed (search finds listings by their seller's name), deleted (an account, with all that was theirs) or quotesOver (the quotes
 * of a deleted account that could still be paid). `at` is from when on it is due.
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
