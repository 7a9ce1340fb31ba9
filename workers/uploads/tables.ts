import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Files that users upload to R2. A new row is an upload ticket (`readyAt` null) with the signed `contentType` and `size`. The file
 * becomes usable once it has been verified in R2. Later reads require the object to have the same `etag`.
 */
export const media = sqliteTable(
  'media',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    /**
     * image | video | document | attachment | message | work; document, attachment and message are private, and so are works that are books
     */
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
    /** A tiny image as a data: URL, shown blurred while the picture loads. */
    placeholder: text('placeholder'),
    /** R2's id of a multipart upload; null for files uploaded in one piece. */
    uploadId: text('upload_id'),
    /** Id of the picture (another row of this table) shown for a video. */
    poster: text('poster'),
    /** Until when a file may arrive at the signed URL (UTC seconds); null for multipart uploads. */
    openUntil: integer('open_until'),
    /** When the file was deleted. The row stays until `openUntil`, so that a file that still arrives is found and removed. */
    discardedAt: integer('discarded_at'),
    /** The IPFS address of a finished work, computed from its bytes; null for other kinds. Several rows may have the same. */
    cid: text('cid'),
  },
  (t) => [
    index('media_user').on(t.userId, t.createdAt),
    index('media_poster').on(t.poster).where(sql`poster is not null`),
    index('media_cid').on(t.cid).where(sql`cid is not null`),
    index('media_unfinished').on(t.createdAt).where(sql`ready_at is null`),
  ],
)

export type MediaRow = typeof media.$inferSelect
