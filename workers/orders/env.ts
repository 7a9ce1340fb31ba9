import type { ChatRpc } from '../chat/index.ts'
import type { ChainEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'

/** Bindings of the orders worker. `CHAT` opens an order's room and pushes to its parties. */
export interface OrdersEnv extends ChainEnv, LimitsEnv {
  /** Origin of the price feed. Called as `GET {origin}/v2/prices/ETH-USD/spot`, the format of the Coinbase API. */
  PRICE_FEED_URL: string
  CHAT: Pick<Service<ChatRpc>, 'openRoom' | 'notify'>
}
