import type { ChatRpc } from '../chat/index.ts'
import type { ListingsRpc } from '../listings/index.ts'
import type { OrdersRpc } from '../orders/index.ts'
import type { ChainEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { MailEnv } from '../shared/mail.ts'
import type { UploadsRpc } from '../uploads/index.ts'

/** What the auth worker is given: the areas that hold something of a person, for when they change their name, log out or leave. */
export interface AuthEnv extends ChainEnv, MailEnv, LimitsEnv {
  LISTINGS: Pick<Service<ListingsRpc>, 'renamed' | 'forget'>
  UPLOADS: Pick<Service<UploadsRpc>, 'forget'>
  ORDERS: Pick<Service<OrdersRpc>, 'forget'>
  CHAT: Pick<Service<ChatRpc>, 'written' | 'forget' | 'endSessions'>
  /** Origin of the list of breached passwords: `GET {origin}/range/{five hex digits}`, as Have I Been Pwned answers it. */
  BREACH_LIST_URL: string
}
