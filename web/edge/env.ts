/** What the Pages worker is bound to: every area, the built files, and a few plain facts. It holds no secret and no data. */
export interface EdgeEnv {
  ENV: 'local' | 'preview' | 'production'
  APP_ORIGINS: string
  CHAIN_ID: string
  /** Origins the browser may connect to besides our own: where files are put, and in the local world the chain. */
  CONNECT_ORIGINS: string
  /** The operator's project at WalletConnect (https://dashboard.reown.com); without one it is not offered. */
  WALLETCONNECT_PROJECT_ID?: string
  /** The local world's contracts as JSON. */
  LOCAL_DEPLOYMENT?: string
  ASSETS: Fetcher
  AUTH: Fetcher
  LISTINGS: Fetcher
  UPLOADS: Fetcher
  ORDERS: Fetcher
  CHAT: Fetcher
}

/** Area of a call -> the binding that answers it. */
export const AREAS = {
  auth: 'AUTH',
  listings: 'LISTINGS',
  uploads: 'UPLOADS',
  orders: 'ORDERS',
  chat: 'CHAT',
} as const satisfies Record<string, keyof EdgeEnv>
