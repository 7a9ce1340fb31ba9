import { integer, maxLength, maxValue, minLength, minValue, number, object, picklist, pipe, string } from 'valibot'

/** A file as other areas and the web see it. Pictures are served at `/media/{id}/{width}.webp`. */
export interface Media {
  id: string
  kind: 'image' | 'video'
  width: number | null
  height: number | null
  /** A few pixels as a data: URL, shown blurred until the picture is there. */
  placeholder: string | null
}

/** Widths a picture is served at, in CSS pixels. */
export const VARIANT_WIDTHS = [320, 640, 1280] as const

/** What may be uploaded, and how large (bytes). */
export const FILE_LIMITS = {
  image: { bytes: 10_000_000, types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml'] },
  video: { bytes: 1_000_000_000, types: ['video/mp4', 'video/mpeg', 'video/x-msvideo', 'video/webm'] },
} as const

/** Body of addProductFile. */
export const ticketRequest = object({
  name: pipe(string(), minLength(1), maxLength(255)),
  type: picklist([...FILE_LIMITS.image.types, ...FILE_LIMITS.video.types]),
  size: pipe(number(), integer(), minValue(1), maxValue(FILE_LIMITS.video.bytes)),
})
