import { and, asc, eq, sql } from 'drizzle-orm'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { database } from '../shared/db.ts'
import { describeError, log } from '../shared/log.ts'
import { convertRows, readTime } from '../shared/rows.ts'
import { questionsOf } from './application-rows.ts'
import { creatorApplications } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'

/** Applicants notified in one run. */
const BATCH = 50

type Row = typeof creatorApplications.$inferSelect

function toEvent(row: Row): NotificationEvent {
  const kind = row.state === 'asked' ? 'creatorQuestion' : row.state === 'granted' ? 'creatorGranted' : 'creatorRefused'
  return {
    userId: row.userId,
    key: kind === 'creatorQuestion' ? `${kind} ${row.id} ${questionsOf(row).length}` : `${kind} ${row.id}`,
    kind,
    thing: { kind: 'application', id: row.id },
    params: { title: row.name },
    at: readTime(row.stateAt),
    isMailed: true,
  }
}

/**
 * Notifies the applicants who do not know the state of their application yet, all or one. If it fails, that is logged, and the cron tries it
 * again; the key of an event prevents its repetition. A damaged row is logged and left out.
 */
export async function notifyApplicants(env: CreatorsEnv, id?: string): Promise<void> {
  const db = database(env)
  try {
    const rows = await db
      .select()
      .from(creatorApplications)
      .where(and(sql`unnotified`, id === undefined ? undefined : eq(creatorApplications.id, id)))
      .orderBy(asc(creatorApplications.stateAt))
      .limit(BATCH)
    if (!rows.length) return
    const events = convertRows('creator application', rows, toEvent)
    if (events.length) await env.NOTIFICATIONS.notify(events)
    // A row whose state has changed in the meantime stays for the next run. A damaged one does not, so that it cannot fill every run.
    const told = sql`select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(rows.map((row) => [row.id, row.state, row.stateAt]))})`
    await db.update(creatorApplications).set({ unnotified: false }).where(sql`(id, state, state_at) in (${told})`)
  } catch (error) {
    log('warn', 'applicants_not_notified', { error: describeError(error) })
  }
}
