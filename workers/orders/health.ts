import { and, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Hex, keccak256 } from 'viem'
import type { AreaVariables } from '../shared/area.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { rpc } from '../shared/rpc.ts'
import type { OrdersEnv } from './env.ts'
import { cursors } from './tables.ts'

/** The cron runs every minute; three missed ones are a fault (seconds). */
const CRON_LATE = 200

/** A part is `ok`, or says in a few words what is wrong. */
const part = (check: () => Promise<string>): Promise<string> => check().catch(() => 'does not answer')

async function cronAge(env: OrdersEnv): Promise<number | null> {
  const { chainId, orderBook } = deployment(env)
  const [last] = await database(env)
    .select({ updatedAt: cursors.updatedAt })
    .from(cursors)
    .where(and(eq(cursors.chainId, chainId), eq(cursors.contract, orderBook)))
    .orderBy(desc(cursors.blockNumber))
    .limit(1)
  return last ? now() - last.updatedAt : null
}

export const healthRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().get('/health', async (c) => {
  const { chainId, orderBook, orderBookCodeHash } = deployment(c.env)
  const age = await cronAge(c.env).catch(() => null)
  const [db, chain, contracts] = await Promise.all([
    part(async () => ((await database(c.env).get('select 1')) ? 'ok' : 'empty answer')),
    part(async () => {
      const [id] = await rpc<[Hex]>(c.env, ['eth_chainId'])
      return Number(id) === chainId ? 'ok' : `is chain ${Number(id)}, not ${chainId}`
    }),
    part(async () => {
      const [code] = await rpc<[Hex]>(c.env, ['eth_getCode', orderBook, 'latest'])
      if (code === '0x') return 'no code at the address of the OrderBook'
      return keccak256(code) === orderBookCodeHash ? 'ok' : 'the code of the OrderBook is another one'
    }),
  ])
  const cron = age === null ? 'has not run yet' : age > CRON_LATE ? `last ran ${age} s ago` : 'ok'
  return c.json({ db, chain, contracts, cron, cronAgeSeconds: age })
})
