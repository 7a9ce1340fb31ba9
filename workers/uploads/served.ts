import { and, eq, isNotNull } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import type { UploadsEnv } from './env.ts'
import { type MediaKind, VARIANT_WIDTHS } from './media.schema.ts'
import type { MediaRow } from './product-media.ts'
import { media } from './tables.ts'
import { makeVariant, variantKey } from './variants.ts'

/** A file never changes under its address, and whatever it holds, it must not act as a page of ours. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

type C = Context<{ Bindings: UploadsEnv }>

/** A file that was checked, with the etag it had then. */
async function readyFile(c: C, kind: MediaKind): Promise<MediaRow & { etag: string }> {
  const [row] = await database(c.env)
    .select()
    .from(media)
    .where(and(eq(media.id, c.req.param('id') ?? ''), eq(media.kind, kind), isNotNull(media.readyAt)))
  if (row?.etag == null) throw new ApiError('not_found')
  return { ...row, etag: row.etag }
}

/** What everybody may see of a file: `/media/{id}/{320|640|1280}.webp`, `/media/{id}/video`. */
export const served = new Hono<{ Bindings: UploadsEnv }>()
  .get('/:id/video', async (c) => {
    const { key, etag, contentType, size } = await readyFile(c, 'video')
    // R2 answers the whole file to a part it can't make out, which is right, and to one beyond the end, which is not.
    const start = Number(/^bytes=(\d+)-/.exec(c.req.header('range') ?? '')?.[1] ?? 0)
    if (start >= size) return c.body(null, 416, { ...HEADERS, 'cache-control': 'no-store', 'content-range': `bytes */${size}` })
    const object = await c.env.FILES.get(key, { range: c.req.raw.headers, onlyIf: { etagMatches: etag } })
    if (!object || !('body' in object)) throw new ApiError('not_found')
    const headers = { ...HEADERS, 'content-type': contentType, 'accept-ranges': 'bytes', etag: object.httpEtag }
    const span = c.req.header('range') ? rangeOf(object) : null
    if (!span) return c.body(object.body, 200, { ...headers, 'content-length': String(object.size) })
    const [from, length] = span
    return c.body(object.body, 206, {
      ...headers,
      'content-length': String(length),
      'content-range': `bytes ${from}-${from + length - 1}/${object.size}`,
    })
  })
  .get('/:id/:file', async (c) => {
    const width = VARIANT_WIDTHS.find((known) => c.req.param('file') === `${known}.webp`)
    const id = c.req.param('id')
    if (!width || !/^[\w-]{22}$/.test(id)) throw new ApiError('not_found')
    const headers = { ...HEADERS, 'content-type': 'image/webp' }
    // Variants exist of checked pictures only, so one that is there needs no look into the database.
    const kept = await c.env.FILES.get(variantKey(id, width))
    if (kept) return c.body(kept.body, 200, { ...headers, 'content-length': String(kept.size), etag: kept.httpEtag })
    const { key, etag } = await readyFile(c, 'image')
    const bytes = await makeVariant(c.env, { id, key, etag }, width)
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, headers)
  })

/** Offset and length of the part that R2 answers, or null when it answers the whole. */
function rangeOf({ range, size }: R2ObjectBody): [number, number] | null {
  if (!range) return null
  const { offset = 0, length, suffix } = range as { offset?: number; length?: number; suffix?: number }
  if (suffix !== undefined) return [Math.max(0, size - suffix), Math.min(size, suffix)]
  return [offset, Math.min(length ?? size, size - offset)]
}
