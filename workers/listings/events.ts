import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area.ts'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { idempotencyOf } from '../shared/idempotency.ts'
import { now } from '../shared/ids.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { StoredEvent } from './cards.ts'
import type { ListingsEnv } from './env.ts'
import { addEventRequest, eventRules } from './events.schema.ts'
import { refuse, save } from './save.ts'
import { applications } from './tables.ts'

/** Nobody who was admitted is put out by a smaller room. */
const roomFor = (places: number | null) =>
  places === null
    ? undefined
    : {
        holds: (id: number) => sql`(select count(*) from ${applications} where listing_id = ${id} and status = 'accepted') <= ${places}`,
        unmet: async (db: Database, id: number) => {
          const admitted = await db.$count(applications, and(eq(applications.listingId, id), eq(applications.status, 'accepted')))
          if (admitted > places) throw new ApiError('listing_rule', { field: 'maxAttendees', rule: 'capacity_taken', admitted })
        },
      }

export const eventRoutes = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  /** Publishes an event, or changes one's own (`product.id`). */
  .post('/addEvent', requireSeller, valid('json', addEventRequest), async (c) => {
    const body = c.req.valid('json')
    const { product } = body
    const { user } = c.var
    refuse(eventRules(product, user, now()))
    const { eventType, event_date, end_date, timeZone, paid, price, maxAttendees, sponsors, location, hide_location, theme } = product
    const stored: StoredEvent = {
      eventType,
      event_date: event_date!,
      end_date: end_date!,
      timeZone,
      paid,
      maxAttendees,
      sponsors,
      location: location || null,
      hide_location,
      theme,
    }
    const own = { details: JSON.stringify(stored), priceUsd: price, endsAt: end_date }
    const saving = { user, listType: 'events', product, own, idempotency: await idempotencyOf(c, 'addEvent', body) } as const
    return c.json(await save(c, saving, roomFor(maxAttendees)))
  })
