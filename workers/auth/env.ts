import type { ChatRpc } from '../chat/index.ts'
import type { ListingsRpc } from '../listings/index.ts'
import type { OrdersRpc } from '../orders/index.ts'
import type { ChainEnv } from '../shared/env.ts'
import type { UploadsRpc } from '../uploads/index.ts'

/** What the auth worker is given: the areas that hold something of a person, for when they change their name or leave. */
export interface AuthEnv extends ChainEnv {
  LISTINGS: Pick<Service<ListingsRpc>, 'renamed' | 'forget'>
  UPLOADS: Pick<Service<UploadsRpc>, 'forget'>
  ORDERS: Pick<Service<OrdersRpc>, 'forget'>
  CHAT: Pick<Service<ChatRpc>, 'written' | 'forget'>
}
