import { cidOf } from '../shared/cid.schema.ts'
import { ApiError } from '../shared/errors.ts'
import { log } from '../shared/log.ts'
import { findEpubFault, isPdf } from './book-files.ts'
import type { UploadsEnv } from './env.ts'
import { MAX_PIXELS, MAX_SIDE, MESSAGE_KIND } from './media.schema.ts'
import { type ReadBytes, sniff } from './sniff.ts'
import { sniffDocument } from './sniff-document.ts'
import { sniffMessageFile } from './sniff-message-file.ts'
import { stripMetadata } from './strip-metadata.schema.ts'
import type { MediaRow } from './tables.ts'
import { cleanKey, inspectPicture, readPicture } from './variants.ts'
import { EPUB_TYPE, isBook, WORK_KIND } from './works.schema.ts'

/** Maximum number of bytes read to detect the type of a file. */
const MAX_SNIFFED_BYTES = 64 * 1024
/** The same for a book, whose list of files is read (bytes). */
const MAX_BOOK_BYTES = 4 * 1024 * 1024

/** Reads ranges of one version of an object, at most so many bytes in total. */
function createReader(files: R2Bucket, object: R2Object, bytes = MAX_SNIFFED_BYTES): ReadBytes {
  let left = bytes
  return async (offset, requested) => {
    const length = Math.min(requested, object.size - offset, left)
    if (length <= 0) return new Uint8Array()
    left -= length
    const piece = await files.get(object.key, { range: { offset, length }, onlyIf: { etagMatches: object.etag } })
    if (!piece || !('body' in piece)) throw new ApiError('upload_missing')
    return new Uint8Array(await piece.arrayBuffer())
  }
}

/**
 * What verification finds out about a file. `width` and `height` are as shown (after rotation), null for videos. A picture of a message has
 * another `key` and `size` than its ticket: it is stored once more, without its camera data. A work has a `cid`.
 */
export type VerifiedFile = Required<Pick<MediaRow, 'etag' | 'width' | 'height' | 'placeholder'>> &
  Partial<Pick<MediaRow, 'key' | 'size' | 'cid'>>

/**
 * Compares the uploaded object with its ticket: size, type, detected type, number of pixels, and whether a picture can be decoded.
 * A work must have the IPFS address `cid`. Throws `upload_missing`, `upload_mismatch` with the broken `rule`, or `image_too_big`. Deletes a
 * refused file, but not for a wrong `cid`: the same call with the right one may have finished it in the meantime.
 */
export async function verifyUpload(env: UploadsEnv, ticket: MediaRow, cid?: string): Promise<VerifiedFile> {
  const object = await env.FILES.head(ticket.key)
  if (!object) throw new ApiError('upload_missing')
  try {
    const verified = await verifyContent(env, ticket, object)
    return ticket.kind === WORK_KIND ? { ...verified, cid: await verifyCid(env, object, cid) } : verified
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'upload_mismatch' || error.code === 'image_too_big')) {
      const isOfCall = (error.details as { rule?: string } | undefined)?.rule === 'cid'
      if (!isOfCall) await env.FILES.delete(ticket.key)
      log('warn', 'upload_refused', { media: ticket.id, code: error.code, announced: ticket.contentType })
    }
    throw error
  }
}

async function verifyContent(env: UploadsEnv, ticket: MediaRow, object: R2Object): Promise<VerifiedFile> {
  const { etag } = object
  if (object.size !== ticket.size) throw new ApiError('upload_mismatch', { rule: 'size' })
  if (object.httpMetadata?.contentType !== ticket.contentType) throw new ApiError('upload_mismatch', { rule: 'type' })
  // Attachments may be of any type, because they are only saved to a device.
  if (ticket.kind === 'attachment') return { etag, width: null, height: null, placeholder: null }
  if (ticket.kind === 'document') {
    const type = await sniffDocument(createReader(env.FILES, object), object.size)
    if (type !== ticket.contentType) throw new ApiError('upload_mismatch', { rule: 'content', found: type })
    return { etag, width: null, height: null, placeholder: null }
  }
  if (ticket.kind === WORK_KIND && isBook(ticket.contentType)) {
    await verifyBook(createReader(env.FILES, object, MAX_BOOK_BYTES), ticket)
    return { etag, width: null, height: null, placeholder: null }
  }
  const read = createReader(env.FILES, object)
  const found = await (ticket.kind === MESSAGE_KIND ? sniffMessageFile(read, object.size, ticket.contentType) : sniff(read))
  if (found?.type !== ticket.contentType) throw new ApiError('upload_mismatch', { rule: 'content', found: found?.type ?? null })
  const { width, height } = found
  if (width === null || height === null) return { etag, width, height, placeholder: null }
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new ApiError('image_too_big', { width, height, maxSide: MAX_SIDE, maxPixels: MAX_PIXELS })
  const clean = ticket.kind === MESSAGE_KIND ? await storeWithoutMetadata(env, ticket, etag) : { etag }
  if (ticket.kind === WORK_KIND) await refuseMetadata(env, ticket, etag)
  const { upright, placeholder } = await inspectPicture(env, { id: ticket.id, key: ticket.key, etag })
  // Cameras store pixels as seen by the sensor and note the rotation separately. Only the decoded picture shows the final orientation.
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  return upright ? { ...clean, width: short, height: long, placeholder } : { ...clean, width: long, height: short, placeholder }
}

/** Stores a picture once more without its camera data. The object that the browser has sent is deleted when the file is marked as finished. */
async function storeWithoutMetadata(env: UploadsEnv, { id, key, contentType }: MediaRow, etag: string) {
  const stripped = stripOrRefuse(await readPicture(env, key, etag), contentType)
  const stored = await env.FILES.put(cleanKey(id), stripped, { httpMetadata: { contentType } })
  return { key: cleanKey(id), size: stripped.byteLength, etag: stored.etag }
}

/** Throws `upload_mismatch` for a book that is not what it says, or whose archive could harm a reader. Unpacks nothing. */
async function verifyBook(read: ReadBytes, { contentType, size }: MediaRow): Promise<void> {
  if (contentType !== EPUB_TYPE) {
    if (!(await isPdf(read))) throw new ApiError('upload_mismatch', { rule: 'content', found: null })
    return
  }
  const fault = await findEpubFault(read, size)
  if (fault === 'content') throw new ApiError('upload_mismatch', { rule: 'content', found: null })
  if (fault) throw new ApiError('upload_mismatch', { rule: 'archive', fault })
}

/**
 * Throws `upload_mismatch` for a picture with camera data. Works are published as they are, and another file has another address, so the
 * browser removes it.
 */
async function refuseMetadata(env: UploadsEnv, { key, contentType }: MediaRow, etag: string): Promise<void> {
  const bytes = await readPicture(env, key, etag)
  const stripped = stripOrRefuse(bytes, contentType)
  if (stripped.byteLength !== bytes.byteLength || stripped.some((byte, i) => byte !== bytes[i]))
    throw new ApiError('upload_mismatch', { rule: 'metadata' })
}

/** Computes the IPFS address of a stored file, with one chunk in memory. Throws `upload_mismatch` if it is not the announced one. */
async function verifyCid({ FILES }: UploadsEnv, { key, etag }: R2Object, announced: string | undefined): Promise<string> {
  const stored = await FILES.get(key, { onlyIf: { etagMatches: etag } })
  if (!stored || !('body' in stored)) throw new ApiError('upload_missing')
  const cid = await cidOf(stored.body)
  if (cid !== announced) throw new ApiError('upload_mismatch', { rule: 'cid', found: cid })
  return cid
}

/** Throws `upload_mismatch` for a picture whose structure is damaged. */
function stripOrRefuse(bytes: Uint8Array, type: string): Uint8Array<ArrayBuffer> {
  try {
    return stripMetadata(bytes, type)
  } catch {
    throw new ApiError('upload_mismatch', { rule: 'picture' })
  }
}
