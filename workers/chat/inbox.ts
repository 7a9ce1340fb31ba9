import { DurableObject } from 'cloudflare:workers'
import { now } from '../shared/ids.ts'
import { SESSION_HEADER, UNTIL_HEADER } from './chat-room.ts'
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
    this.ctx.acceptWebSocket(server, [request.headers.get(SESSION_HEADER) ?? ''])
    server.serializeAttachment(Number(request.headers.get(UNTIL_HEADER)))
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

  /** Sends a frame to every open window whose session has not run out. */
  push(frame: InboxFrame): void {
    const text = JSON.stringify(frame)
    for (const socket of this.ctx.getWebSockets()) {
      if (socket.readyState !== WebSocket.OPEN) continue
      try {
        if ((socket.deserializeAttachment() as number) <= now()) socket.close(CLOSED.ended, 'session ended')
        else socket.send(text)
      } catch {
        socket.close(1011, 'broken')
      }
    }
  }
}
