import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { log } from '../shared/log.ts'
import { outsideJson } from '../shared/outside.ts'
import type { OrdersEnv } from './env.ts'
import type { Rate } from './orders.schema.ts'
import { prices } from './tables.ts'

/** A price is asked for again after this long (seconds). */
const FRESH = 60
/** The feed may be silent for this long before nothing can be sold for ETH (seconds). */
const USABLE = 15 * 60

/** Decimal text in USD -> micro-USD, half a millionth rounded away. Null for what is no positive price. */
function microUsd(text: unknown): number | null {
  const price = typeof text === 'string' && /^\d{1,9}(\.\d{1,18})?$/.test(text) ? Math.round(Number(text) * 1_000_000) : 0
  return price > 0 ? price : null
}

/**
 * USD for one ETH, from the feed or, for a minute, as it was stored. Throws `price_unavailable` when the newest there is is older
 * than 15 minutes: a stale rate would let the quicker party choose the price.
 */
export async function ethPrice(db: Database, env: Pick<OrdersEnv, 'PRICE_FEED_URL'>): Promise<Rate> {
  const [kept] = await db.select().from(prices).limit(1)
  const at = now()
  if (kept && at - kept.at < FRESH) return { priceUsd: kept.priceUsd, at: kept.at }
  try {
    const answer = await outsideJson<{ data?: { amount?: unknown } }>(`${env.PRICE_FEED_URL}/v2/prices/ETH-USD/spot`, {}, 10_000)
    const priceUsd = microUsd(answer.data?.amount)
    if (!priceUsd) throw new ApiError('outside_unavailable', { retryable: false, reason: 'no price' })
    await db.insert(prices).values({ symbol: 'ETH', priceUsd, at }).onConflictDoUpdate({ target: prices.symbol, set: { priceUsd, at } })
    return { priceUsd, at }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log('warn', 'price_feed_failed', { reason: JSON.stringify(error.details ?? null), keptSeconds: kept ? at - kept.at : null })
    if (kept && at - kept.at <= USABLE) return { priceUsd: kept.priceUsd, at: kept.at }
    throw new ApiError('price_unavailable')
  }
}
