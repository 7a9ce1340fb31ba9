import { database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { now } from '../shared/ids.ts'
import { log, reasonOf } from '../shared/log.ts'
import { activeSessions } from '../shared/session.ts'
import { CLOSED } from './messages.schema.ts'

/** The worker tells an object who connects in this header; nothing but the worker reaches one. */
export const MEMBER_HEADER = 'x-member'
/** The session they connect with, which a socket does not outlive. */
export const SESSION_HEADER = 'x-session'
/** When that session runs out, whatever its use (UTC seconds). */
export const UNTIL_HEADER = 'x-session-until'

/**
 * A socket whose session was looked up longer ago than this is looked up again before anything is taken from it or sent to an inbox
 * (seconds): a session that runs out tells nobody, and one that is ended while its object cannot be reached does not either.
 */
export const CHECK_SECONDS = 60

/**
 * What is known of a socket, also after its object slept. `until` and `checkedAt`, when its session was last looked up: UTC seconds.
 * `over`: it was closed from here, so it is not listened to.
 */
interface Attached {
  userId: number
  session: string
  until: number
  checkedAt: number
  over: boolean
}

export const attachedTo = (socket: WebSocket) => socket.deserializeAttachment() as Attached
const attach = (socket: WebSocket, attached: Attached): void => socket.serializeAttachment(attached)
export const memberOf = (socket: WebSocket): number => attachedTo(socket).userId
export const sessionOf = (socket: WebSocket): string => attachedTo(socket).session

/**
 * Opens a socket for a request of the worker and attaches who is behind it. Of those one member has in this object it ends the oldest
 * where there are `most` already. Throws if the request names nobody.
 */
export function accept(ctx: DurableObjectState, request: Request, most: number): { socket: WebSocket; answer: Response } {
  const userId = Number(request.headers.get(MEMBER_HEADER))
  if (!Number.isSafeInteger(userId) || userId < 1) throw new Error('a socket without a member')
  const others = openSockets(ctx, userId)
  if (others.length >= most) end(others[0]!, 1008, 'too many sockets')
  const session = request.headers.get(SESSION_HEADER) ?? ''
  const until = Number(request.headers.get(UNTIL_HEADER))
  const { 0: client, 1: socket } = new WebSocketPair()
  ctx.acceptWebSocket(socket, [String(userId)])
  attach(socket, { userId, session, until, checkedAt: now(), over: false })
  return { socket, answer: new Response(null, { status: 101, webSocket: client }) }
}

/** The sockets of an object that are open and listened to. */
export const openSockets = (ctx: DurableObjectState, userId?: number): WebSocket[] =>
  ctx
    .getWebSockets(userId === undefined ? undefined : String(userId))
    .filter((socket) => socket.readyState === WebSocket.OPEN && !attachedTo(socket).over)

/** Closes a socket for good: what it still sends, if it ignores that, is dropped. */
export function end(socket: WebSocket, code: number, reason: string): void {
  attach(socket, { ...attachedTo(socket), over: true })
  socket.close(code, reason)
}

/** Sends to a socket, or ends it where its session ran out or it is broken: what it misses is replayed when it comes back. */
export function sendText(socket: WebSocket, text: string): void {
  try {
    if (attachedTo(socket).until <= now()) end(socket, CLOSED.ended, 'session ended')
    else socket.send(text)
  } catch {
    end(socket, 1011, 'broken')
  }
}

/** Ends those of these sockets that were opened with sessions which are over. Answers whether there were any. */
export function endSessions(sockets: WebSocket[], sessions: string[]): boolean {
  const over = sockets.filter((socket) => sessions.includes(sessionOf(socket)))
  for (const socket of over) end(socket, CLOSED.ended, 'session ended')
  return over.length > 0
}

/** Whether the session of a socket has to be looked up before anything is taken from it. */
export const isDue = (socket: WebSocket): boolean => attachedTo(socket).checkedAt <= now() - CHECK_SECONDS

/**
 * Makes the look-up of the sessions behind an object's sockets: it ends every socket that is due and whose session is over, and answers
 * false where the database cannot tell. One runs at a time, and whoever asks meanwhile waits for the same answer: so what comes in one
 * after the other goes on in that order.
 */
export function sessionCheck(ctx: DurableObjectState, env: AreaEnv, onEnded: () => void = () => {}): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  const lookUp = async () => {
    const due = openSockets(ctx).filter(isDue)
    if (!due.length) return true
    try {
      const living = await activeSessions(database(env), due.map(memberOf), due.map(sessionOf))
      for (const socket of due) attach(socket, { ...attachedTo(socket), checkedAt: now() })
      const over = due.map(sessionOf).filter((session) => !living.has(session))
      if (endSessions(due, over)) onEnded()
      return true
    } catch (error) {
      log('warn', 'session_not_checked', { error: reasonOf(error) })
      return false
    }
  }
  return () => {
    running ??= lookUp().finally(() => {
      running = undefined
    })
    return running
  }
}
