import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The works (rows of `media`) that NFTs, collections and their drafts use. A work in this table is not swept, and one of a token or of a
 * collection stays when its owner's account is deleted: what is on chain refers to it.
 */
export const nftFiles = sqliteTable(
  'nft_files',
  {
    /** What uses the file: `token:` or `collection:` and a name for what is on chain, or another prefix for what is not. */
    subject: text('subject').notNull(),
    mediaId: text('media_id').notNull(),
    /** The owner of the file. */
    userId: integer('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.mediaId] }), index('nft_files_media').on(t.mediaId)],
)
