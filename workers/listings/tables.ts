import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Services, jobs and events. The numeric id goes on chain as productId. */
export const listings = sqliteTable(
  'listings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** services | jobs | events */
    listType: text('list_type').notNull(),
    userId: integer('user_id').notNull(),
    /** The seller's payout wallet when the listing was saved (EIP-55). */
    account: text('account').notNull(),
    lang: text('lang').notNull(),
    category: text('category').notNull(),
    subCategory: text('sub_category').notNull().default(''),
    title: text('title').notNull(),
    descriptionPreview: text('description_preview').notNull(),
    /** Sanitised HTML. */
    description: text('description').notNull(),
    /** JSON: plan title -> { price (micro-USD), delivery (days), description, features, hourly, revisions }. */
    options: text('options').notNull(),
    /** The cheapest plan, micro-USD, for sorting and cards. */
    priceUsd: integer('price_usd').notNull(),
    hourly: integer('hourly', { mode: 'boolean' }).notNull().default(false),
    local: integer('local', { mode: 'boolean' }).notNull().default(false),
    /** ISO 3166 code and GeoNames id with name, JSON; null for online work. */
    country: text('country'),
    city: text('city'),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    idempotencyKey: text('idempotency_key'),
  },
  (t) => [
    index('listings_newest').on(t.listType, t.enabled, t.id),
    index('listings_user').on(t.userId, t.listType, t.id),
    uniqueIndex('listings_idempotency').on(t.userId, t.idempotencyKey),
  ],
)

/** Which media a listing shows, in order. This is the claim that keeps a file from being swept. */
export const listingMedia = sqliteTable(
  'listing_media',
  {
    listingId: integer('listing_id')
      .notNull()
      .references(() => listings.id),
    mediaId: text('media_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.listingId, t.mediaId] }), index('listing_media_media').on(t.mediaId)],
)
