import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Services, jobs and events. The id goes on chain as productId. */
export const listings = sqliteTable(
  'listings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** services | jobs | events */
    listType: text('list_type').notNull(),
    userId: integer('user_id').notNull(),
    /** Payout wallet when the listing was saved (EIP-55 address); '' for a job or free event without one. */
    account: text('account').notNull(),
    lang: text('lang').notNull(),
    category: text('category').notNull(),
    subCategory: text('sub_category').notNull().default(''),
    title: text('title').notNull(),
    descriptionPreview: text('description_preview').notNull(),
    /** Sanitized HTML. */
    description: text('description').notNull(),
    /** JSON: plan title -> { price (micro-USD), delivery (days), description, features, hourly, revisions }; `{}` for jobs and events. */
    options: text('options').notNull(),
    /** JSON of the fields of jobs (`JobTerms`) or events (`StoredEvent`). */
    details: text('details').notNull().default('{}'),
    /** Price of the cheapest plan or of a place, or the bid base (micro-USD), for cards and filters; 0 without one. */
    priceUsd: integer('price_usd').notNull(),
    hourly: integer('hourly', { mode: 'boolean' }).notNull().default(false),
    local: integer('local', { mode: 'boolean' }).notNull().default(false),
    /** ISO 3166 code. This and the next two columns are null for online listings. */
    country: text('country'),
    /** JSON of `City`, with its names when the listing was saved. */
    city: text('city'),
    /** GeoNames id, for filters. */
    cityId: integer('city_id'),
    /** When an event is over (UTC seconds); null for other types. */
    endsAt: integer('ends_at'),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    /** When the team hid it after a report (UTC seconds); null unless it is hidden so. Then it cannot be enabled. */
    hiddenAt: integer('hidden_at'),
    /** `enabled` as it was when the team hid it; null unless it is hidden so. */
    enabledBefore: integer('enabled_before', { mode: 'boolean' }),
    /** When the team hid it or showed it again (UTC seconds), until the owner is notified; then null. */
    unnotifiedAt: integer('unnotified_at'),
    createdAt: integer('created_at').notNull(),
    /** UTC seconds. It is the version of the content: each change makes it greater. */
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    idempotencyKey: text('idempotency_key'),
    /** Hash of the request that came with the key; null without a key. */
    idempotencyHash: text('idempotency_hash'),
  },
  (t) => [
    index('listings_newest').on(t.listType, t.enabled, t.id),
    index('listings_category').on(t.listType, t.category, t.enabled, t.id),
    // The subcategory is at the end, so that a rare one is found without reading the rows of the others.
    index('listings_category_lang').on(t.listType, t.category, t.lang, t.enabled, t.id, t.subCategory),
    index('listings_country').on(t.listType, t.country, t.enabled, t.id).where(sql`country is not null`),
    index('listings_city').on(t.listType, t.cityId, t.enabled, t.id).where(sql`city_id is not null`),
    index('listings_local').on(t.listType, t.local, t.enabled, t.id),
    index('listings_upcoming').on(t.enabled, t.endsAt, t.id).where(sql`ends_at is not null`),
    index('listings_upcoming_local').on(t.local, t.enabled, t.endsAt, t.id).where(sql`ends_at is not null`),
    index('listings_upcoming_country').on(t.country, t.enabled, t.endsAt, t.id).where(sql`ends_at is not null and country is not null`),
    index('listings_upcoming_city').on(t.cityId, t.enabled, t.endsAt, t.id).where(sql`ends_at is not null and city_id is not null`),
    index('listings_user').on(t.userId, t.listType, t.id),
    index('listings_hidden').on(t.hiddenAt, t.id).where(sql`hidden_at is not null`),
    index('listings_unnotified').on(t.unnotifiedAt).where(sql`unnotified_at is not null`),
    uniqueIndex('listings_idempotency').on(t.userId, t.idempotencyKey),
  ],
)

/** Listings that are not published while their owner is suspended, and are published again afterwards. */
export const suspendedListings = sqliteTable(
  'suspended_listings',
  {
    listingId: integer('listing_id').primaryKey(),
    userId: integer('user_id').notNull(),
  },
  (t) => [index('suspended_listings_user').on(t.userId)],
)

/** First position of pictures in the description, which cards and galleries do not show. */
export const IN_TEXT = 1000

/** The media of a listing, sorted by position. The sweep does not delete files that have a row here. */
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

/** Applications to jobs and events, one per user and listing. The `bid` columns are null for listings without bids. */
export const applications = sqliteTable(
  'applications',
  {
    id: text('id').primaryKey(),
    listingId: integer('listing_id')
      .notNull()
      .references(() => listings.id),
    userId: integer('user_id').notNull(),
    /** Title of the listing when the application was sent. The applicant sees it once the listing is no longer published. */
    title: text('title').notNull().default(''),
    message: text('message').notNull(),
    /** Media id of a document of the applicant. */
    cvId: text('cv_id'),
    /** Id of a service of the applicant. */
    bidService: integer('bid_service'),
    /** Micro-USD. */
    bidPrice: integer('bid_price'),
    /** Days. */
    bidDelivery: integer('bid_delivery'),
    /** sent | accepted | declined | withdrawn | expired (the place was not paid in time, or the host rejected its order) */
    status: text('status').notNull().default('sent'),
    /** The owner's message with the answer. */
    answer: text('answer').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    answeredAt: integer('answered_at'),
    /** The price of the place when the applicant was admitted to a paid event (micro-USD); null if nothing is to be paid. */
    placePrice: integer('place_price'),
    /** Until when the place can be paid (UTC seconds). */
    payBy: integer('pay_by'),
  },
  (t) => [
    uniqueIndex('applications_person').on(t.listingId, t.userId),
    index('applications_listing').on(t.listingId, t.status, t.createdAt, t.id),
    index('applications_user').on(t.userId, t.createdAt, t.id),
    index('applications_cv').on(t.cvId).where(sql`cv_id is not null`),
  ],
)

/** Cities of the world from GeoNames, imported by workers/local/seed/cities.ts. */
export const cities = sqliteTable(
  'cities',
  {
    /** GeoNames id. */
    id: integer('id').primaryKey(),
    /** ISO 3166 code. */
    country: text('country').notNull(),
    name: text('name').notNull(),
    /** Japanese name, if known. */
    nameJa: text('name_ja'),
    population: integer('population').notNull(),
    /** Degrees north and east; null in databases that have not been given them by the import. */
    latitude: real('latitude'),
    longitude: real('longitude'),
  },
  (t) => [index('cities_largest').on(t.country, t.population)],
)

/** Search keys of cities: their names, normalized by `cityKey`. */
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

/**
 * How far the cron has indexed what was stored before the terms of the search index had their present form, one row for listings and one
 * for people. What is written later is indexed when it is written.
 */
export const indexProgress = sqliteTable('index_progress', {
  /** listings | people */
  kind: text('kind').primaryKey(),
  /** `TERMS_VERSION` of the run. */
  version: integer('version').notNull(),
  /** The last id that was indexed. */
  lastId: integer('last_id').notNull(),
  done: integer('done', { mode: 'boolean' }).notNull(),
})

/**
 * Outbox of listings whose pages have changed, for search engines. It is used only if the operator has set a key for IndexNow. `at` is the
 * time of the last change.
 */
export const changedListings = sqliteTable(
  'changed_listings',
  {
    listingId: integer('listing_id').primaryKey(),
    at: integer('at').notNull(),
  },
  (t) => [index('changed_listings_oldest').on(t.at)],
)

/** The English words of titles and cards that were ever published. A search with a mistake is corrected to one of them. */
export const searchWords = sqliteTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    /** The word from its last letter to its first, to find words by their end. */
    reversed: text('reversed').notNull(),
  },
  (t) => [index('search_words_reversed').on(t.reversed, t.word)],
)

/**
 * How many published listings each subcategory has; the subcategory is '' for listings without one. Triggers on `listings` keep the counts.
 * Only the cron notices that an event is over (category-counts.ts).
 */
export const categoryCounts = sqliteTable(
  'category_counts',
  {
    listType: text('list_type').notNull(),
    category: text('category').notNull(),
    subCategory: text('sub_category').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.listType, t.category, t.subCategory] })],
)

/** One row: events that ended until this time (UTC seconds) are no longer in `category_counts`. */
export const endedEvents = sqliteTable('ended_events', {
  id: integer('id').primaryKey(),
  until: integer('until').notNull(),
})
