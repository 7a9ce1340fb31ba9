import { DOCUMENTS, type DocumentType, isDocument, type PrivateFile } from '../../../workers/uploads/media.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { downloadPrivateFile, uploadPrivateFile } from '../../queries/upload/private-file.ts'

/** What a file chooser should offer. */
export const CV_ACCEPT = Object.values(DOCUMENTS.types)
  .map((ending) => `.${ending}`)
  .join()

/** The type of a document; where the system knows none, its ending tells. */
function typeOf({ type, name }: File): DocumentType | null {
  if (isDocument(type)) return type
  const ending = name.split('.').at(-1)?.toLowerCase()
  const known = Object.entries(DOCUMENTS.types).find(([, one]) => one === ending)
  return type === '' && known ? (known[0] as DocumentType) : null
}

/** Puts a CV (PDF, DOC or DOCX of at most 10 MB) where only its owner and whom they apply to can read it. Throws ApiError. */
export async function uploadCv(file: File, onProgress: (share: number) => void): Promise<PrivateFile> {
  const type = typeOf(file)
  if (!type) throw new ApiError('file_type_unsupported', 415)
  if (file.size > DOCUMENTS.bytes) throw new ApiError('file_too_large', 413)
  if (file.size === 0) throw new ApiError('upload_mismatch', 409)
  return uploadPrivateFile(file, type, onProgress)
}

/** Saves a CV to the reader's device. The bytes come by the session; there is no address that could be passed on. Throws ApiError. */
export async function openCv(path: string, filename: string): Promise<void> {
  const address = URL.createObjectURL(await downloadPrivateFile(path))
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  URL.revokeObjectURL(address)
}
