import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Link previews of the last day, so that a link that is edited or pasted again causes no further requests. Nothing names the member: `key`
 * is a hash of member and URL.
 */
export const linkPreviews = sqliteTable(
  'link_previews',
  {
    key: text('key').primaryKey(),
    /** JSON of `LinkPreview`; null if the page had no preview. */
    preview: text('preview'),
    /** UTC seconds. */
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('link_previews_expiry').on(t.expiresAt)],
)

/** Up to which block the events about settings of our contracts are in the audit log, see setting-events.ts. Other contracts start again. */
export const settingCursors = sqliteTable('setting_cursors', {
  chainId: integer('chain_id').primaryKey(),
  blockNumber: integer('block_number').notNull(),
  /** The addresses of the contracts, see `contractsOf`; '' if it was written before this column. */
  contracts: text('contracts').notNull().default(''),
})
