import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import type { UploadsEnv } from './env.ts'
import { FILE_LIMITS, type MediaKind, VARIANT_WIDTHS } from './media.schema.ts'
import { publicWorks } from './public-works.ts'
import { sendFile, sendNewVariant, sendStoredVariant } from './send-file.ts'
import type { MediaRow } from './tables.ts'
import { media } from './tables.ts'
import { WORK_KIND } from './works.schema.ts'

type MediaContext = Context<{ Bindings: UploadsEnv }>

/** A picture among the works has the same variants as any other. */
const isWorkPicture = and(eq(media.kind, WORK_KIND), inArray(media.contentType, [...FILE_LIMITS.image.types]))

/** Reads the row of a finished file, with the etag it had when it was verified. Throws `not_found` if there is none. */
async function findReadyFile(c: MediaContext, kind: MediaKind): Promise<MediaRow & { etag: string }> {
  const isOfKind = kind === 'image' ? or(eq(media.kind, kind), isWorkPicture) : eq(media.kind, kind)
  const [row] = await database(c.env)
    .select()
    .from(media)
    .where(and(eq(media.id, c.req.param('id') ?? ''), isOfKind, isNotNull(media.readyAt)))
  if (row?.etag == null) throw new ApiError('not_found')
  return { ...row, etag: row.etag }
}

/** Serves public files: `/media/{id}/{320|640|1280}.webp`, `/media/{id}/video`, and works at `/media/ipfs/{cid}`. */
export const publicMedia = new Hono<{ Bindings: UploadsEnv }>()
  .route('/', publicWorks)
  .get('/:id/video', async (c) => sendFile(c, await findReadyFile(c, 'video')))
  .get('/:id/:file', async (c) => {
    const width = VARIANT_WIDTHS.find((allowed) => c.req.param('file') === `${allowed}.webp`)
    const id = c.req.param('id')
    if (!width || !/^[\w-]{22}$/.test(id)) throw new ApiError('not_found')
    // A stored variant is answered without a database query.
    return (await sendStoredVariant(c, id, width)) ?? sendNewVariant(c, await findReadyFile(c, 'image'), width)
  })
