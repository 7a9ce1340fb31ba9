import type { ChatRpc } from '../chat/index.ts'
import type { NotificationsRpc } from '../notifications/index.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { TextModelEnv } from './text-model.ts'

/** Bindings of the listings worker. `CHAT` sends pushes to applicants and listing owners, `NOTIFICATIONS` stores their notifications. */
export interface ListingsEnv extends TextModelEnv, LimitsEnv {
  CHAT: Pick<Service<ChatRpc>, 'notifyMany'>
  NOTIFICATIONS: Pick<Service<NotificationsRpc>, 'notify'>
  /** The key of IndexNow, which the Pages worker must have too. Without one, search engines are not notified. */
  INDEXNOW_KEY?: string
  /** The service to call; default is api.indexnow.org. */
  INDEXNOW_URL?: string
}
