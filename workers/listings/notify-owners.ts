import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { database } from '../shared/db.ts'
import { describeError, log } from '../shared/log.ts'
import { convertRows, readTime } from '../shared/rows.ts'
import type { ListingsEnv } from './env.ts'
import type { ListType } from './list-types.schema.ts'
import { listings } from './tables.ts'

/** Owners notified in one run. */
const BATCH = 50

/**
 * Notifies the owners who do not know yet that the team has hidden their listing or shows it again, all or one. If it fails, that is logged,
 * and the cron tries it again; the key of an event prevents its repetition.
 */
export async function notifyOwners(env: ListingsEnv, id?: number): Promise<void> {
  const db = database(env)
  try {
    const rows = await db
      .select()
      .from(listings)
      .where(and(isNotNull(listings.unnotifiedAt), id === undefined ? undefined : eq(listings.id, id)))
      .orderBy(asc(listings.unnotifiedAt))
      .limit(BATCH)
    if (!rows.length) return
    const events = convertRows('listing', rows, (listing): NotificationEvent => {
      const kind = listing.hiddenAt === null ? 'listingRestored' : 'listingHidden'
      return {
        userId: listing.userId,
        key: `${kind} ${listing.id} ${listing.unnotifiedAt}`,
        kind,
        thing: { kind: 'listing', id: String(listing.id) },
        params: { title: listing.title, listType: listing.listType as ListType },
        at: readTime(listing.unnotifiedAt!),
        isMailed: true,
      }
    })
    if (events.length) await env.NOTIFICATIONS.notify(events)
    // A listing that was hidden or shown again in the meantime stays for the next run. A damaged row does not.
    const notified = sql`select value ->> 0, value ->> 1
      from json_each(${JSON.stringify(rows.map((listing) => [listing.id, listing.unnotifiedAt]))})`
    await db.update(listings).set({ unnotifiedAt: null }).where(sql`(id, unnotified_at) in (${notified})`)
  } catch (error) {
    log('warn', 'owners_not_notified', { error: describeError(error) })
  }
}
