import { DOCUMENTS, REDRAWN_TYPES } from '../../../workers/uploads/media.schema.ts'
import { MESSAGE_FILE_TYPES, messageFileKind } from '../../../workers/uploads/message-files.schema.ts'

/** Other names that some systems use for accepted types. */
const ALIASES: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/svg': 'image/svg+xml',
  'video/avi': 'video/x-msvideo',
  'video/msvideo': 'video/x-msvideo',
}

/** The content type of a file. Some systems have none for documents, so those are recognised by their extension; '' if unknown. */
export function mimeTypeOf({ type, name }: File): string {
  if (type) return ALIASES[type] ?? type
  const extension = name.split('.').at(-1)?.toLowerCase()
  return Object.entries(DOCUMENTS.types).find(([, known]) => known === extension)?.[0] ?? ''
}

/**
 * The content type of a file of a message; '' if it is not accepted. Systems name documents differently (Windows calls a CSV file an Excel
 * file), so their extension decides.
 */
export function messageTypeOf(file: File): string {
  const type = mimeTypeOf(file)
  const kind = messageFileKind(type)
  if (kind === 'image' || kind === 'video' || (REDRAWN_TYPES as readonly string[]).includes(type)) return type
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  return Object.entries(MESSAGE_FILE_TYPES).find(([, known]) => known.includes(extension))?.[0] ?? (kind ? type : '')
}
