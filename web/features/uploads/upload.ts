import { FILE_LIMITS, kindOf, type Media, PLAYED_TYPES, REDRAWN_TYPES, type SignedPut } from '../../../workers/uploads/media.schema.ts'
import { ApiError, uploads } from '../../api.ts'

export interface UploadOptions {
  /** Hears the share that has been sent, 0 to 1; at 1 the server begins to look at the file. */
  onProgress?: (share: number) => void
  /** Stops the upload; the promise is then rejected with its reason. */
  signal?: AbortSignal
}

/** Names some systems have for the types we know. */
const OTHER_NAMES: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/svg': 'image/svg+xml',
  'video/avi': 'video/x-msvideo',
  'video/msvideo': 'video/x-msvideo',
}

/** What a file is to be treated as; systems that know no type for it say ''. */
export const typeOf = (file: File): string => OTHER_NAMES[file.type] ?? file.type

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
 * Brings a file straight from the browser to where files are kept: a ticket, one PUT to the signed address, and the server's
 * look at what arrived. Throws ApiError, or the signal's reason. A file that came through stays unclaimed until a listing or
 * a profile is saved with it.
 */
export async function upload(file: File, { onProgress, signal }: UploadOptions = {}): Promise<Media> {
  checkPicked(file)
  const body = (REDRAWN_TYPES as readonly string[]).includes(typeOf(file)) ? await redraw(file) : file
  const init = { init: { signal } }
  const request = { name: file.name.slice(-255) || 'file', type: typeOf(body), size: body.size }
  const { id, upload: signed } = await (await uploads.addProductFile.$post({ json: request }, init)).json()
  try {
    await put(signed, body, { onProgress, signal })
    return await (await uploads.finishUpload.$post({ json: { id } }, init)).json()
  } catch (error) {
    if (signal?.aborted) discard(id)
    throw error
  }
}

/** Deletes a file nobody needs any more. It may be shown somewhere, or gone already: then it stays as it is, which is right. */
export function discard(id: string): void {
  uploads.deleteProductMedia.$post({ json: { id } }).catch(() => {})
}

/** XMLHttpRequest, because fetch tells nothing of how far a body has been sent. */
function put({ method, url, headers }: SignedPut, body: Blob, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress?.(Math.min(1, loaded / body.size))
    request.onload = () => {
      const { status } = request
      // 412: an earlier try of the browser itself had arrived, only its answer was lost.
      if (status < 300 || status === 412) resolve()
      else if (status === 403) reject(new ApiError('upload_not_found', status))
      else reject(new ApiError('network', status))
    }
    request.onerror = () => reject(new ApiError(navigator.onLine ? 'network' : 'offline', 0))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
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
