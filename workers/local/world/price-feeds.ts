import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'

/** What a fake price feed answers. `usd` and `jpy` are its price of one ETH, which may be nonsense: they are sent as they are. */
interface FeedState {
  usd: unknown
  jpy: unknown
  /** `ok`, or what is wrong: it refuses, never answers, answers a page of HTML, or never stops answering. */
  mode: 'ok' | 'down' | 'silent' | 'html' | 'endless'
}
export type Prices = Record<'coinbase' | 'kraken', FeedState>

export const localPrices = (): Prices => ({
  coinbase: { usd: '3150.25', jpy: '470710.36', mode: 'ok' },
  kraken: { usd: '3149.75', jpy: '470700.00', mode: 'ok' },
})

/** Kraken's own names of its pairs. */
const PAIRS: Record<string, readonly [name: string, currency: 'usd' | 'jpy']> = {
  ETHUSD: ['XETHZUSD', 'usd'],
  ETHJPY: ['XETHZJPY', 'jpy'],
}

/**
 * Fakes of Coinbase's exchange rates and Kraken's tickers, at their real paths. `PATCH /prices` with a part of {@link Prices} as JSON
 * changes what they answer, `DELETE /prices` undoes that, and `GET /prices` shows it. Returns the handler of a path; undefined for other
 * paths.
 */
export function priceFeeds(prices: Prices): (path: string) => RequestListener | undefined {
  const answerAs = (feed: keyof Prices, body: (url: URL) => object): RequestListener => {
    return (request, response) => {
      const { mode } = prices[feed]
      if (mode === 'silent') return
      if (mode === 'down') return void response.writeHead(503).end()
      if (mode === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Just a moment...</h1>')
      response.writeHead(200, { 'content-type': 'application/json' })
      if (mode === 'ok') return void response.end(JSON.stringify(body(new URL(request.url!, 'http://localhost'))))
      const write = () => !response.destroyed && response.write(' '.repeat(100_000), () => setImmediate(write))
      write()
    }
  }
  const handlers: Record<string, RequestListener> = {
    '/v2/exchange-rates': answerAs('coinbase', ({ searchParams }) => {
      const { usd, jpy } = prices.coinbase
      return { data: { currency: searchParams.get('currency') ?? 'USD', rates: { ETH: '1', JPY: jpy, USD: usd } } }
    }),
    '/0/public/Ticker': answerAs('kraken', ({ searchParams }) => {
      const pair = PAIRS[searchParams.get('pair') ?? '']
      if (!pair) return { error: ['EQuery:Unknown asset pair'] }
      const price = prices.kraken[pair[1]]
      return { error: [], result: { [pair[0]]: { a: [price, '3', '3.000'], b: [price, '5', '5.000'], c: [price, '0.05'] } } }
    }),
    '/prices': async (request, response) => {
      const changes = request.method === 'PATCH' ? ((await json(request).catch(() => null)) as Partial<Prices> | null) : localPrices()
      if (!changes) return void response.writeHead(400).end('Expected JSON such as {"kraken":{"usd":"1000"}}\n')
      if (request.method !== 'GET') for (const feed of ['coinbase', 'kraken'] as const) Object.assign(prices[feed], changes[feed])
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(prices))
    },
  }
  return (path) => handlers[path]
}
