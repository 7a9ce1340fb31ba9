import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Rooms: one per order, one per pair of people (`pair` is "smaller:larger" user id). Messages live in the room's Durable Object. */
export const rooms = sqliteTable(
  'rooms',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id'),
    pair: text('pair'),
    /** What an order's room is about, as it was agreed; null in a room of two people. */
    title: text('title'),
    /** The listing two people last came here from; null in an order's room, and where they met elsewhere. */
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
  },
  (t) => [primaryKey({ columns: [t.roomId, t.userId] }), index('room_members_user').on(t.userId)],
)
