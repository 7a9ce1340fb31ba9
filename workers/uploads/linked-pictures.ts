import { eq } from 'drizzle-orm'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import type { UploadsEnv } from './env.ts'
import { FILE_LIMITS, type Media } from './media.schema.ts'
import { sniff } from './sniff.ts'
import { media } from './tables.ts'
import { writeTicket } from './tickets.ts'
import { verifyUpload } from './verify-upload.ts'

/** Why a picture of another site is not stored, without being an error of ours. */
const REFUSED: string[] = ['upload_mismatch', 'image_too_big', 'storage_full']

/**
 * Stores a picture that the server has downloaded from another site for a member, as one of the member's pictures: it is served in our own
 * variants, counts towards their storage, and is deleted after a day if nothing uses it. Returns null for a file that is no picture of a
 * stored type, or if the storage is full.
 */
export async function addLinkedPicture(env: UploadsEnv, userId: number, bytes: Uint8Array): Promise<Media | null> {
  const found = await sniff(async (offset, length) => bytes.subarray(offset, offset + length))
  if (found?.width == null || bytes.byteLength > FILE_LIMITS.image.bytes) return null
  const db = database(env)
  const id = opaqueId()
  const [key, contentType] = [`originals/${id}`, found.type]
  const row = { id, userId, kind: 'image', key, originalFilename: '', contentType, size: bytes.byteLength, createdAt: now() }
  try {
    const ticket = await writeTicket(db, row, null)
    await env.FILES.put(key, bytes, { httpMetadata: { contentType } })
    const verified = await verifyUpload(env, ticket)
    await db
      .update(media)
      .set({ ...verified, readyAt: now() })
      .where(eq(media.id, id))
    const { width, height, placeholder } = verified
    return { id, kind: 'image', width, height, placeholder }
  } catch (error) {
    if (error instanceof ApiError && REFUSED.includes(error.code)) return null
    throw error
  }
}
