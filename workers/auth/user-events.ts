import { and, asc, eq, lte, type SQL } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { log, reasonOf } from '../shared/log.ts'
import type { AuthEnv } from './env.ts'
import { userEvents } from './tables.ts'

type Kind = 'renamed' | 'deleted' | 'quotesOver'

/** Told at once; the cron takes up to this many that were not. */
const AT_ONCE = 20

/** What each kind asks of the other areas. Every step is safe to repeat. */
const TELL: Record<Kind, (env: AuthEnv, userId: number) => Promise<unknown>> = {
  renamed: (env, userId) => env.LISTINGS.renamed(userId),
  // Pictures go last: until then a listing may show them. What orders keep of them stays.
  deleted: async (env, userId) => {
    await Promise.all([env.LISTINGS.forget(userId), env.ORDERS.forget(userId), env.CHAT.forget(userId)])
    await env.UPLOADS.forget(userId)
  },
  // Quotes that could still be paid when the account was deleted.
  quotesOver: (env, userId) => env.ORDERS.forget(userId),
}

/** The statement that notes an event; goes into the batch of the change it is about. It is due from `at` on. */
export const noteEvent = (db: Database, userId: number, kind: Kind, at: number | SQL) =>
  db
    .insert(userEvents)
    .values({ userId, kind, at: at as number })
    .onConflictDoUpdate({ target: [userEvents.userId, userEvents.kind], set: { at: at as number } })

/**
 * Tells the other areas what is due, of one person or of all. It never fails the change itself: what could not be done is logged
 * and stays to be done, and the cron comes by every minute.
 */
export async function tellEvents(env: AuthEnv, userId?: number): Promise<void> {
  const db = database(env)
  const due = await db
    .select()
    .from(userEvents)
    .where(and(lte(userEvents.at, now()), userId === undefined ? undefined : eq(userEvents.userId, userId)))
    .orderBy(asc(userEvents.at))
    .limit(AT_ONCE)
  for (const event of due) {
    try {
      await TELL[event.kind as Kind](env, event.userId)
      // One that was noted again meanwhile is due again.
      const same = and(eq(userEvents.userId, event.userId), eq(userEvents.kind, event.kind), eq(userEvents.at, event.at))
      await db.delete(userEvents).where(same)
    } catch (error) {
      log('warn', 'user_event_undone', { userId: event.userId, kind: event.kind, error: reasonOf(error) })
    }
  }
}
