import {
  ATTACHMENTS,
  DOCUMENTS,
  FILE_LIMITS,
  isDocument,
  kindOf,
  type Media,
  type MediaKind,
  PLAYED_TYPES,
  type PrivateFile,
  type PrivateKind,
  REDRAWN_TYPES,
} from '../../../workers/uploads/media.schema.ts'
import { MESSAGE_FILE_BYTES, MESSAGE_FILE_TYPES, type MessageFile } from '../../../workers/uploads/message-files.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { messageTypeOf, mimeTypeOf } from './mime-type.ts'

/**
 * What the server returns for each kind of file that a field accepts. `media` is a picture or a video; `video` plays in every browser; an
 * `attachment` is a private file of any type, and
 * a `message` can have a file of many types.
 */
export interface StoredFile {
  media: Media
  image: Media
  video: Media
  document: PrivateFile
  attachment: PrivateFile
  message: MessageFile
}
export type FileKind = keyof StoredFile

const IMAGE_TYPES = [...FILE_LIMITS.image.types, ...REDRAWN_TYPES]

/** The `accept` attribute of a file input. */
export const ACCEPT: Record<FileKind, string> = {
  media: [...IMAGE_TYPES, ...FILE_LIMITS.video.types].join(),
  image: IMAGE_TYPES.join(),
  video: PLAYED_TYPES.join(),
  document: Object.values(DOCUMENTS.types)
    .map((extension) => `.${extension}`)
    .join(),
  attachment: '*/*',
  message: [
    ...REDRAWN_TYPES,
    ...Object.entries(MESSAGE_FILE_TYPES).flatMap(([type, names]) => [type, ...names.map((name) => `.${name}`)]),
  ].join(),
}

const includes = (types: readonly string[], type: string) => types.includes(type)

function acceptedKind(type: string, kind: FileKind): MediaKind | PrivateKind | null {
  if (kind === 'attachment') return kind
  if (kind === 'document') return isDocument(type) ? kind : null
  const found = includes(REDRAWN_TYPES, type) ? 'image' : kindOf(type)
  if (kind === 'media') return found
  return found === kind && (kind === 'image' || includes(PLAYED_TYPES, type)) ? found : null
}

const LIMITS = { ...FILE_LIMITS, document: DOCUMENTS, attachment: ATTACHMENTS, message: { bytes: MESSAGE_FILE_BYTES } }

/** Throws the server's error for a file that it would refuse, before anything is sent. */
export function checkFile(file: File, kind: FileKind): void {
  const found = kind === 'message' ? messageTypeOf(file) && kind : acceptedKind(mimeTypeOf(file), kind)
  if (!found) throw new ApiError('file_type_unsupported', 415)
  // Other pictures that are too large for a message are made smaller.
  const isLargeGif = kind === 'message' && mimeTypeOf(file) === 'image/gif'
  const { bytes } = LIMITS[isLargeGif ? 'image' : found]
  if (file.size > bytes) throw new ApiError('file_too_large', 413, { bytes })
  if (file.size === 0) throw new ApiError('upload_mismatch', 409)
}

const REFUSED: (string | null)[] = ['file_type_unsupported', 'file_too_large', 'image_too_big', 'upload_mismatch']

/** Whether an error is about the file itself, so that sending the same file again cannot help. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && REFUSED.includes(error.code)
