import { FILE_LIMITS, type Transfer } from './media.schema.ts'

/**
 * The kind of the files that creators publish with NFTs, and of the metadata files that name them. They are named by their IPFS address.
 */
export const WORK_KIND = 'work'

/** Largest work, and largest picture among them (bytes): a picture is checked for camera data as a whole. */
export const WORK_BYTES = 100_000_000
export const WORK_PICTURE_BYTES = 20_000_000

const PDF_TYPE = 'application/pdf'
export const EPUB_TYPE = 'application/epub+zip'
/** Books are never public: the reader hands them out by a right to read. */
const BOOK_TYPES = [PDF_TYPE, EPUB_TYPE] as const
/** The type of a metadata file, which the server writes. */
export const METADATA_TYPE = 'application/json'
/** Largest metadata file (bytes). */
export const METADATA_BYTES = 256 * 1024

const includes = (types: readonly string[], type: string) => types.includes(type)

/** The content types of works that a creator may upload. */
export const WORK_TYPES: readonly string[] = [...FILE_LIMITS.image.types, ...FILE_LIMITS.video.types, ...BOOK_TYPES]
/** The content types of works that anybody may read at their address. */
export const PUBLIC_WORK_TYPES: readonly string[] = [...FILE_LIMITS.image.types, ...FILE_LIMITS.video.types, METADATA_TYPE]

export const isBook = (type: string): boolean => includes(BOOK_TYPES, type)

/** The largest size of a work of this type (bytes). */
export const maxWorkBytes = (type: string): number => (includes(FILE_LIMITS.image.types, type) ? WORK_PICTURE_BYTES : WORK_BYTES)

/** A work, as addWork and finishUpload return it. Pictures, videos and metadata files are served at `/media/ipfs/{cid}`, books never. */
export interface Work {
  id: string
  /** Its IPFS address; null until finishUpload has verified the file. */
  cid: string | null
  mimeType: string
  /** Bytes. */
  size: number
  /** Size of a picture in pixels after rotation; null for other files. */
  width: number | null
  height: number | null
  /** A tiny image as a data: URL, shown blurred while a picture loads. */
  placeholder: string | null
  /** The owner's file name, cleaned. Only for display. */
  filename: string
  ready: boolean
}

/** Answer of addWork. */
export type WorkTicket = Work & Transfer
