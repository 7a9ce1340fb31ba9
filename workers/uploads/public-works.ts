import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { is } from 'valibot'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { ipfsCid } from '../shared/ids.schema.ts'
import type { UploadsEnv } from './env.ts'
import { FILE_LIMITS, VARIANT_WIDTHS } from './media.schema.ts'
import { sendFile, sendNewVariant, sendStoredVariant } from './send-file.ts'
import { type MediaRow, media } from './tables.ts'
import { PUBLIC_WORK_TYPES, WORK_KIND } from './works.schema.ts'

type WorkContext = Context<{ Bindings: UploadsEnv }>

/**
 * Finds a finished work by its IPFS address, of one of these content types. Of several with the same bytes, any will do. Throws
 * `not_found`, also for a book.
 */
async function findWork(c: WorkContext, cid: string, types: readonly string[]): Promise<MediaRow & { etag: string }> {
  if (!is(ipfsCid, cid)) throw new ApiError('not_found')
  const [row] = await database(c.env)
    .select()
    .from(media)
    .where(and(eq(media.cid, cid), eq(media.kind, WORK_KIND), isNotNull(media.readyAt), inArray(media.contentType, [...types])))
    .limit(1)
  if (row?.etag == null) throw new ApiError('not_found')
  return { ...row, etag: row.etag }
}

/** Serves works that are not books at `/media/ipfs/{cid}`. */
export const publicWorks = new Hono<{ Bindings: UploadsEnv }>().get('/ipfs/:cid', async (c) =>
  sendFile(c, await findWork(c, c.req.param('cid'), PUBLIC_WORK_TYPES)),
)

/** Serves works that are pictures, at most 320 pixels wide, at `/public/imgcache/{cid}_s.jpg`. The bytes are WebP, as the header says. */
export const smallPictures = new Hono<{ Bindings: UploadsEnv }>().get('/:file', async (c) => {
  const [, cid = ''] = /^(\w{1,100})_s\.jpg$/.exec(c.req.param('file')) ?? []
  const work = await findWork(c, cid, FILE_LIMITS.image.types)
  return (await sendStoredVariant(c, work.id, VARIANT_WIDTHS[0])) ?? sendNewVariant(c, work, VARIANT_WIDTHS[0])
})
