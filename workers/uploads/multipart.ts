import { ApiError } from '../shared/errors.ts'
import { describeError, log } from '../shared/log.ts'
import type { UploadsEnv } from './env.ts'
import { countParts } from './media.schema.ts'
import type { MediaRow } from './tables.ts'

/**
 * Completes a multipart upload. `etags` are R2's ETags, sorted by part number. Does nothing if the upload is already complete, so a
 * call can be repeated. Throws `upload_missing` if parts are missing or differ from those sent.
 */
export async function completeMultipart(
  env: UploadsEnv,
  { id, key, size, uploadId }: MediaRow & { uploadId: string },
  etags: string[] = [],
): Promise<void> {
  if (await env.FILES.head(key)) return
  if (etags.length !== countParts(size)) throw new ApiError('upload_missing', { parts: countParts(size) })
  const parts = etags.map((etag, i) => ({ partNumber: i + 1, etag: etag.replaceAll('"', '') }))
  try {
    await env.FILES.resumeMultipartUpload(key, uploadId).complete(parts)
  } catch (error) {
    // A concurrent call has completed the upload.
    if (await env.FILES.head(key)) return
    log('warn', 'upload_not_assembled', { media: id, error: describeError(error) })
    throw new ApiError('upload_missing', { parts: parts.length })
  }
}
