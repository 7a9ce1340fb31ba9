import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The page of a creator: which save is shown, and the social links, which are not part of the saves. */
export const folios = sqliteTable('folios', {
  userId: integer('user_id').primaryKey(),
  /** The number of the last save; 0 if there is none. */
  version: integer('version').notNull(),
  /** Addresses with https; '' without one. */
  website: text('website').notNull().default(''),
  instagram: text('instagram').notNull().default(''),
  twitter: text('twitter').notNull().default(''),
  twitch: text('twitch').notNull().default(''),
  youtube: text('youtube').notNull().default(''),
  /** When the links were last changed, UTC seconds; at least one more than before, so that each change has another. 0 if never. */
  linksChangedAt: integer('links_changed_at').notNull().default(0),
})

/** The columns of the social links. */
export const linkColumns = {
  website: folios.website,
  instagram: folios.instagram,
  twitter: folios.twitter,
  twitch: folios.twitch,
  youtube: folios.youtube,
}

/** The last saves of each page. */
export const folioVersions = sqliteTable(
  'folio_versions',
  {
    userId: integer('user_id').notNull(),
    version: integer('version').notNull(),
    /** UTC seconds. */
    savedAt: integer('saved_at').notNull(),
    title: text('title').notNull(),
    about: text('about').notNull(),
    /** Media ids. */
    image: text('image'),
    video: text('video'),
    videoThumbnail: text('video_thumbnail'),
    effect: text('effect').notNull(),
    primaryColor: text('primary_color').notNull(),
    secondaryColor: text('secondary_color').notNull(),
    /** JSON of `StoredSection[]`. */
    sections: text('sections').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
)

/** The files of each stored save, so that they are read with the page and not deleted. */
export const folioMedia = sqliteTable(
  'folio_media',
  {
    userId: integer('user_id').notNull(),
    version: integer('version').notNull(),
    mediaId: text('media_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.version, t.mediaId] }), index('folio_media_file').on(t.mediaId)],
)
