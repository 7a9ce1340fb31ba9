import { DurableObject } from 'cloudflare:workers'
import type { ChatEnv } from './env.ts'
import { CLOSED, type InboxFrame, PING, PONG } from './messages.schema.ts'
import { accept, end, endSessions, openSockets, sendText, sessionCheck } from './sockets.ts'

const SOCKETS = 20

/** The open windows of one person; its name is their user id. It keeps nothing: who connects asks for what is new. */
export class Inbox extends DurableObject<ChatEnv> {
  #checkSessions: () => Promise<boolean>

  constructor(ctx: DurableObjectState, env: ChatEnv) {
    super(ctx, env)
    this.#checkSessions = sessionCheck(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  override async fetch(request: Request): Promise<Response> {
    return accept(this.ctx, request, SOCKETS).answer
  }

  /** Nothing but pings, which are answered before they get here, is expected from a browser; nothing else is ever read. */
  override webSocketMessage(socket: WebSocket): void {
    end(socket, 1008, 'nothing is taken here')
  }

  /** Closes every window: there is no such person any more. */
  end(): void {
    for (const socket of openSockets(this.ctx)) end(socket, CLOSED.removed, 'removed')
  }

  /** Ends the windows that were opened with sessions which are over. */
  endSessions(sessions: string[]): void {
    endSessions(openSockets(this.ctx), sessions)
  }

  /** Sends a frame to every open window whose session is not over. A database that cannot tell ends none. */
  async push(frame: InboxFrame): Promise<void> {
    await this.#checkSessions()
    const text = JSON.stringify(frame)
    for (const socket of openSockets(this.ctx)) sendText(socket, text)
  }
}
