import type { Context } from 'hono'
import { ApiError } from '../shared/errors.ts'
import type { UploadsEnv } from './env.ts'
import type { VariantWidth } from './media.schema.ts'
import type { MediaRow } from './tables.ts'
import { makeVariant, variantKey } from './variants.ts'

/** The content of a URL never changes. The CSP stops a file that contains HTML or scripts from acting as a page of our origin. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

type MediaContext = Context<{ Bindings: UploadsEnv }>
type FoundFile = Pick<MediaRow, 'id' | 'key' | 'contentType' | 'size'> & { etag: string }

/** Answers a public file unchanged, or the range of it that the request asks for. */
export async function sendFile(c: MediaContext, { key, etag, contentType, size }: FoundFile): Promise<Response> {
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
}

const VARIANT_HEADERS = { ...HEADERS, 'content-type': 'image/webp' }

/** Answers a stored variant of a picture; null if there is none yet. Only finished pictures have one, so no row has to be read. */
export async function sendStoredVariant(c: MediaContext, id: string, width: VariantWidth): Promise<Response | null> {
  const stored = await c.env.FILES.get(variantKey(id, width))
  if (!stored) return null
  return c.body(stored.body, 200, { ...VARIANT_HEADERS, 'content-length': String(stored.size), etag: stored.httpEtag })
}

/** Makes a variant of a finished picture, stores and answers it. */
export async function sendNewVariant(c: MediaContext, { id, key, etag }: FoundFile, width: VariantWidth): Promise<Response> {
  const bytes = await makeVariant(c.env, { key, etag }, width, variantKey(id, width))
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, VARIANT_HEADERS)
}

/** Parses a Range header with a single range. A missing or invalid header gives null, which means the whole file. */
export function parseRange(range: string | undefined, size: number): { offset: number; length: number } | 'unsatisfiable' | null {
  const [, from, to, last] = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/.exec(range ?? '') ?? []
  if ((from ?? last) === undefined || (to && Number(to) < Number(from))) return null
  const offset = last === undefined ? Number(from) : Math.max(0, size - Number(last))
  const end = to ? Math.min(Number(to), size - 1) : size - 1
  return offset <= end ? { offset, length: end - offset + 1 } : 'unsatisfiable'
}
