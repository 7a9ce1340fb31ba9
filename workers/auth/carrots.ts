import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { type CarrotEntry, type Carrots, carrotHistoryQuery, DAILY_CARROTS, nextUtcDay, utcDay } from './carrots.schema.ts'
import type { AuthEnv } from './env.ts'
import { carrots } from './tables.ts'

/** Ledger entries per page. */
const PAGE_SIZE = 30

/** Selects the balance (the sum of the ledger) and whether today's carrots are claimed, in one query. */
const selectBalance = (db: Database, userId: number, at: number) =>
  db
    .select({
      carrots: sql<number>`coalesce(sum(${carrots.amount}), 0)`,
      claimed: sql<number>`count(*) filter (where ${carrots.day} = ${utcDay(at)})`,
    })
    .from(carrots)
    .where(eq(carrots.userId, userId))

const toCarrots = (row: { carrots: number; claimed: number } | undefined, at: number): Carrots => ({
  carrots: row?.carrots ?? 0,
  claimable: row?.claimed ? 0 : DAILY_CARROTS,
  nextAt: nextUtcDay(at),
})

export const carrotRoutes = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  .get('/getCarrots', requireUser, async (c) => {
    const at = now()
    const [row] = await selectBalance(database(c.env), c.var.user.id, at)
    return c.json(toCarrots(row, at))
  })

  /** Claims today's carrots. A repeated call changes nothing and returns the same balance, with `claimed` 0. */
  .post('/claimCarrots', requireUser, async (c) => {
    const db = database(c.env)
    const [userId, at] = [c.var.user.id, now()]
    // The unique key of user and day makes sure that exactly one of several concurrent claims succeeds.
    const [inserted, [row]] = await db.batch([
      db
        .insert(carrots)
        .values({ userId, amount: DAILY_CARROTS, reason: 'daily', day: utcDay(at), at })
        .onConflictDoNothing({ target: [carrots.userId, carrots.day] })
        .returning({ amount: carrots.amount }),
      selectBalance(db, userId, at),
    ])
    return c.json({ ...toCarrots(row, at), claimed: inserted[0]?.amount ?? 0 })
  })

  .get('/getCarrotHistory', requireUser, valid('query', carrotHistoryQuery), async (c) => {
    const { before } = c.req.valid('query')
    const rows: CarrotEntry[] = await database(c.env)
      .select({ id: carrots.id, amount: carrots.amount, reason: carrots.reason, at: carrots.at })
      .from(carrots)
      .where(and(eq(carrots.userId, c.var.user.id), before === undefined ? undefined : lt(carrots.id, before)))
      .orderBy(desc(carrots.id))
      .limit(PAGE_SIZE + 1)
    return c.json({ entries: rows.slice(0, PAGE_SIZE), next: rows[PAGE_SIZE] ? rows[PAGE_SIZE - 1]!.id : null })
  })
