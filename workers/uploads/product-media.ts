import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { profiles } from '../auth/tables.ts'
import { listingMedia } from '../listings/tables.ts'
import { quotes } from '../orders/tables.ts'
import type { AreaVariables } from '../shared/area.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { requireUser, type Viewer } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { checkFile } from './check.ts'
import type { UploadsEnv } from './env.ts'
import {
  cleanName,
  FILE_LIMITS,
  kindOf,
  type MediaKind,
  mediaRef,
  type ProductMedia,
  type SignedPut,
  ticketRequest,
} from './media.schema.ts'
import { signPut } from './sign.ts'
import { media } from './tables.ts'
import { variantKeys } from './variants.ts'

export type MediaRow = typeof media.$inferSelect

/** Tickets one person may draw in an hour; nobody fills that many carousels. */
const TICKETS_AN_HOUR = 200

function toProductMedia(row: MediaRow): ProductMedia {
  const { id, width, height, placeholder } = row
  const kind = row.kind as MediaKind
  const file = kind === 'image' ? `${id}/1280.webp` : `${id}/video`
  return {
    id,
    kind,
    width,
    height,
    placeholder,
    media_filename: file,
    media_filename_preview: kind === 'image' ? `${id}/640.webp` : null,
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
    .where(and(eq(media.id, id), eq(media.userId, user.id)))
  if (!row) throw new ApiError('upload_not_found')
  return row
}

/** Whether a listing, a profile or a promise made to a buyer shows the file. */
async function isShown(db: Database, { id, userId }: MediaRow): Promise<boolean> {
  const claims = await Promise.all([
    db.select({ one: sql`1` }).from(listingMedia).where(eq(listingMedia.mediaId, id)).limit(1),
    db
      .select({ one: sql`1` })
      .from(profiles)
      .where(and(eq(profiles.userId, userId), or(eq(profiles.image, id), eq(profiles.videoId, id))))
      .limit(1),
    db
      .select({ one: sql`1` })
      .from(quotes)
      .where(and(eq(quotes.sellerId, userId), sql`instr(${quotes.terms}, ${id}) > 0`))
      .limit(1),
  ])
  return claims.some((rows) => rows.length > 0)
}

export const productMedia = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>()
  /** A ticket: where to PUT the file. Pictures need a session, as a profile has one; videos need the seller's terms. */
  .post('/addProductFile', requireUser, valid('json', ticketRequest), async (c) => {
    const { name, type, size } = c.req.valid('json')
    const user = c.var.user
    const kind = kindOf(type)
    if (!kind) throw new ApiError('file_type_unsupported', { types: [...FILE_LIMITS.image.types, ...FILE_LIMITS.video.types] })
    if (size > FILE_LIMITS[kind].bytes) throw new ApiError('file_too_large', { bytes: FILE_LIMITS[kind].bytes })
    if (kind === 'video' && !user.creator) throw new ApiError('terms_required')
    const db = database(c.env)
    const [drawn] = await db
      .select({ tickets: count() })
      .from(media)
      .where(and(eq(media.userId, user.id), gt(media.createdAt, now() - 3600)))
    if ((drawn?.tickets ?? 0) >= TICKETS_AN_HOUR) throw new ApiError('too_many_requests')
    const id = opaqueId()
    const key = `originals/${id}`
    const upload: SignedPut = await signPut(c.env, { key, type, size })
    const row = { id, userId: user.id, kind, key, originalFilename: cleanName(name), contentType: type, size, createdAt: now() }
    const [made] = await db.insert(media).values(row).returning()
    return c.json({ ...toProductMedia(made!), upload }, 201)
  })
  /** Takes a file that was PUT, after looking at it; saying it twice is harmless. What is not as announced is deleted. */
  .post('/finishUpload', requireUser, valid('json', mediaRef), async (c) => {
    const db = database(c.env)
    const row = await ownFile(db, c.req.valid('json').id, c.var.user)
    if (row.readyAt !== null) return c.json(toProductMedia(row))
    const seen = await checkFile(c.env, row)
    const [made] = await db
      .update(media)
      .set({ ...seen, readyAt: now() })
      .where(and(eq(media.id, row.id), isNull(media.readyAt)))
      .returning()
    return c.json(toProductMedia(made ?? (await ownFile(db, row.id, c.var.user))))
  })
  /** Deletes a file that nothing shows; 409 `conflict` while a listing, the profile or an order does. */
  .post('/deleteProductMedia', requireUser, valid('json', mediaRef), async (c) => {
    const db = database(c.env)
    const row = await ownFile(db, c.req.valid('json').id, c.var.user)
    if (await isShown(db, row)) throw new ApiError('conflict', { reason: 'shown' })
    await c.env.FILES.delete([row.key, ...(row.kind === 'image' ? variantKeys(row.id) : [])])
    await db.delete(media).where(eq(media.id, row.id))
    return c.json({ id: row.id })
  })
  /** A finished file for anybody, an unfinished one for its owner. */
  .get('/getProductMedia', valid('query', mediaRef), async (c) => {
    const [row] = await database(c.env)
      .select()
      .from(media)
      .where(eq(media.id, c.req.valid('query').id))
    if (!row || (row.readyAt === null && row.userId !== c.var.viewer?.id)) throw new ApiError('upload_not_found')
    const own = row.userId === c.var.viewer?.id
    return c.json({ ...toProductMedia(row), original_filename: own ? row.originalFilename : '' })
  })
