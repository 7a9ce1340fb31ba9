import { and, count, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Hex, keccak256 } from 'viem'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { HEALTH_LIMITS } from '../shared/health.schema.ts'
import { now } from '../shared/ids.ts'
import { hexOf, type RawBlock, rpc } from '../shared/rpc.ts'
import type { OrdersEnv } from './env.ts'
import { readPrices } from './price.ts'
import { cursors, indexerErrors, unexpectedEvents } from './work-tables.ts'

/** Returns the result of a check: `ok`, or a short description of the problem; `does not answer` if the check throws. */
const runCheck = (check: () => Promise<string>): Promise<string> => check().catch(() => 'does not answer')

const PRICE_STATES = {
  known: 'ok',
  no_feed: 'no price feed answered in the last ten minutes',
  feeds_apart: 'the price feeds are more than 2 % apart',
}

/**
 * The last block the cron has read, when it last made progress or found nothing left to read, its last error, and the unexpected events.
 */
async function readProgress(env: OrdersEnv) {
  const { chainId, orderBook } = deployment(env)
  const db = database(env)
  const [[last], [error], [unexpected]] = await db.batch([
    db
      .select({ block: cursors.blockNumber, updatedAt: cursors.updatedAt })
      .from(cursors)
      .where(and(eq(cursors.chainId, chainId), eq(cursors.contract, orderBook)))
      .orderBy(desc(cursors.blockNumber))
      .limit(1),
    db
      .select({ at: indexerErrors.at, message: indexerErrors.message })
      .from(indexerErrors)
      .where(and(eq(indexerErrors.chainId, chainId), eq(indexerErrors.contract, orderBook))),
    db
      .select({ count: count() })
      .from(unexpectedEvents)
      .where(and(eq(unexpectedEvents.chainId, chainId), eq(unexpectedEvents.contract, orderBook))),
  ])
  return { last: last ?? null, lastError: error ?? null, unexpectedEvents: unexpected!.count }
}

export const healthRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().get('/health', async (c) => {
  const { chainId, orderBook, orderBookCodeHash } = deployment(c.env)
  const progress = await readProgress(c.env).catch(() => null)
  const last = progress?.last ?? null
  const blocks = rpc<[RawBlock, RawBlock | null]>(
    c.env,
    ['eth_getBlockByNumber', 'latest', false],
    ['eth_getBlockByNumber', last ? hexOf(last.block) : 'latest', false],
  )
  const [lag, chain, contracts, prices] = await Promise.all([
    blocks
      .then(([head, read]) => ({
        // The endpoint may be behind the one that the indexer has read.
        blocks: last && Math.max(0, Number(head.number) - last.block),
        seconds: last && read && Math.max(0, Number(head.timestamp) - Number(read.timestamp)),
      }))
      .catch(() => ({ blocks: null, seconds: null })),
    blocks
      .then(([{ timestamp }]) => {
        const age = now() - Number(timestamp)
        return chainId === 31337 || age <= HEALTH_LIMITS.headAge ? 'ok' : `its newest block is ${age} s old`
      })
      .catch((error) => (error instanceof ApiError ? (error.details as { reason: string }).reason : 'does not answer')),
    runCheck(async () => {
      const [code] = await rpc<[Hex]>(c.env, ['eth_getCode', orderBook, 'latest'])
      if (code === '0x') return 'no code at the address of the OrderBook'
      return keccak256(code) === orderBookCodeHash ? 'ok' : 'the code of the OrderBook is another one'
    }),
    readPrices(database(c.env)).catch(() => null),
  ])
  const age = last && now() - last.updatedAt
  const isBehind = (lag.blocks ?? 0) > HEALTH_LIMITS.blocksBehind || (lag.seconds ?? 0) > HEALTH_LIMITS.secondsBehind
  const reading = isBehind ? `${lag.blocks} blocks behind` : 'ok'
  const cron = age === null ? 'has not run yet' : age > HEALTH_LIMITS.cronAge ? `got no further for ${age} s` : reading
  return c.json({
    db: progress ? 'ok' : 'does not answer',
    chain,
    contracts,
    cron,
    cronAgeSeconds: age,
    blocksBehind: lag.blocks,
    secondsBehind: lag.seconds,
    prices: prices ? PRICE_STATES[typeof prices.usd === 'string' ? prices.usd : 'known'] : 'does not answer',
    priceAgeSeconds: prices?.ages ?? { coinbase: null, kraken: null },
    unexpectedEvents: progress?.unexpectedEvents ?? null,
    lastError: progress?.lastError ?? null,
  })
})
