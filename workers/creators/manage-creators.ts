import { and, eq, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { InferOutput } from 'valibot'
import { getAddress, type Hex } from 'viem'
import { isAdminOf } from '../shared/admin.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type AuditEntry, runWithAudit } from '../shared/audit-log.ts'
import { deployment } from '../shared/chain.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { requireFreshSession } from '../shared/fresh-sign-in.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { requireUser } from '../shared/session.ts'
import { accounts, profileCountry, profiles, shownName, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { PLATFORM, requireAdmin } from './admin.ts'
import { toApplication } from './application-rows.ts'
import { checkCreatorEvent, isCreatorOnChain } from './creator-events.ts'
import { creatorApplications, creators } from './creator-tables.ts'
import {
  type CREATOR_SORTS,
  type CreatorPage,
  creatorsQuery,
  enableCreatorRequest,
  type FoundCreator,
  findCreatorQuery,
  type ManagedCreator,
  type PlatformAdminAnswer,
  removeCreatorRequest,
  toggleRequest,
} from './creators.schema.ts'
import { enableCreator } from './enable-creator.ts'
import type { CreatorsEnv } from './env.ts'
import { indexCreator } from './index-creators.ts'
import { notifyApplicants } from './notify-applicants.ts'
import { notifyCreators } from './notify-creators.ts'

/** Creators on a page. */
const PAGE = 50

/** What creators are sorted by, before their user id. No key is null, because nothing is greater or less than null. */
const SORT_KEYS: Record<(typeof CREATOR_SORTS)[number], { key: SQL; isNumber: boolean }> = {
  since: { key: sql`${creators.since}`, isNumber: true },
  id: { key: sql`${creators.userId}`, isNumber: true },
  name: { key: sql`lower(${creators.name})`, isNumber: false },
  country: { key: sql`coalesce(${profileCountry}, '')`, isNumber: false },
  promoted: { key: sql`${creators.isPromoted}`, isNumber: true },
  maySell: { key: sql`${creators.maySell}`, isNumber: true },
  removed: { key: sql`coalesce(${creators.removedAt}, 0)`, isNumber: true },
}

const toCreator = (row: typeof creators.$inferSelect, country: string | null): ManagedCreator => ({
  user_id: row.userId,
  name: row.name,
  address: row.wallet,
  country,
  promoted: row.isPromoted,
  maySell: row.maySell,
  since: row.since,
  removedAt: row.removedAt,
})

/** The creators whose name contains the text, whose user id it is, or whose address begins with it. `text` is in lower case. */
const isMatch = (text: string) =>
  text.startsWith('0x')
    ? sql`(instr(lower(${creators.wallet}), ${text}) = 1 or instr(lower(${creators.name}), ${text}))`
    : sql`(instr(lower(${creators.name}), ${text}) or cast(${creators.userId} as text) = ${text})`

/**
 * The member whom admins mean by a wallet: who has linked it and is a creator or has applied with it; otherwise the creator with this wallet,
 * or who applied with it last.
 */
const memberOf = (wallet: string) => sql`(select user_id from (
    select a.user_id, 0 as place, 0 as at from accounts a where a.address = ${wallet} and (
      exists (select 1 from creators c where c.user_id = a.user_id)
      or exists (select 1 from creator_applications p where p.user_id = a.user_id and p.wallet = ${wallet}))
    union all select user_id, 1, 0 from creators where wallet = ${wallet}
    union all select user_id, 2, -sent_at from creator_applications where wallet = ${wallet}
  ) order by place, at limit 1)`

async function readCreator(db: Database, userId: number) {
  const [row] = await db.select().from(creators).where(eq(creators.userId, userId))
  if (!row) throw new ApiError('creator_not_found')
  return row
}

/**
 * Changes a creator if `condition` holds, with an entry in the audit log. Returns whether it did. The entry names the member by the id only,
 * because nothing of the log can be deleted with the account.
 */
function changeCreator(
  db: Database,
  { actor, action, details }: Pick<AuditEntry, 'actor' | 'action' | 'details'>,
  userId: number,
  condition: SQL,
  change: Partial<typeof creators.$inferInsert>,
): Promise<boolean> {
  const isChangeable = and(eq(creators.userId, userId), condition)
  const entry: AuditEntry = {
    at: now(),
    actor,
    action,
    subject: String(userId),
    key: opaqueId(),
    details,
    condition: sql`exists (select 1 from ${creators} where ${isChangeable})`,
  }
  return runWithAudit(db, [entry], async ([append]) => {
    const [, changed] = await db.batch([db.run(append!), db.update(creators).set(change).where(isChangeable)])
    return changed.rowsAffected > 0
  })
}

/** What an admin turns on and off for a creator, with the entries in the audit log. */
const SWITCHES = {
  isPromoted: { column: sql.raw('is_promoted'), on: 'creatorPromoted', off: 'creatorUnpromoted' },
  maySell: { column: sql.raw('may_sell'), on: 'shopAllowed', off: 'shopDisallowed' },
} as const

/**
 * Turns something on or off for a creator. Throws `forbidden` if admins turn it on for themselves, `creator_not_found`, `creator_removed`
 * or `conflict`.
 */
async function setSwitch(
  db: Database,
  admin: { id: number; wallet: Hex },
  { id, value }: InferOutput<typeof toggleRequest>,
  field: keyof typeof SWITCHES,
): Promise<void> {
  if (value && id === admin.id) throw new ApiError('forbidden')
  const { column, on, off } = SWITCHES[field]
  const entry = { actor: admin.wallet, action: value ? on : off, details: {} }
  const isOther = value ? sql`removed_at is null and not ${column}` : column
  if (await changeCreator(db, entry, id, isOther, { [field]: value })) return
  const { removedAt, [field]: present } = await readCreator(db, id)
  if (removedAt !== null && value) throw new ApiError('creator_removed')
  if (present !== value) throw new ApiError('conflict')
}

/** What admins of the Platform contract do with creators. */
export const manageCreatorRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Tells whether the caller is an admin of the Platform contract, for the pages of the admin panel. Everybody with an account may ask. */
  .get('/getPlatformAdmin', requireUser, async (c) => {
    const wallet = c.var.user.account as Hex | null
    const isAdmin = wallet !== null && (await isAdminOf(PLATFORM, c.env, c.var.user.id, wallet))
    const { platform: contract, platformCodeHash: codeHash } = deployment(c.env)
    const answer: PlatformAdminAnswer = { admin: isAdmin ? { wallet, contract, codeHash } : null }
    return c.json(answer)
  })

  /** Lists all creators, also the removed ones, for admins. */
  .get('/getCreators', requireUser, valid('query', creatorsQuery), requireAdmin, async (c) => {
    const { text, sort, order, cursor } = c.req.valid('query')
    const { key, isNumber } = SORT_KEYS[sort]
    const [value, id] = (cursor ?? '.').split('.') as [string, string]
    const position = sql`(${key}, ${creators.userId})`
    const last = sql`(${isNumber ? Number(value) : value}, ${Number(id)})`
    const isAfter = order === 'asc' ? sql`${position} > ${last}` : sql`${position} < ${last}`
    const direction = sql.raw(order)
    const rows = await database(c.env)
      .select({ creator: creators, country: profileCountry, key: sql<string | number>`${key}` })
      .from(creators)
      .leftJoin(profiles, eq(profiles.userId, creators.userId))
      .where(and(text ? isMatch(text) : undefined, cursor ? isAfter : undefined))
      .orderBy(sql`${key} ${direction}, ${creators.userId} ${direction}`)
      .limit(PAGE + 1)
    const shown = rows.slice(0, PAGE)
    const end = rows[PAGE] && shown.at(-1)
    const page: CreatorPage = {
      creators: shown.map(({ creator, country }) => toCreator(creator, country)),
      next: end ? `${end.key}.${end.creator.userId}` : null,
    }
    return c.json(page)
  })

  /** Finds the member with a wallet who is a creator or has applied, or a wallet that only the contract knows, for admins. */
  .get('/findCreator', requireUser, valid('query', findCreatorQuery), requireAdmin, async (c) => {
    const wallet = getAddress(c.req.valid('query').address)
    const [row] = await database(c.env)
      .select({
        userId: users.id,
        name: shownName,
        country: profileCountry,
        linked: accounts.address,
        application: creatorApplications,
        creator: creators,
      })
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.address, wallet)))
      .leftJoin(creatorApplications, and(eq(creatorApplications.userId, users.id), eq(creatorApplications.wallet, wallet)))
      .leftJoin(creators, eq(creators.userId, users.id))
      .where(eq(users.id, memberOf(wallet)))
    const isOnChain = await isCreatorOnChain(c.env, wallet)
    if (!row && !isOnChain) throw new ApiError('creator_not_found')
    const found: FoundCreator = {
      user_id: row?.userId ?? null,
      name: row?.name ?? '',
      isLinked: Boolean(row?.linked),
      isOnChain,
      application: row?.application ? toApplication(row.application) : null,
      creator: row?.creator ? toCreator(row.creator, row.country) : null,
    }
    return c.json(found)
  })

  /**
   * Makes a member a creator by an application, or restores a removed creator, after the contract has added the wallet. Doing it again
   * changes nothing.
   */
  .post('/enableCreator', requireUser, requireFreshSession, valid('json', enableCreatorRequest), requireAdmin, async (c) => {
    const { address, application, transactionHash } = c.req.valid('json')
    await enableCreator(c.env, {
      wallet: getAddress(address),
      applicationId: application,
      transactionHash,
      admin: { id: c.var.user.id, wallet: c.var.adminWallet },
    })
    if (application) c.executionCtx.waitUntil(notifyApplicants(c.env, application))
    const enabled = await database(c.env)
      .select({ id: creators.userId })
      .from(creators)
      .where(eq(creators.wallet, getAddress(address)))
    for (const { id } of enabled) {
      c.executionCtx.waitUntil(notifyCreators(c.env, id))
      c.executionCtx.waitUntil(indexCreator(c.env, id))
    }
    return c.json({ status: 'success' as const })
  })

  /**
   * Removes a creator after the contract has removed the wallet, and notifies them. The page disappears; name and works are kept, and
   * enableCreator restores it. Doing it again changes nothing.
   */
  .post('/removeCreator', requireUser, requireFreshSession, valid('json', removeCreatorRequest), requireAdmin, async (c) => {
    const { user_id: userId, transactionHash } = c.req.valid('json')
    const db = database(c.env)
    const { wallet, removedAt } = await readCreator(db, userId)
    if (removedAt === null) {
      await checkCreatorEvent(c.env, transactionHash, 'removed', wallet as Hex)
      const entry = { actor: c.var.adminWallet, action: 'creatorRemoved' as const, details: { transactionHash } }
      const isThere = sql`removed_at is null and wallet = ${wallet}`
      const at = now()
      const isRemoved = await changeCreator(db, entry, userId, isThere, { removedAt: at, isPromoted: false, unnotifiedAt: at })
      if (!isRemoved && (await readCreator(db, userId)).removedAt === null) throw new ApiError('conflict')
      c.executionCtx.waitUntil(notifyCreators(c.env, userId))
      c.executionCtx.waitUntil(indexCreator(c.env, userId))
    }
    return c.json({ status: 'success' as const })
  })

  /** Shows a creator on the home page, or no longer. For admins, but not for their own page. Setting the same again changes nothing. */
  .post('/togglePromoted', requireUser, valid('json', toggleRequest), requireAdmin, async (c) => {
    await setSwitch(database(c.env), { id: c.var.user.id, wallet: c.var.adminWallet }, c.req.valid('json'), 'isPromoted')
    return c.json({ status: 'success' as const })
  })

  /**
   * Lets a creator sell in the shop, or no longer. For admins, but not to give it to themselves. It can be taken from a removed creator,
   * too. Setting the same again changes nothing.
   */
  .post('/toggleShop', requireUser, requireFreshSession, valid('json', toggleRequest), requireAdmin, async (c) => {
    await setSwitch(database(c.env), { id: c.var.user.id, wallet: c.var.adminWallet }, c.req.valid('json'), 'maySell')
    return c.json({ status: 'success' as const })
  })
