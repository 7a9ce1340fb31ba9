import { and, gt, inArray, isNull, lte, notInArray, or } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { log, reasonOf } from '../shared/log.ts'
import type { UploadsEnv } from './env.ts'
import type { MediaRow } from './product-media.ts'
import { media } from './tables.ts'
import { variantKeys } from './variants.ts'

/** What has to be known of a file to remove it whole. */
export type Removable = Pick<MediaRow, 'id' | 'kind' | 'key' | 'uploadId'>

/** R2's answer for parts that were put together, or aborted, before. */
const NO_SUCH_UPLOAD = /10024|does not exist/

/** Aborts an upload in parts. Answers whether its parts are gone. */
async function abort(env: UploadsEnv, { key, uploadId }: Removable): Promise<boolean> {
  if (!uploadId) return true
  try {
    await env.FILES.resumeMultipartUpload(key, uploadId).abort()
    return true
  } catch (error) {
    if (NO_SUCH_UPLOAD.test(reasonOf(error))) return true
    log('warn', 'upload_not_aborted', { key, error: reasonOf(error) })
    return false
  }
}

/**
 * Removes files with their variants, the parts of an upload that never ended, and their rows. The row of a file whose signed address is
 * still open, or whose parts could not be removed, stays as a discarded one for a later sweep. At most 200 at once: R2 takes a thousand
 * keys, and a picture has four. Safe to repeat.
 */
export async function removeFiles(env: UploadsEnv, db: Database, rows: Removable[], at = now()): Promise<void> {
  if (!rows.length) return
  const aborted = await Promise.all(rows.map((row) => abort(env, row)))
  // The files first: a row without its file can be removed later, a file without its row is found only by going through all of them.
  await env.FILES.delete(rows.flatMap(({ id, key, kind }) => [key, ...(kind === 'image' ? variantKeys(id) : [])]))
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
