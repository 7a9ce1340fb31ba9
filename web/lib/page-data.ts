import type { QueryKey } from '@tanstack/react-query'
import type { UserInfo } from '../../workers/auth/users.schema.ts'

/** What the edge tells every page about the world it runs in. */
export interface Config {
  env: 'local' | 'preview' | 'production'
  chainId: number
  orderBook: `0x${string}`
  /** keccak-256 of the OrderBook's runtime code; compared through the wallet before every write. */
  orderBookCodeHash: `0x${string}`
  tokens: { symbol: string; address: `0x${string}`; decimals: number }[]
  /** Path of the allow-listed chain reads. */
  rpc: string
  /** Origin of a block explorer, or null where there is none. */
  explorer: string | null
  /** Origin that signed uploads go to. */
  uploadOrigin: string
  /** The operator's project at WalletConnect, or null where there is none. */
  walletConnect: string | null
}

/** The JSON the edge writes into `#warren-data`: who is looking, and what the page would otherwise ask for first. */
interface Boot {
  config: Config | null
  /** undefined: not told, so it has to be asked. */
  user?: UserInfo
  first: { key: QueryKey; data: unknown }[]
}

function read(): Boot {
  const text = document.getElementById('warren-data')?.textContent
  return { config: null, first: [], ...(text ? (JSON.parse(text) as Partial<Boot>) : {}) }
}

export const boot = read()

/** The world's addresses. Throws where the edge has not told them (a page served without it). */
export function config(): Config {
  if (!boot.config) throw new Error('the page came without its configuration')
  return boot.config
}
