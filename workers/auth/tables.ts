import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** People. `termsAcceptedAt` is what the wire calls `creator`. */
export const users = sqliteTable('users', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  createdAt: integer('created_at').notNull(),
  email: text('email'),
  username: text('username'),
  language: text('language').notNull().default('en'),
  termsAcceptedAt: integer('terms_accepted_at'),
})

/** Linked wallets; an address (EIP-55 checksummed) belongs to one person. The first linked is the payout wallet. */
export const accounts = sqliteTable(
  'accounts',
  {
    address: text('address').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    provider: text('provider').notNull(),
    linkedAt: integer('linked_at').notNull(),
  },
  (t) => [index('accounts_user').on(t.userId)],
)

/** Sign-in nonces, single-use: consumed by deleting the row. */
export const nonces = sqliteTable('nonces', { nonce: text('nonce').primaryKey(), expiresAt: integer('expires_at').notNull() })

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
    userAgent: text('user_agent').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

/** What a person shows of themselves. `image` is a media id; `geoip` JSON with a country code, from the edge. */
export const profiles = sqliteTable('profiles', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  name: text('name').notNull(),
  title: text('title').notNull().default(''),
  description: text('description').notNull().default(''),
  image: text('image'),
  geoip: text('geoip').notNull().default('{}'),
  updatedAt: integer('updated_at').notNull(),
})
