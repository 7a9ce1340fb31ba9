import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What admins have decided, in order, see audit-log.ts. Each row contains the hash of the row before it. Triggers refuse changes,
 * deletions, and rows that do not follow the last one.
 */
export const auditLog = sqliteTable('audit_log', {
  /** 1, 2, 3 and so on, without gaps. */
  id: integer('id').primaryKey(),
  /** When it was recorded. */
  at: integer('at').notNull(),
  /** The admin's wallet. */
  actor: text('actor').notNull(),
  /** One of `AUDIT_ACTIONS`. */
  action: text('action').notNull(),
  /**
   * The `id` of what was decided about: an order, a review, the application of a creator, or the user id of a creator or another member; an
   * address or the name of a contract for its settings.
   */
  subject: text('subject').notNull(),
  /** What makes the entry unique, so that it is not recorded twice: the id of the on-chain event, else a random id. */
  key: text('key').notNull().unique(),
  /** JSON. */
  details: text('details').notNull(),
  /** The `hash` of the row before; empty for the first row. */
  previousHash: text('previous_hash').notNull(),
  /** SHA-256 of all other columns, hex. */
  hash: text('hash').notNull(),
})
