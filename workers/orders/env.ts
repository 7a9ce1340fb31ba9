import type { ChatRpc } from '../chat/index.ts'
import type { NotificationsRpc } from '../notifications/index.ts'
import type { ChainEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'

/** Bindings of the orders worker. `CHAT` opens and reads rooms and sends pushes; `NOTIFICATIONS` notifies members. */
export interface OrdersEnv extends ChainEnv, LimitsEnv {
  /** Origins of the two price feeds, see price-feeds.ts. */
  COINBASE_URL: string
  KRAKEN_URL: string
  CHAT: Pick<
    Service<ChatRpc>,
    | 'openRooms'
    | 'notifyMany'
    | 'readMessages'
    | 'readReported'
    | 'refreshHidden'
    | 'readHidden'
    | 'readOffer'
    | 'orderOffers'
    | 'offerNotifications'
    | 'deleteOfferNotifications'
  >
  NOTIFICATIONS: Pick<Service<NotificationsRpc>, 'notify' | 'mailTeam'>
}
