import { and, eq, or, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { type AuditEntry, runWithAudit } from '../shared/audit-log.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { isNameFree } from '../shared/names.ts'
import { accounts } from '../shared/tables.ts'
import { isOpen } from './application-rows.ts'
import { checkCreatorEvent } from './creator-events.ts'
import { isReserved } from './creator-names.ts'
import { creatorApplications, creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'

interface Request {
  /** Checksummed. */
  wallet: Hex
  /** The application to grant; null to restore a removed creator. */
  applicationId: string | null
  transactionHash: string
  admin: { id: number; wallet: Hex }
}

/** Whether the wallet is linked to the member, and no other creator has it. */
const isWalletOf = (
  userId: number,
  wallet: string,
) => sql`exists (select 1 from accounts a where a.address = ${wallet} and a.user_id = ${userId})
  and not exists (select 1 from creators w where w.wallet = ${wallet} and w.user_id <> ${userId})`

/** What the request is about. Throws `creator_application_not_found` or `creator_not_found`. */
async function readFacts(db: Database, { wallet, applicationId }: Request) {
  const linkedTo = sql`(select user_id from accounts where address = ${wallet})`
  const applicant = sql`(select user_id from creator_applications where id = ${applicationId})`
  const [[linked], [application], rows] = await db.batch([
    db.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.address, wallet)),
    db
      .select()
      .from(creatorApplications)
      .where(and(eq(creatorApplications.id, applicationId ?? ''), eq(creatorApplications.wallet, wallet))),
    db
      .select()
      .from(creators)
      .where(or(eq(creators.wallet, wallet), eq(creators.userId, linkedTo), eq(creators.userId, applicant))),
  ])
  const holder = rows.find((row) => row.wallet === wallet)
  if (applicationId !== null && !application) throw new ApiError('creator_application_not_found')
  const userId = application?.userId ?? linked?.userId
  const creator = rows.find((row) => row.userId === userId)
  if (applicationId === null && !creator) throw new ApiError(holder ? 'creator_wallet_unlinked' : 'creator_not_found')
  return { userId: userId!, application, creator, isLinked: linked?.userId === userId, isHeldByOther: holder && holder.userId !== userId }
}
type Facts = Awaited<ReturnType<typeof readFacts>>
type Application = typeof creatorApplications.$inferSelect

/** Throws the reason why an admin cannot enable this creator. Returns whether it was done already. */
function checkFacts({ userId, application, creator, isLinked, isHeldByOther }: Facts, { admin, wallet }: Request): boolean {
  if (userId === admin.id) throw new ApiError('forbidden')
  if (creator?.removedAt === null && (!application || application.state === 'granted')) {
    if (creator.wallet !== wallet) throw new ApiError('creator_enabled')
    return true
  }
  if (application?.state === 'granted' || application?.state === 'refused') throw new ApiError('application_answered')
  if (!isLinked) throw new ApiError('creator_wallet_unlinked')
  if (isHeldByOther) throw new ApiError('creator_wallet_taken')
  if (application && isReserved(application.name)) throw new ApiError('application_name_reserved')
  return false
}

/** Who the audit log says did what. The entry names the member by the id only, because nothing of the log can be deleted with the account. */
const entryOf = (at: number, admin: Request['admin'], userId: number) => ({
  at,
  actor: admin.wallet,
  subject: String(userId),
  key: opaqueId(),
})

/** Grants the application if everything still allows it, with an entry in the audit log. Returns whether it did. */
function grant(db: Database, { id, userId, name }: Application, { wallet, transactionHash, admin }: Request): Promise<boolean> {
  const at = now()
  const isGrantable = and(eq(creatorApplications.id, id), isOpen, isWalletOf(userId, wallet), isNameFree(name, userId))
  const entry: AuditEntry = {
    ...entryOf(at, admin, userId),
    action: 'creatorEnabled',
    details: { application: id, transactionHash },
    condition: sql`exists (select 1 from ${creatorApplications} where ${isGrantable})`,
  }
  return runWithAudit(db, [entry], async ([append]) => {
    const [appended] = await db.batch([
      db.run(append!),
      db.update(creatorApplications).set({ state: 'granted', stateAt: at, unnotified: true }).where(isGrantable),
      // Only if the statement above has granted it: every other granted application has its creator.
      db.run(sql`insert into creators (user_id, name, wallet, since)
        select user_id, name, wallet, ${at} from creator_applications where id = ${id} and state = 'granted'
        on conflict (user_id) do nothing`),
    ])
    return appended.rowsAffected > 0
  })
}

/** Restores the creator if everything still allows it, with an entry in the audit log. Returns whether it did. */
function restore(db: Database, userId: number, { wallet, transactionHash, admin }: Request): Promise<boolean> {
  const at = now()
  const isRestorable = and(eq(creators.userId, userId), sql`removed_at is not null`, isWalletOf(userId, wallet))
  const entry: AuditEntry = {
    ...entryOf(at, admin, userId),
    action: 'creatorRestored',
    details: { transactionHash },
    condition: sql`exists (select 1 from ${creators} where ${isRestorable})`,
  }
  return runWithAudit(db, [entry], async ([append]) => {
    const [appended] = await db.batch([
      db.run(append!),
      db.update(creators).set({ removedAt: null, wallet, unnotifiedAt: at }).where(isRestorable),
    ])
    return appended.rowsAffected > 0
  })
}

/**
 * Makes a member a creator by an application, or restores a removed creator. The contract must have added the wallet first, see
 * {@link checkCreatorEvent}. Doing it again changes nothing.
 */
export async function enableCreator(env: CreatorsEnv, request: Request): Promise<void> {
  const db = database(env)
  const facts = await readFacts(db, request)
  if (checkFacts(facts, request)) return
  await checkCreatorEvent(env, request.transactionHash, 'added', request.wallet)
  const { application: open } = facts
  if (await (open ? grant(db, open, request) : restore(db, facts.userId, request))) return
  // Something has changed since the facts were read, or the name is taken.
  const later = await readFacts(db, request)
  if (checkFacts(later, request)) return
  const { application, userId } = later
  const [found] = await db.all<{ isFree: number }>(sql`select ${isNameFree(application?.name ?? null, userId)} as isFree`)
  throw new ApiError(application && !found!.isFree ? 'application_name_taken' : 'conflict')
}
