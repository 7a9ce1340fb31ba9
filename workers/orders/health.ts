import { and, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Hex, keccak256 } from 'viem'
import type { AreaVariables } from '../shared/area.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { type RawBlock, rpc } from '../shared/rpc.ts'
import type { OrdersEnv } from './env.ts'
import { cursors } from './tables.ts'

/** The cron runs every minute; three without coming further are a fault (seconds). */
const CRON_LATE = 200
/** Ten minutes of Base: a cron that far behind reads more slowly than the chain writes, or is still catching up. */
const BLOCKS_BEHIND = 300
/** A Base block comes every two seconds (seconds). The local chain makes one when there is a transaction. */
const HEAD_LATE = 120

/** A part is `ok`, or says in a few words what is wrong. */
const part = (check: () => Promise<string>): Promise<string> => check().catch(() => 'does not answer')

/** The block the cron has read up to, and when it last came further or found nothing left to read. */
async function cursor(env: OrdersEnv) {
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
  const newest = rpc<[Hex, RawBlock]>(c.env, ['eth_chainId'], ['eth_getBlockByNumber', 'latest', false])
  const [last, head, db, chain, contracts] = await Promise.all([
    cursor(c.env).catch(() => undefined),
    newest.then(([, { number }]) => Number(number)).catch(() => null),
    part(async () => ((await database(c.env).get('select 1')) ? 'ok' : 'empty answer')),
    part(async () => {
      const [id, { timestamp }] = await newest
      if (Number(id) !== chainId) return `is chain ${Number(id)}, not ${chainId}`
      const seconds = now() - Number(timestamp)
      return chainId === 31337 || seconds <= HEAD_LATE ? 'ok' : `its newest block is ${seconds} s old`
    }),
    part(async () => {
      const [code] = await rpc<[Hex]>(c.env, ['eth_getCode', orderBook, 'latest'])
      if (code === '0x') return 'no code at the address of the OrderBook'
      return keccak256(code) === orderBookCodeHash ? 'ok' : 'the code of the OrderBook is another one'
    }),
  ])
  const age = last ? now() - last.updatedAt : null
  const behind = last && head !== null ? head - last.block : 0
  const late = behind > BLOCKS_BEHIND ? `${behind} blocks behind` : 'ok'
  const cron = age === null ? 'has not run yet' : age > CRON_LATE ? `got no further for ${age} s` : late
  return c.json({ db, chain, contracts, cron, cronAgeSeconds: age })
})
