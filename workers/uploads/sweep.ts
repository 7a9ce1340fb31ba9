import { and, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { log } from '../shared/log.ts'
import { isClaimed } from './claims.ts'
import type { UploadsEnv } from './env.ts'
import { removeFiles } from './remove.ts'
import { media } from './tables.ts'

/** How long a file waits for somebody to finish it, or to save something that shows it (seconds). */
const PATIENCE = 86_400
/** Rows looked at in one sweep. */
const PART = 200

/**
 * Removes files that were never finished, and finished ones that nothing shows, a day after they came. In two steps with a sweep
 * between them: first a file is taken back to unfinished, which nothing new can claim; the next sweep removes it, or, when a claim
 * was under way at that moment, gives it back. So a claimed file never goes. Answers how many were removed.
 */
export async function sweep(env: UploadsEnv, at = now()): Promise<number> {
  const db = database(env)
  const old = at - PATIENCE
  const unfinished = and(isNull(media.readyAt), lt(media.createdAt, old))
  const revived = await db
    .update(media)
    .set({ readyAt: at })
    .where(and(unfinished, isNotNull(media.etag), isClaimed))
    .returning({ id: media.id })
  const gone = await db
    .select({ id: media.id, kind: media.kind, key: media.key, uploadId: media.uploadId })
    .from(media)
    .where(and(unfinished, sql`not ${isClaimed}`))
    .limit(PART)
  await removeFiles(env, db, gone)
  const taken = await takeBack(db, old)
  if (gone.length || taken || revived.length) log('info', 'swept', { removed: gone.length, taken, revived: revived.length })
  return gone.length
}

/**
 * Takes back what nothing shows. Ids are random, so the rows behind a random one are a fair sample: however many files there are, a
 * sweep looks at few of them and comes to each in time, without having to remember how far it was.
 */
async function takeBack(db: Database, old: number): Promise<number> {
  const due = and(lt(media.readyAt, old), inArray(media.kind, ['image', 'video', 'document']), sql`not ${isClaimed}`)
  const some = (from: string) =>
    db
      .select({ id: media.id, due: sql<number>`${due}` })
      .from(media)
      .where(gte(media.id, from))
      .orderBy(media.id)
      .limit(PART)
  const rows = await some(opaqueId())
  // Around the end: where there are few, a sweep sees them all.
  if (rows.length < PART) rows.push(...(await some('')))
  const ids = rows.filter((row) => row.due).map(({ id }) => id)
  if (!ids.length) return 0
  const taken = await db
    .update(media)
    .set({ readyAt: null })
    .where(and(inArray(media.id, ids), due))
    .returning({ id: media.id })
  return taken.length
}
