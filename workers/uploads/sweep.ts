import { and, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { log } from '../shared/log.ts'
import type { UploadsEnv } from './env.ts'
import { isInUse } from './media-usage.ts'
import { removeFiles } from './remove-files.ts'
import { media } from './tables.ts'

/** Unfinished and unused files younger than this stay (seconds). */
const MIN_AGE = 86_400
/** Rows checked in one sweep, and objects per prefix. */
const BATCH = 200
/** Maximum number of keys that R2 deletes in one call. */
const MAX_DELETED_KEYS = 1000

/**
 * Removes unfinished and unused files after a day, and objects without a row. A finished file is removed in two sweeps. The first marks it
 * as unfinished, so that nothing can start to use it. The next one removes it, or restores it if a save that was already running uses it.
 * So a file in use is never removed. Returns how many rows were removed.
 */
export async function sweep(env: UploadsEnv, at = now()): Promise<number> {
  const db = database(env)
  const cutoff = at - MIN_AGE
  const unfinished = and(isNull(media.readyAt), lt(media.createdAt, cutoff))
  const restored = await db
    .update(media)
    .set({ readyAt: at })
    .where(and(unfinished, isNotNull(media.etag), isNull(media.discardedAt), isInUse))
    .returning({ id: media.id })
  const removed = await db
    .select({ id: media.id, kind: media.kind, key: media.key, uploadId: media.uploadId })
    .from(media)
    .where(and(unfinished, or(isNotNull(media.discardedAt), sql`not ${isInUse}`)))
    .limit(BATCH)
  await removeFiles(env, db, removed, at)
  const expired =
    (await removeSelected(env, db, selectExpiredEvidence(db), at)) + (await removeSelected(env, db, selectDeletedMessageFiles(db), at))
  const taken = await markUnused(db, cutoff)
  const strays = await removeStrayObjects(env, db, cutoff)
  if (removed.length || expired || taken || strays || restored.length)
    log('info', 'swept', { removed: removed.length, expired, taken, revived: restored.length, strays })
  return removed.length
}

/** Selects files of evidence that the orders area has deleted. */
export const selectExpiredEvidence = (db: Database) =>
  db
    .select({ id: media.id, kind: media.kind, key: media.key, uploadId: media.uploadId })
    .from(media)
    .where(and(isNull(media.discardedAt), sql`${media.id} in (select f.media_id from evidence_files f where f.evidence_id = '')`))
    .limit(BATCH)

/** Selects files of messages that were deleted. */
const selectDeletedMessageFiles = (db: Database) =>
  db
    .select({ id: media.id, kind: media.kind, key: media.key, uploadId: media.uploadId })
    .from(media)
    .where(and(isNull(media.discardedAt), sql`${media.id} in (select f.media_id from message_files f where f.removed_at > 0)`))
    .limit(BATCH)

/** Removes the selected files at once, and not only when {@link markUnused} finds them. Returns how many were removed. */
async function removeSelected(
  env: UploadsEnv,
  db: Database,
  selected: ReturnType<typeof selectExpiredEvidence>,
  at: number,
): Promise<number> {
  const rows = await selected
  await removeFiles(env, db, rows, at)
  return rows.length
}

/** Key prefixes of all objects. The second path segment of a key is the id of a row. */
const PREFIXES = ['originals/', 'private/', 'variants/']

/**
 * Removes objects older than a day that have no row, such as a file uploaded after its row was deleted. Checks one page from a random
 * key, and returns how many were removed.
 */
async function removeStrayObjects(env: UploadsEnv, db: Database, cutoff: number): Promise<number> {
  const found = await Promise.all(
    PREFIXES.map(async (prefix) => {
      const page = await env.FILES.list({ prefix, startAfter: prefix + opaqueId(), limit: BATCH })
      // Wraps around at the end, so with few objects one sweep checks them all.
      return page.truncated ? page.objects : [...page.objects, ...(await env.FILES.list({ prefix, limit: BATCH })).objects]
    }),
  )
  const oldObjects = found.flat().filter(({ uploaded }) => uploaded.getTime() / 1000 < cutoff)
  if (!oldObjects.length) return 0
  const idOf = (key: string) => key.split('/')[1] ?? ''
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(inArray(media.id, [...new Set(oldObjects.map(({ key }) => idOf(key)))]))
  const known = new Set(rows.map(({ id }) => id))
  const strays = [...new Set(oldObjects.map(({ key }) => key).filter((key) => !known.has(idOf(key))))]
  for (let i = 0; i < strays.length; i += MAX_DELETED_KEYS) await env.FILES.delete(strays.slice(i, i + MAX_DELETED_KEYS))
  return strays.length
}

/**
 * Marks unused files as unfinished. Checks one page of rows from a random id. The ids of files are random too, so the sweeps check every
 * row sooner or later without storing a position.
 */
async function markUnused(db: Database, cutoff: number): Promise<number> {
  const isUnused = and(
    lt(media.readyAt, cutoff),
    inArray(media.kind, ['image', 'video', 'document', 'attachment', 'message', 'work']),
    sql`not ${isInUse}`,
  )
  const readPage = (from: string) =>
    db
      .select({ id: media.id, isUnused: sql<number>`${isUnused}` })
      .from(media)
      .where(gte(media.id, from))
      .orderBy(media.id)
      .limit(BATCH)
  const rows = await readPage(opaqueId())
  // Wraps around at the end, so with few rows one sweep checks them all.
  if (rows.length < BATCH) rows.push(...(await readPage('')))
  const ids = rows.filter((row) => row.isUnused).map(({ id }) => id)
  if (!ids.length) return 0
  const marked = await db
    .update(media)
    .set({ readyAt: null })
    .where(and(inArray(media.id, ids), isUnused))
    .returning({ id: media.id })
  return marked.length
}
