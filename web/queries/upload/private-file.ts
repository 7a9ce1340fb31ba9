import type { DocumentType, PrivateFile } from '../../../workers/uploads/media.schema.ts'
import { uploads } from '../../lib/api.ts'
import { put } from './put.ts'

/** Uploads a document that only its owner and the people it was sent to can read. `onProgress` gets the share that was sent. */
export async function uploadPrivateFile(file: File, type: DocumentType, onProgress: (share: number) => void): Promise<PrivateFile> {
  const { path, filename, upload } = await (
    await uploads.uploadFile.$post({ json: { name: file.name.slice(-255), type, size: file.size } })
  ).json()
  await put(upload, file, { onSent: (sent) => onProgress(sent / file.size) })
  await uploads.finishUpload.$post({ json: { id: path } })
  return { path, filename, ready: true }
}

/** Loads such a document. */
export const downloadPrivateFile = async (path: string): Promise<Blob> =>
  (await uploads.downloadPrivateFile.$get({ query: { path } })).blob()
