import { kindOf } from '../../../workers/uploads/media.schema.ts'
import { readJson, store } from '../../lib/storage.ts'
import { knownUser } from '../../session/viewer.ts'
import { typeOf } from './mime-type.ts'

/** A large file that is on its way, kept on this device so that a reload or a crash costs no part of it that has arrived. */
export interface Begun {
  id: string
  name: string
  type: string
  size: number
  /** When the file itself was last changed (ms): the same name, type, size and time are the same file. */
  modified: number
  /** Bytes of a part. */
  bytes: number
  /** What R2 answered to each part, null for those it has not got. */
  etags: (string | null)[]
  /** When it was begun (ms). */
  at: number
}

/** The server keeps the parts for a day; what is older is not worth showing (ms). */
const KEPT_MS = 23 * 3_600_000

/** Two people at one device do not see each other's uploads. */
const storageKey = () => `uploads/${knownUser()?.user_id ?? 0}`

const isSame = (begun: Begun, file: File) =>
  begun.name === file.name && begun.size === file.size && begun.modified === file.lastModified && begun.type === typeOf(file)

/** The uploads that were begun in this browser and not finished, oldest first. */
export function allBegun(): Begun[] {
  const list = readJson<Begun[]>(storageKey())
  return Array.isArray(list) ? list.filter(({ at, type }) => at > Date.now() - KEPT_MS && kindOf(type)) : []
}

/** What is left of an upload of this very file, unless it is among the `running`. */
export const begunOf = (file: File, running: Set<string>): Begun | undefined =>
  allBegun().find((begun) => !running.has(begun.id) && isSame(begun, file))

/** The share of a file that has arrived, 0 to 1. */
export const shareOf = ({ etags }: Begun): number => etags.filter(Boolean).length / etags.length

/** Notes how far an upload has come. */
export function keepBegun(begun: Begun): void {
  write([...allBegun().filter(({ id }) => id !== begun.id), begun])
}

export function forgetBegun(id: string): void {
  write(allBegun().filter((begun) => begun.id !== id))
}

/** A browser that stores nothing loses an upload at a reload, not before. */
const write = (list: Begun[]): void => void store(storageKey(), list.length ? JSON.stringify(list) : null)
