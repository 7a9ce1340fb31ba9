import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The messages that admins have hidden, with a row for each report. A room reads its rows when it is notified: a message is hidden as long
 * as one of its rows is not restored. A trigger leaves out the messages of a deleted account in a room of two.
 */
export const hiddenMessages = sqliteTable(
  'hidden_messages',
  {
    roomId: text('room_id').notNull(),
    seq: integer('seq').notNull(),
    /** Their author. */
    subjectId: integer('subject_id').notNull(),
    /** The report by which they were hidden, and by which they are shown again. */
    reportId: integer('report_id').notNull(),
    hiddenAt: integer('hidden_at').notNull(),
    /** When the report stopped hiding it; null while it does. Kept, so that a mistake can be undone without another report. */
    restoredAt: integer('restored_at'),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.seq, t.reportId] }), index('hidden_messages_report').on(t.reportId)],
)

/**
 * A work list: rooms that have not read yet which of their messages are hidden now. Written in the batch of the decision, deleted once the
 * room has read them, retried by the cron. `key` is another one after each decision.
 */
export const roomsToRefresh = sqliteTable('rooms_to_refresh', {
  roomId: text('room_id').primaryKey(),
  key: text('key').notNull(),
  /** When it was last called; 0 before. The longest ago comes first, so a room that fails does not delay others. */
  triedAt: integer('tried_at').notNull().default(0),
})
