import { REDRAWN_TYPES } from '../../../workers/uploads/media.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { mimeTypeOf } from './mime-type.ts'

/** The longest side of a converted picture (pixels): twice the width of the widest variant. */
const LONGEST_SIDE = 2560

/** Whether a picture of this type must be converted before the upload. */
export const needsRedraw = (type: string): boolean => (REDRAWN_TYPES as readonly string[]).includes(type)

/**
 * Converts a picture that is not stored in its own type to WebP, or to PNG where the browser cannot write WebP. Inside an <img> an SVG
 * runs no script and loads nothing. Throws `upload_mismatch` if the browser cannot read the picture.
 */
export async function redraw(file: File): Promise<File> {
  const type = mimeTypeOf(file)
  const url = URL.createObjectURL(new Blob([file], { type }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const side = Math.max(image.naturalWidth, image.naturalHeight)
    // An SVG can be enlarged without loss; other pictures are only made smaller.
    const scale = type === 'image/svg+xml' ? LONGEST_SIDE / side : Math.min(1, LONGEST_SIDE / side)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
    if (!drawn) throw new Error('the canvas wrote no picture')
    return new File([drawn], file.name, { type: drawn.type })
  } catch {
    throw new ApiError('upload_mismatch', 409)
  } finally {
    URL.revokeObjectURL(url)
  }
}
