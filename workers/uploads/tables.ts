import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Files people put into R2. A row begins as a ticket (`readyAt` null): `contentType` and `size` were signed, and the file
 * counts only once it was found in R2 as announced. `etag` is what every later read demands.
 */
export const media = sqliteTable(
  'media',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    /** image | video | document; a document is private */
    kind: text('kind').notNull(),
    key: text('key').notNull().unique(),
    originalFilename: text('original_filename').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    createdAt: integer('created_at').notNull(),
    readyAt: integer('ready_at'),
    etag: text('etag'),
    width: integer('width'),
    height: integer('height'),
    /** A few pixels as a data: URL, shown blurred until the picture is there. */
    placeholder: text('placeholder'),
    /** R2's name for an upload in parts; null for files that come in one piece. */
    uploadId: text('upload_id'),
    /** The picture (another row here) that stands for a video. */
    poster: text('poster'),
    /** Until when something may arrive at the address its ticket signed (UTC seconds); null for files in parts. */
    openUntil: integer('open_until'),
    /** When it was deleted. The row stays for as long as its address is open, so that what arrives there yet is found and removed. */
    discardedAt: integer('discarded_at'),
  },
  (t) => [
    index('media_user').on(t.userId, t.createdAt),
    index('media_poster').on(t.poster).where(sql`poster is not null`),
    index('media_unfinished').on(t.createdAt).where(sql`ready_at is null`),
  ],
)
