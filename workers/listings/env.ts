import type { ChatRpc } from '../chat/index.ts'
import type { NotificationsRpc } from '../notifications/index.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { TextModelEnv } from './text-model.ts'

/** Bindings of the listings worker. `CHAT` sends pushes to applicants and listing owners, `NOTIFICATIONS` stores their notifications. */
export interface ListingsEnv extends TextModelEnv, LimitsEnv {
  CHAT: Pick<Service<ChatRpc>, 'notifyMany'>
  NOTIFICATIONS: Pick<Service<NotificationsRpc>, 'notify'>
}
