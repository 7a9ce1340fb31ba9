import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { now } from './ids.ts'

/**
 * Warnings and suspensions of members. Only the creators area writes them; every area reads with the session whether its member is suspended.
 */
export const sanctions = sqliteTable(
  'sanctions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    /** warning | suspension */
    kind: text('kind').notNull(),
    /** Plain text, which the member reads. */
    reason: text('reason').notNull(),
    /** UTC seconds. */
    at: integer('at').notNull(),
    /** When the suspension ends by itself, UTC seconds; null for a warning, and for a suspension that an admin has to end. */
    until: integer('until'),
    /** When the suspension ended, UTC seconds. */
    endedAt: integer('ended_at'),
    /** Why an admin ended it, which the member reads; null if it ended by itself. */
    endReason: text('end_reason'),
    /** When the member was warned or suspended, or the suspension ended, while they still have to be notified of it; null otherwise. */
    unnotifiedAt: integer('unnotified_at'),
  },
  (t) => [
    uniqueIndex('sanctions_current').on(t.userId).where(sql`kind = 'suspension' and ended_at is null`),
    index('sanctions_user').on(t.userId, t.id),
    index('sanctions_unnotified').on(t.unnotifiedAt).where(sql`unnotified_at is not null`),
  ],
)

/** SQL condition: the row is a suspension that lasts. The cron ends those whose time is over, so the time counts until then. */
export const isLasting = () =>
  and(sql`${sanctions.kind} = 'suspension' and ${isNull(sanctions.endedAt)}`, or(isNull(sanctions.until), gt(sanctions.until, now())))

/** SQL condition: the member is suspended now. `userId` is an id or a column of another table. */
export const isSuspended = (userId: number | Parameters<typeof eq>[0]) =>
  sql`exists (select 1 from ${sanctions} where ${and(eq(sanctions.userId, userId as number), isLasting())})`
