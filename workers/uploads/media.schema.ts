import {
  array,
  check,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
} from 'valibot'
import { ipfsCid } from '../shared/ids.schema.ts'

export type MediaKind = 'image' | 'video'

/** A file as the API returns it. Pictures are served at `/media/{id}/{width}.webp`, videos at `/media/{id}/video`. */
export interface Media {
  id: string
  kind: MediaKind
  /** Size in pixels after rotation. A video has the size of its poster, or null without one. */
  width: number | null
  height: number | null
  /** A tiny image as a data: URL, shown blurred while the picture loads. */
  placeholder: string | null
  /** Media id of the picture shown for a video. */
  poster?: string | null
}

/** The id of the picture to show for a file; null for a video without a poster. */
export const getPictureId = ({ id, kind, poster }: Media): string | null => (kind === 'image' ? id : (poster ?? null))

/** Answer of addProductFile, finishUpload and getProductMedia. */
export interface ProductMedia extends Media {
  /** Path of the file below /media/, and of its preview picture (null for a video without a poster). */
  media_filename: string
  media_filename_preview: string | null
  /** The owner's file name, cleaned. Only for display, never for paths or headers. */
  original_filename: string
  url: string
  video: boolean
  /** False until finishUpload has verified the file. */
  ready: boolean
}

/** A signed PUT: R2 accepts only the announced length and these headers, until `expiresAt` (UTC seconds). */
export interface SignedPut {
  method: 'PUT'
  url: string
  /** Headers to send unchanged. The browser adds content-length, which is signed too. */
  headers: Record<string, string>
  expiresAt: number
}

/** Answer of addProductFile and uploadImage. */
export type Ticket = ProductMedia & Transfer
/** Answer of uploadFile. */
export type PrivateTicket = PrivateFile & Transfer

/** A signed PUT for one part of a file; parts are numbered from 1. */
export interface SignedPart extends SignedPut {
  part: number
}

/** Widths in which pictures are served (pixels). A narrower picture is not enlarged. */
export const VARIANT_WIDTHS = [320, 640, 1280] as const
export type VariantWidth = (typeof VARIANT_WIDTHS)[number]

/** Accepted content types and largest size (bytes). */
export const FILE_LIMITS = {
  image: { bytes: 10_000_000, types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  video: { bytes: 1_000_000_000, types: ['video/mp4', 'video/mpeg', 'video/x-msvideo', 'video/webm'] },
} as const satisfies Record<MediaKind, { bytes: number; types: readonly string[] }>

/** Private documents, such as the CV of an application: largest size (bytes) and file extension by content type. */
export const DOCUMENTS = {
  bytes: 10_000_000,
  types: {
    'application/pdf': 'pdf',
    'application/msword': 'doc',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  },
} as const
export type DocumentType = keyof typeof DOCUMENTS.types

/** Checks if a content type is an accepted document type. */
export const isDocument = (type: string): type is DocumentType => Object.hasOwn(DOCUMENTS.types, type)

/** Private files of any type that the parties of an order send each other: largest size (bytes). They are only saved, never displayed. */
export const ATTACHMENTS = { bytes: 100_000_000 } as const
/** The content type that every attachment is stored and sent with, so that no browser displays or runs one. */
export const ATTACHMENT_TYPE = 'application/octet-stream'

/** The kinds of private files that uploadFile takes. */
export const PRIVATE_KINDS = ['document', 'attachment'] as const
export type PrivateKind = (typeof PRIVATE_KINDS)[number]
/** The kind of files of messages, which cloudUpload takes. */
export const MESSAGE_KIND = 'message'
/** Whether files of this kind are never public. */
export const isPrivateKind = (kind: string): boolean => kind === MESSAGE_KIND || (PRIVATE_KINDS as readonly string[]).includes(kind)

/**
 * A private file, as uploadFile and finishUpload return it. The `path` of a document is for submitApplication, the `path` of an attachment
 * for addDelivery or addEvidence. downloadPrivateFile takes both.
 */
export interface PrivateFile {
  path: string
  filename: string
  /** False until finishUpload has verified the file. */
  ready: boolean
}

/** How the browser sends the file of an upload ticket: with one signed PUT, or in parts whose PUTs are signed by signParts. */
export type Transfer = { upload: SignedPut } | { parts: { bytes: number; count: number } }

/** Storage limit per user, unfinished files included (bytes). */
export const STORAGE_BYTES = 5_000_000_000
/** Sold files that do not count towards {@link STORAGE_BYTES}, per seller (bytes). What exceeds this counts. */
export const SOLD_BYTES = 50_000_000_000

/** Largest file uploaded in one piece (bytes). Larger ones are uploaded in parts, so that a lost connection loses only one part. */
export const SINGLE_PUT_BYTES = 20_000_000
/** Size of every part except the last (bytes). R2 requires equal parts of at least 5 MiB. */
export const PART_BYTES = 8 * 1024 * 1024
/** Number of parts for a file of this size. */
export const countParts = (size: number): number => Math.ceil(size / PART_BYTES)
const MAX_PARTS = countParts(FILE_LIMITS.video.bytes)
/** Maximum number of parts signed in one call. */
const SIGNED_PARTS = 16

/**
 * Picture types that a user may select but that are never stored: the browser converts them before the upload. SVG can contain
 * scripts, and Cloudflare Images does not read AVIF on the plans we use.
 */
export const REDRAWN_TYPES = ['image/svg+xml', 'image/avif'] as const

/** Video types that browsers play. Other types are stored and can be downloaded, but pages do not play them. */
export const PLAYED_TYPES = ['video/mp4', 'video/webm'] as const

/** Maximum number of pixels of a picture, more than phone cameras produce. Protects against small files that decode to gigabytes. */
export const MAX_PIXELS = 50_000_000
/** Longest side that Cloudflare Images accepts, in pixels (developers.cloudflare.com/images/get-started/limits). */
export const MAX_SIDE = 12_000

/** The media kind of a content type; null if the type is not accepted. */
export function kindOf(type: string): MediaKind | null {
  for (const kind of ['image', 'video'] as const) if ((FILE_LIMITS[kind].types as readonly string[]).includes(type)) return kind
  return null
}

/** Maximum length of a file name (characters). */
const MAX_NAME = 120

/** Cleans a file name for display: no path, no control or direction characters. A name that is too long keeps its extension. */
export function cleanName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  const extension = /\.\w{1,10}$/.exec(clean)?.[0] ?? ''
  const stem = [...clean.slice(0, clean.length - extension.length)].slice(0, MAX_NAME - extension.length).join('')
  const shown = stem + extension
  return /^\.*$/.test(shown) ? 'file' : shown
}

/** Body of addProductFile and uploadImage. Refused types and sizes have their own error codes. */
export const ticketRequest = object({
  name: pipe(string(), minLength(1), maxLength(255)),
  type: pipe(string(), maxLength(100)),
  size: pipe(number(), integer(), minValue(1), maxValue(Number.MAX_SAFE_INTEGER)),
})

const mediaId = pipe(string(), regex(/^[\w-]{22}$/))

/** Body of uploadFile. The type of an attachment is ignored. */
export const privateFileRequest = object({ ...ticketRequest.entries, kind: optional(picklist(PRIVATE_KINDS), 'document') })

/** Body of deleteProductMedia and query of getProductMedia. */
export const mediaRef = object({ id: mediaId })

/** Body of signParts: numbers of the parts to sign. */
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
 * Body of finishUpload. `parts` are R2's ETags, sorted by part number. `poster` is the id of a finished picture of the same user, to
 * show for a video. `cid` is the IPFS address of a work, which the server computes too.
 */
export const finishRequest = object({
  id: mediaId,
  parts: optional(pipe(array(pipe(string(), regex(/^"?[\w+/=-]{1,512}"?$/))), maxLength(MAX_PARTS))),
  poster: optional(mediaId),
  cid: optional(ipfsCid),
})

/** Query of downloadPrivateFile. The file name comes from the upload; other query fields are ignored. */
export const downloadRequest = object({ path: mediaId })
