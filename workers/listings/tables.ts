import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Services, jobs and events. The numeric id goes on chain as productId. */
export const listings = sqliteTable(
  'listings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** services | jobs | events */
    listType: text('list_type').notNull(),
    userId: integer('user_id').notNull(),
    /** The payout wallet when the listing was saved (EIP-55); '' where a job or free event has none. */
    account: text('account').notNull(),
    lang: text('lang').notNull(),
    category: text('category').notNull(),
    subCategory: text('sub_category').notNull().default(''),
    title: text('title').notNull(),
    descriptionPreview: text('description_preview').notNull(),
    /** Sanitised HTML. */
    description: text('description').notNull(),
    /** JSON: plan title -> { price (micro-USD), delivery (days), description, features, hourly, revisions }; `{}` but for services. */
    options: text('options').notNull(),
    /** JSON of what only jobs (`JobTerms`) or events (`StoredEvent`) have. */
    details: text('details').notNull().default('{}'),
    /** Micro-USD, for sorting and cards: the cheapest plan, the bid base, the ticket; 0 without any. */
    priceUsd: integer('price_usd').notNull(),
    hourly: integer('hourly', { mode: 'boolean' }).notNull().default(false),
    local: integer('local', { mode: 'boolean' }).notNull().default(false),
    /** ISO 3166 code; null for what is done online, and so are the two below. */
    country: text('country'),
    /** JSON of `City`: its names as they were when the listing was saved. */
    city: text('city'),
    /** GeoNames id, to look for. */
    cityId: integer('city_id'),
    /** When an event is over; null for all else. */
    endsAt: integer('ends_at'),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    idempotencyKey: text('idempotency_key'),
    /** Of the request the key came with; null without a key. */
    idempotencyHash: text('idempotency_hash'),
  },
  (t) => [
    index('listings_newest').on(t.listType, t.enabled, t.id),
    index('listings_category').on(t.listType, t.category, t.enabled, t.id),
    index('listings_country').on(t.listType, t.country, t.enabled, t.id).where(sql`country is not null`),
    index('listings_city').on(t.listType, t.cityId, t.enabled, t.id).where(sql`city_id is not null`),
    index('listings_local').on(t.listType, t.local, t.enabled, t.id),
    index('listings_upcoming').on(t.enabled, t.endsAt, t.id).where(sql`ends_at is not null`),
    index('listings_upcoming_local').on(t.local, t.enabled, t.endsAt, t.id).where(sql`ends_at is not null`),
    index('listings_upcoming_country').on(t.country, t.enabled, t.endsAt, t.id).where(sql`ends_at is not null and country is not null`),
    index('listings_upcoming_city').on(t.cityId, t.enabled, t.endsAt, t.id).where(sql`ends_at is not null and city_id is not null`),
    index('listings_user').on(t.userId, t.listType, t.id),
    uniqueIndex('listings_idempotency').on(t.userId, t.idempotencyKey),
  ],
)

/** Positions from here on are those of pictures in the description, which no card and no gallery shows. */
export const IN_TEXT = 1000

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

/** Applications to jobs and events: one of a person to a listing. What begins with `bid` is null where nobody bids. */
export const applications = sqliteTable(
  'applications',
  {
    id: text('id').primaryKey(),
    listingId: integer('listing_id')
      .notNull()
      .references(() => listings.id),
    userId: integer('user_id').notNull(),
    /** The listing's when the application was sent: what it is called once it is hidden is its owner's. */
    title: text('title').notNull().default(''),
    message: text('message').notNull(),
    /** A document of the applicant's, by its media id. */
    cvId: text('cv_id'),
    /** A service of the applicant's. */
    bidService: integer('bid_service'),
    /** Micro-USD. */
    bidPrice: integer('bid_price'),
    /** Days. */
    bidDelivery: integer('bid_delivery'),
    /** sent | accepted | declined | withdrawn */
    status: text('status').notNull().default('sent'),
    /** The owner's words with the answer. */
    answer: text('answer').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    answeredAt: integer('answered_at'),
  },
  (t) => [
    uniqueIndex('applications_person').on(t.listingId, t.userId),
    index('applications_listing').on(t.listingId, t.status, t.createdAt, t.id),
    index('applications_user').on(t.userId, t.createdAt, t.id),
    index('applications_cv').on(t.cvId).where(sql`cv_id is not null`),
  ],
)

/** Cities of the world, from GeoNames; filled from outside, see workers/local/cities.ts. */
export const cities = sqliteTable(
  'cities',
  {
    /** GeoNames id. */
    id: integer('id').primaryKey(),
    /** ISO 3166 code. */
    country: text('country').notNull(),
    name: text('name').notNull(),
    /** In Japanese, where that is known. */
    nameJa: text('name_ja'),
    population: integer('population').notNull(),
  },
  (t) => [index('cities_largest').on(t.country, t.population)],
)

/** What a city may be looked for by: its names as `cityKey` writes them. */
export const cityNames = sqliteTable(
  'city_names',
  {
    country: text('country').notNull(),
    key: text('key').notNull(),
    cityId: integer('city_id').notNull(),
    population: integer('population').notNull(),
  },
  (t) => [primaryKey({ columns: [t.country, t.key, t.cityId] })],
)
