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
    const part = partOf(c.req.header('range'), size)
    if (part === 'none') return c.body(null, 416, { ...HEADERS, 'cache-control': 'no-store', 'content-range': `bytes */${size}` })
    const object = await c.env.FILES.get(key, { ...(part && { range: part }), onlyIf: { etagMatches: etag } })
    if (!object || !('body' in object)) throw new ApiError('not_found')
    const headers = { ...HEADERS, 'content-type': contentType, 'accept-ranges': 'bytes', etag: object.httpEtag }
    if (!part) return c.body(object.body, 200, { ...headers, 'content-length': String(size) })
    const { offset, length } = part
    return c.body(object.body, 206, {
      ...headers,
      'content-length': String(length),
      'content-range': `bytes ${offset}-${offset + length - 1}/${size}`,
    })
  })
  .get('/:id/:file', async (c) => {
    const width = VARIANT_WIDTHS.find((known) => c.req.param('file') === `${known}.webp`)
    const id = c.req.param('id')
    if (!width || !/^[\w-]{22}$/.test(id)) throw new ApiError('not_found')
    const headers = { ...HEADERS, 'content-type': 'image/webp' }
    // Variants exist of finished pictures only, so one that is there needs no look into the database.
    const kept = await c.env.FILES.get(variantKey(id, width))
    if (kept) return c.body(kept.body, 200, { ...headers, 'content-length': String(kept.size), etag: kept.httpEtag })
    const { key, etag } = await readyFile(c, 'image')
    const bytes = await makeVariant(c.env, { id, key, etag }, width)
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, headers)
  })

/** The part of a file that a Range header asks for: null for all of it, also where that can't be made out; 'none' beyond its end. */
function partOf(range: string | undefined, size: number): { offset: number; length: number } | 'none' | null {
  const [, from, to, last] = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/.exec(range ?? '') ?? []
  if ((from ?? last) === undefined || (to && Number(to) < Number(from))) return null
  const offset = last === undefined ? Number(from) : Math.max(0, size - Number(last))
  const end = to ? Math.min(Number(to), size - 1) : size - 1
  return offset <= end ? { offset, length: end - offset + 1 } : 'none'
}
