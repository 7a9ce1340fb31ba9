import type { QueryKey } from '@tanstack/react-query'
import type { PaymentToken } from '../../contracts/addresses.ts'
import type { UserInfo } from '../../workers/auth/users.schema.ts'

/** The configuration of the deployment, which the edge writes into every page. */
export interface Config {
  env: 'local' | 'preview' | 'production'
  chainId: number
  orderBook: `0x${string}`
  /** keccak-256 of the OrderBook's runtime code. Before every write, the page compares it with the code that the wallet reads. */
  orderBookCodeHash: `0x${string}`
  tokens: PaymentToken[]
  /** Path of the allow-listed chain reads. */
  rpc: string
  /** Origin of a block explorer, or null where there is none. */
  explorer: string | null
  /** Origin that signed uploads go to. */
  uploadOrigin: string
  /** The operator's project at WalletConnect, or null where there is none. */
  walletConnect: string | null
}

/** The JSON that the edge writes into `#warren-data`: the configuration, the viewer, and the answers to the page's first queries. */
interface PageData {
  config: Config | null
  /** Undefined if the edge could not get it. */
  user?: UserInfo
  first: { key: QueryKey; data: unknown }[]
}

let page: PageData | undefined

/** The data that the edge wrote into this page. */
export function pageData(): PageData {
  if (!page) {
    const text = document.getElementById('warren-data')?.textContent
    page = { config: null, first: [], ...(text ? (JSON.parse(text) as Partial<PageData>) : {}) }
  }
  return page
}

/** Sets the configuration on a server, where no page contains it, before it renders. Each request has its own query cache there. */
export function setConfig(config: Config): void {
  page = { config, first: [] }
}

/** Throws if the page was served without the edge. */
export function config(): Config {
  const { config } = pageData()
  if (!config) throw new Error('the page has no configuration')
  return config
}
