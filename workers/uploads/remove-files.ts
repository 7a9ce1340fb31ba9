import { and, gt, inArray, isNull, lte, notInArray, or } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import type { UploadsEnv } from './env.ts'
import type { MediaRow } from './tables.ts'
import { media } from './tables.ts'
import { variantKeys } from './variants.ts'

/** The fields needed to remove a file with all its objects. */
export type Removable = Pick<MediaRow, 'id' | 'kind' | 'key' | 'uploadId'>

/** R2's error for a multipart upload that was already completed or aborted. */
const NO_SUCH_UPLOAD = /10024|does not exist/

/** Aborts a multipart upload. Returns whether its parts are gone. */
async function abortMultipart(env: UploadsEnv, { key, uploadId }: Removable): Promise<boolean> {
  if (!uploadId) return true
  try {
    await env.FILES.resumeMultipartUpload(key, uploadId).abort()
    return true
  } catch (error) {
    if (NO_SUCH_UPLOAD.test(describeError(error))) return true
    log('warn', 'upload_not_aborted', { key, error: describeError(error) })
    return false
  }
}

/**
 * Removes files with their variants, the parts of an unfinished upload, and their rows. If the signed URL is still valid, or the parts
 * could not be removed, the row stays, marked as discarded, for a later sweep. Takes at most 200 rows: R2 deletes at most 1000 keys in
 * one call, and a picture has at most five. Safe to repeat.
 */
export async function removeFiles(env: UploadsEnv, db: Database, rows: Removable[], at = now()): Promise<void> {
  if (!rows.length) return
  const aborted = await Promise.all(rows.map((row) => abortMultipart(env, row)))
  // Delete the objects first: a row without objects is easy to find later, an object without a row only by listing the bucket.
  await env.FILES.delete(rows.flatMap(({ id, key, kind }) => [key, ...variantKeys(id, kind)]))
  const ids = rows.map(({ id }) => id)
  const done = ids.filter((_, i) => aborted[i])
  await db.batch([
    db
      .update(media)
      .set({ readyAt: null, discardedAt: at, originalFilename: '', poster: null })
      .where(and(inArray(media.id, ids), or(gt(media.openUntil, at), notInArray(media.id, done)))),
    db.delete(media).where(and(inArray(media.id, done), or(isNull(media.openUntil), lte(media.openUntil, at)))),
  ])
}
