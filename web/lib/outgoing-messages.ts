import type { Excerpt } from '../../workers/chat/messages.schema.ts'
import type { ErrorCode } from '../../workers/shared/errors.schema.ts'
import type { MessageFile } from '../../workers/uploads/message-files.schema.ts'
import type { ClientErrorCode } from './api-error.ts'
import { store } from './storage.ts'
import { isRecent, readList } from './stored-json.ts'

/**
 * A message that the server has not acknowledged. `failed` is the last error: after a temporary one it is sent again by itself, otherwise it
 * stays until it is retried or discarded.
 */
export interface Outgoing {
  clientId: string
  text: string
  /** UTC seconds. */
  at: number
  failed: ErrorCode | ClientErrorCode | null
  /** The message it answers. */
  replyTo?: Excerpt
  /** Its files, which are uploaded already. */
  files?: MessageFile[]
}

/** An outgoing message as it is stored: with its author and room, because a device may have several members. */
interface Stored extends Outgoing {
  userId: number
  roomId: string
}

const KEY = 'warren.outgoing'
const SAMPLE = { userId: 0, roomId: '', clientId: '', text: '', at: 0 }
/** How many messages wait on a device. The longest ones together fit into the storage of every browser. */
export const MAX_OUTGOING = 100
/** How long they wait (seconds). */
const MAX_AGE = 30 * 86_400

/** Errors that pass by themselves: without a connection, while the server is unavailable, and after too many messages at once. */
const TEMPORARY: Outgoing['failed'][] = ['offline', 'network', 'unavailable', 'too_many_requests']
export const isTemporary = (code: Outgoing['failed']): boolean => TEMPORARY.includes(code)

/** The messages as long as the browser does not store them, because its storage is disabled or full; else null. */
let unstored: Stored[] | null = null

const readAll = (): Stored[] => (unstored ?? readList(KEY, SAMPLE as Stored)).filter(({ at }) => isRecent(at, MAX_AGE))
const write = (all: Stored[]): void => {
  unstored = store(KEY, all.length ? JSON.stringify(all) : null) ? null : all
}

/** The messages of a member that wait on this device for a room, in the order in which they were written. */
export const outgoingIn = (userId: number, roomId: string): Outgoing[] =>
  readAll()
    .filter((one) => one.userId === userId && one.roomId === roomId)
    .map(({ userId: _, roomId: __, ...message }) => ({ ...message, failed: message.failed ?? null }))

/** The rooms for which messages of a member wait. */
export const roomsWithOutgoing = (userId: number): string[] => [
  ...new Set(readAll().flatMap((one) => (one.userId === userId ? [one.roomId] : []))),
]

/** Whether another message may wait on this device. */
export const canStoreOutgoing = (): boolean => readAll().length < MAX_OUTGOING

/** Stores a message; one that is stored already keeps its place. If the browser stores nothing, the message lasts as long as the page. */
export function storeOutgoing(userId: number, roomId: string, message: Outgoing): void {
  const all = readAll()
  const stored = { ...message, userId, roomId }
  const isKnown = all.some(({ clientId }) => clientId === message.clientId)
  write(isKnown ? all.map((one) => (one.clientId === message.clientId ? stored : one)) : [...all, stored])
}

/** Forgets messages that were sent or discarded. */
export function forgetOutgoing(clientIds: readonly string[]): void {
  if (clientIds.length) write(readAll().filter(({ clientId }) => !clientIds.includes(clientId)))
}

/**
 * Calls a function with the client ids of those messages on this page that another tab has sent or discarded. `waiting` returns the messages.
 * Returns a function that ends this.
 */
export function watchForgotten(waiting: () => readonly Outgoing[], run: (clientIds: string[]) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return
    const stored = new Set(readAll().map(({ clientId }) => clientId))
    const forgotten = waiting().flatMap(({ clientId }) => (stored.has(clientId) ? [] : [clientId]))
    if (forgotten.length) run(forgotten)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** Forgets all, also at a logout: the next person at this device may be another one. */
export const clearOutgoing = (): void => write([])
