import { asc, count } from 'drizzle-orm'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'

/** Writes a creator into the search index again, with the present page. Never throws: {@link indexNextCreator} does it again. */
export async function indexCreator(env: CreatorsEnv, userId: number): Promise<void> {
  try {
    await env.LISTINGS.reindexPerson(userId)
  } catch (error) {
    log('warn', 'creator_not_indexed', { userId, error: describeError(error) })
  }
}

/**
 * Writes another creator into the search index every minute. So what a failed call has left out of the index is in it before long, without a
 * record of what is missing: creators are few.
 */
export async function indexNextCreator(env: CreatorsEnv, at = now()): Promise<void> {
  const db = database(env)
  const [row] = await db.select({ count: count() }).from(creators)
  if (!row?.count) return
  const place = Math.floor(at / 60) % row.count
  const [next] = await db.select({ userId: creators.userId }).from(creators).orderBy(asc(creators.userId)).limit(1).offset(place)
  if (next) await indexCreator(env, next.userId)
}
