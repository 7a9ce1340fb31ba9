import { ChatRoom as Room } from '../../../../chat/chat-room.ts'
import chat from '../../../../chat/index.ts'

export { Inbox, Limiter } from '../../../../chat/index.ts'

/** Collects garbage; workerd has it with a flag of V8. */
declare const gc: () => void

let constructed = 0

/** A room whose constructions are counted. */
export class ChatRoom extends Room {
  constructor(...args: ConstructorParameters<typeof Room>) {
    super(...args)
    constructed++
  }
}

/** The chat worker; GET /constructed collects garbage and returns how many rooms were constructed. */
export default {
  fetch(request: Request, env: never, ctx: never): Response | Promise<Response> {
    if (new URL(request.url).pathname !== '/constructed') return chat.fetch(request, env, ctx)
    gc()
    return new Response(String(constructed))
  },
}
