import { and, eq, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { requireSeller } from '../shared/session.ts'
import { profiles } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { listingColumns, toListing } from './cards.ts'
import type { ListingsEnv } from './env.ts'
import { findFeed } from './feeds.ts'
import { findListings, findPlaces, suggest } from './find-listings.ts'
import { announceChange } from './index-now.ts'
import { deleteRequest, listingRequest, MAX_PEOPLE, type Places, queryRequest, relatedRequest, toggleRequest } from './listings.schema.ts'
import { findRelated } from './related-services.ts'
import { resolvePlace } from './resolve-place.ts'
import { enabledUnlessHidden, findOwnListing, refuseIfHidden, runBatch } from './save-listing.ts'
import { addToIndex, removeFromIndex } from './search/search-index.ts'
import { listings } from './tables.ts'

export const listingRoutes = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  .get('/query', valid('query', queryRequest), async (c) => {
    const query = c.req.valid('query')
    const { type, feed, userId, cursor } = query
    const db = database(c.env)
    if (feed) return c.json(await findFeed(db, feed, cursor, c.var.viewer))
    const request = { ...query, ...(await resolvePlace(db, query)) }
    if (type === 'all') return c.json(await suggest(db, request))
    const isOwn = userId !== undefined && userId === c.var.viewer?.id
    const isFirst = type === 'services' && query.text !== '' && !cursor
    return c.json(await findListings(db, { ...request, type, ...(isFirst && { people: MAX_PEOPLE }) }, isOwn))
  })

  /** Returns the cities of the local listings that `query` finds, for a map. */
  .get('/queryPlaces', valid('query', queryRequest), async (c) => {
    const { type, ...query } = c.req.valid('query')
    const db = database(c.env)
    if (type === 'all' || query.feed) return c.json({ cities: [] } satisfies Places)
    return c.json(await findPlaces(db, { ...query, ...(await resolvePlace(db, query)), type }))
  })

  /** Returns the services that are related to a service. */
  .get('/related', valid('query', relatedRequest), async (c) => c.json(await findRelated(database(c.env), c.req.valid('query').id)))

  /** Returns a complete listing, with the private fields that the viewer may see. */
  .get('/getListing', valid('query', listingRequest), async (c) => {
    const { id, listType } = c.req.valid('query')
    const viewer = c.var.viewer?.id ?? 0
    const [row] = await database(c.env)
      .select(listingColumns(viewer))
      .from(listings)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(eq(listings.id, id), eq(listings.listType, listType), isNull(listings.deletedAt)))
    if (!row || (!row.enabled && row.userId !== viewer)) throw new ApiError('listing_not_found')
    const [listing] = convertRows('listing', [row], (listingRow) => toListing(listingRow, viewer))
    if (!listing) throw new ApiError('listing_not_found')
    return c.json(listing)
  })

  /** Enables or disables a listing of the caller, of any type. */
  .post('/toggleService', requireSeller, valid('json', toggleRequest), async (c) => {
    const { serviceId: id, enabled, listType } = c.req.valid('json')
    const db = database(c.env)
    const row = await findOwnListing(db, listType, id, c.var.user.id)
    const isOwn = and(eq(listings.id, id), eq(listings.userId, c.var.user.id), isNull(listings.deletedAt))
    await runBatch(db, [
      // `updatedAt` stays, so that an edit draft of the listing remains valid.
      db
        .update(listings)
        .set({ enabled: enabledUnlessHidden(enabled) })
        .where(isOwn),
      db.run(removeFromIndex(id)),
      ...(enabled ? addToIndex(id, c.var.user.name ?? '', row) : []).map((statement) => db.run(statement)),
      announceChange(db, c.env, id, { isPublic: row.enabled || enabled }),
    ]).catch(async (error: unknown) => {
      refuseIfHidden(await findOwnListing(db, listType, id, c.var.user.id), enabled)
      throw error
    })
    return c.json({ id, enabled })
  })

  .post('/deleteListing', requireSeller, valid('json', deleteRequest), async (c) => {
    const { id, listType } = c.req.valid('json')
    const db = database(c.env)
    const row = await findOwnListing(db, listType, id, c.var.user.id)
    // The row and its media stay, because orders and rooms refer to the listing and show its pictures.
    await runBatch(db, [
      db
        .update(listings)
        .set({ deletedAt: now(), enabled: false })
        .where(and(eq(listings.id, id), eq(listings.userId, c.var.user.id))),
      db.run(removeFromIndex(id)),
      announceChange(db, c.env, id, { isPublic: row.enabled }),
    ])
    return c.json({ id })
  })
