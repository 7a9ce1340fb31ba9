import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { idempotencyOf } from '../shared/idempotency.ts'
import { now } from '../shared/ids.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { StoredEvent } from './cards.ts'
import type { ListingsEnv } from './env.ts'
import { addEventRequest, eventRules } from './events.schema.ts'
import { saveListing, throwFirstFault } from './save-listing.ts'
import { applications } from './tables.ts'

/** Refuses to lower the capacity below the number of accepted attendees. */
const guardCapacity = (capacity: number | null) =>
  capacity === null
    ? undefined
    : {
        holds: (id: number) => sql`(select count(*) from ${applications} where listing_id = ${id} and status = 'accepted') <= ${capacity}`,
        unmet: async (db: Database, id: number) => {
          const admitted = await db.$count(applications, and(eq(applications.listingId, id), eq(applications.status, 'accepted')))
          if (admitted > capacity) throw new ApiError('listing_rule', { field: 'maxAttendees', rule: 'capacity_taken', admitted })
        },
      }

export const eventRoutes = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  /** Publishes an event, or with `product.id` changes an event of the user. */
  .post('/addEvent', requireSeller, valid('json', addEventRequest), async (c) => {
    const body = c.req.valid('json')
    const { product } = body
    const { user } = c.var
    throwFirstFault(eventRules(product, user, now()))
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
    const typeColumns = { details: JSON.stringify(stored), priceUsd: price, endsAt: end_date }
    const request = { user, listType: 'events', product, typeColumns, idempotency: await idempotencyOf(c, 'addEvent', body) } as const
    return c.json(await saveListing(c, request, guardCapacity(maxAttendees)))
  })
