import { and, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { log } from '../shared/log.ts'
import { isClaimed } from './claims.ts'
import type { UploadsEnv } from './env.ts'
import { removeFiles } from './remove.ts'
import { media } from './tables.ts'

/** How long a file waits for somebody to finish it, or to save something that shows it (seconds). */
const PATIENCE = 86_400
/** Rows, and objects of a kind, looked at in one sweep. */
const PART = 200
/** R2 deletes so many keys in one call. */
const DELETED_AT_ONCE = 1000

/**
 * Removes files that were never finished, and finished ones that nothing shows, a day after they came. In two steps with a sweep
 * between them: first a file is taken back to unfinished, which nothing new can claim; the next sweep removes it, or, when a claim
 * was under way at that moment, gives it back. So a claimed file never goes. Objects without a row go too. Answers how many rows were
 * removed.
 */
export async function sweep(env: UploadsEnv, at = now()): Promise<number> {
  const db = database(env)
  const old = at - PATIENCE
  const unfinished = and(isNull(media.readyAt), lt(media.createdAt, old))
  const revived = await db
    .update(media)
    .set({ readyAt: at })
    .where(and(unfinished, isNotNull(media.etag), isNull(media.discardedAt), isClaimed))
    .returning({ id: media.id })
  const gone = await db
    .select({ id: media.id, kind: media.kind, key: media.key, uploadId: media.uploadId })
    .from(media)
    .where(and(unfinished, or(isNotNull(media.discardedAt), sql`not ${isClaimed}`)))
    .limit(PART)
  await removeFiles(env, db, gone, at)
  const taken = await takeBack(db, old)
  const strays = await sweepStrays(env, db, old)
  if (gone.length || taken || strays || revived.length)
    log('info', 'swept', { removed: gone.length, taken, revived: revived.length, strays })
  return gone.length
}

/** Where objects lie; the second part of every key is the id of a row. */
const PREFIXES = ['originals/', 'private/', 'variants/']

/**
 * Removes objects that no row knows, a day after they came: one that arrived at a signed address after its row was gone, a variant
 * drawn while its picture was deleted. The bucket is looked at as {@link takeBack} looks at the table: one page from a random key on.
 * Answers how many were removed.
 */
async function sweepStrays(env: UploadsEnv, db: Database, old: number): Promise<number> {
  const found = await Promise.all(
    PREFIXES.map(async (prefix) => {
      const page = await env.FILES.list({ prefix, startAfter: prefix + opaqueId(), limit: PART })
      // Around the end: where there are few, a sweep sees them all.
      return page.truncated ? page.objects : [...page.objects, ...(await env.FILES.list({ prefix, limit: PART })).objects]
    }),
  )
  const late = found.flat().filter(({ uploaded }) => uploaded.getTime() / 1000 < old)
  if (!late.length) return 0
  const idOf = (key: string) => key.split('/')[1] ?? ''
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(inArray(media.id, [...new Set(late.map(({ key }) => idOf(key)))]))
  const known = new Set(rows.map(({ id }) => id))
  const strays = [...new Set(late.map(({ key }) => key).filter((key) => !known.has(idOf(key))))]
  for (let i = 0; i < strays.length; i += DELETED_AT_ONCE) await env.FILES.delete(strays.slice(i, i + DELETED_AT_ONCE))
  return strays.length
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
