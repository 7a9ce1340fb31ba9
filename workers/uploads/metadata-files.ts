import { and, eq, isNotNull } from 'drizzle-orm'
import { cidOf } from '../shared/cid.schema.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import type { UploadsEnv } from './env.ts'
import { media } from './tables.ts'
import { writeTicket } from './tickets.ts'
import { METADATA_BYTES, METADATA_TYPE, WORK_KIND } from './works.schema.ts'
import { isCreator, refuseOthers } from './works.ts'

/** A stored metadata file: its media id and its IPFS address. */
export interface MetadataFile {
  id: string
  cid: string
}

/** Throws a RangeError for a text that is no JSON object, cannot be written in UTF-8, or is too large. */
function encodeMetadata(json: string): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(new TextEncoder().encode(json))
  if (!json.isWellFormed() || bytes.byteLength > METADATA_BYTES) throw new RangeError('metadata: too large, or no valid text')
  let parsed: unknown = null
  try {
    parsed = JSON.parse(json)
  } catch {
    // Reported below.
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) throw new RangeError('metadata: no JSON object')
  return bytes
}

/**
 * Stores the metadata file of a token or a collection as a work of a creator. It is one raw block, so its address contains the SHA-256 that
 * a collection's contract stores. The same text of the same creator is stored once; of two calls at the same moment each may store it.
 * Until something uses it, it is deleted after a day, counted from the last call. Throws a RangeError for a text that is no JSON object or
 * above 256 KiB, and ApiError `forbidden`, `folio_removed` or `storage_full`.
 */
export async function addMetadata(env: UploadsEnv, userId: number, json: string): Promise<MetadataFile> {
  const bytes = encodeMetadata(json)
  const cid = await cidOf(new Blob([bytes]).stream())
  const db = database(env)
  const isSame = and(eq(media.cid, cid), eq(media.userId, userId), eq(media.kind, WORK_KIND), eq(media.contentType, METADATA_TYPE))
  const [stored] = await db
    .update(media)
    .set({ readyAt: now() })
    .where(and(isSame, isNotNull(media.readyAt), isCreator(userId)))
    .returning({ id: media.id })
  if (stored) return { id: stored.id, cid }
  const id = opaqueId()
  const key = `originals/${id}`
  const row = {
    id,
    userId,
    kind: WORK_KIND,
    key,
    originalFilename: '',
    contentType: METADATA_TYPE,
    size: bytes.byteLength,
    createdAt: now(),
  }
  await writeTicket(db, row, null, { may: isCreator(userId), refuse: () => refuseOthers(db, userId) })
  const { etag } = await env.FILES.put(key, bytes, { httpMetadata: { contentType: METADATA_TYPE } })
  const [finished] = await db.update(media).set({ etag, cid, readyAt: now() }).where(eq(media.id, id)).returning({ id: media.id })
  // The account was deleted in the meantime.
  if (!finished) {
    await env.FILES.delete(key)
    throw new ApiError('unauthorized')
  }
  return { id, cid }
}
