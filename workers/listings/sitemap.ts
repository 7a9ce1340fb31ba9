import { and, asc, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { now } from '../shared/ids.ts'
import { MAX_PARTS, PART_SIZE } from '../shared/sitemap.schema.ts'
import { SIZE, selectParts } from '../shared/sitemap.ts'
import { valid } from '../shared/valid.ts'
import type { ListType } from './list-types.schema.ts'
import { listingPartRequest } from './sitemap.schema.ts'
import { listings } from './tables.ts'

/** SQL of the parts with published listings of a type. */
const partsOf = (listType: Exclude<ListType, 'events'>): SQL =>
  selectParts((id) => sql`select id from listings where list_type = ${listType} and enabled = 1 and id >= ${id} order by id limit 1`)

/** SQL of the parts with events that are not over. Reads only those events. */
const partsOfEvents = (): SQL =>
  sql`select distinct id / ${SIZE} as part from listings where enabled = 1 and ends_at > ${now()} order by part limit ${MAX_PARTS}`

export const sitemapRoutes = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()
  .get('/getListingParts', async (c) => {
    const db = database(c.env)
    const [services, jobs, events] = await db.batch([
      db.all<{ part: number }>(partsOf('services')),
      db.all<{ part: number }>(partsOf('jobs')),
      db.all<{ part: number }>(partsOfEvents()),
    ])
    const numbers = (rows: { part: number }[]) => rows.map(({ part }) => part)
    return c.json({ services: numbers(services), jobs: numbers(jobs), events: numbers(events) })
  })

  .get('/getListingPart', valid('query', listingPartRequest), async (c) => {
    const { listType, part } = c.req.valid('query')
    const rows = await database(c.env)
      .select({ id: listings.id, title: listings.title, updatedAt: listings.updatedAt })
      .from(listings)
      .where(
        and(
          eq(listings.listType, listType),
          eq(listings.enabled, true),
          isNull(listings.deletedAt),
          gte(listings.id, part * PART_SIZE),
          lt(listings.id, (part + 1) * PART_SIZE),
          listType === 'events' ? gt(listings.endsAt, now()) : undefined,
        ),
      )
      .orderBy(asc(listings.id))
    return c.json({ listings: rows })
  })
