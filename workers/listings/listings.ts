import { and, eq, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { profiles } from '../auth/tables.ts'
import type { AreaVariables } from '../shared/area.ts'
import { database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { readable } from '../shared/rows.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { listingColumns, toListing } from './cards.ts'
import { findFeed } from './feeds.ts'
import { indexed, unindexed } from './index-terms.ts'
import { deleteRequest, listingRequest, queryRequest, relatedRequest, toggleRequest } from './listings.schema.ts'
import { placeAsked } from './place-query.ts'
import { findListings, findRelated, suggest } from './query.ts'
import { batch, ownListing } from './save.ts'
import { listings } from './tables.ts'

export const listingRoutes = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()
  .get('/query', valid('query', queryRequest), async (c) => {
    const asked = c.req.valid('query')
    const { type, feed, userId, cursor } = asked
    const db = database(c.env)
    if (feed) return c.json(await findFeed(db, feed, cursor, c.var.viewer))
    const request = { ...asked, ...(await placeAsked(db, asked)) }
    if (type === 'all') return c.json(await suggest(db, request))
    const own = userId !== undefined && userId === c.var.viewer?.id
    return c.json(await findListings(db, { ...request, type }, own))
  })

  /** Services to show below one. */
  .get('/related', valid('query', relatedRequest), async (c) => c.json(await findRelated(database(c.env), c.req.valid('query').id)))

  /** A listing whole, with what of it only the one who asks may see. */
  .get('/getListing', valid('query', listingRequest), async (c) => {
    const { id, listType } = c.req.valid('query')
    const viewer = c.var.viewer?.id ?? 0
    const [row] = await database(c.env)
      .select(listingColumns(viewer))
      .from(listings)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(eq(listings.id, id), eq(listings.listType, listType), isNull(listings.deletedAt)))
    if (!row || (!row.enabled && row.userId !== viewer)) throw new ApiError('listing_not_found')
    const [listing] = readable('listing', [row], (one) => toListing(one, viewer))
    if (!listing) throw new ApiError('listing_not_found')
    return c.json(listing)
  })

  /** Puts one's own listing of any kind on offer, or takes it off. */
  .post('/toggleService', requireSeller, valid('json', toggleRequest), async (c) => {
    const { serviceId: id, enabled, listType } = c.req.valid('json')
    const db = database(c.env)
    const row = await ownListing(db, listType, id, c.var.user.id)
    const mine = and(eq(listings.id, id), eq(listings.userId, c.var.user.id), isNull(listings.deletedAt))
    await batch(db, [
      // What it says was not changed: a draft of a change to it goes on from here.
      db.update(listings).set({ enabled }).where(mine),
      db.run(unindexed(id)),
      enabled ? db.run(indexed(id, c.var.user.name ?? '', row)) : undefined,
    ])
    return c.json({ id, enabled })
  })

  .post('/deleteListing', requireSeller, valid('json', deleteRequest), async (c) => {
    const { id, listType } = c.req.valid('json')
    const db = database(c.env)
    await ownListing(db, listType, id, c.var.user.id)
    // Orders and rooms refer to it, and their snapshots show its pictures: the row and its claims on media stay.
    await batch(db, [
      db
        .update(listings)
        .set({ deletedAt: now(), enabled: false })
        .where(and(eq(listings.id, id), eq(listings.userId, c.var.user.id))),
      db.run(unindexed(id)),
    ])
    return c.json({ id })
  })
