import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { InferOutput } from 'valibot'
import type { AreaVariables, Viewer } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { takeEvent } from '../shared/limits.ts'
import { requireUser } from '../shared/session.ts'
import { checkNotSuspended } from '../shared/suspensions.ts'
import { valid } from '../shared/valid.ts'
import type { UploadsEnv } from './env.ts'
import {
  cleanName,
  countParts,
  FILE_LIMITS,
  finishRequest,
  getPictureId,
  isPrivateKind,
  kindOf,
  MESSAGE_KIND,
  type MediaKind,
  mediaRef,
  PART_BYTES,
  type PrivateFile,
  type ProductMedia,
  partsRequest,
  type Ticket,
  ticketRequest,
} from './media.schema.ts'
import { isInUse } from './media-usage.ts'
import type { MessageFile } from './message-files.schema.ts'
import { completeMultipart } from './multipart.ts'
import { removeFiles } from './remove-files.ts'
import { signPart } from './signed-urls.ts'
import { type MediaRow, media } from './tables.ts'
import { createTicket } from './tickets.ts'
import { type VerifiedFile, verifyUpload } from './verify-upload.ts'
import { WORK_KIND } from './works.schema.ts'
import { isCreator, refuseOthers, toWork } from './works.ts'

export const toPrivateFile = ({ id, originalFilename, readyAt }: MediaRow): PrivateFile => ({
  path: id,
  filename: originalFilename,
  ready: readyAt !== null,
})

const toMessageFile = ({ id, originalFilename, contentType, size, width, height, placeholder }: MediaRow): MessageFile => ({
  id,
  name: originalFilename,
  mimeType: contentType,
  size,
  width,
  height,
  placeholder,
})

function toProductMedia(row: MediaRow): ProductMedia {
  const { id, width, height, placeholder, poster } = row
  const fields = { id, kind: row.kind as MediaKind, width, height, placeholder, poster }
  const { kind } = fields
  const [file, picture] = [kind === 'image' ? `${id}/1280.webp` : `${id}/video`, getPictureId(fields)]
  return {
    ...fields,
    media_filename: file,
    media_filename_preview: picture && `${picture}/640.webp`,
    original_filename: row.originalFilename,
    url: `/media/${file}`,
    video: kind === 'video',
    ready: row.readyAt !== null,
  }
}

function toFinished(file: MediaRow) {
  if (file.kind === MESSAGE_KIND) return toMessageFile(file)
  if (file.kind === WORK_KIND) return toWork(file)
  return isPrivateKind(file.kind) ? toPrivateFile(file) : toProductMedia(file)
}

/** Finds a file of the viewer. Another user's file counts as not found, so that nobody can test whether an id exists. */
async function findOwnFile(db: Database, id: string, user: Viewer): Promise<MediaRow> {
  const [row] = await db
    .select()
    .from(media)
    .where(and(eq(media.id, id), eq(media.userId, user.id), isNull(media.discardedAt)))
  if (!row) throw new ApiError('upload_not_found')
  return row
}

/** Finds the poster of a video, which must be a finished picture of the same user. Throws `upload_not_found` otherwise. */
async function findPoster(db: Database, id: string, { userId, kind }: MediaRow): Promise<Partial<VerifiedFile> & { poster: string }> {
  const [picture] = await db
    .select({ width: media.width, height: media.height, placeholder: media.placeholder })
    .from(media)
    .where(and(eq(media.id, id), eq(media.userId, userId), eq(media.kind, 'image'), isNotNull(media.readyAt)))
  if (kind !== 'video' || !picture) throw new ApiError('upload_not_found', { poster: id })
  return { ...picture, poster: id }
}

type UserContext = Context<{ Bindings: UploadsEnv; Variables: AreaVariables & { user: Viewer } }>

/** Announces a file of one of these kinds. Throws `file_type_unsupported`, `file_too_large`, `terms_required` or `storage_full`. */
async function announce(
  c: UserContext,
  { name, type, size }: InferOutput<typeof ticketRequest>,
  kinds: readonly MediaKind[],
): Promise<Ticket> {
  const user = c.var.user
  const kind = kinds.find((one) => one === kindOf(type))
  if (!kind) throw new ApiError('file_type_unsupported', { types: kinds.flatMap((one) => FILE_LIMITS[one].types) })
  if (size > FILE_LIMITS[kind].bytes) throw new ApiError('file_too_large', { bytes: FILE_LIMITS[kind].bytes })
  if (kind === 'video' && !user.creator) throw new ApiError('terms_required')
  const db = database(c.env)
  await takeEvent(c, 'announcedBytes', size)
  const id = opaqueId()
  const key = `originals/${id}`
  const row = { id, userId: user.id, kind, key, originalFilename: cleanName(name), contentType: type, size, createdAt: now() }
  const { row: created, transfer } = await createTicket(c.env, db, row)
  return { ...toProductMedia(created), ...transfer }
}

export const productMedia = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>()
  /**
   * Creates an upload ticket: a signed PUT, or for a large file the number and size of its parts. Any user may upload pictures, because
   * profiles have one; videos require the accepted seller terms.
   */
  .post('/addProductFile', requireUser, valid('json', ticketRequest), async (c) =>
    c.json<Ticket, 201>(await announce(c, c.req.valid('json'), ['image', 'video']), 201),
  )
  /** The same for a picture only. */
  .post('/uploadImage', requireUser, valid('json', ticketRequest), async (c) =>
    c.json<Ticket, 201>(await announce(c, c.req.valid('json'), ['image']), 201),
  )
  /** Signs PUTs for some parts of a large file. Can be repeated, for example after a lost connection, until the file is finished. */
  .post('/signParts', requireUser, valid('json', partsRequest), async (c) => {
    const { id, parts } = c.req.valid('json')
    const { key, uploadId, size, readyAt } = await findOwnFile(database(c.env), id, c.var.user)
    const count = countParts(size)
    if (!uploadId || readyAt !== null || parts.some((part) => part > count)) throw new ApiError('conflict', { reason: 'no such part' })
    const sizeOf = (part: number) => (part < count ? PART_BYTES : size - PART_BYTES * (count - 1))
    return c.json({ parts: await Promise.all(parts.map((part) => signPart(c.env, { key, uploadId, part, size: sizeOf(part) }))) })
  })
  /**
   * Verifies an uploaded file and marks it as finished. Safe to repeat. Deletes a file that differs from what was announced. A work needs
   * its IPFS address, and a caller who is a creator.
   */
  .post('/finishUpload', requireUser, valid('json', finishRequest), async (c) => {
    const db = database(c.env)
    const { id, parts, poster, cid } = c.req.valid('json')
    const row = await findOwnFile(db, id, c.var.user)
    if (row.readyAt !== null) return c.json(toFinished(row))
    const isWork = row.kind === WORK_KIND
    // It becomes public. Announcing one is refused to suspended members, but they may have done so before.
    if (isWork) checkNotSuspended(c.var.user)
    if (isWork) await refuseOthers(db, row.userId)
    if (isWork && cid === undefined) throw new ApiError('invalid_body', { path: 'cid' })
    const posterFields = poster ? await findPoster(db, poster, row) : {}
    if (row.uploadId) await completeMultipart(c.env, { ...row, uploadId: row.uploadId }, parts)
    const verified = await verifyUpload(c.env, row, cid)
    const [updated] = await db
      .update(media)
      .set({ ...verified, ...posterFields, uploadId: null, readyAt: now() })
      .where(and(eq(media.id, row.id), isNull(media.readyAt), isNull(media.discardedAt), isWork ? isCreator(row.userId) : undefined))
      .returning()
    if (updated && verified.key) await c.env.FILES.delete(row.key)
    if (!updated && isWork) await refuseOthers(db, row.userId)
    return c.json(toFinished(updated ?? (await findOwnFile(db, row.id, c.var.user))))
  })
  /** Deletes an unused file. Answers 409 `conflict` while a listing, profile, page, order, delivery, evidence, application or message uses it. */
  .post('/deleteProductMedia', requireUser, valid('json', mediaRef), async (c) => {
    const db = database(c.env)
    const row = await findOwnFile(db, c.req.valid('json').id, c.var.user)
    // One statement checks and marks the file, so that nothing can start to use it in between.
    const [discarded] = await db
      .update(media)
      .set({ readyAt: null, discardedAt: now(), poster: null })
      .where(and(eq(media.id, row.id), isNull(media.discardedAt), sql`not ${isInUse}`))
      .returning({ id: media.id })
    if (!discarded) {
      // Another call may have deleted it in the meantime.
      await findOwnFile(db, row.id, c.var.user)
      throw new ApiError('conflict', { reason: 'shown' })
    }
    await removeFiles(c.env, db, [row])
    return c.json({ id: row.id })
  })
  /** Returns a finished picture or video to every caller, an unfinished one only to its owner, and never a file of another kind. */
  .get('/getProductMedia', valid('query', mediaRef), async (c) => {
    const [row] = await database(c.env)
      .select()
      .from(media)
      .where(eq(media.id, c.req.valid('query').id))
    const isHidden = !row || !Object.hasOwn(FILE_LIMITS, row.kind) || row.discardedAt !== null
    if (isHidden || (row.readyAt === null && row.userId !== c.var.viewer?.id)) throw new ApiError('upload_not_found')
    const isOwn = row.userId === c.var.viewer?.id
    return c.json({ ...toProductMedia(row), original_filename: isOwn ? row.originalFilename : '' })
  })
