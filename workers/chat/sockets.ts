import { database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { activeSessions } from '../shared/session.ts'
import type { RoomFrame } from './messages.schema.ts'
import { CLOSED } from './sockets.schema.ts'

/** Header with the id of the connecting user. Only the worker can call a Durable Object. */
export const MEMBER_HEADER = 'x-member'
/** Header with the session id of the socket, which is closed when the session ends. */
export const SESSION_HEADER = 'x-session'
/** Header with the time when that session expires at the latest (UTC seconds). */
export const UNTIL_HEADER = 'x-session-until'

/**
 * After this time (seconds) a session is checked again: by the room before it handles a frame of the socket, by the inbox before it sends
 * to the socket. No call tells the Durable Object that a session has expired, and the call about an ended session can fail.
 */
export const CHECK_SECONDS = 60

/**
 * Data attached to a socket; survives hibernation. `until` and `checkedAt` (last check of the session) are UTC seconds. `closed`: the
 * server has closed the socket, so its frames are ignored.
 */
interface Attachment {
  userId: number
  session: string
  until: number
  checkedAt: number
  closed: boolean
}

/** What is attached to the sockets that were used since the object woke: reading it from the socket for each frame costs more than sending. */
const attachments = new WeakMap<WebSocket, Attachment>()

export function attachedTo(socket: WebSocket): Attachment {
  const known = attachments.get(socket)
  if (known) return known
  const attached = socket.deserializeAttachment() as Attachment
  attachments.set(socket, attached)
  return attached
}

function attach(socket: WebSocket, attached: Attachment): void {
  attachments.set(socket, attached)
  socket.serializeAttachment(attached)
}

export const memberOf = (socket: WebSocket): number => attachedTo(socket).userId
const sessionOf = (socket: WebSocket): string => attachedTo(socket).session

/**
 * Accepts a socket for a request of the worker and attaches its user. If the user already has `maximum` sockets here, the oldest is closed.
 * Throws if the request names no user.
 */
export function acceptSocket(ctx: DurableObjectState, request: Request, maximum: number): { socket: WebSocket; response: Response } {
  const userId = Number(request.headers.get(MEMBER_HEADER))
  if (!Number.isSafeInteger(userId) || userId < 1) throw new Error('socket request without a member header')
  const others = openSockets(ctx, userId)
  if (others.length >= maximum) closeSocket(others[0]!, CLOSED.tooMany, 'too many sockets')
  const session = request.headers.get(SESSION_HEADER) ?? ''
  const until = Number(request.headers.get(UNTIL_HEADER))
  const { 0: client, 1: socket } = new WebSocketPair()
  ctx.acceptWebSocket(socket, [String(userId)])
  attach(socket, { userId, session, until, checkedAt: now(), closed: false })
  return { socket, response: new Response(null, { status: 101, webSocket: client }) }
}

/** The sockets of a Durable Object that are open and not ignored. */
export const openSockets = (ctx: DurableObjectState, userId?: number): WebSocket[] =>
  ctx
    .getWebSockets(userId === undefined ? undefined : String(userId))
    .filter((socket) => socket.readyState === WebSocket.OPEN && !attachedTo(socket).closed)

/** Leaves a socket out of {@link openSockets}: a lost one may look open for a while. */
export const markClosed = (socket: WebSocket): void => attach(socket, { ...attachedTo(socket), closed: true })

/** Closes a socket. If the client ignores that, its frames are dropped. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  markClosed(socket)
  socket.close(code, reason)
}

/**
 * Sends to a socket, or closes it if its session has expired or the socket is broken. Missed messages are replayed when the client
 * reconnects.
 */
export function sendText(socket: WebSocket, text: string): void {
  try {
    if (attachedTo(socket).until <= now()) closeSocket(socket, CLOSED.ended, 'session ended')
    else socket.send(text)
  } catch {
    closeSocket(socket, 1011, 'broken')
  }
}

/** Sends a frame to a socket, see {@link sendText}. */
export const sendFrame = (socket: WebSocket, frame: RoomFrame): void => sendText(socket, JSON.stringify(frame))

/** Closes the sockets of ended sessions. Returns whether there were any. */
export function endSessions(sockets: WebSocket[], sessions: string[]): boolean {
  const ended = sockets.filter((socket) => sessions.includes(sessionOf(socket)))
  for (const socket of ended) closeSocket(socket, CLOSED.ended, 'session ended')
  return ended.length > 0
}

/** Whether the session of a socket must be checked before a frame is handled. */
export const isDue = (socket: WebSocket): boolean => attachedTo(socket).checkedAt <= now() - CHECK_SECONDS

/**
 * Creates the function that checks the sessions of a Durable Object's sockets that are due for a check. It closes every socket whose
 * session has ended, and returns false if the database is unavailable. Only one check runs at a time and concurrent callers share its
 * result, so frames keep their order.
 */
export function createSessionCheck(ctx: DurableObjectState, env: AreaEnv, onEnded: () => void = () => {}): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  const checkDueSessions = async () => {
    const due = openSockets(ctx).filter(isDue)
    if (!due.length) return true
    try {
      const active = await activeSessions(database(env), due.map(memberOf), due.map(sessionOf))
      for (const socket of due) attach(socket, { ...attachedTo(socket), checkedAt: now() })
      const ended = due.map(sessionOf).filter((session) => !active.has(session))
      if (endSessions(due, ended)) onEnded()
      return true
    } catch (error) {
      log('warn', 'session_not_checked', { error: describeError(error) })
      return false
    }
  }
  return () => {
    running ??= checkDueSessions().finally(() => {
      running = undefined
    })
    return running
  }
}
