import { ApiError } from '../shared/errors.ts'
import { log } from '../shared/log.ts'
import type { UploadsEnv } from './env.ts'
import { VARIANT_WIDTHS, type VariantWidth } from './media.schema.ts'
import { sniff } from './sniff.ts'

const PLACEHOLDER_WIDTH = 16
const QUALITY = 80

export const variantKey = (id: string, width: VariantWidth): string => `variants/${id}/${width}.webp`
export const variantKeys = (id: string): string[] => VARIANT_WIDTHS.map((width) => variantKey(id, width))

/** The object in R2, provided that it is still the one that was checked; 404 `upload_not_found` otherwise. */
async function readChecked(env: UploadsEnv, key: string, etag: string): Promise<R2ObjectBody> {
  const object = await env.FILES.get(key, { onlyIf: { etagMatches: etag } })
  if (!object || !('body' in object)) throw new ApiError('upload_not_found')
  return object
}

/**
 * A picture of at most `width` pixels across, upright, as WebP: pixels only, since the format is written without the
 * camera's data. One frame of a moving picture: several would be heavier than the video they should be.
 */
async function draw(env: UploadsEnv, picture: ReadableStream<Uint8Array>, width: number, quality = QUALITY): Promise<Uint8Array> {
  const drawn = await env.IMAGES.input(picture)
    .transform({ width, fit: 'scale-down' })
    .output({ format: 'image/webp', quality, anim: false })
  return new Uint8Array(await drawn.response().arrayBuffer())
}

/** Makes a variant of a finished picture and keeps it. Answers its bytes. */
export async function makeVariant(
  env: UploadsEnv,
  picture: { id: string; key: string; etag: string },
  width: VariantWidth,
): Promise<Uint8Array> {
  const original = await readChecked(env, picture.key, picture.etag)
  const bytes = await draw(env, original.body, width)
  await env.FILES.put(variantKey(picture.id, width), bytes, { httpMetadata: { contentType: 'image/webp' } })
  return bytes
}

/** A single red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

/**
 * Proves that a picture can be drawn, by drawing it small, and answers what only a drawing tells: which way up it is, and its
 * few blurred pixels. The drawing is not kept: what is kept is served, and nobody has finished this picture yet. Throws `upload_mismatch` for bytes that are no whole picture, `unavailable` when it is the
 * drawing service that fails; its error codes don't tell the two apart, so it is asked to draw a pixel.
 */
export async function firstLook(
  env: UploadsEnv,
  picture: { id: string; key: string; etag: string },
): Promise<{ upright: boolean; placeholder: string }> {
  try {
    const small = await draw(env, (await readChecked(env, picture.key, picture.etag)).body, VARIANT_WIDTHS[0])
    const tiny = await draw(env, stream(small), PLACEHOLDER_WIDTH, 40)
    const size = await sniff(async (offset, length) => small.subarray(offset, offset + length))
    return { upright: (size?.height ?? 0) > (size?.width ?? 0), placeholder: `data:image/webp;base64,${base64(tiny)}` }
  } catch (error) {
    if (error instanceof ApiError) throw error
    log('warn', 'picture_not_drawn', { media: picture.id })
    const pixel = Uint8Array.from(atob(PIXEL), (char) => char.charCodeAt(0))
    await draw(env, stream(pixel), 1).catch(() => {
      throw new ApiError('unavailable', { part: 'images' })
    })
    throw new ApiError('upload_mismatch', { rule: 'picture' })
  }
}

const stream = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
