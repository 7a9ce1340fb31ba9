import type { PaymentToken } from '../contracts/addresses.ts'
import type { UserInfo } from '../workers/auth/users.schema.ts'
import type { Locale } from '../workers/shared/locales.schema.ts'
import type { Key } from './lib/first-keys.ts'

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

/** How dates are written for a reader. */
export interface Reader {
  /** The locale of dates, as from `dateLocale`: `en-GB`. */
  dates: string
  /** An IANA name. */
  timeZone: string
}

/** The JSON that the edge writes into `#warren-data`: the configuration, the viewer, and the answers to the page's first queries. */
export interface PageData {
  /** Undefined if the edge could not get it. */
  user?: UserInfo | undefined
  config: Config | null
  first: { key: Key; data: unknown }[]
  /** The age of the answers when the edge sent the page (ms). */
  age: number
  /** A random number from 0 to below 1, for choices that server and browser have to make alike. */
  random: number
  /** The chosen theme; undefined follows the device. */
  theme?: 'light' | 'dark' | undefined
  /** What the edge assumes about the reader. The browser knows better, but its first render has to match the HTML. */
  reader?: Reader | undefined
  /** The numbers and dates of the page that the edge has formatted (lib/formatted.ts). */
  formatted: Record<string, string>
}

/** A page to render on a server. */
export interface PageRequest {
  /** The encoded path of the address. */
  path: string
  /** The query string with its `?`, or ''. */
  search: string
  locale: Locale
  data: Omit<PageData, 'formatted'>
}

/** What a server has rendered. */
export interface RenderedPage {
  /** The HTML of `#root`. */
  html: string
  /** The source files of the code and texts that it needs besides those of every page. `{lang}` stands for the language. */
  sources: string[]
  /** Sources of which the page needs only the styles at once. */
  styles: string[]
  /** The numbers and dates in it. */
  formatted: Record<string, string>
}

/** Renders a page on a server. Throws if it cannot be rendered completely; the browser then renders it. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>
