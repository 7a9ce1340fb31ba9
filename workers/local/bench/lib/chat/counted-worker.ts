import { ChatRoom as Room } from '../../../../chat/chat-room.ts'
import chat from '../../../../chat/index.ts'

export { Inbox, Limiter } from '../../../../chat/index.ts'

let constructed = 0

/** A room whose constructions are counted. */
export class ChatRoom extends Room {
  constructor(...args: ConstructorParameters<typeof Room>) {
    super(...args)
    constructed++
  }
}

/** The chat worker; GET /constructed returns how many rooms were constructed. */
export default {
  fetch: (request: Request, env: never, ctx: never) =>
    new URL(request.url).pathname === '/constructed' ? new Response(String(constructed)) : chat.fetch(request, env, ctx),
}
