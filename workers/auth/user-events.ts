import { and, asc, eq, lte, type SQL } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import type { AuthEnv } from './env.ts'
import { userEvents } from './tables.ts'

type Kind = 'renamed' | 'described' | 'deleted' | 'quotesOver'

/** How many due events one run delivers. */
const BATCH_SIZE = 20

/** Calls to other areas for each kind of event. Each call is safe to repeat. */
const DELIVERIES: Record<Kind, (env: AuthEnv, userId: number) => Promise<unknown>> = {
  renamed: (env, userId) => env.LISTINGS.reindexUser(userId),
  described: (env, userId) => env.LISTINGS.reindexPerson(userId),
  // Files are deleted last: until then a listing may show them. Files that orders need stay.
  deleted: async (env, userId) => {
    await Promise.all([
      env.LISTINGS.eraseUser(userId),
      env.ORDERS.eraseUser(userId),
      env.CHAT.eraseUser(userId),
      env.NOTIFICATIONS.eraseUser(userId),
      env.CREATORS.eraseUser(userId),
    ])
    await env.UPLOADS.eraseUser(userId)
  },
  // Deletes the quotes that could still be paid when the account was deleted.
  quotesOver: (env, userId) => env.ORDERS.eraseUser(userId),
}

/** The statement that adds an event to the outbox; goes into the batch of its change. The event is due at `at`. */
export const addUserEvent = (db: Database, userId: number, kind: Kind, at: number | SQL) =>
  db
    .insert(userEvents)
    .values({ userId, kind, at: at as number })
    .onConflictDoUpdate({ target: [userEvents.userId, userEvents.kind], set: { at: at as number } })

/**
 * Delivers the due events of one user or of all. A failed delivery does not throw: it is logged, and its event stays in the outbox, behind
 * the others, so that it holds up none. The cron retries it every minute.
 */
export async function deliverUserEvents(env: AuthEnv, userId?: number): Promise<void> {
  const db = database(env)
  const due = await db
    .select()
    .from(userEvents)
    .where(and(lte(userEvents.at, now()), userId === undefined ? undefined : eq(userEvents.userId, userId)))
    .orderBy(asc(userEvents.at))
    .limit(BATCH_SIZE)
  for (const event of due) {
    // An event that was added again in the meantime has another `at` and stays.
    const unchanged = and(eq(userEvents.userId, event.userId), eq(userEvents.kind, event.kind), eq(userEvents.at, event.at))
    try {
      await DELIVERIES[event.kind as Kind](env, event.userId)
      await db.delete(userEvents).where(unchanged)
    } catch (error) {
      log('warn', 'user_event_undone', { userId: event.userId, kind: event.kind, error: describeError(error) })
      await db
        .update(userEvents)
        .set({ at: now() })
        .where(unchanged)
        .catch(() => {})
    }
  }
}
