import { DurableObject } from 'cloudflare:workers'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { log, reasonOf } from '../shared/log.ts'
import { livingSessions } from '../shared/session.ts'
import { CHECK_SECONDS, SESSION_HEADER, UNTIL_HEADER } from './chat-room.ts'
import type { ChatEnv } from './env.ts'
import { CLOSED, type InboxFrame, PING, PONG } from './messages.schema.ts'

const SOCKETS = 20

/** The open windows of one person; its name is their user id. It keeps nothing: who connects asks for what is new. */
export class Inbox extends DurableObject<ChatEnv> {
  constructor(ctx: DurableObjectState, env: ChatEnv) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  override async fetch(request: Request): Promise<Response> {
    const open = this.ctx.getWebSockets()
    if (open.length >= SOCKETS) open[0]!.close(1008, 'too many sockets')
    const { 0: client, 1: server } = new WebSocketPair()
    // The tag finds the socket again when its session ends.
    const session = request.headers.get(SESSION_HEADER) ?? ''
    this.ctx.acceptWebSocket(server, [session])
    const until = Number(request.headers.get(UNTIL_HEADER))
    server.serializeAttachment({ session, until, checkedAt: now() } satisfies Attached)
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Nothing but pings, which are answered before they get here, is expected from a browser; nothing else is ever read. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008, 'nothing is taken here')
  }

  /** Closes every window: there is no such person any more. */
  end(): void {
    for (const socket of this.ctx.getWebSockets()) socket.close(CLOSED.removed, 'removed')
  }

  /** Ends the windows that were opened with sessions which are over. */
  endSessions(sessions: string[]): void {
    for (const session of sessions) for (const socket of this.ctx.getWebSockets(session)) socket.close(CLOSED.ended, 'session ended')
  }

  /** Sends a frame to every open window whose session is not over. */
  async push(frame: InboxFrame): Promise<void> {
    await this.#check()
    const text = JSON.stringify(frame)
    for (const socket of this.#sockets()) {
      try {
        if (attachedTo(socket).until <= now()) socket.close(CLOSED.ended, 'session ended')
        else socket.send(text)
      } catch {
        socket.close(1011, 'broken')
      }
    }
  }

  #sockets(): WebSocket[] {
    return this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
  }

  /** Ends the windows whose sessions are over, as far as that was not looked up in the last minute. A database that is away ends none. */
  async #check(): Promise<void> {
    const due = this.#sockets().filter((socket) => attachedTo(socket).checkedAt <= now() - CHECK_SECONDS)
    if (!due.length) return
    try {
      const living = await livingSessions(database(this.env), [Number(this.ctx.id.name)], due.map(sessionOf))
      for (const socket of due) {
        if (living.has(sessionOf(socket))) socket.serializeAttachment({ ...attachedTo(socket), checkedAt: now() } satisfies Attached)
        else socket.close(CLOSED.ended, 'session ended')
      }
    } catch (error) {
      log('warn', 'session_not_checked', { error: reasonOf(error) })
    }
  }
}

/** What is known of a window, also after the object slept: its session, when that runs out and when it was last looked up (UTC seconds). */
interface Attached {
  session: string
  until: number
  checkedAt: number
}

const attachedTo = (socket: WebSocket) => socket.deserializeAttachment() as Attached
const sessionOf = (socket: WebSocket): string => attachedTo(socket).session
