import { DOCUMENTS } from '../../../workers/uploads/media.schema.ts'

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
