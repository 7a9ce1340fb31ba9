import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { Hono } from 'hono'
import { profiles } from '../auth/tables.ts'
import type { AreaVariables } from '../shared/area.ts'
import { type Database, database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { media } from '../uploads/tables.ts'
import { serviceColumns, toService } from './cards.ts'
import { findFeed } from './feeds.ts'
import { indexed, unindexed } from './index-terms.ts'
import { findServices } from './query.ts'
import { htmlText } from './richtext.schema.ts'
import {
  addServiceRequest,
  deleteRequest,
  listingRequest,
  queryRequest,
  type ServiceProduct,
  serviceRules,
  toggleRequest,
} from './services.schema.ts'
import { listingMedia, listings } from './tables.ts'
import { detectLanguage } from './text.schema.ts'

/** What is stored of a product, besides who, when and whether. */
function columnsOf(product: ServiceProduct) {
  const plans = Object.values(product.options)
  const cheapest = plans.reduce((least, plan) => (plan.price < least.price ? plan : least))
  return {
    category: product.category,
    subCategory: product.subCategory,
    title: product.title,
    descriptionPreview: product.descriptionPreview,
    description: product.description,
    options: JSON.stringify(product.options),
    priceUsd: cheapest.price,
    hourly: cheapest.hourly,
    lang: product.lang ?? detectLanguage(`${product.title}\n${product.descriptionPreview}\n${htmlText(product.description)}`),
    enabled: product.enabled,
    updatedAt: now(),
  }
}

/** Makes a listing show these files in this order, and no others. */
const claims = (db: Database, id: SQL | number, ids: string[]) => [
  db.delete(listingMedia).where(eq(listingMedia.listingId, id as number)),
  db.insert(listingMedia).values(ids.map((mediaId, position) => ({ listingId: id as number, mediaId, position }))),
]

/** The viewer's own listing. Somebody else's is forbidden while on offer, and does not exist otherwise. */
async function ownListing(db: Database, type: string, id: number, userId: number) {
  const [row] = await db
    .select()
    .from(listings)
    .where(and(eq(listings.id, id), eq(listings.listType, type), isNull(listings.deletedAt)))
  if (!row || (row.userId !== userId && !row.enabled)) throw new ApiError('listing_not_found')
  if (row.userId !== userId) throw new ApiError('forbidden')
  return row
}

const batch = (db: Database, statements: (BatchItem<'sqlite'> | undefined)[]) =>
  db.batch(statements.filter((statement) => statement !== undefined) as [BatchItem<'sqlite'>])

const IDEMPOTENCY_KEY = /^[\w-]{8,128}$/

export const services = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()
  .get('/query', valid('query', queryRequest), async (c) => {
    const request = c.req.valid('query')
    if (request.feed) return c.json(await findFeed(database(c.env), request.feed, request.cursor, c.var.viewer))
    const own = request.userId !== undefined && request.userId === c.var.viewer?.id
    return c.json(await findServices(database(c.env), request, own))
  })

  .get('/getListing', valid('query', listingRequest), async (c) => {
    const { id, listType } = c.req.valid('query')
    const [row] = await database(c.env)
      .select(serviceColumns)
      .from(listings)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(eq(listings.id, id), eq(listings.listType, listType), isNull(listings.deletedAt)))
    if (!row || (!row.enabled && row.userId !== c.var.viewer?.id)) throw new ApiError('listing_not_found')
    return c.json(toService(row))
  })

  .post('/addService', requireSeller, valid('json', addServiceRequest), async (c) => {
    const { product } = c.req.valid('json')
    const user = c.var.user
    const [fault] = serviceRules(product, user)
    if (fault?.rule === 'profile_required' || fault?.rule === 'wallet_required') throw new ApiError(fault.rule, fault)
    if (fault) throw new ApiError('listing_rule', fault)
    const givenKey = c.req.header('idempotency-key')
    if (givenKey !== undefined && !IDEMPOTENCY_KEY.test(givenKey)) throw new ApiError('bad_request', { header: 'idempotency-key' })

    const db = database(c.env)
    const row = columnsOf(product)
    const usable = db
      .select({ id: media.id })
      .from(media)
      .where(and(inArray(media.id, product.media), eq(media.userId, user.id), isNotNull(media.readyAt)))
    const check = (found: unknown[]) => {
      if (found.length !== product.media.length) throw new ApiError('media_not_yours')
    }

    if (product.id) {
      const { id } = product
      const before = await ownListing(db, 'services', id, user.id)
      check(await usable)
      const mine = and(eq(listings.id, id), eq(listings.userId, user.id), isNull(listings.deletedAt))
      await batch(db, [
        db
          .update(listings)
          .set({ ...row, account: user.wallet! })
          .where(mine),
        ...claims(db, id, product.media),
        db.run(unindexed(id)),
        db.run(indexed(id, user.name!, { ...row, listType: before.listType })),
      ])
      return c.json({ id, created: false })
    }

    const key = givenKey ?? opaqueId()
    const keyed = db
      .select({ id: listings.id })
      .from(listings)
      .where(and(eq(listings.userId, user.id), eq(listings.idempotencyKey, key)))
    const [[existing], found] = await db.batch([keyed, usable])
    if (existing) return c.json({ id: existing.id, created: false })
    check(found)
    const id = sql`(select id from listings where user_id = ${user.id} and idempotency_key = ${key})`
    const [, ...claim] = claims(db, id, product.media)
    try {
      const { updatedAt: createdAt } = row
      const values = { ...row, createdAt, listType: 'services', userId: user.id, account: user.wallet!, idempotencyKey: key }
      await batch(db, [db.insert(listings).values(values), ...claim, db.run(indexed(id, user.name!, values))])
    } catch (error) {
      // Sent twice at once: the unique key let one through, and both are told of it.
      const [twin] = await keyed
      if (!twin) throw error
      return c.json({ id: twin.id, created: false })
    }
    const [created] = await keyed
    return c.json({ id: created!.id, created: true })
  })

  .post('/toggleService', requireSeller, valid('json', toggleRequest), async (c) => {
    const { serviceId: id, enabled, listType } = c.req.valid('json')
    const db = database(c.env)
    const row = await ownListing(db, listType, id, c.var.user.id)
    const mine = and(eq(listings.id, id), eq(listings.userId, c.var.user.id), isNull(listings.deletedAt))
    await batch(db, [
      db.update(listings).set({ enabled, updatedAt: now() }).where(mine),
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
