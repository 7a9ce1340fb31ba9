import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { database } from '../shared/db.ts'
import { describeError, log } from '../shared/log.ts'
import { convertRows, readTime } from '../shared/rows.ts'
import { creatorApplications, creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'

/** Creators notified in one run. */
const BATCH = 50

/**
 * Notifies the creators who do not know yet that they were removed or restored, all or one. The notification leads to the application, which
 * says what it means and whom to ask. If it fails, that is logged, and the cron tries it again; the key of an event prevents its repetition.
 */
export async function notifyCreators(env: CreatorsEnv, userId?: number): Promise<void> {
  const db = database(env)
  try {
    const rows = await db
      .select({ id: creators.userId, creator: creators, application: creatorApplications.id })
      .from(creators)
      .leftJoin(creatorApplications, eq(creatorApplications.userId, creators.userId))
      .where(and(isNotNull(creators.unnotifiedAt), userId === undefined ? undefined : eq(creators.userId, userId)))
      .orderBy(asc(creators.unnotifiedAt))
      .limit(BATCH)
    if (!rows.length) return
    const events = convertRows('creator', rows, ({ creator, application }): NotificationEvent => {
      const kind = creator.removedAt === null ? 'creatorRestored' : 'creatorRemoved'
      return {
        userId: creator.userId,
        key: `${kind} ${creator.userId} ${creator.unnotifiedAt}`,
        kind,
        thing: { kind: 'application', id: application ?? String(creator.userId) },
        params: { title: creator.name },
        at: readTime(creator.unnotifiedAt!),
        isMailed: true,
      }
    })
    if (events.length) await env.NOTIFICATIONS.notify(events)
    // A creator who was removed or restored in the meantime stays for the next run. A damaged row does not.
    const notified = sql`select value ->> 0, value ->> 1
      from json_each(${JSON.stringify(rows.map(({ creator }) => [creator.userId, creator.unnotifiedAt]))})`
    await db.update(creators).set({ unnotifiedAt: null }).where(sql`(user_id, unnotified_at) in (${notified})`)
  } catch (error) {
    log('warn', 'creators_not_notified', { error: describeError(error) })
  }
}
