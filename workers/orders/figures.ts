import { and, eq, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import type { OrdersEnv } from './env.ts'
import type { Figures } from './figures.schema.ts'
import { marketFigures } from './work-tables.ts'

/** How often the figures are counted (seconds): each time, all events of the contract are read. */
const INTERVAL = 3600

const ofContract = (env: OrdersEnv) => {
  const { chainId, orderBook } = deployment(env)
  return and(eq(marketFigures.chainId, chainId), eq(marketFigures.contract, orderBook))
}

/**
 * A sum of integers that may be greater than SQLite's: the digits above the last nine and the last nine are summed apart. Each of the
 * sums stays in SQLite's range up to a billion orders.
 */
const highSum = (amount: SQL) => sql`sum(cast(iif(length(${amount}) > 9, substr(${amount}, 1, length(${amount}) - 9), '0') as integer))`
const lowSum = (amount: SQL) => sql`sum(cast(substr(${amount}, -9) as integer))`

/**
 * Counts the figures if the stored ones are older than an hour, or if no order was completed until then: the home page shows nothing before
 * the first one. Only the cron calls this.
 */
export async function refreshFigures(db: Database, env: OrdersEnv): Promise<void> {
  const { chainId, orderBook } = deployment(env)
  const at = now()
  const [known] = await db
    .select({ at: marketFigures.at, completed: sql<number>`${marketFigures.figures} ->> '$.completed'` })
    .from(marketFigures)
    .where(ofContract(env))
  if (known?.completed && at - known.at < INTERVAL) return
  const events = sql`chain_events e join orders o on o.chain_id = e.chain_id and o.contract = e.contract and o.order_id = e.order_id
    where e.chain_id = ${chainId} and e.contract = ${orderBook} and o.terms_state = 'ok'`
  const counted = sql<number>`count(distinct e.order_id)`
  const toSeller = sql`e.args ->> '$.toSeller'`
  const [counts, payouts] = await Promise.all([
    db.all<{ name: string; orders: number }>(
      sql`select e.name, ${counted} as orders from ${events} and e.name in ('DeliverOrder', 'DisputeOrder', 'CompleteOrder') group by e.name`,
    ),
    db.all<{ token: string; high: number; low: number }>(
      sql`select o.token, ${highSum(toSeller)} as high, ${lowSum(toSeller)} as low from ${events} and e.name = 'CompleteOrder' group by o.token`,
    ),
  ])
  const countOf = (name: string) => counts.find((row) => row.name === name)?.orders ?? 0
  const figures: Omit<Figures, 'at'> = {
    completed: countOf('CompleteOrder'),
    paidOut: payouts.map(({ token, high, low }) => ({ token, amount: String(BigInt(high) * 1_000_000_000n + BigInt(low)) })),
    delivered: countOf('DeliverOrder'),
    disputed: countOf('DisputeOrder'),
  }
  const row = { chainId, contract: orderBook, figures: JSON.stringify(figures), at }
  await db
    .insert(marketFigures)
    .values(row)
    .onConflictDoUpdate({ target: [marketFigures.chainId, marketFigures.contract], set: row })
}

/** The figures of the marketplace as the cron counted them last. */
export const figureRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().get('/getFigures', async (c) => {
  const [row] = await database(c.env).select().from(marketFigures).where(ofContract(c.env))
  const figures = row ? ({ ...(JSON.parse(row.figures) as Omit<Figures, 'at'>), at: row.at } satisfies Figures) : null
  return c.json({ figures })
})
