import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { log } from '../shared/log.ts'
import { PAY_WITHIN } from './places.schema.ts'
import { applications } from './tables.ts'

/**
 * How long after its deadline an unpaid place is given away (seconds). By then a payment of the last second is stored, even after a reorg.
 */
const GRACE = 600

/** How many places one run of the cron gives away at most. */
const BATCH = 50

/** SQL: whether the listing `l` is a paid event. */
export const isPaidEvent = sql.raw(`(l.list_type = 'events' and coalesce(iif(json_valid(l.details), l.details ->> '$.paid', 0), 0))`)

/** SQL: the orders (`o`) for the place or bid of the application `a` whose payment matches their quote (`q`), including refunded orders. */
export const placeOrders = (a: 'a' | 'applications') =>
  sql.raw(`from quotes q join orders o on o.ref = q.ref and o.terms_state = 'ok' where q.application_id = ${a}.id`)

/** SQL: the order that pays the place or bid, as `column`. Of several, the newest; for a place, one that the host has accepted comes first. */
const paidOrder = (a: 'a' | 'applications', column: 'id' | 'status') =>
  sql`(select o.${sql.raw(column)} ${placeOrders(a)} and o.status not in (2, 3) and q.created_at >= ${sql.raw(a)}.answered_at
    order by o.status = 0 and (select p.place_price from applications p where p.id = q.application_id) is not null,
      o.created_at desc, o.id limit 1)`

/**
 * SQL: the id of the order that pays the place or bid; null without one. A cancelled or rejected order was refunded in full, and an
 * order for an earlier admission or acceptance does not pay this one.
 */
export const orderIdOf = (a: 'a' | 'applications') => paidOrder(a, 'id')

/** SQL: whether a quote of the place can still be paid, or has a payment that is not stored yet. Payments up to `until` are stored. */
const hasOpenQuote = (a: 'a' | 'applications', until: number) => sql`exists (select 1 from quotes q
  where q.application_id = ${sql.raw(a)}.id and q.valid_until >= ${until - GRACE}
    and not exists (select 1 from orders o where o.ref = q.ref and o.terms_state = 'ok'))`

/** SQL for a query on `applications`: whether it has a place that is paid. A bid has none: it can be ordered many times. */
export const isPlacePaid = sql`(${applications.placePrice} is not null and exists ${orderIdOf('applications')})`

/** SQL for a query on `applications`: whether a payment for the place may still arrive at the time `at`. */
export const isPlaceQuoted = (at: number) => sql`(${applications.placePrice} is not null and ${hasOpenQuote('applications', at)})`

/** SQL: the `place` of the application `a` to the listing `l`, as JSON. */
export const placeJson = sql`case when a.place_price is not null and (${isPaidEvent} or exists ${orderIdOf('a')})
  then json_object('price', a.place_price, 'payBy', a.pay_by, 'orderId', ${orderIdOf('a')},
    'isOrderAccepted', json(iif(${paidOrder('a', 'status')} > 0, 'true', 'false'))) end`

const ofListing = (value: SQL) => sql`(select ${value} from listings l where l.id = applications.listing_id)`

/** The columns of `applications` that an admission at the time `at` fixes. Free events and jobs have nothing to pay. */
export const admissionColumns = (at: number) => ({
  placePrice: ofListing(sql`case when ${isPaidEvent} then l.price_usd end`) as SQL<number | null>,
  payBy: ofListing(sql`case when ${isPaidEvent} then min(${at + PAY_WITHIN}, l.ends_at) end`) as SQL<number | null>,
})

/** SQL for a query on `applications`: whether the applicant can be admitted at the time `at`. A paid event that is over admits nobody. */
export const isAdmissible = (at: number) => ofListing(sql`not ${isPaidEvent} or l.ends_at > ${at}`)

/**
 * SQL: whether the place of the application `a` to the listing `l` is to be given away. Either it was not paid in time, or the host has
 * rejected an order of this admission and no other payment can arrive. Payments up to `until` (UTC seconds) are stored.
 */
const isLost = (until: number) => sql`(a.status = 'accepted' and a.place_price is not null and ${isPaidEvent}
  and not exists ${orderIdOf('a')}
  and (a.pay_by < ${until - GRACE} or (exists (select 1 ${placeOrders('a')} and o.status = 3 and q.created_at >= a.answered_at)
    and not ${hasOpenQuote('a', until)})))`

/** An application whose status has changed, with its applicant (`user_id`) and host (`ownerId`). */
export interface ChangedPlace {
  id: string
  listingId: number
  user_id: number
  ownerId: number
}

/**
 * Ends the admissions whose place is to be given away. If the event was full, the first of the waiting list is admitted in the same batch.
 * Safe to repeat and to run twice at once. Changes nothing after the end of the event.
 */
export async function releasePlaces(db: Database, until: number): Promise<ChangedPlace[]> {
  const at = now()
  const isUpcoming = sql`l.enabled in (0, 1) and l.ends_at > ${at}`
  const damaged = await db.all<{ id: number }>(
    sql`select l.id from listings l where ${isUpcoming} and not json_valid(l.details) limit ${BATCH}`,
  )
  if (damaged.length) log('error', 'row_unreadable', { kind: 'event', ids: damaged.map(({ id }) => id).join() })
  // Starts from the upcoming events, so that the many admissions of past events are not read.
  const lost = await db.all<{ id: string; listingId: number; ownerId: number }>(
    sql`select a.id, a.listing_id as listingId, l.user_id as ownerId from listings l join applications a on a.listing_id = l.id
      where ${isUpcoming} and ${isLost(until)} order by a.pay_by limit ${BATCH}`,
  )
  const changed: ChangedPlace[] = []
  for (const { id, listingId, ownerId } of lost) {
    const lostPlace = sql`select 1 from applications a join listings l on l.id = a.listing_id where a.id = ${id} and ${isLost(until)}`
    const isFull = sql`json_extract(l.details, '$.maxAttendees') <= (
      select count(*) from applications b where b.listing_id = l.id and b.status = 'accepted')`
    const { placePrice, payBy } = admissionColumns(at)
    const returning = sql`returning id, user_id`
    const results = await db.batch([
      db.all<{ id: string; user_id: number }>(sql`update applications
        set status = 'accepted', answered_at = ${at}, place_price = ${placePrice}, pay_by = ${payBy}
        where id = (select n.id from applications n where n.listing_id = ${listingId} and n.status = 'sent'
            order by n.created_at, n.id limit 1)
          and exists (${lostPlace} and ${isFull} and l.enabled and l.deleted_at is null) ${returning}`),
      db.all<{ id: string; user_id: number }>(
        sql`update applications set status = 'expired' where id = ${id} and exists (${lostPlace}) ${returning}`,
      ),
    ])
    changed.push(...results.flat().map((row) => ({ ...row, listingId, ownerId })))
  }
  return changed
}
