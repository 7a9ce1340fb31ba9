import type { PicturesRpc } from '../../workers/pictures/index.ts'

/** The bindings of the Pages worker: areas that it passes calls to, the built files and configuration. It has no secret and no database. */
export interface EdgeEnv {
  ENV: 'local' | 'preview' | 'production'
  APP_ORIGINS: string
  CHAIN_ID: string
  /** Other origins that the browser may connect to: the file storage first, and in the local world the chain. */
  CONNECT_ORIGINS: string
  /** The operator's project id at WalletConnect (https://dashboard.reown.com). Without one, WalletConnect is not offered. */
  WALLETCONNECT_PROJECT_ID?: string
  /** The key of IndexNow, which the listings worker must have too. It is public: search engines read it at `/{key}.txt`. */
  INDEXNOW_KEY?: string
  /** The local world's contracts as JSON. */
  LOCAL_DEPLOYMENT?: string
  ASSETS: Fetcher
  AUTH: Fetcher
  LISTINGS: Fetcher
  UPLOADS: Fetcher
  ORDERS: Fetcher
  CHAT: Fetcher
  NOTIFICATIONS: Fetcher
  CREATORS: Fetcher
  NFT: Fetcher
  /** Draws the pictures of link previews. */
  PICTURES: Pick<Service<PicturesRpc>, 'draw'>
}

/** The binding of each area that the Pages worker passes calls to. */
export const AREAS = {
  auth: 'AUTH',
  listings: 'LISTINGS',
  uploads: 'UPLOADS',
  orders: 'ORDERS',
  chat: 'CHAT',
  notifications: 'NOTIFICATIONS',
  creators: 'CREATORS',
  nft: 'NFT',
} as const satisfies Record<string, keyof EdgeEnv>
