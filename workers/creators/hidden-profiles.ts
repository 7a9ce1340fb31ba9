import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { database } from '../shared/db.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { describeError, log } from '../shared/log.ts'
import type { CreatorsEnv } from './env.ts'

/** Members followed up in one run. */
const BATCH = 20

/**
 * Updates the search index and notifies the members whose profile was hidden or is shown again, all or one. If it fails, that is logged,
 * and the cron tries it again; the key of an event prevents its repetition.
 */
export async function followHiddenProfiles(env: CreatorsEnv, userId?: number): Promise<void> {
  const db = database(env)
  try {
    const found = await db
      .select()
      .from(hiddenProfiles)
      .where(and(isNotNull(hiddenProfiles.unnotifiedAt), userId === undefined ? undefined : eq(hiddenProfiles.userId, userId)))
      .orderBy(asc(hiddenProfiles.unnotifiedAt))
      .limit(BATCH)
    const rows: typeof found = []
    for (const row of found)
      try {
        await env.LISTINGS.reindexPerson(row.userId)
        rows.push(row)
      } catch (error) {
        log('warn', 'hidden_profile_not_indexed', { userId: row.userId, error: describeError(error) })
      }
    if (!rows.length) return
    const events = rows.map((row): NotificationEvent => {
      const kind = row.hiddenAt === null ? 'profileRestored' : 'profileHidden'
      return {
        userId: row.userId,
        key: `${kind} ${row.unnotifiedAt}`,
        kind,
        thing: { kind: 'profile', id: String(row.userId) },
        params: { title: '' },
        at: row.unnotifiedAt!,
        isMailed: true,
      }
    })
    await env.NOTIFICATIONS.notify(events)
    // A profile that was hidden or shown again in the meantime stays for the next run.
    const keys = JSON.stringify(rows.map((row) => [row.userId, row.unnotifiedAt]))
    const notified = sql`select value ->> 0, value ->> 1 from json_each(${keys})`
    await db.update(hiddenProfiles).set({ unnotifiedAt: null }).where(sql`(user_id, unnotified_at) in (${notified})`)
  } catch (error) {
    log('warn', 'hidden_profile_not_followed', { error: describeError(error) })
  }
}
