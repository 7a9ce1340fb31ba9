import type { Transfer } from '../../../workers/uploads/media.schema.ts'
import { uploads } from '../../lib/api.ts'
import { isRefused, type StoredFile } from './file-rules.ts'
import { mimeTypeOf } from './mime-type.ts'
import { delay, sendParts } from './parts.ts'
import { put } from './put.ts'
import { findResumable, type ResumableUpload, removeResumable, saveResumable, type UploadKind } from './resumable-uploads.ts'
import { discard, isGone } from './stored-files.ts'
import { LEFT_PAGE, type TransferOptions } from './transfer-options.ts'

interface StoreOptions extends TransferOptions {
  /** Default: a picture or a video. Files of another kind are private: only their owner and the members they are sent to can read them. */
  kind?: UploadKind
  /** Resolves with the media id of a video's poster. */
  poster?: Promise<string | undefined>
}

type Stored = StoredFile[UploadKind]

/** The ids of large uploads that run on this page. The same file selected twice becomes two uploads. */
const running = new Set<string>()

/**
 * Stores a file: gets a ticket, sends the bytes to their signed URLs, and has the server verify them. Resumes an unfinished
 * upload of the same large file. A file that was chosen while the device is offline waits until it is online. Throws ApiError, or the
 * signal's reason.
 */
export async function transfer(file: File, options: StoreOptions): Promise<Stored> {
  const { signal, kind = 'media' } = options
  if (!navigator.onLine) {
    options.onWaiting?.(true)
    await delay(0, signal)
    options.onWaiting?.(false)
  }
  const unfinished = findResumable(file, kind, running)
  try {
    if (unfinished) return await transferParts(file, unfinished, options)
  } catch (error) {
    if (!isGone(error)) throw error
    // The unfinished upload was deleted or belongs to another user, so the file is sent from the start.
    removeResumable(unfinished!.id)
  }
  const ticket = await announce(file, options)
  if ('parts' in ticket) {
    const { name, size, lastModified: modified } = file
    const { bytes, count } = ticket.parts
    const identity = { name, type: mimeTypeOf(file), size, modified, kind }
    const upload = { id: ticket.id, ...identity, bytes, etags: Array(count).fill(null), at: Date.now() }
    saveResumable(upload)
    return transferParts(file, upload, options)
  }
  try {
    await put(ticket.upload, file, { signal, onSent: (sent) => options.onProgress?.(sent / file.size) })
    return await finish({ id: ticket.id }, options)
  } catch (error) {
    if (signal?.aborted) discard(ticket.id)
    throw error
  }
}

async function announce(file: File, { kind = 'media', signal }: StoreOptions): Promise<{ id: string } & Transfer> {
  const json = { name: file.name.slice(-255) || 'file', type: mimeTypeOf(file).slice(0, 100), size: file.size }
  if (kind === 'message') return (await uploads.cloudUpload.$post({ json }, { init: { signal } })).json()
  if (kind === 'media') return (await uploads.addProductFile.$post({ json }, { init: { signal } })).json()
  const { path, ...ticket } = await (await uploads.uploadFile.$post({ json: { ...json, kind } }, { init: { signal } })).json()
  return { id: path, ...ticket }
}

/** Sends the missing parts of a large file. It stays resumable, unless it is refused or cancelled. */
async function transferParts(file: File, upload: ResumableUpload, options: StoreOptions): Promise<Stored> {
  const { id } = upload
  running.add(id)
  try {
    await sendParts(file, upload, options)
    const stored = await finish({ id, parts: upload.etags as string[] }, options)
    removeResumable(id)
    return stored
  } catch (error) {
    const isOver = options.signal?.aborted ? options.signal.reason !== LEFT_PAGE : isRefused(error)
    if (isOver) {
      removeResumable(id)
      discard(id)
    }
    throw error
  } finally {
    running.delete(id)
  }
}

async function finish(body: { id: string; parts?: string[] }, { signal, poster }: StoreOptions): Promise<Stored> {
  const json = { ...body, poster: await poster }
  return (await uploads.finishUpload.$post({ json }, { init: { signal } })).json() as Promise<Stored>
}
