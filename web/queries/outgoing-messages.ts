import { ApiError } from '../lib/api-error.ts'
import { onReconnect } from '../lib/connection.ts'
import { forgetOutgoing, isTemporary, type Outgoing, outgoingIn, roomsWithOutgoing, storeOutgoing } from '../lib/outgoing-messages.ts'
import { cachedUser } from '../session/viewer.ts'
import { postMessage } from './chat.ts'

/** How long to wait before the next attempt after a temporary error (ms), if the connection does not come back earlier. */
const RETRY_MS = 30_000

/** The rooms that are open on this page. They send their messages themselves. */
const openRooms = new Set<string>()
let sending: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The code of a failed call. */
export const codeOf = (error: unknown): NonNullable<Outgoing['failed']> => (error instanceof ApiError ? error.code : 'internal')

/** Says that a room is open. Returns a function for when it is closed: what is still waiting there is then sent from here. */
export function openOutgoingRoom(roomId: string): () => void {
  openRooms.add(roomId)
  return () => {
    openRooms.delete(roomId)
    // A run in progress has already passed this room.
    void (sending ?? Promise.resolve()).then(sendOutgoing)
  }
}

/** Sends the messages of the viewer that wait on this device, in order, except those of open rooms. Repeated calls share one run. */
export function sendOutgoing(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined
  })
  return sending
}

async function sendAll(): Promise<void> {
  clearTimeout(timer)
  const userId = cachedUser()?.user_id
  if (!userId) return
  let isDone = true
  for (const roomId of roomsWithOutgoing(userId)) isDone = (await sendRoom(userId, roomId)) && isDone
  if (!isDone) timer = setTimeout(sendOutgoing, RETRY_MS)
}

/** Sends the messages of one room, each after the one before it. Resolves with false if a temporary error stopped it. */
async function sendRoom(userId: number, roomId: string): Promise<boolean> {
  for (const message of outgoingIn(userId, roomId)) {
    if (openRooms.has(roomId) || cachedUser()?.user_id !== userId) return true
    if (message.failed && !isTemporary(message.failed)) continue
    try {
      await postMessage(roomId, message)
      forgetOutgoing([message.clientId])
    } catch (error) {
      const failed = codeOf(error)
      if (isTemporary(failed)) return false
      storeOutgoing(userId, roomId, { ...message, failed })
    }
  }
  return true
}

onReconnect(() => void sendOutgoing())
