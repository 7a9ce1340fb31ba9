import { sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { log } from '../shared/log.ts'
import type { OrdersEnv } from './env.ts'
import { FIXED_JPY_PER_USD, type Rate } from './orders.schema.ts'
import { FEEDS, type FeedName } from './price-feeds.ts'
import { prices } from './work-tables.ts'

/** Maximum age of the price with which an order is paid (seconds): an older one would let a buyer pay less than the current price. */
export const MAX_AGE_SECONDS = 15 * 60
/** Maximum age of an answer of which a price is made (seconds), so that at least five minutes are left to pay. */
export const MAX_NEW_AGE_SECONDS = 10 * 60
/** The higher of two prices may be 2 % above the lower one, else one of them is wrong. */
const MAX_SPREAD = 1.02

const FEED_NAMES = Object.keys(FEEDS) as FeedName[]

/**
 * Asks every feed for the price and stores each answer. Only the cron calls this; requests read the stored answers. If a feed fails, its
 * last stored answer stays.
 */
export async function refreshPrices(db: Database, env: OrdersEnv): Promise<void> {
  await Promise.all(
    FEED_NAMES.map(async (feed) => {
      const at = now()
      try {
        const row = { feed, ...(await FEEDS[feed](env)), at }
        // Of two crons that run at the same time, the one that asked later counts.
        await db
          .insert(prices)
          .values(row)
          .onConflictDoUpdate({ target: prices.feed, set: row, setWhere: sql`${prices.at} <= ${at}` })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        log('warn', 'price_feed_failed', { feed, reason: JSON.stringify(error.details ?? null) })
      }
    }),
  )
}

/** One feed's price and the time of its answer (UTC seconds). */
interface Answer {
  price: number
  at: number
}

/**
 * The mean of the answers that are at most ten minutes old at `time`, with the time of the oldest of them. Without such an answer
 * `no_feed`; if it is more than 2 % apart from another answer of the last 15 minutes, `feeds_apart`. One answer alone is enough.
 */
export function combine(answers: Answer[], time: number): Answer | 'no_feed' | 'feeds_apart' {
  const usable = answers.filter(({ at }) => time - at <= MAX_NEW_AGE_SECONDS)
  if (!usable.length) return 'no_feed'
  const all = answers.filter(({ at }) => time - at <= MAX_AGE_SECONDS).map(({ price }) => price)
  if (Math.max(...all) > Math.min(...all) * MAX_SPREAD) return 'feeds_apart'
  const mean = usable.reduce((sum, { price }) => sum + price, 0) / usable.length
  return { price: Math.round(mean), at: Math.min(...usable.map(({ at }) => at)) }
}

/** The stored answers of the feeds, combined, and the age of each (seconds; null for a feed that has never answered). */
export async function readPrices(db: Database) {
  const rows = (await db.select().from(prices)).filter(({ feed }) => feed in FEEDS)
  const time = now()
  const ageOf = (name: FeedName) => {
    const row = rows.find(({ feed }) => feed === name)
    return row ? Math.max(0, time - row.at) : null
  }
  return {
    usd: combine(
      rows.map(({ priceUsd, at }) => ({ price: priceUsd, at })),
      time,
    ),
    jpy: combine(
      rows.flatMap(({ priceJpy, at }) => (priceJpy === null ? [] : [{ price: priceJpy, at }])),
      time,
    ),
    ages: Object.fromEntries(FEED_NAMES.map((name) => [name, ageOf(name)])) as Record<FeedName, number | null>,
  }
}

/**
 * The price of one ETH, read from the database. Throws `price_unavailable` with the reason of {@link combine} if there is none in USD. Yen
 * are only shown, never charged: without a feed that has a price in yen, they are computed at a fixed rate, and marked as such.
 */
export async function ethPrice(db: Database): Promise<Rate> {
  const { usd, jpy } = await readPrices(db)
  if (typeof usd === 'string') throw new ApiError('price_unavailable', { reason: usd })
  const rate = { priceUsd: usd.price, at: usd.at, isJpyFixed: false }
  if (jpy === 'feeds_apart') return { ...rate, priceJpy: null }
  if (jpy !== 'no_feed') return { ...rate, priceJpy: jpy.price }
  return { ...rate, priceJpy: Math.round((usd.price / 1_000_000) * FIXED_JPY_PER_USD), isJpyFixed: true }
}
