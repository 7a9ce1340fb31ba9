import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { database } from '../shared/db.ts'
import { describeError, log } from '../shared/log.ts'
import { convertRows, readTime } from '../shared/rows.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import type { CreatorsEnv } from './env.ts'

/** Members notified in one run. */
const BATCH = 50

function toEvent({ id, userId, kind: sanction, reason, until, endedAt, endReason, unnotifiedAt }: typeof sanctions.$inferSelect) {
  const kind = sanction === 'warning' ? 'memberWarned' : endedAt === null ? 'memberSuspended' : 'suspensionEnded'
  return {
    userId,
    key: `${kind} ${id}`,
    kind,
    thing: { kind: 'account', id: String(id) },
    params: { title: endReason ?? reason, ...(kind === 'memberSuspended' && until !== null && { until: readTime(until) }) },
    at: readTime(unnotifiedAt!),
    isMailed: true,
  } satisfies NotificationEvent
}

/**
 * Notifies the members who do not know yet that they were warned or suspended, or that a suspension has ended, all or one. If it fails, that
 * is logged, and the cron tries it again; the key of an event prevents its repetition.
 */
export async function notifySanctioned(env: CreatorsEnv, userId?: number): Promise<void> {
  const db = database(env)
  try {
    const rows = await db
      .select()
      .from(sanctions)
      .where(and(isNotNull(sanctions.unnotifiedAt), userId === undefined ? undefined : eq(sanctions.userId, userId)))
      .orderBy(asc(sanctions.unnotifiedAt))
      .limit(BATCH)
    if (!rows.length) return
    const events = convertRows('sanction', rows, toEvent)
    if (events.length) await env.NOTIFICATIONS.notify(events)
    // A suspension that has ended in the meantime stays for the next run. A damaged row does not.
    const notified = sql`select value ->> 0, value ->> 1
      from json_each(${JSON.stringify(rows.map(({ id, unnotifiedAt }) => [id, unnotifiedAt]))})`
    await db.update(sanctions).set({ unnotifiedAt: null }).where(sql`(id, unnotified_at) in (${notified})`)
  } catch (error) {
    log('warn', 'sanctioned_not_notified', { error: describeError(error) })
  }
}
