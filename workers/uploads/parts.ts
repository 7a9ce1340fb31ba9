import { ApiError } from '../shared/errors.ts'
import { log, reasonOf } from '../shared/log.ts'
import type { UploadsEnv } from './env.ts'
import { partsOf } from './media.schema.ts'
import type { MediaRow } from './product-media.ts'

/**
 * Puts a file together from the parts that were sent. `etags` are R2's answers to each part, in order. Harmless when an earlier
 * call did it and only its answer was lost. Throws `upload_missing` when parts are, or are not the ones that were sent.
 */
export async function assemble(
  env: UploadsEnv,
  { id, key, size, uploadId }: MediaRow & { uploadId: string },
  etags: string[] = [],
): Promise<void> {
  if (await env.FILES.head(key)) return
  if (etags.length !== partsOf(size)) throw new ApiError('upload_missing', { parts: partsOf(size) })
  const parts = etags.map((etag, i) => ({ partNumber: i + 1, etag: etag.replaceAll('"', '') }))
  try {
    await env.FILES.resumeMultipartUpload(key, uploadId).complete(parts)
  } catch (error) {
    // Said twice at once: one of both put it together.
    if (await env.FILES.head(key)) return
    log('warn', 'upload_not_assembled', { media: id, error: reasonOf(error) })
    throw new ApiError('upload_missing', { parts: parts.length })
  }
}
