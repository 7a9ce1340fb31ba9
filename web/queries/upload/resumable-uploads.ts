import { kindOf, type MESSAGE_KIND, type PrivateKind } from '../../../workers/uploads/media.schema.ts'
import { store } from '../../lib/storage.ts'
import { isRecent, readList } from '../../lib/stored-json.ts'
import { cachedUser } from '../../session/viewer.ts'
import { mimeTypeOf } from './mime-type.ts'

/** Pictures and videos that may become public, and the kinds of private files. */
export type UploadKind = 'media' | PrivateKind | typeof MESSAGE_KIND

/** An unfinished upload of a large file, stored on this device so that after a reload or a crash only missing parts are sent. */
export interface ResumableUpload {
  id: string
  name: string
  type: string
  size: number
  /** When the file was last changed (ms). Files with the same name, type, size and time count as the same file. */
  modified: number
  /** What it is uploaded as. The same file can be an attachment and a file of a message. */
  kind: UploadKind
  /** Size of a part (bytes). */
  bytes: number
  /** R2's ETag of each part, null for those it does not have yet. */
  etags: (string | null)[]
  /** When the upload started (ms). */
  at: number
}

const SAMPLE: ResumableUpload = { id: '', name: '', type: '', size: 0, modified: 0, kind: 'media', bytes: 0, etags: [], at: 0 }

/** How long an upload is offered again (seconds). The server keeps its parts for a day. */
const MAX_AGE = 23 * 3600

/** The key contains the user id, so that two people at one device do not see each other's uploads. */
const storageKey = () => `uploads/${cachedUser()?.user_id ?? 0}`

const isSame = (upload: ResumableUpload, file: File) =>
  upload.name === file.name && upload.size === file.size && upload.modified === file.lastModified && upload.type === mimeTypeOf(file)

/** The unfinished uploads of this browser, oldest first. */
function readAll(): ResumableUpload[] {
  const stored = readList<ResumableUpload>(storageKey(), SAMPLE)
  return stored.filter(({ at, type, kind }) => isRecent(at / 1000, MAX_AGE) && (kind !== 'media' || kindOf(type)))
}

/** The unfinished uploads of pictures and videos, oldest first. */
export const resumableUploads = (): ResumableUpload[] => readAll().filter(({ kind }) => kind === 'media')

/** The unfinished upload of a file, unless its id is one of `running`. */
export const findResumable = (file: File, kind: UploadKind, running: Set<string>): ResumableUpload | undefined =>
  readAll().find((upload) => !running.has(upload.id) && upload.kind === kind && isSame(upload, file))

/** The share of the file that has arrived, 0 to 1. */
export const uploadedShare = ({ etags }: ResumableUpload): number => etags.filter(Boolean).length / etags.length

export function saveResumable(upload: ResumableUpload): void {
  write([...readAll().filter(({ id }) => id !== upload.id), upload])
}

export function removeResumable(id: string): void {
  write(readAll().filter((upload) => upload.id !== id))
}

/** A failure to store is ignored: only the ability to resume after a reload is lost. */
const write = (list: ResumableUpload[]): void => void store(storageKey(), list.length ? JSON.stringify(list) : null)
