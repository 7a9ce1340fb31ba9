import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { origins } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { fetchStatus } from '../shared/external-http.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { slug } from '../shared/slug.schema.ts'
import type { ListingsEnv } from './env.ts'
import { changedListings, listings } from './tables.ts'

/** Notifies search engines of changed pages of listings by IndexNow (https://www.indexnow.org), if the operator has set a key. */

/** Addresses in one call. The protocol allows 10,000. */
const BATCH_SIZE = 1000
/** After this time (seconds), a change is given up: crawlers have found it by the sitemap. */
const MAX_AGE = 86_400

type IndexNowEnv = Pick<ListingsEnv, 'APP_ORIGINS' | 'INDEXNOW_KEY' | 'INDEXNOW_URL'>

/**
 * The statement that adds a listing to the outbox, for the batch of its change; undefined without a key, or if the listing is published
 * neither before nor after the change: search engines must not learn of it.
 */
export const announceChange = (
  db: Database,
  { INDEXNOW_KEY }: Pick<ListingsEnv, 'INDEXNOW_KEY'>,
  id: number | SQL,
  { isPublic }: { isPublic: boolean },
) =>
  INDEXNOW_KEY && isPublic
    ? db
        .insert(changedListings)
        .values({ listingId: id as number, at: now() })
        .onConflictDoUpdate({ target: changedListings.listingId, set: { at: now() } })
    : undefined

/**
 * Sends the changed addresses of the outbox, the oldest first. After a failure that may pass they stay, and the cron sends them again a
 * minute later. A refused call is logged, and its addresses are given up.
 */
export async function pingIndexNow(db: Database, env: IndexNowEnv): Promise<void> {
  const { INDEXNOW_KEY: key, INDEXNOW_URL: url = 'https://api.indexnow.org/indexnow' } = env
  if (!key) return
  const changed = await db
    .select({
      id: changedListings.listingId,
      at: changedListings.at,
      listType: listings.listType,
      // A listing that was changed when it was no longer published has a title that nobody else has seen.
      title: sql<string | null>`iif(${listings.enabled} or ${listings.updatedAt} < ${changedListings.at}, ${listings.title}, null)`,
    })
    .from(changedListings)
    .leftJoin(listings, eq(listings.id, changedListings.listingId))
    .orderBy(asc(changedListings.at))
    .limit(BATCH_SIZE)
  if (!changed.length) return
  const origin = origins(env)[0]!
  const urlList = changed.flatMap(({ id, listType, title }) => (listType ? `${origin}${pathOf(listType, id, title ?? '')}` : []))
  const body = JSON.stringify({ host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList })
  const expired = changed.filter(({ at }) => at < now() - MAX_AGE)
  let done = changed
  try {
    const { status } = await fetchStatus(url, { method: 'POST', headers: { 'content-type': 'application/json; charset=utf-8' }, body })
    if (status === 429 || status >= 500) done = expired
    if (status >= 300) log('warn', 'index_now_refused', { status, urls: urlList.length })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log('warn', 'index_now_failed', { error: describeError(error) })
    done = expired
  }
  const rows = JSON.stringify(done.map(({ id, at }) => [id, at]))
  // A listing that has changed again in the meantime has another time, and stays.
  await db
    .delete(changedListings)
    .where(sql`(${changedListings.listingId}, ${changedListings.at}) in (select value ->> 0, value ->> 1 from json_each(${rows}))`)
}

const pathOf = (listType: string, id: number, title: string): string => {
  const name = slug(title)
  return `/${listType}/${id}${name && `/${encodeURIComponent(name)}`}`
}
