import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Rooms: one per order, one per pair of users (`pair` is "smaller:larger" user id). Messages are stored in the room's Durable Object. */
export const rooms = sqliteTable(
  'rooms',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id'),
    pair: text('pair'),
    /** The title of the order as agreed; null in a room of two users. */
    title: text('title'),
    /** The listing from which one of the two users last opened the chat; null in an order's room, and if the chat was opened elsewhere. */
    listingId: integer('listing_id'),
    createdAt: integer('created_at').notNull(),
    lastSeq: integer('last_seq').notNull().default(0),
    lastText: text('last_text').notNull().default(''),
    lastUserId: integer('last_user_id'),
    lastAt: integer('last_at').notNull(),
  },
  (t) => [uniqueIndex('rooms_order').on(t.orderId), uniqueIndex('rooms_pair').on(t.pair)],
)

export const roomMembers = sqliteTable(
  'room_members',
  {
    roomId: text('room_id')
      .notNull()
      .references(() => rooms.id),
    userId: integer('user_id').notNull(),
    readSeq: integer('read_seq').notNull().default(0),
    /** `lastAt` of the room, the order of the member's list; null until the room has a message. */
    listedAt: integer('listed_at'),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.userId] }), index('room_members_list').on(t.userId, t.listedAt, t.roomId)],
)

/** A work list: notifications about offers. Orders passes them to the notifications area, which binds chat. `event` is JSON of `NotificationEvent`. */
export const pendingOfferNotifications = sqliteTable('pending_offer_notifications', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  event: text('event').notNull(),
})

/**
 * The files of messages. A file is claimed before its message is stored; `seq` is set afterwards. A claim without a message ends after a day.
 * The uploads area deletes the files of deleted messages (`removedAt`, UTC seconds).
 */
export const messageFiles = sqliteTable(
  'message_files',
  {
    mediaId: text('media_id').primaryKey(),
    roomId: text('room_id').notNull(),
    /** The client id of the message. */
    clientId: text('client_id').notNull(),
    seq: integer('seq'),
    claimedAt: integer('claimed_at').notNull(),
    removedAt: integer('removed_at'),
  },
  (t) => [index('message_files_removed').on(t.removedAt).where(sql`removed_at is not null`), index('message_files_room').on(t.roomId)],
)
