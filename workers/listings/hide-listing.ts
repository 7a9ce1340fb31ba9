import { and, eq, type SQL, sql } from 'drizzle-orm'
import { postReports } from '../creators/post-tables.ts'
import { type AuditEntry, runWithAudit, wasRecorded } from '../shared/audit-log.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { profiles } from '../shared/tables.ts'
import type { ListingsEnv } from './env.ts'
import { announceChange } from './index-now.ts'
import { notifyOwners } from './notify-owners.ts'
import { runBatch } from './save-listing.ts'
import { addToIndex, removeFromIndex } from './search/search-index.ts'
import { listings } from './tables.ts'

/** What an admin decides about a listing. `admin` is their wallet. */
export interface HidingRequest {
  id: number
  isHidden: boolean
  admin: string
  /**
   * The `updatedAt` of the listing that the admin has seen. One that was changed after it is not shown again, and hidden only with an open
   * report.
   */
  updatedAt: number
}

/**
 * Hides a listing that was reported, or shows a hidden one again as it was before, with an entry in the audit log. Then notifies its
 * owner. Returns whether it did. The caller has checked that the wallet is that of an admin, and closes the reports.
 */
export async function hideListing(env: ListingsEnv, { id, isHidden, admin, updatedAt }: HidingRequest): Promise<boolean> {
  const db = database(env)
  const [row] = await db
    .select({ listing: listings, name: profiles.name })
    .from(listings)
    .leftJoin(profiles, eq(profiles.userId, listings.userId))
    .where(eq(listings.id, id))
  if (!row) return false
  const at = now()
  const isReported = sql`exists (select 1 from ${postReports} where kind = 'listing' and thing_id = ${String(id)} and decided_at is null)`
  // One that was shown again by mistake is hidden without another report, as the admin has seen it.
  const isMistake = sql`(updated_at = ${updatedAt} and ${wasRecorded('listingRestored', String(id))})`
  const condition: SQL = isHidden
    ? sql`hidden_at is null and (${isReported} or ${isMistake})`
    : sql`hidden_at is not null and updated_at = ${updatedAt}`
  const isChangeable = and(eq(listings.id, id), sql`deleted_at is null`, condition)
  const entry: AuditEntry = {
    at,
    actor: admin,
    action: isHidden ? 'listingHidden' : 'listingRestored',
    subject: String(id),
    key: opaqueId(),
    details: {},
    condition: sql`exists (select 1 from ${listings} where ${isChangeable})`,
  }
  const change = isHidden
    ? { hiddenAt: at, enabledBefore: sql`enabled`, enabled: false }
    : { hiddenAt: null, enabledBefore: null, enabled: sql`coalesce(enabled_before, 0)` }
  const isDone = await runWithAudit(db, [entry], async ([append]) => {
    const [appended] = await runBatch(db, [
      db.run(append!),
      // `updatedAt` stays, as when the owner disables a listing.
      db
        .update(listings)
        .set({ ...change, unnotifiedAt: at })
        .where(isChangeable),
      db.run(removeFromIndex(id)),
      ...addToIndex(id, row.name ?? '', row.listing).map((statement) => db.run(statement)),
      announceChange(db, env, id, { isPublic: true }),
    ])
    return (appended as { rowsAffected: number }).rowsAffected > 0
  })
  if (isDone) await notifyOwners(env, id)
  return isDone
}
