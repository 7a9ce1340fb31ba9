import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Who is signed in and under which name: every area reads these tables, and only auth writes them.

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

/** The country code of the profile, null if unknown. For queries with that table. */
export const profileCountry = sql<
  string | null
>`case when json_valid(${profiles.geoip}) then json_extract(${profiles.geoip}, '$.country') end`
