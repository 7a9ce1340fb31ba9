import { inArray } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { log, reasonOf } from '../shared/log.ts'
import type { UploadsEnv } from './env.ts'
import type { MediaRow } from './product-media.ts'
import { media } from './tables.ts'
import { variantKeys } from './variants.ts'

/** What has to be known of a file to remove it whole. */
export type Removable = Pick<MediaRow, 'id' | 'kind' | 'key' | 'uploadId'>

/**
 * Removes files with their variants, the parts of an upload that never ended, and their rows. At most 200 at once: R2 takes a
 * thousand keys, and a picture has four. Safe to repeat.
 */
export async function removeFiles(env: UploadsEnv, db: Database, rows: Removable[]): Promise<void> {
  if (!rows.length) return
  await Promise.all(
    rows.map(async ({ key, uploadId }) => {
      // One that was completed or aborted before is gone already, and R2 forgets the rest by itself after seven days.
      if (uploadId)
        await env.FILES.resumeMultipartUpload(key, uploadId)
          .abort()
          .catch((error: unknown) => log('info', 'upload_not_aborted', { key, error: reasonOf(error) }))
    }),
  )
  // The files first: a row without its file can be removed later, a file without its row is never found again.
  await env.FILES.delete(rows.flatMap(({ id, key, kind }) => [key, ...(kind === 'image' ? variantKeys(id) : [])]))
  await db.delete(media).where(
    inArray(
      media.id,
      rows.map(({ id }) => id),
    ),
  )
}
