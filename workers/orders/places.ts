import { and, eq } from 'drizzle-orm'
import { daysUntilEnd, MIN_PAY_TIME } from '../listings/places.schema.ts'
import { applications, type listings } from '../listings/tables.ts'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { STATUS } from './orders.schema.ts'
import { orders, quotes } from './tables.ts'

const CANCELLED = STATUS.indexOf('cancelled')
const REJECTED = STATUS.indexOf('rejected')

/**
 * Finds the place that the buyer was admitted to, at the price of the admission. Throws `application_not_found` without an admission to
 * this event, or why the place cannot be paid.
 */
export async function findPlace(db: Database, applicationId: string | undefined, event: typeof listings.$inferSelect, buyerId: number) {
  const [admissions, placeOrders] = await db.batch([
    db
      .select()
      .from(applications)
      .where(and(eq(applications.id, applicationId ?? ''), eq(applications.listingId, event.id), eq(applications.userId, buyerId))),
    db
      .select({ status: orders.status, quotedAt: quotes.createdAt })
      .from(quotes)
      .innerJoin(orders, and(eq(orders.ref, quotes.ref), eq(orders.termsState, 'ok')))
      .where(eq(quotes.applicationId, applicationId ?? '')),
  ])
  const [admission] = admissions
  if (admission?.status === 'expired') throw new ApiError('place_expired')
  if (admission?.status !== 'accepted') throw new ApiError('application_not_found')
  const ofAdmission = placeOrders.filter(({ quotedAt }) => quotedAt >= admission.answeredAt!)
  // A cancelled or rejected order was refunded in full, so it does not pay for the place.
  if (ofAdmission.some(({ status }) => status !== CANCELLED && status !== REJECTED)) throw new ApiError('place_paid')
  const { paid: isPaidEvent, event_date: start } = JSON.parse(event.details) as { paid: boolean; event_date: number }
  const { placePrice, payBy } = admission
  if (!isPaidEvent || !placePrice || !payBy) throw new ApiError('event_free')
  const end = event.endsAt ?? 0
  const at = now()
  if (end <= at) throw new ApiError('event_over')
  // The cron ends an admission whose order the host has rejected.
  const isRejected = ofAdmission.some(({ status }) => status === REJECTED)
  if (isRejected || payBy - at < MIN_PAY_TIME) throw new ApiError('place_expired')
  return {
    option: {
      plan: '',
      price: placePrice,
      delivery: daysUntilEnd(end, at),
      description: event.descriptionPreview,
      features: [],
      hourly: false,
      revisions: 0,
    },
    payBy,
    event: { start, end },
  }
}
