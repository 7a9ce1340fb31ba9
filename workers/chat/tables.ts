import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { DEFAULT_DIGEST_HOURS, type Folder } from './conversations.schema.ts'

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
    /** `lastAt` of the room, the order of the member's list; null until the room of a pair has a message. */
    listedAt: integer('listed_at'),
    /** `lastSeq` of the room, so that an index can have the unread rooms of a member. */
    lastSeq: integer('last_seq').notNull().default(0),
    /** In which list the member has the room. Of an order's room, and of a room that is older than this column, `inbox` or `archived`. */
    folder: text('folder').$type<Folder>().notNull().default('inbox'),
    pinned: integer('pinned', { mode: 'boolean' }).notNull().default(false),
    muted: integer('muted', { mode: 'boolean' }).notNull().default(false),
    /** Whether the member has marked the room as unread. */
    markedUnread: integer('marked_unread', { mode: 'boolean' }).notNull().default(false),
    /** When the mail about unread messages is due, UTC seconds; null if nothing is unread, or it was already mailed. */
    digestDue: integer('digest_due'),
    /** When a push about unread messages is due, UTC seconds; null if nothing is unread, it was sent, or the member has no browser for it. */
    pushDue: integer('push_due'),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.userId] }),
    index('room_members_list').on(t.userId, t.listedAt, t.roomId),
    index('room_members_folder').on(t.userId, t.folder, t.pinned, t.listedAt, t.roomId),
    index('room_members_unread')
      .on(t.userId, t.folder, t.pinned, t.listedAt, t.roomId)
      .where(sql`last_seq > read_seq or marked_unread = 1`),
    index('room_members_digest').on(t.digestDue).where(sql`digest_due is not null`),
    index('room_members_push').on(t.pushDue).where(sql`push_due is not null`),
  ],
)

/** Who has blocked whom. */
export const blocks = sqliteTable(
  'blocks',
  {
    blockerId: integer('blocker_id').notNull(),
    blockedId: integer('blocked_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.blockerId, t.blockedId] }), index('blocks_blocked').on(t.blockedId)],
)

/** SQL: 1 if a member has blocked the user of a column, else 0. */
export const isBlockedBy = (blocker: number, userId: AnySQLiteColumn) =>
  sql<number>`exists (select 1 from ${blocks} where ${blocks.blockerId} = ${blocker} and ${blocks.blockedId} = ${userId})`

/**
 * SQL condition: `r` is the room of two members, of whom `m` has blocked the other. In the room of an order, the two still write about it
 * until it is finished.
 */
export const isBlockedPair = sql`r.pair is not null and exists (select 1 from room_members o
  join blocks b on b.blocker_id = m.user_id and b.blocked_id = o.user_id where o.room_id = m.room_id)`

/** SQL: the name of the other member of the room of `m`; null if there is none, or they have no name. */
export const otherName = sql`(select coalesce(p.name, u.username) from room_members o join users u on u.id = o.user_id
  left join profiles p on p.user_id = u.id where o.room_id = m.room_id and o.user_id <> m.user_id limit 1)`

/** What members have chosen about their conversations. A member without a row has the defaults. */
export const chatSettings = sqliteTable('chat_settings', {
  userId: integer('user_id').primaryKey(),
  /** Whether others do not see when the member is typing, has read, is online. The member then does not see it of others either. */
  hidesTyping: integer('hides_typing', { mode: 'boolean' }).notNull().default(false),
  hidesSeen: integer('hides_seen', { mode: 'boolean' }).notNull().default(false),
  hidesOnline: integer('hides_online', { mode: 'boolean' }).notNull().default(false),
  /** After how many hours the member gets a mail about unread messages; 0 for none. */
  digestHours: integer('digest_hours').notNull().default(DEFAULT_DIGEST_HOURS),
})

/** The messages that a search finds. `id` is the row of the message in the index `message_terms`. */
export const searchableMessages = sqliteTable(
  'searchable_messages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    roomId: text('room_id').notNull(),
    seq: integer('seq').notNull(),
  },
  (t) => [uniqueIndex('searchable_messages_message').on(t.roomId, t.seq)],
)

/**
 * A work list: notifications about offers. Orders passes them to the notifications area, which binds chat. `event` is JSON of
 * `NotificationEvent`.
 */
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
