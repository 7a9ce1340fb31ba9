import { FILE_LIMITS, kindOf, type Media, PLAYED_TYPES, REDRAWN_TYPES } from '../../../workers/uploads/media.schema.ts'
import { uploads } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { typeOf } from './mime-type.ts'
import { sendParts } from './parts.ts'
import { posterOf } from './poster.ts'
import { put } from './put.ts'
import { type Begun, begunOf, forgetBegun, keepBegun } from './resumable-uploads.ts'
import type { UploadOptions } from './upload-options.ts'

/** Why an upload is stopped whose page was left: a large one can be gone on with. */
export const LEFT_PAGE = Symbol('left')

/** Codes that speak of the file itself: the same one again would fare no better. */
export const REFUSED: (string | null)[] = ['file_type_unsupported', 'file_too_large', 'image_too_big', 'upload_mismatch']

/** What a file chooser should offer. */
export const ACCEPT = {
  image: [...FILE_LIMITS.image.types, ...REDRAWN_TYPES].join(),
  video: PLAYED_TYPES.join(),
  any: [...FILE_LIMITS.image.types, ...REDRAWN_TYPES, ...FILE_LIMITS.video.types].join(),
}

/** A picture, or a video that every browser plays, and nothing else. */
export type Only = 'image' | 'video'

/** Throws what the server would say to the file, `file_type_unsupported` or `file_too_large`, before anything is sent. */
export function checkPicked(file: File, only?: Only): void {
  const kind = (REDRAWN_TYPES as readonly string[]).includes(typeOf(file)) ? 'image' : kindOf(typeOf(file))
  const played = only !== 'video' || (PLAYED_TYPES as readonly string[]).includes(typeOf(file))
  if (!kind || (only && kind !== only) || !played) throw new ApiError('file_type_unsupported', 415)
  if (file.size > FILE_LIMITS[kind].bytes) throw new ApiError('file_too_large', 413, { bytes: FILE_LIMITS[kind].bytes })
  if (file.size === 0) throw new ApiError('upload_mismatch', 409)
}

/**
 * Brings a file straight from the browser to where files are kept: a ticket, one PUT to the signed address or one for each part of
 * a large file, and the server's look at what arrived. A large file that was begun before goes on where it was. Throws ApiError, or
 * the signal's reason. A file that came through stays unclaimed until a listing or a profile is saved with it.
 */
export async function upload(file: File, options: UploadOptions = {}): Promise<Media> {
  checkPicked(file)
  if (kindOf(typeOf(file)) === 'video') return uploadVideo(file, options)
  return send((REDRAWN_TYPES as readonly string[]).includes(typeOf(file)) ? await redraw(file) : file, options)
}

/** A video, and the frame that stands for it. Without one it comes through all the same. */
async function uploadVideo(file: File, options: UploadOptions): Promise<Media> {
  const { signal } = options
  const poster = posterOf(file)
    .then((frame) => frame && send(frame, { signal }))
    .catch(() => null)
  try {
    return await send(file, { ...options, poster: poster.then((picture) => picture?.id) })
  } catch (error) {
    poster.then((picture) => picture && discard(picture.id))
    throw error
  }
}

interface SendOptions extends UploadOptions {
  poster?: Promise<string | undefined>
}

/** Uploads of this page that run now: the same file chosen twice becomes two. */
const running = new Set<string>()

async function send(file: File, options: SendOptions): Promise<Media> {
  const known = begunOf(file, running)
  try {
    if (known) return await goOn(file, known, options)
  } catch (error) {
    // Swept meanwhile, or somebody else's: then it begins anew.
    if (!(error instanceof ApiError && GONE.includes(error.code))) throw error
    forgetBegun(known!.id)
  }
  const { signal } = options
  const request = { name: file.name.slice(-255) || 'file', type: typeOf(file), size: file.size }
  const ticket = await (await uploads.addProductFile.$post({ json: request }, { init: { signal } })).json()
  const { id } = ticket
  if ('parts' in ticket) {
    const { parts } = ticket
    const { name, size, lastModified: modified } = file
    const begun = { id, name, type: typeOf(file), size, modified, bytes: parts.bytes, etags: Array(parts.count).fill(null), at: Date.now() }
    keepBegun(begun)
    return goOn(file, begun, options)
  }
  try {
    await put(ticket.upload, file, { signal, onSent: (sent) => options.onProgress?.(sent / file.size) })
    return await finish({ id }, options)
  } catch (error) {
    if (signal?.aborted) discard(id)
    throw error
  }
}

/** Codes that say of an upload that it can't be gone on with. */
const GONE: string[] = ['upload_not_found', 'upload_missing', 'conflict']

/** Sends what is missing of a large file. It stays begun for as long as it may be gone on with. */
async function goOn(file: File, begun: Begun, options: SendOptions): Promise<Media> {
  running.add(begun.id)
  try {
    await sendParts(file, begun, options)
    const media = await finish({ id: begun.id, parts: begun.etags as string[] }, options)
    forgetBegun(begun.id)
    return media
  } catch (error) {
    const over = options.signal?.aborted ? options.signal.reason !== LEFT_PAGE : error instanceof ApiError && REFUSED.includes(error.code)
    if (over) {
      forgetBegun(begun.id)
      discard(begun.id)
    }
    throw error
  } finally {
    running.delete(begun.id)
  }
}

async function finish(body: { id: string; parts?: string[] }, { signal, poster }: SendOptions): Promise<Media> {
  const json = { ...body, poster: await poster }
  return (await (await uploads.finishUpload.$post({ json }, { init: { signal } })).json()) as Media
}

/** Whether a file that came through is still kept; one about to be swept is kept on by the question. Without an answer it counts as there. */
export const isThere = (id: string): Promise<boolean> =>
  uploads.finishUpload.$post({ json: { id } }).then(
    () => true,
    (error: unknown) => !(error instanceof ApiError && GONE.includes(error.code)),
  )

/** Deletes a file nobody needs any more. It may be shown somewhere, or gone already: then it stays as it is, which is right. */
export function discard(id: string): void {
  uploads.deleteProductMedia.$post({ json: { id } }).catch(() => {})
}

/** The longest side a drawing is made with: twice the widest variant, for screens with small pixels. */
const DRAWN_SIDE = 2560

/**
 * Draws a picture that is not stored as it is, and answers the drawing: WebP, or PNG where the browser writes none. Inside an
 * <img> an SVG runs no script and loads nothing.
 */
async function redraw(file: File): Promise<File> {
  const address = URL.createObjectURL(new Blob([file], { type: typeOf(file) }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const side = Math.max(image.naturalWidth, image.naturalHeight)
    // A drawing of lines can be had at any size; pixels get no better by being more.
    const scale = typeOf(file) === 'image/svg+xml' ? DRAWN_SIDE / side : Math.min(1, DRAWN_SIDE / side)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
    if (!drawn) throw new Error('nothing was drawn')
    return new File([drawn], file.name, { type: drawn.type })
  } catch {
    throw new ApiError('upload_mismatch', 409)
  } finally {
    URL.revokeObjectURL(address)
  }
}
