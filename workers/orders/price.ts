import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { fetchJson } from '../shared/external-http.ts'
import { now } from '../shared/ids.ts'
import { log } from '../shared/log.ts'
import type { OrdersEnv } from './env.ts'
import type { Rate } from './orders.schema.ts'
import { prices } from './tables.ts'

/** How long a stored price is used without asking the feed (seconds). */
const CACHE_SECONDS = 60
/** Maximum age of a stored price that is still used while the feed fails (seconds). With an older price, ETH payments are refused. */
const MAX_AGE_SECONDS = 15 * 60

/** Converts decimal text in USD to micro-USD, rounded to the nearest. Null if the text is not a positive price. */
function toMicroUsd(text: unknown): number | null {
  const price = typeof text === 'string' && /^\d{1,9}(\.\d{1,18})?$/.test(text) ? Math.round(Number(text) * 1_000_000) : 0
  return price > 0 ? price : null
}

/**
 * The price of one ETH in micro-USD, from the feed or stored up to a minute ago. Throws `price_unavailable` when the feed fails and
 * the stored price is older than 15 minutes: a stale rate would let a buyer pay less than the current price.
 */
export async function ethPrice(db: Database, env: Pick<OrdersEnv, 'PRICE_FEED_URL'>): Promise<Rate> {
  const [stored] = await db.select().from(prices).limit(1)
  const at = now()
  if (stored && at - stored.at < CACHE_SECONDS) return { priceUsd: stored.priceUsd, at: stored.at }
  try {
    const answer = await fetchJson<{ data?: { amount?: unknown } }>(`${env.PRICE_FEED_URL}/v2/prices/ETH-USD/spot`, {}, 10_000)
    const priceUsd = toMicroUsd(answer.data?.amount)
    if (!priceUsd) throw new ApiError('outside_unavailable', { retryable: false, reason: 'no price' })
    await db.insert(prices).values({ symbol: 'ETH', priceUsd, at }).onConflictDoUpdate({ target: prices.symbol, set: { priceUsd, at } })
    return { priceUsd, at }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log('warn', 'price_feed_failed', { reason: JSON.stringify(error.details ?? null), keptSeconds: stored ? at - stored.at : null })
    if (stored && at - stored.at <= MAX_AGE_SECONDS) return { priceUsd: stored.priceUsd, at: stored.at }
    throw new ApiError('price_unavailable')
  }
}
