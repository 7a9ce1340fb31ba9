import {
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  pipe,
  string,
  transform,
  union,
} from 'valibot'
import { opaqueId } from '../shared/ids.schema.ts'
import { cleanName, FILE_LIMITS, type Transfer, VARIANT_WIDTHS } from './media.schema.ts'

/** Largest file of a message (bytes). Pictures are smaller, see {@link FILE_LIMITS}: browsers make larger ones smaller before the upload. */
export const MESSAGE_FILE_BYTES = 100_000_000
/** Maximum number of files of a message. */
export const MESSAGE_FILES_MAX = 10

const office = (name: string) => `application/vnd.openxmlformats-officedocument.${name}` as const

/** The content types of files that members may send each other, with the extensions of their names. The first one is the default. */
export const MESSAGE_FILE_TYPES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov', 'qt'],
  'video/mpeg': ['mpg', 'mpeg'],
  'video/x-msvideo': ['avi'],
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  [office('wordprocessingml.document')]: ['docx'],
  'application/vnd.ms-excel': ['xls'],
  [office('spreadsheetml.sheet')]: ['xlsx'],
  'application/vnd.ms-powerpoint': ['ppt'],
  [office('presentationml.presentation')]: ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'text/plain': ['txt', 'md', 'srt'],
  'text/csv': ['csv'],
  'application/zip': ['zip'],
}

/** How a file of a message is shown: pictures and videos in the conversation, documents as a name to save. Null for a refused type. */
export function messageFileKind(type: string): 'image' | 'video' | 'document' | null {
  if (!Object.hasOwn(MESSAGE_FILE_TYPES, type)) return null
  if (type.startsWith('image/')) return 'image'
  return type.startsWith('video/') ? 'video' : 'document'
}

/** The largest size of a file of this kind (bytes). */
export const maxBytesOf = (kind: 'image' | 'video' | 'document'): number =>
  kind === 'image' ? FILE_LIMITS.image.bytes : MESSAGE_FILE_BYTES

/** Cleans the name of a file and makes it end with an extension of its type, so that nobody saves a program under the icon of a picture. */
export function messageFileName(name: string, type: string): string {
  const clean = cleanName(name)
  const extensions = MESSAGE_FILE_TYPES[type] ?? ['bin']
  const [, stem = clean, extension = ''] = /^(.*)\.(\w{1,10})$/.exec(clean) ?? []
  return extensions.includes(extension.toLowerCase()) && stem ? clean : `${stem || 'file'}.${extensions[0]}`
}

/** A file of a message. `width` and `height` (pixels, after rotation) and the blurred `placeholder` are those of a picture, else null. */
export interface MessageFile {
  id: string
  /** Cleaned. Only for display, never for paths or headers. */
  name: string
  mimeType: string
  /** Bytes. */
  size: number
  width: number | null
  height: number | null
  placeholder: string | null
}

/** Answer of cloudUpload. The file belongs to its owner only, until a message with it is sent. */
export type MessageFileTicket = Pick<MessageFile, 'id' | 'name' | 'mimeType'> & Transfer

/** Body of cloudUpload. Refused types and sizes have their own error codes. */
export const cloudUploadRequest = object({
  name: pipe(string(), minLength(1), maxLength(255)),
  type: pipe(string(), maxLength(100)),
  size: pipe(number(), integer(), minValue(1), maxValue(Number.MAX_SAFE_INTEGER)),
})

/** Query of downloadCloudFile. With `width` a picture is drawn at most so wide (pixels). */
export const cloudFileQuery = object({
  id: opaqueId,
  width: optional(pipe(union(VARIANT_WIDTHS.map((width) => literal(String(width)))), transform(Number))),
})
