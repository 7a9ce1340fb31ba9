import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Not in tables.ts, because auth imports that file, and its worker must stay small.

/** Browsers that get pushes: the push subscription of each, which belongs to one member and works as long as its session. */
export const devices = sqliteTable(
  'push_devices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    /** The id of the session that added it, see `sessionId` in shared/session.ts. */
    session: text('session').notNull(),
    /** The address at the browser's push service. A secret: it and the keys are all that sending to the browser needs, besides our key. */
    endpoint: text('endpoint').notNull(),
    /** The browser's public key (an uncompressed point of P-256) and its secret of 16 bytes, in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('push_devices_endpoint').on(t.endpoint),
    uniqueIndex('push_devices_session').on(t.session),
    index('push_devices_user').on(t.userId, t.id),
  ],
)

/** Pushes that are still to be sent, one row per notification and device. A row is deleted once its push was sent or given up. */
export const pushes = sqliteTable(
  'pushes',
  {
    notificationId: integer('notification_id').notNull(),
    deviceId: integer('device_id').notNull(),
    due: integer('due').notNull(),
    /** When a run began to send it. A row whose run ended without a result keeps this time, and its push is not sent again. */
    claimedAt: integer('claimed_at'),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.notificationId, t.deviceId] }), index('pushes_due').on(t.due), index('pushes_device').on(t.deviceId)],
)
