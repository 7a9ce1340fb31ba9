import type { ChatRpc } from '../chat/index.ts'
import type { CreatorsRpc } from '../creators/index.ts'
import type { ListingsRpc } from '../listings/index.ts'
import type { NotificationsRpc } from '../notifications/index.ts'
import type { OrdersRpc } from '../orders/index.ts'
import type { AreaEnv, ChainEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { MailEnv } from '../shared/mail.ts'
import type { UploadsRpc } from '../uploads/index.ts'

/**
 * Variables and bindings of the auth worker. The service bindings are the areas that store data about users; they are called when a user
 * changes their name, ends a session, exports their data or deletes the account. `ORDERS` also checks the signatures
 * of smart wallets on the chain.
 */
export interface AuthEnv extends AreaEnv, Pick<ChainEnv, 'CHAIN_ID'>, MailEnv, LimitsEnv {
  LISTINGS: Pick<Service<ListingsRpc>, 'reindexUser' | 'reindexPerson' | 'eraseUser'>
  UPLOADS: Pick<Service<UploadsRpc>, 'eraseUser'>
  ORDERS: Pick<Service<OrdersRpc>, 'eraseUser' | 'contractAccepts'>
  CHAT: Pick<Service<ChatRpc>, 'exportMessages' | 'eraseUser' | 'endSessions'>
  NOTIFICATIONS: Pick<Service<NotificationsRpc>, 'eraseUser'>
  CREATORS: Pick<Service<CreatorsRpc>, 'eraseUser'>
  /** Origin of the list of breached passwords: `GET {origin}/range/{five hex digits}`, in the format of Have I Been Pwned. */
  BREACH_LIST_URL: string
}
