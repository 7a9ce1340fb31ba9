import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../../shared/area-variables.ts'
import { type Database, database } from '../../shared/db.ts'
import type { AreaEnv } from '../../shared/env.ts'
import { ApiError } from '../../shared/errors.ts'
import { now, opaqueId } from '../../shared/ids.ts'
import { convertRows } from '../../shared/rows.ts'
import { requireUser } from '../../shared/session.ts'
import { valid } from '../../shared/valid.ts'
import { picture } from '../cards.ts'
import { savedListings, savedLists } from '../saved-tables.ts'
import { listings } from '../tables.ts'
import {
  addListRequest,
  deleteListRequest,
  renameListRequest,
  SAVED_LIMITS,
  type SavedList,
  type SavedListingPage,
  type SharedListPage,
  savedListingsQuery,
  savedListsQuery,
  saveRequest,
  sharedListQuery,
  shareListRequest,
  unsaveRequest,
} from './lists.schema.ts'
import { isPublished, loadPublished } from './published-cards.ts'

/** Listings on a page of a list. */
const PAGE = 24
/** Pictures on the cover of a list. */
const COVERS = 3

const isOwnList = (id: string, me: number) => and(eq(savedLists.id, id), eq(savedLists.userId, me))

/** Selects a page of a list, and one row more if there are others; the last saved first. */
const selectPage = (db: Database, listId: string | SQL, cursor: string | undefined, condition?: SQL) => {
  const [savedAt, listingId] = cursor?.split('.').map(Number) ?? []
  return db
    .select({ listingId: savedListings.listingId, title: savedListings.title, savedAt: savedListings.savedAt })
    .from(savedListings)
    .where(
      and(
        eq(savedListings.listId, listId),
        condition,
        savedAt === undefined ? undefined : sql`(${savedListings.savedAt}, ${savedListings.listingId}) < (${savedAt}, ${listingId})`,
      ),
    )
    .orderBy(desc(savedListings.savedAt), desc(savedListings.listingId))
    .limit(PAGE + 1)
}
const nextOf = (rows: { savedAt: number; listingId: number }[]): string | null =>
  rows[PAGE] ? `${rows[PAGE - 1]!.savedAt}.${rows[PAGE - 1]!.listingId}` : null

/** The statements that save a listing, in one batch. They change nothing if the listing, the list or a limit does not allow it. */
function saveStatements(db: Database, me: number, listingId: number, listId: string | undefined) {
  const at = now()
  const isSaved = sql`exists (select 1 from saved_listings where user_id = ${me} and listing_id = ${listingId})`
  const isSavable = sql`exists (select 1 from listings where id = ${listingId} and enabled and deleted_at is null and user_id <> ${me})
    and (select count(*) from saved_listings where user_id = ${me}) < ${SAVED_LIMITS.listings}`
  const target = sql`(select id from saved_lists where user_id = ${me} ${listId === undefined ? sql`` : sql`and id = ${listId}`}
    order by used_at desc, rowid desc limit 1)`
  return [
    db.run(sql`insert into saved_lists (id, user_id, name, created_at, used_at) select ${opaqueId()}, ${me}, '', ${at}, ${at}
      where ${listId === undefined ? 1 : 0} and ${isSavable} and not exists (select 1 from saved_lists where user_id = ${me})`),
    db.run(sql`insert into saved_listings (user_id, listing_id, list_id, title, saved_at)
      select ${me}, id, ${target}, title, ${at} from listings
      where id = ${listingId} and ${target} is not null and (${isSaved} or (${isSavable}))
      on conflict (user_id, listing_id) do update set list_id = ${listId === undefined ? sql`list_id` : sql`excluded.list_id`}`),
    db.run(sql`update saved_lists set used_at = ${at}
      where id = (select list_id from saved_listings where user_id = ${me} and listing_id = ${listingId})`),
  ] as const
}

/** Throws the reason why a listing could not be saved. */
async function throwReason(db: Database, me: number, listingId: number, listId: string | undefined): Promise<never> {
  const [[listing], [list]] = await db.batch([
    db
      .select({ userId: listings.userId })
      .from(listings)
      .where(and(eq(listings.id, listingId), isPublished)),
    db
      .select({ id: savedLists.id })
      .from(savedLists)
      .where(isOwnList(listId ?? '', me)),
  ])
  if (listId !== undefined && !list) throw new ApiError('not_found')
  if (!listing) throw new ApiError('listing_not_found')
  throw new ApiError(listing.userId === me ? 'own_listing' : 'saved_limit')
}

export const savedListRoutes = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()
  /** The ids of all listings that the caller has saved: pages mark them on every card. */
  .get('/getSavedIds', requireUser, async (c) => {
    const rows = await database(c.env)
      .select({ id: savedListings.listingId })
      .from(savedListings)
      .where(eq(savedListings.userId, c.var.user.id))
    return c.json({ ids: rows.map(({ id }) => id) })
  })

  /** The lists of the caller, the last used first. */
  .get('/getSavedLists', requireUser, valid('query', savedListsQuery), async (c) => {
    const { listingId } = c.req.valid('query')
    const covers = sql`(select json_group_array(json_object('listingId', id, 'picture', json(picture))) from (
      select listings.id, ${picture} as picture from saved_listings s join listings on listings.id = s.listing_id
      where s.list_id = l.id and listings.enabled and listings.deleted_at is null order by s.saved_at desc, s.listing_id desc limit ${COVERS}))`
    const rows = await database(c.env).all<Record<'id' | 'name' | 'covers', string> & { token: string | null; count: number; has: number }>(
      sql`select l.id, l.name, l.token, ${covers} as covers, (select count(*) from saved_listings s where s.list_id = l.id) as count,
        exists (select 1 from saved_listings s where s.list_id = l.id and s.user_id = l.user_id and s.listing_id = ${Number(listingId ?? 0)}) as has
      from saved_lists l where l.user_id = ${c.var.user.id} order by l.used_at desc, l.rowid desc`,
    )
    const lists = convertRows('saved list', rows, ({ has, covers: json, ...row }): SavedList => {
      return { ...row, covers: JSON.parse(json) as SavedList['covers'], hasListing: has === 1 }
    })
    return c.json({ lists })
  })

  /** A page of a list of the caller, also with listings that are no longer published. */
  .get('/getSavedListings', requireUser, valid('query', savedListingsQuery), async (c) => {
    const { listId, cursor } = c.req.valid('query')
    const db = database(c.env)
    const [[list], rows] = await db.batch([
      db
        .select({
          id: savedLists.id,
          name: savedLists.name,
          token: savedLists.token,
          count: sql<number>`(select count(*) from saved_listings s where s.list_id = saved_lists.id)`,
        })
        .from(savedLists)
        .where(isOwnList(listId, c.var.user.id)),
      selectPage(db, listId, cursor),
    ])
    if (!list) throw new ApiError('not_found')
    const shown = rows.slice(0, PAGE)
    const cards = await loadPublished(
      db,
      shown.map((row) => row.listingId),
    )
    const page: SavedListingPage = {
      list,
      listings: shown.map((row) => ({ ...row, card: cards.get(row.listingId) ?? null })),
      next: nextOf(rows),
    }
    return c.json(page)
  })

  /** A page of a list that its owner shares. Anybody with its link can read it. */
  .get('/getSharedList', valid('query', sharedListQuery), async (c) => {
    const { token, cursor } = c.req.valid('query')
    const db = database(c.env)
    const isShown = sql`exists (select 1 from listings where id = saved_listings.listing_id and enabled and deleted_at is null)`
    const [[list], rows] = await db.batch([
      db.all<{ name: string; owner: string }>(sql`select l.name, coalesce(nullif(p.name, ''), u.username, '') as owner from saved_lists l
        join users u on u.id = l.user_id and u.deleted_at is null left join profiles p on p.user_id = l.user_id where l.token = ${token}`),
      selectPage(db, sql`(select id from saved_lists where token = ${token})`, cursor, isShown),
    ])
    if (!list) throw new ApiError('not_found')
    const ids = rows.slice(0, PAGE).map(({ listingId }) => listingId)
    const cards = await loadPublished(db, ids)
    const page: SharedListPage = { ...list, services: ids.flatMap((id) => cards.get(id) ?? []), next: nextOf(rows) }
    return c.json(page)
  })

  /** Saves a published listing of somebody else, or moves a saved one to another list. Repeating the call changes nothing. */
  .post('/saveListing', requireUser, valid('json', saveRequest), async (c) => {
    const { listingId, listId } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const [, , , [list]] = await db.batch([
      ...saveStatements(db, me, listingId, listId),
      db
        .select({ id: savedLists.id, name: savedLists.name })
        .from(savedListings)
        .innerJoin(savedLists, eq(savedLists.id, savedListings.listId))
        .where(and(eq(savedListings.userId, me), eq(savedListings.listingId, listingId))),
    ])
    if (!list || (listId !== undefined && list.id !== listId)) return throwReason(db, me, listingId, listId)
    return c.json({ list })
  })

  /**
   * Removes a listing from the caller's list, whose id the answer has so that the removal can be undone. Repeating the call changes
   * nothing.
   */
  .post('/unsaveListing', requireUser, valid('json', unsaveRequest), async (c) => {
    const { listingId } = c.req.valid('json')
    const [removed] = await database(c.env)
      .delete(savedListings)
      .where(and(eq(savedListings.userId, c.var.user.id), eq(savedListings.listingId, listingId)))
      .returning({ listId: savedListings.listId })
    return c.json({ listId: removed?.listId ?? null })
  })

  .post('/addSavedList', requireUser, valid('json', addListRequest), async (c) => {
    const { name } = c.req.valid('json')
    const me = c.var.user.id
    const [id, at] = [opaqueId(), now()]
    const added = await database(c.env).run(sql`insert into saved_lists (id, user_id, name, created_at, used_at)
      select ${id}, ${me}, ${name}, ${at}, ${at} where (select count(*) from saved_lists where user_id = ${me}) < ${SAVED_LIMITS.lists}`)
    if (!added.rowsAffected) throw new ApiError('saved_list_limit')
    return c.json({ list: { id, name } })
  })

  .post('/renameSavedList', requireUser, valid('json', renameListRequest), async (c) => {
    const { id, name } = c.req.valid('json')
    const [list] = await database(c.env)
      .update(savedLists)
      .set({ name })
      .where(isOwnList(id, c.var.user.id))
      .returning({ id: savedLists.id, name: savedLists.name })
    if (!list) throw new ApiError('not_found')
    return c.json({ list })
  })

  /** Deletes a list of the caller with what is saved in it. */
  .post('/deleteSavedList', requireUser, valid('json', deleteListRequest), async (c) => {
    const { id } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const [, deleted] = await db.batch([
      db.delete(savedListings).where(and(eq(savedListings.listId, id), eq(savedListings.userId, me))),
      db.delete(savedLists).where(isOwnList(id, me)),
    ])
    if (!deleted.rowsAffected) throw new ApiError('not_found')
    return c.json({ id })
  })

  /** Shares a list of the caller by a link, or ends that. A link that was ended never works again: the next one has another secret. */
  .post('/shareSavedList', requireUser, valid('json', shareListRequest), async (c) => {
    const { id, shared } = c.req.valid('json')
    const [list] = await database(c.env)
      .update(savedLists)
      .set({ token: shared ? sql`coalesce(${savedLists.token}, ${opaqueId()})` : null })
      .where(isOwnList(id, c.var.user.id))
      .returning({ token: savedLists.token })
    if (!list) throw new ApiError('not_found')
    return c.json(list)
  })
