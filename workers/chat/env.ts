import type { LimitsEnv } from '../shared/limits.ts'
import type { InboxEnv } from './announce.ts'
import type { ChatRoom } from './chat-room.ts'

/** Bindings of the chat worker and its Durable Objects. Rooms are named by room id, inboxes by user id. */
export interface ChatEnv extends InboxEnv, LimitsEnv {
  ROOMS: DurableObjectNamespace<ChatRoom>
}
