import type { AreaEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { ChatRoom } from './chat-room.ts'
import type { Inbox } from './inbox.ts'

/** What the chat worker and its Durable Objects are given. Both kinds of object are found by name: a room id, a user id. */
export interface ChatEnv extends AreaEnv, LimitsEnv {
  ROOMS: DurableObjectNamespace<ChatRoom>
  INBOXES: DurableObjectNamespace<Inbox>
}
