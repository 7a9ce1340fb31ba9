import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { takeEvent } from '../shared/limits.ts'
import { requireUser, type Viewer } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { checkFile, type Seen } from './check.ts'
import { isClaimed } from './claims.ts'
import type { UploadsEnv } from './env.ts'
import {
  cleanName,
  FILE_LIMITS,
  finishRequest,
  kindOf,
  type MediaKind,
  mediaRef,
  ONE_PIECE,
  PART_BYTES,
  type PrivateFile,
  type ProductMedia,
  partsOf,
  partsRequest,
  pictureOf,
  type Ticket,
  ticketRequest,
} from './media.schema.ts'
import { assemble } from './parts.ts'
import { removeFiles } from './remove.ts'
import { signPart, signPut } from './sign.ts'
import { media } from './tables.ts'
import { writeTicket } from './tickets.ts'

export type MediaRow = typeof media.$inferSelect

export const toPrivateFile = ({ id, originalFilename, readyAt }: MediaRow): PrivateFile => ({
  path: id,
  filename: originalFilename,
  ready: readyAt !== null,
})

function toProductMedia(row: MediaRow): ProductMedia {
  const { id, width, height, placeholder, poster } = row
  const shown = { id, kind: row.kind as MediaKind, width, height, placeholder, poster }
  const { kind } = shown
  const [file, picture] = [kind === 'image' ? `${id}/1280.webp` : `${id}/video`, pictureOf(shown)]
  return {
    ...shown,
    media_filename: file,
    media_filename_preview: picture && `${picture}/640.webp`,
    original_filename: row.originalFilename,
    url: `/media/${file}`,
    video: kind === 'video',
    ready: row.readyAt !== null,
  }
}

/** The viewer's own file. Somebody else's looks like none at all: an id must not be worth guessing. */
async function ownFile(db: Database, id: string, user: Viewer): Promise<MediaRow> {
  const [row] = await db
    .select()
    .from(media)
    .where(and(eq(media.id, id), eq(media.userId, user.id), isNull(media.discardedAt)))
  if (!row) throw new ApiError('upload_not_found')
  return row
}

/** What a video is shown by: a finished picture of the same person. Throws `upload_not_found` for any other. */
async function posterOf(db: Database, id: string, { userId, kind }: MediaRow): Promise<Partial<Seen> & { poster: string }> {
  const [picture] = await db
    .select({ width: media.width, height: media.height, placeholder: media.placeholder })
    .from(media)
    .where(and(eq(media.id, id), eq(media.userId, userId), eq(media.kind, 'image'), isNotNull(media.readyAt)))
  if (kind !== 'video' || !picture) throw new ApiError('upload_not_found', { poster: id })
  return { ...picture, poster: id }
}

export const productMedia = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>()
  /**
   * A ticket: where to PUT the file, or for a large one in which parts. Pictures need a session, as a profile has one; videos need
   * the seller's terms.
   */
  .post('/addProductFile', requireUser, valid('json', ticketRequest), async (c) => {
    const { name, type, size } = c.req.valid('json')
    const user = c.var.user
    const kind = kindOf(type)
    if (!kind) throw new ApiError('file_type_unsupported', { types: [...FILE_LIMITS.image.types, ...FILE_LIMITS.video.types] })
    if (size > FILE_LIMITS[kind].bytes) throw new ApiError('file_too_large', { bytes: FILE_LIMITS[kind].bytes })
    if (kind === 'video' && !user.creator) throw new ApiError('terms_required')
    const db = database(c.env)
    await takeEvent(c, 'announcedBytes', size)
    const id = opaqueId()
    const key = `originals/${id}`
    const row = { id, userId: user.id, kind, key, originalFilename: cleanName(name), contentType: type, size, createdAt: now() }
    if (size <= ONE_PIECE) {
      const upload = await signPut(c.env, { key, type, size })
      const made = await writeTicket(db, row, upload.expiresAt)
      return c.json<Ticket, 201>({ ...toProductMedia(made), upload }, 201)
    }
    // The row first: parts of an upload that no row knows could not be removed.
    const made = await writeTicket(db, row, null)
    const { uploadId } = await c.env.FILES.createMultipartUpload(key, { httpMetadata: { contentType: type } })
    await db.update(media).set({ uploadId }).where(eq(media.id, id))
    return c.json<Ticket, 201>({ ...toProductMedia(made), parts: { bytes: PART_BYTES, count: partsOf(size) } }, 201)
  })
  /** Where to PUT some parts of a large file: again after a broken connection, and for as long as it is not finished. */
  .post('/signParts', requireUser, valid('json', partsRequest), async (c) => {
    const { id, parts } = c.req.valid('json')
    const { key, uploadId, size, readyAt } = await ownFile(database(c.env), id, c.var.user)
    const count = partsOf(size)
    if (!uploadId || readyAt !== null || parts.some((part) => part > count)) throw new ApiError('conflict', { reason: 'no such part' })
    const sizeOf = (part: number) => (part < count ? PART_BYTES : size - PART_BYTES * (count - 1))
    return c.json({ parts: await Promise.all(parts.map((part) => signPart(c.env, { key, uploadId, part, size: sizeOf(part) }))) })
  })
  /** Takes a file that was PUT, after looking at it; saying it twice is harmless. What is not as announced is deleted. */
  .post('/finishUpload', requireUser, valid('json', finishRequest), async (c) => {
    const db = database(c.env)
    const { id, parts, poster } = c.req.valid('json')
    const row = await ownFile(db, id, c.var.user)
    const told = (file: MediaRow) => (file.kind === 'document' ? toPrivateFile(file) : toProductMedia(file))
    if (row.readyAt !== null) return c.json(told(row))
    const shown = poster ? await posterOf(db, poster, row) : {}
    if (row.uploadId) await assemble(c.env, { ...row, uploadId: row.uploadId }, parts)
    const seen = await checkFile(c.env, row)
    const [made] = await db
      .update(media)
      .set({ ...seen, ...shown, uploadId: null, readyAt: now() })
      .where(and(eq(media.id, row.id), isNull(media.readyAt), isNull(media.discardedAt)))
      .returning()
    return c.json(told(made ?? (await ownFile(db, row.id, c.var.user))))
  })
  /** Deletes a file that nothing shows; 409 `conflict` while a listing, the profile or an order does. */
  .post('/deleteProductMedia', requireUser, valid('json', mediaRef), async (c) => {
    const db = database(c.env)
    const row = await ownFile(db, c.req.valid('json').id, c.var.user)
    // Decided and done in one statement: whatever would show it from here on finds no finished file.
    const [gone] = await db
      .update(media)
      .set({ readyAt: null, discardedAt: now(), poster: null })
      .where(and(eq(media.id, row.id), isNull(media.discardedAt), sql`not ${isClaimed}`))
      .returning({ id: media.id })
    if (!gone) throw new ApiError('conflict', { reason: 'shown' })
    await removeFiles(c.env, db, [row])
    return c.json({ id: row.id })
  })
  /** A finished file for anybody, an unfinished one for its owner. */
  .get('/getProductMedia', valid('query', mediaRef), async (c) => {
    const [row] = await database(c.env)
      .select()
      .from(media)
      .where(eq(media.id, c.req.valid('query').id))
    const unseen = !row || row.kind === 'document' || row.discardedAt !== null
    if (unseen || (row.readyAt === null && row.userId !== c.var.viewer?.id)) throw new ApiError('upload_not_found')
    const own = row.userId === c.var.viewer?.id
    return c.json({ ...toProductMedia(row), original_filename: own ? row.originalFilename : '' })
  })
