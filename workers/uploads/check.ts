import { ApiError } from '../shared/errors.ts'
import { log } from '../shared/log.ts'
import type { UploadsEnv } from './env.ts'
import { MAX_PIXELS, MAX_SIDE } from './media.schema.ts'
import type { MediaRow } from './product-media.ts'
import { type ReadBytes, sniff } from './sniff.ts'
import { sniffDocument } from './sniff-document.ts'
import { firstLook } from './variants.ts'

/** What is read of a file to see what it is (bytes), however large it is. */
const CHECK_BYTES = 64 * 1024

/** Reads pieces of one version of an object, together no more than {@link CHECK_BYTES}. */
function reader(files: R2Bucket, object: R2Object): ReadBytes {
  let left = CHECK_BYTES
  return async (offset, wanted) => {
    const length = Math.min(wanted, object.size - offset, left)
    if (length <= 0) return new Uint8Array()
    left -= length
    const piece = await files.get(object.key, { range: { offset, length }, onlyIf: { etagMatches: object.etag } })
    if (!piece || !('body' in piece)) throw new ApiError('upload_missing')
    return new Uint8Array(await piece.arrayBuffer())
  }
}

/** What is known of a file once it was looked at; `width` and `height` as shown, null for videos. */
export type Seen = Required<Pick<MediaRow, 'etag' | 'width' | 'height' | 'placeholder'>>

/**
 * Holds what lies in R2 against its ticket: size, type, what its own bytes say, the number of pixels, and for a picture
 * whether it can be drawn. Throws `upload_missing`, `upload_mismatch` with the broken `rule`, or `image_too_big`; a file
 * that is refused is deleted.
 */
export async function checkFile(env: UploadsEnv, ticket: MediaRow): Promise<Seen> {
  const object = await env.FILES.head(ticket.key)
  if (!object) throw new ApiError('upload_missing')
  try {
    return await look(env, ticket, object)
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'upload_mismatch' || error.code === 'image_too_big')) {
      await env.FILES.delete(ticket.key)
      log('warn', 'upload_refused', { media: ticket.id, code: error.code, announced: ticket.contentType })
    }
    throw error
  }
}

async function look(env: UploadsEnv, ticket: MediaRow, object: R2Object): Promise<Seen> {
  const { etag } = object
  if (object.size !== ticket.size) throw new ApiError('upload_mismatch', { rule: 'size' })
  if (object.httpMetadata?.contentType !== ticket.contentType) throw new ApiError('upload_mismatch', { rule: 'type' })
  if (ticket.kind === 'document') {
    const type = await sniffDocument(reader(env.FILES, object), object.size)
    if (type !== ticket.contentType) throw new ApiError('upload_mismatch', { rule: 'content', found: type })
    return { etag, width: null, height: null, placeholder: null }
  }
  const found = await sniff(reader(env.FILES, object))
  if (found?.type !== ticket.contentType) throw new ApiError('upload_mismatch', { rule: 'content', found: found?.type ?? null })
  const { width, height } = found
  if (width === null || height === null) return { etag, width, height, placeholder: null }
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new ApiError('image_too_big', { width, height, maxSide: MAX_SIDE, maxPixels: MAX_PIXELS })
  const { upright, placeholder } = await firstLook(env, { id: ticket.id, key: ticket.key, etag })
  // Cameras store what they saw lying on the side and note how they were held; the drawing shows how it turned out.
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  return upright ? { etag, width: short, height: long, placeholder } : { etag, width: long, height: short, placeholder }
}
