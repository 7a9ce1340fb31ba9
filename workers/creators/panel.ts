import { type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Hex } from 'viem'
import { reports } from '../orders/review-tables.ts'
import { STATUS } from '../orders/statuses.schema.ts'
import { orders } from '../orders/tables.ts'
import { isLinked } from '../shared/admin.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { describeError, log } from '../shared/log.ts'
import { isLasting, sanctions } from '../shared/sanction-tables.ts'
import { requireUser } from '../shared/session.ts'
import { creatorApplications } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'
import { MAX_PANEL_COUNT, type OrderBookCounts, type Panel, type PanelAnswer, type PlatformCounts } from './panel.schema.ts'
import { REPORT_PARTS, type ReportPart } from './post-reports.schema.ts'
import { postReports } from './post-tables.ts'
import { readContracts } from './read-settings.ts'

// SQLite uses an index of some rows only if the statement has its condition, and not with a variable in it.
const DISPUTED = sql.raw(String(STATUS.indexOf('disputed')))

/** SQL: the number of rows of a query, which stops at the highest count. */
const countOf = (rows: SQL) => sql`(select count(*) from (${rows} limit ${MAX_PANEL_COUNT}))`

/** SQL: whether the kind of a report is one of these. */
const hasKind = (...kinds: readonly string[]) => sql`kind in (select value from json_each(${JSON.stringify(kinds)}))`

// The indexes are named, because SQLite would otherwise read those by kind, which also have the decided reports.
const openReports = sql`${reports} indexed by reports_open where decided_at is null`
const openPostReports = sql`${postReports} indexed by post_reports_open where decided_at is null`

/** SQL: the number of things with open reports in a part of the list. */
const countPart = (part: ReportPart) =>
  countOf(sql`select distinct kind, thing_id from ${openPostReports} and ${hasKind(...REPORT_PARTS[part])}`)

const platformCounts: () => Record<keyof PlatformCounts, SQL> = () => ({
  applications: countOf(sql`select 1 from ${creatorApplications} where state in ('sent', 'asked') and state = 'sent'`),
  posts: countPart('posts'),
  listings: countPart('listings'),
  members: countPart('members'),
  suspended: countOf(sql`select 1 from ${sanctions} where ${isLasting()}`),
})

const orderBookCounts: () => Record<keyof OrderBookCounts, SQL> = () => ({
  disputes: countOf(sql`select 1 from ${orders} indexed by orders_due_settlement where status = ${DISPUTED}`),
  messages: countOf(sql`select 1 from ${openReports} and ${hasKind('conversation')}`),
  reviews: countOf(sql`select distinct kind, thing_id from ${openReports} and ${hasKind('review', 'answer')}`),
  sponsors: countOf(sql`select 1 from ${openReports} and ${hasKind('sponsorship')}`),
})

/** Counts all with one statement; null if that fails, because the pages work without numbers. */
async function count<Key extends string>(env: CreatorsEnv, counts: Record<Key, SQL>): Promise<Record<Key, number> | null> {
  const columns = Object.entries<SQL>(counts).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
  try {
    const [row] = await database(env).all<Record<Key, number>>(sql`select ${sql.join(columns, sql`, `)}`)
    return row!
  } catch (error) {
    log('error', 'panel_not_counted', { error: describeError(error) })
    return null
  }
}

/** What a wallet may open of the panel; null if nothing. Throws `chain_unavailable`. */
async function readPanel(env: CreatorsEnv, userId: number, wallet: Hex | null): Promise<Panel | null> {
  if (!wallet || !(await isLinked(env, userId, wallet))) return null
  const contracts = await readContracts(env, wallet)
  const isAdmin = (contract: string) => contracts.some(({ name, isAdmin }) => name === contract && isAdmin)
  const [isPlatformAdmin, isOrderBookAdmin] = [isAdmin('platform'), isAdmin('orderBook')]
  const isOwner = contracts.some((contract) => contract.isOwner || contract.pendingOwner === wallet)
  if (!isPlatformAdmin && !isOrderBookAdmin && !isOwner) return null
  const [platform, orderBook] = await Promise.all([
    isPlatformAdmin ? count(env, platformCounts()) : null,
    isOrderBookAdmin ? count(env, orderBookCounts()) : null,
  ])
  return { isPlatformAdmin, isOrderBookAdmin, platform, orderBook }
}

export const panelRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Which pages of the panel are for the caller, and how much is open. The pages ask it for their links; each call checks again. */
  .get('/getPanel', requireUser, async (c) =>
    c.json({ panel: await readPanel(c.env, c.var.user.id, c.var.user.account as Hex | null) } satisfies PanelAnswer),
  )
