import type { AreaEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { ChatRoom } from './chat-room.ts'
import type { Inbox } from './inbox.ts'

/** Bindings of the chat worker and its Durable Objects. Rooms are named by room id, inboxes by user id. */
export interface ChatEnv extends AreaEnv, LimitsEnv {
  ROOMS: DurableObjectNamespace<ChatRoom>
  INBOXES: DurableObjectNamespace<Inbox>
}
