import { and, desc, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import type { AreaVariables } from '../shared/area-variables.ts'
import type { AuditAction } from '../shared/audit-actions.schema.ts'
import { type AuditEntry, runWithAudit } from '../shared/audit-log.ts'
import { deployment } from '../shared/chain.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { requireFreshSession } from '../shared/fresh-sign-in.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { rpc } from '../shared/rpc.ts'
import { isLasting, isSuspended, sanctions } from '../shared/sanction-tables.ts'
import { requireUser } from '../shared/session.ts'
import { accounts, profiles, shownName, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { ADMIN_CONTRACTS, requireAdmin } from './admin.ts'
import type { CreatorsEnv } from './env.ts'
import { notifySanctioned } from './notify-sanctioned.ts'
import {
  type MemberStanding,
  memberStandingQuery,
  type PastSanction,
  reasonRequest,
  type SuspendedMemberPage,
  type Suspension,
  suspendedMembersQuery,
  suspendMemberRequest,
} from './sanctions.schema.ts'

/** Members on a page. */
const PAGE = 20
/** Sanctions shown of one member. */
const SHOWN = 50
const DAY_SECONDS = 86_400

/** Whether the member is an admin of one of our contracts now, with any linked wallet. Throws `chain_unavailable`. */
async function isAnyAdmin(env: CreatorsEnv, userId: number): Promise<boolean> {
  const wallets = await database(env).select({ address: accounts.address }).from(accounts).where(eq(accounts.userId, userId))
  const requests = wallets.flatMap(({ address }) =>
    ADMIN_CONTRACTS.map((contract) => ({ contract, call: { abi: contract.abi, functionName: 'hasAdmin', args: [address] } })),
  )
  if (!requests.length) return false
  const answers = await rpc<Hex[]>(
    env,
    ...requests.map(({ contract, call }): [string, unknown, string] => [
      'eth_call',
      { to: deployment(env)[contract.name], data: encodeFunctionData(call) },
      'latest',
    ]),
  )
  return answers.some((data, i) => decodeFunctionResult({ ...requests[i]!.call, data }) === true)
}

/** Throws `forbidden` if the member is the caller or an admin of our contracts, and `not_found` if there is no such member. */
async function checkSubject(env: CreatorsEnv, me: number, userId: number): Promise<void> {
  const [user] = await database(env)
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!user) throw new ApiError('not_found')
  if (userId === me || (await isAnyAdmin(env, userId))) throw new ApiError('forbidden')
}

/** The entry names the member by the id only, and not the reason, because nothing of the log can be deleted with the account. */
const entryOf = (actor: string, action: AuditAction, userId: number, details: object, condition: SQL): AuditEntry => ({
  at: now(),
  actor,
  action,
  subject: String(userId),
  key: opaqueId(),
  details,
  condition,
})

/** SQL condition: the suspension's time is over, and the cron has not noted it yet. */
const isOver = () => and(eq(sanctions.kind, 'suspension'), isNull(sanctions.endedAt), lte(sanctions.until, now()))

/** The statement that ends the suspensions whose time is over, of all members or of one. */
const endOver = (db: Database, userId?: number) =>
  db
    .update(sanctions)
    .set({ endedAt: sql`${sanctions.until}`, unnotifiedAt: now() })
    .where(and(isOver(), userId === undefined ? undefined : eq(sanctions.userId, userId)))

/** Ends the suspensions whose time is over. */
export async function endSuspensions(env: CreatorsEnv): Promise<void> {
  await endOver(database(env))
}

/** Adds a warning or a suspension if `condition` holds, with its entry in the audit log. Returns whether it did. */
function addSanction(
  db: Database,
  entry: AuditEntry,
  { userId, kind, reason, until }: Pick<typeof sanctions.$inferInsert, 'userId' | 'kind' | 'reason' | 'until'>,
): Promise<boolean> {
  return runWithAudit(db, [entry], async ([append]) => {
    const [, appended] = await db.batch([
      endOver(db, userId),
      db.run(append!),
      db.run(sql`insert into ${sanctions} (user_id, kind, reason, at, until, unnotified_at)
        select ${userId}, ${kind}, ${reason}, ${entry.at}, ${until}, ${entry.at} where ${entry.condition}`),
    ])
    return appended.rowsAffected > 0
  })
}

/** Hides or shows the listings of a member. If that fails, the cron does it within a minute. */
const followListings = async (env: CreatorsEnv, userId: number): Promise<void> => {
  await env.LISTINGS.followSuspension(userId).catch((error: unknown) => log('warn', 'listings_not_hidden', { error: describeError(error) }))
}

type Row = typeof sanctions.$inferSelect

const toSuspension = ({ at, until, reason }: Row): Suspension => ({ at, until, reason })

const toPast = ({ kind, at, until, reason, endedAt, endReason }: Row): PastSanction => ({
  kind: kind === 'warning' ? 'warning' : 'suspension',
  ...{ at, until, reason, endedAt, endReason },
})

/** Warnings and suspensions of members, by admins of the Platform contract. */
export const sanctionRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Warns a member: they are notified of the reason, and everything stays possible. */
  .post('/warnMember', requireUser, valid('json', reasonRequest), requireAdmin, async (c) => {
    const { userId, reason } = c.req.valid('json')
    await checkSubject(c.env, c.var.user.id, userId)
    const isThere = sql`exists (select 1 from ${users} where id = ${userId} and deleted_at is null)`
    const entry = entryOf(c.var.adminWallet, 'memberWarned', userId, {}, isThere)
    if (!(await addSanction(database(c.env), entry, { userId, kind: 'warning', reason, until: null }))) throw new ApiError('not_found')
    c.executionCtx.waitUntil(notifySanctioned(c.env, userId))
    return c.json({ status: 'success' as const })
  })

  /** Suspends a member, see shared/suspension-table.ts, and hides their listings. Throws `conflict` if they are suspended already. */
  .post('/suspendMember', requireUser, requireFreshSession, valid('json', suspendMemberRequest), requireAdmin, async (c) => {
    const { userId, reason, days } = c.req.valid('json')
    await checkSubject(c.env, c.var.user.id, userId)
    const until = days === null ? null : now() + days * DAY_SECONDS
    const isPossible = sql`exists (select 1 from ${users} where id = ${userId} and deleted_at is null) and not ${isSuspended(userId)}`
    const entry = entryOf(c.var.adminWallet, 'memberSuspended', userId, { until }, isPossible)
    if (!(await addSanction(database(c.env), entry, { userId, kind: 'suspension', reason, until }))) throw new ApiError('conflict')
    await followListings(c.env, userId)
    c.executionCtx.waitUntil(notifySanctioned(c.env, userId))
    return c.json({ status: 'success' as const })
  })

  /** Ends a suspension and shows the listings again. Throws `conflict` if the member is not suspended. */
  .post('/endSuspension', requireUser, requireFreshSession, valid('json', reasonRequest), requireAdmin, async (c) => {
    const { userId, reason } = c.req.valid('json')
    if (userId === c.var.user.id) throw new ApiError('forbidden')
    const db = database(c.env)
    const entry = entryOf(c.var.adminWallet, 'suspensionEnded', userId, {}, isSuspended(userId))
    const isEnded = await runWithAudit(db, [entry], async ([append]) => {
      const [appended] = await db.batch([
        db.run(append!),
        db
          .update(sanctions)
          .set({ endedAt: entry.at, endReason: reason, unnotifiedAt: entry.at })
          .where(and(eq(sanctions.userId, userId), isLasting())),
      ])
      return appended.rowsAffected > 0
    })
    if (!isEnded) throw new ApiError('conflict')
    await followListings(c.env, userId)
    c.executionCtx.waitUntil(notifySanctioned(c.env, userId))
    return c.json({ status: 'success' as const })
  })

  /** Returns the warnings and suspensions of a member, for admins. */
  .get('/getMemberStanding', requireUser, valid('query', memberStandingQuery), requireAdmin, async (c) => {
    const { userId } = c.req.valid('query')
    const db = database(c.env)
    const [[user], rows, [lasting]] = await db.batch([
      db
        .select({ name: shownName })
        .from(users)
        .leftJoin(profiles, eq(profiles.userId, users.id))
        .where(and(eq(users.id, userId), isNull(users.deletedAt))),
      db.select().from(sanctions).where(eq(sanctions.userId, userId)).orderBy(desc(sanctions.id)).limit(SHOWN),
      db
        .select()
        .from(sanctions)
        .where(and(eq(sanctions.userId, userId), isLasting())),
    ])
    if (!user) throw new ApiError('not_found')
    const standing: MemberStanding = {
      userId,
      name: user.name,
      isExempt: userId === c.var.user.id || (await isAnyAdmin(c.env, userId)),
      suspension: lasting ? toSuspension(lasting) : null,
      past: rows.filter(({ id }) => id !== lasting?.id).map(toPast),
    }
    return c.json(standing)
  })

  /** Lists the suspended members, the last suspended first, for admins. */
  .get('/getSuspendedMembers', requireUser, valid('query', suspendedMembersQuery), requireAdmin, async (c) => {
    const { cursor } = c.req.valid('query')
    const rows = await database(c.env)
      .select({
        id: sanctions.id,
        userId: sanctions.userId,
        name: shownName,
        at: sanctions.at,
        until: sanctions.until,
        reason: sanctions.reason,
      })
      .from(sanctions)
      .innerJoin(users, eq(users.id, sanctions.userId))
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(and(isLasting(), cursor === undefined ? undefined : lt(sanctions.id, cursor)))
      .orderBy(desc(sanctions.id))
      .limit(PAGE + 1)
    const shown = rows.slice(0, PAGE)
    const page: SuspendedMemberPage = {
      members: shown.map(({ id: _, ...member }) => member),
      next: rows[PAGE] ? String(shown.at(-1)!.id) : null,
    }
    return c.json(page)
  })
