import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The messages that admins have hidden. A room reads its rows when it is notified, and shows none of these messages. A message has at most one
 * row: the decision that hid it first.
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
  },
  (t) => [primaryKey({ columns: [t.roomId, t.seq] }), index('hidden_messages_report').on(t.reportId)],
)

/**
 * A work list: rooms that have not read yet which of their messages are hidden now. Written in the batch of the decision, deleted once the room
 * has read them, retried by the cron. `key` is another one after each decision.
 */
export const roomsToRefresh = sqliteTable('rooms_to_refresh', {
  roomId: text('room_id').primaryKey(),
  key: text('key').notNull(),
})
