import { and, desc, eq, lt, lte, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { notificationSettings } from '../../notifications/tables.ts'
import type { AreaVariables } from '../../shared/area-variables.ts'
import { type Database, database } from '../../shared/db.ts'
import type { AreaEnv } from '../../shared/env.ts'
import { ApiError } from '../../shared/errors.ts'
import { now } from '../../shared/ids.ts'
import { convertRows } from '../../shared/rows.ts'
import { requireUser } from '../../shared/session.ts'
import { valid } from '../../shared/valid.ts'
import { resolvePlace } from '../resolve-place.ts'
import { savedMatches, savedSearches } from '../saved-tables.ts'
import { parseQuery } from '../search/query.schema.ts'
import { newestPublication, nextDue, readQuery } from './match-searches.ts'
import { loadPublished } from './published-cards.ts'
import {
  type Alert,
  changeSearchRequest,
  deleteSearchRequest,
  matchesQuery,
  matchesSeenRequest,
  type SavedMatchPage,
  type SavedSearch,
  SEARCH_LIMITS,
  saveSearchRequest,
} from './searches.schema.ts'

/** Matches on a page. */
const PAGE = 24

const isOwn = (id: number, me: number) => and(eq(savedSearches.id, id), eq(savedSearches.userId, me))
const unseen = sql<number>`(select count(*) from saved_matches m join listings l on l.id = m.listing_id and l.enabled and l.deleted_at is null
  where m.search_id = saved_searches.id and m.user_id = saved_searches.user_id and not m.seen)`

/** Selects a member's searches that meet a condition, the newest first. */
const selectSearches = (db: Database, me: number, condition?: SQL) =>
  db
    .select({
      id: savedSearches.id,
      name: savedSearches.name,
      query: savedSearches.query,
      alert: savedSearches.alert,
      createdAt: savedSearches.createdAt,
      unseen,
    })
    .from(savedSearches)
    .where(and(eq(savedSearches.userId, me), condition))
    .orderBy(desc(savedSearches.id))
type Row = Awaited<ReturnType<typeof selectSearches>>[number]

const toSearch = ({ query, alert, ...row }: Row): SavedSearch => ({
  ...row,
  query: readQuery(query),
  alert: alert as Alert,
})

/** When the daily alert of a search is due first; null for another alert. The time zone of the settings comes before the browser's. */
async function firstDue(db: Database, me: number, alert: Alert, timeZone: string): Promise<number | null> {
  if (alert !== 'daily') return null
  const [settings] = await db
    .select({ zone: notificationSettings.timeZone })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, me))
  return nextDue({ alert, timeZone: settings?.zone ?? timeZone }, now())
}

export const savedSearchRoutes = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()
  .get('/getSavedSearches', requireUser, async (c) => {
    const rows = await selectSearches(database(c.env), c.var.user.id)
    return c.json({ searches: convertRows('saved search', rows, toSearch) })
  })

  /**
   * Saves a search, or follows a category. Only listings that are published from now on cause alerts. A search that is saved already gets
   * the new name and alert.
   */
  .post('/saveSearch', requireUser, valid('json', saveSearchRequest), async (c) => {
    const { query, name, alert, timeZone } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    if (query.text.trim() && !parseQuery(query.text)) throw new ApiError('invalid_body', { path: 'query.text', rule: 'too_short' })
    const { country, city } = await resolvePlace(db, query)
    const stored = JSON.stringify({
      ...query,
      text: query.text.trim(),
      country: country ?? '',
      city: city === undefined ? '' : String(city),
    })
    const dueAt = await firstDue(db, me, alert, timeZone)
    const [, [search]] = await db.batch([
      db.run(sql`insert into saved_searches (user_id, name, query, alert, time_zone, seen, due_at, created_at)
        select ${me}, ${name}, ${stored}, ${alert}, ${timeZone}, ${newestPublication}, ${dueAt}, ${now()}
        where (select count(*) from saved_searches where user_id = ${me} and query <> ${stored}) < ${SEARCH_LIMITS.searches}
        on conflict (user_id, query) do update set name = excluded.name, alert = excluded.alert, time_zone = excluded.time_zone,
          due_at = excluded.due_at, seen = iif(saved_searches.alert = 'never', excluded.seen, saved_searches.seen)`),
      selectSearches(db, me, eq(savedSearches.query, stored)),
    ])
    if (!search) throw new ApiError('saved_search_limit')
    return c.json({ search: toSearch(search) })
  })

  .post('/changeSavedSearch', requireUser, valid('json', changeSearchRequest), async (c) => {
    const { id, name, alert, timeZone } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const dueAt = await firstDue(db, me, alert, timeZone)
    await db
      .update(savedSearches)
      .set({
        name,
        alert,
        timeZone,
        dueAt,
        // What was published while there was no alert is not new.
        seen: sql`iif(${savedSearches.alert} = 'never', ${newestPublication}, ${savedSearches.seen})`,
      })
      .where(isOwn(id, me))
    const [search] = await selectSearches(db, me, eq(savedSearches.id, id))
    if (!search) throw new ApiError('not_found')
    return c.json({ search: toSearch(search) })
  })

  /** Deletes a search of the caller with what it has found. Repeating the call changes nothing. */
  .post('/deleteSavedSearch', requireUser, valid('json', deleteSearchRequest), async (c) => {
    const { id } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    await db.batch([
      db.delete(savedMatches).where(and(eq(savedMatches.searchId, id), eq(savedMatches.userId, me))),
      db.delete(savedSearches).where(isOwn(id, me)),
    ])
    return c.json({ id })
  })

  /** What the caller's searches have found in the last 30 days, newest first. Listings that are no longer published are left out. */
  .get('/getMatches', requireUser, valid('query', matchesQuery), async (c) => {
    const { cursor } = c.req.valid('query')
    const db = database(c.env)
    const rows = await db
      .select()
      .from(savedMatches)
      .where(
        and(
          eq(savedMatches.userId, c.var.user.id),
          sql`exists (select 1 from listings where id = saved_matches.listing_id and enabled and deleted_at is null)`,
          cursor === undefined ? undefined : lt(savedMatches.id, Number(cursor)),
        ),
      )
      .orderBy(desc(savedMatches.id))
      .limit(PAGE + 1)
    const shown = rows.slice(0, PAGE)
    const cards = await loadPublished(
      db,
      shown.map(({ listingId }) => listingId),
    )
    const page: SavedMatchPage = {
      matches: shown.flatMap(({ id, searchId, foundAt, seen, listingId }) => {
        const card = cards.get(listingId)
        return card ? [{ id, searchId, foundAt, isNew: !seen, card }] : []
      }),
      next: rows[PAGE] ? String(rows[PAGE - 1]!.id) : null,
    }
    return c.json(page)
  })

  /** Marks the matches up to one as seen. The next notification does not count them. */
  .post('/markMatchesSeen', requireUser, valid('json', matchesSeenRequest), async (c) => {
    const { upTo } = c.req.valid('json')
    await database(c.env)
      .update(savedMatches)
      // There is nothing to notify about any longer. Members who wait for a notification are counted, so they must not wait for none.
      .set({ seen: true, notified: true })
      .where(and(eq(savedMatches.userId, c.var.user.id), lte(savedMatches.id, upTo), eq(savedMatches.seen, false)))
    return c.json({ upTo })
  })
