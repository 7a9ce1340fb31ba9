import { and, eq, isNotNull } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import type { UploadsEnv } from './env.ts'
import { type MediaKind, VARIANT_WIDTHS } from './media.schema.ts'
import type { MediaRow } from './tables.ts'
import { media } from './tables.ts'
import { makeVariant, variantKey } from './variants.ts'

/** The content of a URL never changes. The CSP stops a file that contains HTML or scripts from acting as a page of our origin. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

type MediaContext = Context<{ Bindings: UploadsEnv }>

/** Reads the row of a finished file, with the etag it had when it was verified. Throws `not_found` if there is none. */
async function findReadyFile(c: MediaContext, kind: MediaKind): Promise<MediaRow & { etag: string }> {
  const [row] = await database(c.env)
    .select()
    .from(media)
    .where(and(eq(media.id, c.req.param('id') ?? ''), eq(media.kind, kind), isNotNull(media.readyAt)))
  if (row?.etag == null) throw new ApiError('not_found')
  return { ...row, etag: row.etag }
}

/** Serves public files: `/media/{id}/{320|640|1280}.webp` and `/media/{id}/video`. */
export const publicMedia = new Hono<{ Bindings: UploadsEnv }>()
  .get('/:id/video', async (c) => {
    const { key, etag, contentType, size } = await findReadyFile(c, 'video')
    const part = parseRange(c.req.header('range'), size)
    if (part === 'unsatisfiable') return c.body(null, 416, { ...HEADERS, 'cache-control': 'no-store', 'content-range': `bytes */${size}` })
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
    const width = VARIANT_WIDTHS.find((allowed) => c.req.param('file') === `${allowed}.webp`)
    const id = c.req.param('id')
    if (!width || !/^[\w-]{22}$/.test(id)) throw new ApiError('not_found')
    const headers = { ...HEADERS, 'content-type': 'image/webp' }
    // Only finished pictures have variants, so a stored variant can be served without a database query.
    const stored = await c.env.FILES.get(variantKey(id, width))
    if (stored) return c.body(stored.body, 200, { ...headers, 'content-length': String(stored.size), etag: stored.httpEtag })
    const { key, etag } = await findReadyFile(c, 'image')
    const bytes = await makeVariant(c.env, { key, etag }, width, variantKey(id, width))
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, headers)
  })

/** Parses a Range header with a single range. A missing or invalid header gives null, which means the whole file. */
export function parseRange(range: string | undefined, size: number): { offset: number; length: number } | 'unsatisfiable' | null {
  const [, from, to, last] = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/.exec(range ?? '') ?? []
  if ((from ?? last) === undefined || (to && Number(to) < Number(from))) return null
  const offset = last === undefined ? Number(from) : Math.max(0, size - Number(last))
  const end = to ? Math.min(Number(to), size - 1) : size - 1
  return offset <= end ? { offset, length: end - offset + 1 } : 'unsatisfiable'
}
