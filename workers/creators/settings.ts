import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { getAddress, type Hex } from 'viem'
import { type AdminVariables, isLinked } from '../shared/admin.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { AUDIT_ACTIONS, type AuditAction } from '../shared/audit-actions.schema.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { requireAnyAdmin } from './admin.ts'
import { addNames } from './audit-names.ts'
import type { CreatorsEnv } from './env.ts'
import { detailsOf, readContracts, readSellerFees, readSettings, readTokenSettings } from './read-settings.ts'
import { recordSettings } from './setting-events.ts'
import { type AuditLogPage, addressQuery, auditLogQuery, type FoundToken, recordSettingsRequest } from './settings.schema.ts'

/** Entries of the audit log on a page. */
const PAGE = 50

/**
 * Admits admins of the OrderBook or of the Platform contract, like `requireAnyAdmin`, and also the owner of any of our contracts and the
 * wallet that is offered one: they can change settings, or accept the contract, without being an admin.
 */
const requireAdminOrOwner = createMiddleware<{ Bindings: CreatorsEnv; Variables: AreaVariables & AdminVariables }>(async (c, next) => {
  const wallet = c.var.user.account as Hex | null
  const isAdmitted = ({ name, isAdmin, isOwner, pendingOwner }: Awaited<ReturnType<typeof readContracts>>[number]) =>
    isOwner || pendingOwner === wallet || (isAdmin && name !== 'marketplace')
  if (!wallet || !(await isLinked(c.env, c.var.user.id, wallet)) || !(await readContracts(c.env, wallet)).some(isAdmitted))
    throw new ApiError('forbidden')
  c.set('adminWallet', wallet)
  await next()
})

/** What admins of the OrderBook and of the Platform contract see of the settings of our contracts, and the audit log. */
export const settingRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** The settings of all contracts as the chain has them. */
  .get('/getContractSettings', requireUser, requireAdminOrOwner, async (c) => c.json(await readSettings(c.env, c.var.adminWallet)))

  /** The fees of a seller. */
  .get('/getCustomFees', requireUser, valid('query', addressQuery), requireAdminOrOwner, async (c) =>
    c.json(await readSellerFees(c.env, getAddress(c.req.valid('query').address))),
  )

  /** The state of any ERC-20 token on each contract. */
  .get('/getTokenSettings', requireUser, valid('query', addressQuery), requireAdminOrOwner, async (c) =>
    c.json({ token: await readTokenSettings(c.env, getAddress(c.req.valid('query').address)) } satisfies FoundToken),
  )

  /** Records the change of a setting after its transaction; the cron would do it within a minute. Doing it again changes nothing. */
  .post('/recordSettings', requireUser, valid('json', recordSettingsRequest), requireAdminOrOwner, async (c) => {
    await recordSettings(c.env, c.req.valid('json').transactionHash)
    return c.json({ status: 'success' as const })
  })

  /** The audit log, newest first. */
  .get('/getAuditLog', requireUser, valid('query', auditLogQuery), requireAnyAdmin, async (c) => {
    const { action, cursor } = c.req.valid('query')
    const rows = await database(c.env)
      .select()
      .from(auditLog)
      .where(
        and(
          action ? eq(auditLog.action, action) : inArray(auditLog.action, AUDIT_ACTIONS),
          cursor ? lt(auditLog.id, Number(cursor)) : undefined,
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(PAGE + 1)
    const entries = rows.slice(0, PAGE).map(({ id, at, actor, action, subject, details }) => {
      const shown = detailsOf(details)
      const { decidedAt } = shown
      return {
        id,
        at: typeof decidedAt === 'number' ? decidedAt : at,
        actor,
        action: action as AuditAction,
        subject,
        details: shown,
      }
    })
    const page: AuditLogPage = {
      entries: await addNames(database(c.env), entries, c.var.isPlatformAdmin),
      next: rows.length > PAGE ? String(entries.at(-1)!.id) : null,
    }
    return c.json(page)
  })
