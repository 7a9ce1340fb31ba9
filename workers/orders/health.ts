import { and, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Hex, keccak256 } from 'viem'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { type RawBlock, rpc } from '../shared/rpc.ts'
import type { OrdersEnv } from './env.ts'
import { cursors } from './tables.ts'

/** Time without progress after which the cron is reported as faulty (seconds). It runs every minute. */
const MAX_CRON_AGE = 200
/** Ten minutes of Base blocks. A cron further behind reads more slowly than blocks arrive, or is still catching up. */
const MAX_BLOCKS_BEHIND = 300
/** Maximum age of the newest block of Base, which makes one every two seconds (seconds). The local chain makes one per transaction. */
const MAX_HEAD_AGE = 120

/** Returns the result of a check: `ok`, or a short description of the problem; `does not answer` if the check throws. */
const runCheck = (check: () => Promise<string>): Promise<string> => check().catch(() => 'does not answer')

/** The last block the cron has read, and when it last made progress or found nothing left to read. */
async function readCursor(env: OrdersEnv) {
  const { chainId, orderBook } = deployment(env)
  const [last] = await database(env)
    .select({ block: cursors.blockNumber, updatedAt: cursors.updatedAt })
    .from(cursors)
    .where(and(eq(cursors.chainId, chainId), eq(cursors.contract, orderBook)))
    .orderBy(desc(cursors.blockNumber))
    .limit(1)
  return last
}

export const healthRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().get('/health', async (c) => {
  const { chainId, orderBook, orderBookCodeHash } = deployment(c.env)
  const latestBlock = rpc<[Hex, RawBlock]>(c.env, ['eth_chainId'], ['eth_getBlockByNumber', 'latest', false])
  const [last, head, db, chain, contracts] = await Promise.all([
    readCursor(c.env).catch(() => undefined),
    latestBlock.then(([, { number }]) => Number(number)).catch(() => null),
    runCheck(async () => ((await database(c.env).get('select 1')) ? 'ok' : 'empty answer')),
    runCheck(async () => {
      const [id, { timestamp }] = await latestBlock
      if (Number(id) !== chainId) return `is chain ${Number(id)}, not ${chainId}`
      const seconds = now() - Number(timestamp)
      return chainId === 31337 || seconds <= MAX_HEAD_AGE ? 'ok' : `its newest block is ${seconds} s old`
    }),
    runCheck(async () => {
      const [code] = await rpc<[Hex]>(c.env, ['eth_getCode', orderBook, 'latest'])
      if (code === '0x') return 'no code at the address of the OrderBook'
      return keccak256(code) === orderBookCodeHash ? 'ok' : 'the code of the OrderBook is another one'
    }),
  ])
  const age = last ? now() - last.updatedAt : null
  const behind = last && head !== null ? head - last.block : 0
  const progress = behind > MAX_BLOCKS_BEHIND ? `${behind} blocks behind` : 'ok'
  const cron = age === null ? 'has not run yet' : age > MAX_CRON_AGE ? `got no further for ${age} s` : progress
  return c.json({ db, chain, contracts, cron, cronAgeSeconds: age })
})
