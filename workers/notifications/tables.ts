import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** What members are notified about, one row per member and event. Rows are deleted some time after the event, see notify.ts. */
export const notifications = sqliteTable(
  'notifications',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    /** Names the event, so that an event that is passed again changes nothing. */
    eventKey: text('event_key').notNull(),
    /** A key of KINDS in notifications.schema.ts. */
    kind: text('kind').notNull(),
    /** What the notification is about: order, event or saved. */
    thingKind: text('thing_kind').notNull(),
    thingId: text('thing_id').notNull(),
    /** JSON of `NotificationParams`: the values for the text, which each reader gets in their own language. */
    params: text('params').notNull(),
    /** When the event happened, UTC seconds. */
    at: integer('at').notNull(),
    readAt: integer('read_at'),
    /** Whether the member has turned off this topic in the app: the row then only prevents a repetition and may be mailed. */
    hidden: integer('hidden', { mode: 'boolean' }).notNull().default(false),
    /** When the mail is due; null if there is none, or it was sent or given up. */
    mailDue: integer('mail_due'),
    /** When a run last began to send the mail. */
    mailClaimedAt: integer('mail_claimed_at'),
    /** How many runs have started to send it. */
    mailTries: integer('mail_tries').notNull().default(0),
    /** When the pushes to the member's devices are due; null if there are none, or they were passed on to `pushes` or given up. */
    pushDue: integer('push_due'),
  },
  (t) => [
    uniqueIndex('notifications_event').on(t.userId, t.eventKey),
    // The list and the count leave out hidden rows, of which a member may have any number, all of them unread.
    index('notifications_list').on(t.userId, t.id).where(sql`not hidden`),
    index('notifications_count').on(t.userId, t.id).where(sql`read_at is null and not hidden`),
    index('notifications_unread').on(t.userId, t.thingId).where(sql`read_at is null`),
    index('notifications_age').on(t.at),
    index('notifications_mail').on(t.mailDue).where(sql`mail_due is not null`),
    index('notifications_push').on(t.pushDue).where(sql`push_due is not null`),
  ],
)

/** What members have chosen about their notifications. A member without a row gets all, at any time. */
export const notificationSettings = sqliteTable('notification_settings', {
  userId: integer('user_id').primaryKey(),
  /** JSON list of what is turned off, of SWITCHES in settings.schema.ts. */
  off: text('off').notNull().default('[]'),
  /** Quiet hours: their start and end in minutes after midnight, in `timeZone`; null without quiet hours. */
  quietFrom: integer('quiet_from'),
  quietTo: integer('quiet_to'),
  /** IANA name, also used for the times in mails; null until the member has chosen. */
  timeZone: text('time_zone'),
})
