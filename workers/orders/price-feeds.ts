import { ApiError } from '../shared/errors.ts'
import { fetchJson, type OutsideFailure } from '../shared/external-http.ts'
import type { OrdersEnv } from './env.ts'

/** What a feed says that one ETH costs: in micro-USD, and in whole yen, or null if it has no usable price in yen. */
interface Reading {
  priceUsd: number
  priceJpy: number | null
}

/** Asks one public service for the price of ETH. Throws `outside_unavailable` if it has no usable price in USD. */
type Feed = (env: OrdersEnv) => Promise<Reading>

const TIMEOUT_MS = 4000
/** Coinbase sends a rate for each of its currencies, about 20 kB. */
const MAX_BYTES = 200_000
/** The highest ratio of a market's best ask to its best bid. A market with a higher ratio has too little trade to give a price. */
const MAX_ASK_PER_BID = 1.02
/** The lowest and the highest price of one ETH that is accepted. */
const BOUNDS = { USD: [100, 1_000_000], JPY: [10_000, 1_000_000_000] } as const
type Currency = keyof typeof BOUNDS

/** A price as a number, from decimal text within the bounds; null for anything else. */
function parsePrice(text: unknown, currency: Currency): number | null {
  if (typeof text !== 'string' || !/^\d{1,10}(\.\d{1,30})?$/.test(text)) return null
  const [low, high] = BOUNDS[currency]
  const price = Number(text)
  return price >= low && price <= high ? price : null
}

function readingOf(usd: number | null, jpy: number | null): Reading {
  if (usd === null) throw new ApiError('outside_unavailable', { retryable: false, reason: 'no price' } satisfies OutsideFailure)
  return { priceUsd: Math.round(usd * 1_000_000), priceJpy: jpy && Math.round(jpy) }
}

/** https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates */
const coinbase: Feed = async ({ COINBASE_URL }) => {
  const answer = await fetchJson<{ data?: { currency?: unknown; rates?: Partial<Record<Currency, unknown>> } } | null>(
    `${COINBASE_URL}/v2/exchange-rates?currency=ETH`,
    {},
    MAX_BYTES,
    TIMEOUT_MS,
  )
  // For a currency that it does not know, the service answers with the rates of the US dollar.
  const rates = answer?.data?.currency === 'ETH' ? answer.data.rates : undefined
  return readingOf(parsePrice(rates?.USD, 'USD'), parsePrice(rates?.JPY, 'JPY'))
}

/** The best ask and bid of a market: `[price, whole lot volume, lot volume]` each. */
interface Ticker {
  a?: unknown[]
  b?: unknown[]
}

/**
 * https://docs.kraken.com/api/docs/rest-api/get-ticker-information. The price is between the best ask and bid: the last trade of a quiet
 * market may be hours old. Each pair is a request of its own, because Kraken refuses a request with a pair that it does not trade.
 */
const kraken: Feed = async ({ KRAKEN_URL }) => {
  const read = async (currency: Currency) => {
    const url = `${KRAKEN_URL}/0/public/Ticker?pair=ETH${currency}`
    const answer = await fetchJson<{ result?: Record<string, Ticker> } | null>(url, {}, MAX_BYTES, TIMEOUT_MS)
    // Kraken answers with its own name of the pair, such as XETHZUSD.
    const [ticker] = Object.values(answer?.result ?? {})
    const [ask, bid] = [parsePrice(ticker?.a?.[0], currency), parsePrice(ticker?.b?.[0], currency)]
    return ask !== null && bid !== null && ask >= bid && ask <= bid * MAX_ASK_PER_BID ? (ask + bid) / 2 : null
  }
  const [usd, jpy] = await Promise.all([read('USD'), read('JPY').catch(() => null)])
  return readingOf(usd, jpy)
}

/** Every feed by its name, which is also its name in the database. */
export const FEEDS = { coinbase, kraken } satisfies Record<string, Feed>
export type FeedName = keyof typeof FEEDS
