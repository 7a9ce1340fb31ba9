import { array, check, integer, maxLength, maxValue, minLength, minValue, number, object, optional, pipe, regex, string } from 'valibot'

export type MediaKind = 'image' | 'video'

/** A file as other areas and the web see it. Pictures are served at `/media/{id}/{width}.webp`, videos at `/media/{id}/video`. */
export interface Media {
  id: string
  kind: MediaKind
  /** As shown, turned the way the camera was held; a video's are its poster's, null without one. */
  width: number | null
  height: number | null
  /** A few pixels as a data: URL, shown blurred until the picture is there. */
  placeholder: string | null
  /** The picture that stands for a video: a media id. */
  poster?: string | null
}

/** The id of the picture that shows a file, or null for a video without one. */
export const pictureOf = ({ id, kind, poster }: Media): string | null => (kind === 'image' ? id : (poster ?? null))

/** What addProductFile, finishUpload and getProductMedia answer. */
export interface ProductMedia extends Media {
  /** Path below /media/ of the file itself, and of the small picture that stands for it; videos have none. */
  media_filename: string
  media_filename_preview: string | null
  /** The name on the owner's disk, cleaned; for showing, never for paths or headers. */
  original_filename: string
  url: string
  video: boolean
  /** False until finishUpload has seen the file. */
  ready: boolean
}

/** One PUT that R2 takes: exactly this type and length, at this key, once, until `expiresAt` (UTC seconds). */
export interface SignedPut {
  method: 'PUT'
  url: string
  /** To be sent as they are; the browser adds the content length, which is signed too. */
  headers: Record<string, string>
  expiresAt: number
}

/** What addProductFile answers: one PUT, or for a large file how it is to be cut; signParts then gives a PUT for each part. */
export type Ticket = ProductMedia & ({ upload: SignedPut } | { parts: { bytes: number; count: number } })

/** A PUT for one part of a file, counted from 1. */
export interface SignedPart extends SignedPut {
  part: number
}

/** Widths a picture is served at, in CSS pixels. A narrower picture is not enlarged. */
export const VARIANT_WIDTHS = [320, 640, 1280] as const
export type VariantWidth = (typeof VARIANT_WIDTHS)[number]

/** What is stored, and how large (bytes). */
export const FILE_LIMITS = {
  image: { bytes: 10_000_000, types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  video: { bytes: 1_000_000_000, types: ['video/mp4', 'video/mpeg', 'video/x-msvideo', 'video/webm'] },
} as const satisfies Record<MediaKind, { bytes: number; types: readonly string[] }>

/** Papers that only their owner and those they gave them to may read: an application's CV (bytes). */
export const DOCUMENTS = {
  bytes: 10_000_000,
  types: {
    'application/pdf': 'pdf',
    'application/msword': 'doc',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  },
} as const
export type DocumentType = keyof typeof DOCUMENTS.types

/** Whether a content type is that of a document. */
export const isDocument = (type: string): type is DocumentType => Object.hasOwn(DOCUMENTS.types, type)

/** A document as uploadFile and finishUpload answer it: `path` is what submitApplication and downloadPrivateFile take. */
export interface PrivateFile {
  path: string
  filename: string
  /** False until finishUpload has seen the file. */
  ready: boolean
}

/** What one person's files may take up in all, unfinished ones included (bytes). */
export const STORAGE_BYTES = 5_000_000_000

/** Files above this go up in parts, so that a broken connection costs a part and not the whole (bytes). */
export const ONE_PIECE = 20_000_000
/** The size of every part but the last; R2 takes none below 5 MiB, and wants them equal (bytes). */
export const PART_BYTES = 8 * 1024 * 1024
/** In how many parts a file of this size goes up. */
export const partsOf = (size: number): number => Math.ceil(size / PART_BYTES)
const MAX_PARTS = partsOf(FILE_LIMITS.video.bytes)
/** Parts signed in one call. */
export const SIGNED_PARTS = 16

/**
 * Pictures a person may pick but that are never stored: the browser draws them and uploads the drawing. SVG is a document
 * that can hold scripts, and Cloudflare Images does not read AVIF on the plans we use.
 */
export const REDRAWN_TYPES = ['image/svg+xml', 'image/avif'] as const

/** Videos that browsers play; the others are kept and handed out, but show nothing on a page. */
export const PLAYED_TYPES = ['video/mp4', 'video/webm'] as const

/** More pixels than any camera in a pocket makes; beyond it a few kilobytes may unfold into gigabytes. */
export const MAX_PIXELS = 50_000_000
/** Cloudflare Images takes no longer side (developers.cloudflare.com/images/get-started/limits). */
export const MAX_SIDE = 12_000

/** What a content type is stored as, or null where it is not stored. */
export function kindOf(type: string): MediaKind | null {
  for (const kind of ['image', 'video'] as const) if ((FILE_LIMITS[kind].types as readonly string[]).includes(type)) return kind
  return null
}

/** A file name for showing: no path, no control or direction characters, at most 120 characters. */
export function cleanName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const shown = [...last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, 120).join('')
  return /^\.*$/.test(shown) ? 'file' : shown
}

/** Body of addProductFile. Types and sizes that are not taken have error codes of their own. */
export const ticketRequest = object({
  name: pipe(string(), minLength(1), maxLength(255)),
  type: pipe(string(), maxLength(100)),
  size: pipe(number(), integer(), minValue(1), maxValue(Number.MAX_SAFE_INTEGER)),
})

const mediaId = pipe(string(), regex(/^[\w-]{22}$/))

/** Names a file: body of deleteProductMedia, query of getProductMedia. */
export const mediaRef = object({ id: mediaId })

/** Body of signParts: which parts are to be sent. */
export const partsRequest = object({
  id: mediaId,
  parts: pipe(
    array(pipe(number(), integer(), minValue(1), maxValue(MAX_PARTS))),
    minLength(1),
    maxLength(SIGNED_PARTS),
    check((parts) => new Set(parts).size === parts.length, 'twice'),
  ),
})

/**
 * Body of finishUpload. `parts` are the ETags R2 answered for each part, in order; `poster` a finished picture of the same person
 * that is to stand for a video.
 */
export const finishRequest = object({
  id: mediaId,
  parts: optional(pipe(array(pipe(string(), regex(/^"?[\w+/=-]{1,512}"?$/))), maxLength(MAX_PARTS))),
  poster: optional(mediaId),
})

/** Query of downloadPrivateFile; a file's name comes from its upload, whatever else is asked for. */
export const downloadRequest = object({ path: mediaId })
