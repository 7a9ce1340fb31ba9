import { DurableObject } from 'cloudflare:workers'
import type { AreaEnv } from '../shared/env.ts'
import type { InboxFrame } from './messages.schema.ts'
import { CLOSED, PING, PONG } from './sockets.schema.ts'
import { acceptSocket, closeSocket, createSessionCheck, endSessions, openSockets, sendText } from './sockets.ts'

const MAX_SOCKETS = 20

/**
 * The inbox of one user; its name is the user id. It holds the user's sockets and stores nothing: a client that connects loads what is new.
 */
export class Inbox extends DurableObject<AreaEnv> {
  #checkSessions: () => Promise<boolean>

  constructor(ctx: DurableObjectState, env: AreaEnv) {
    super(ctx, env)
    this.#checkSessions = createSessionCheck(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  override async fetch(request: Request): Promise<Response> {
    return acceptSocket(this.ctx, request, MAX_SOCKETS).response
  }

  /** Clients may send only pings, which are answered before they reach this method. */
  override webSocketMessage(socket: WebSocket): void {
    closeSocket(socket, 1008, 'no messages accepted')
  }

  /** Closes every socket, because the account was deleted. */
  closeAll(): void {
    for (const socket of openSockets(this.ctx)) closeSocket(socket, CLOSED.removed, 'removed')
  }

  /** Closes the sockets of ended sessions. */
  endSessions(sessions: string[]): void {
    endSessions(openSockets(this.ctx), sessions)
  }

  /** Sends a frame to every socket whose session is active. If the database is unavailable, no session counts as ended. */
  async push(frame: InboxFrame): Promise<void> {
    await this.#checkSessions()
    const text = JSON.stringify(frame)
    for (const socket of openSockets(this.ctx)) sendText(socket, text)
  }
}
