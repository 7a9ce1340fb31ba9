import { ApiError } from '../shared/errors.ts'
import { log } from '../shared/log.ts'
import type { UploadsEnv } from './env.ts'
import { MESSAGE_KIND, VARIANT_WIDTHS, type VariantWidth } from './media.schema.ts'
import { sniff } from './sniff.ts'
import { WORK_KIND } from './works.schema.ts'

const PLACEHOLDER_WIDTH = 16
const QUALITY = 80

export const variantKey = (id: string, width: VariantWidth): string => `variants/${id}/${width}.webp`
/** The key of a variant of a picture that is not public. The public calls do not read keys with this prefix. */
export const privateVariantKey = (id: string, width: VariantWidth): string => `private/${id}/${width}.webp`

/** The key of a file of a message as the browser sends it. A picture has camera data there, and is deleted when it is verified. */
export const uploadedKey = (id: string): string => `private/${id}`
/** The key of a verified picture of a message, without camera data. */
export const cleanKey = (id: string): string => `private/${id}/clean`

/** The keys of the objects that a file of this kind may have, besides its own. */
export function variantKeys(id: string, kind: string): string[] {
  if (kind === 'image' || kind === WORK_KIND) return VARIANT_WIDTHS.map((width) => variantKey(id, width))
  return kind === MESSAGE_KIND ? [uploadedKey(id), ...VARIANT_WIDTHS.map((width) => privateVariantKey(id, width))] : []
}

/** Reads an object that must still be the verified version. Throws `upload_not_found` otherwise. */
async function readVerified(env: UploadsEnv, key: string, etag: string): Promise<R2ObjectBody> {
  const object = await env.FILES.get(key, { onlyIf: { etagMatches: etag } })
  if (!object || !('body' in object)) throw new ApiError('upload_not_found')
  return object
}

/**
 * Renders a picture as WebP, upright and at most `width` pixels wide. The result has no camera metadata. An animation becomes its
 * first frame, because animated WebP is larger than a video.
 */
async function render(env: UploadsEnv, picture: ReadableStream<Uint8Array>, width: number, quality = QUALITY): Promise<Uint8Array> {
  const rendered = await env.IMAGES.input(picture)
    .transform({ width, fit: 'scale-down' })
    .output({ format: 'image/webp', quality, anim: false })
  return new Uint8Array(await rendered.response().arrayBuffer())
}

/** Makes a variant of a finished picture and stores it under this key. Returns its bytes. */
export async function makeVariant(
  env: UploadsEnv,
  picture: { key: string; etag: string },
  width: VariantWidth,
  variant: string,
): Promise<Uint8Array> {
  const original = await readVerified(env, picture.key, picture.etag)
  const bytes = await render(env, original.body, width)
  await env.FILES.put(variant, bytes, { httpMetadata: { contentType: 'image/webp' } })
  return bytes
}

/** Reads a whole object that must still be the verified version. Throws `upload_not_found` otherwise. */
export const readPicture = async (env: UploadsEnv, key: string, etag: string): Promise<Uint8Array> =>
  new Uint8Array(await (await readVerified(env, key, etag)).arrayBuffer())

/** A single red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

/**
 * Renders a small version of a picture, to verify that it can be decoded and to find its orientation and its placeholder. The version
 * is not stored, because stored variants are served and this picture is not finished yet. Throws `upload_mismatch` for an invalid
 * picture and `unavailable` if Cloudflare Images fails. Its error codes do not distinguish the two, so a test pixel is rendered.
 */
export async function inspectPicture(
  env: UploadsEnv,
  picture: { id: string; key: string; etag: string },
): Promise<{ upright: boolean; placeholder: string }> {
  try {
    const small = await render(env, (await readVerified(env, picture.key, picture.etag)).body, VARIANT_WIDTHS[0])
    const tiny = await render(env, stream(small), PLACEHOLDER_WIDTH, 40)
    const size = await sniff(async (offset, length) => small.subarray(offset, offset + length))
    return { upright: (size?.height ?? 0) > (size?.width ?? 0), placeholder: `data:image/webp;base64,${base64(tiny)}` }
  } catch (error) {
    if (error instanceof ApiError) throw error
    log('warn', 'picture_not_drawn', { media: picture.id })
    const pixel = Uint8Array.from(atob(PIXEL), (char) => char.charCodeAt(0))
    await render(env, stream(pixel), 1).catch(() => {
      throw new ApiError('unavailable', { part: 'images' })
    })
    throw new ApiError('upload_mismatch', { rule: 'picture' })
  }
}

const stream = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
