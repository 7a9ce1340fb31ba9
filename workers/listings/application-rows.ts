import { sql } from 'drizzle-orm'
import { shownImage } from '../shared/hidden-tables.ts'
import { orderIdOf, placeJson } from './places.ts'

/** SQL: whether the event (`l`) has no place left. */
const IS_FULL = sql.raw(`coalesce(json_extract(l.details, '$.maxAttendees') <= (
  select count(*) from applications b where b.listing_id = l.id and b.status = 'accepted'), 0)`)
/** SQL: the position of a waiting application (`a`) in the waiting list of its event, from 1; null without a waiting list. */
const POSITION = sql.raw(`case when a.status = 'sent' and json_extract(l.details, '$.maxAttendees') is not null then (
  select count(*) from applications w where w.listing_id = a.listing_id and w.status = 'sent'
    and (w.created_at, w.id) <= (a.created_at, a.id)) end`)

/**
 * SQL: an application (`a`) as JSON for the API, as `viewer` may see it. While a listing or a bid's service is not published, only its
 * owner sees its current title.
 */
const json = (viewer: number) => sql`json_object(
  'id', a.id, 'listingId', a.listing_id, 'listType', l.list_type,
  'title', case when l.user_id = ${viewer} or (l.enabled and l.deleted_at is null) then l.title else a.title end,
  'user_id', a.user_id,
  'name', coalesce(
    (select name from profiles where user_id = a.user_id), (select username from users where id = a.user_id), ''),
  'has_profile', json(iif(exists(select 1 from profiles where user_id = a.user_id), 'true', 'false')),
  'image', (select ${shownImage()} from profiles where user_id = a.user_id),
  'date', a.created_at, 'message', a.message,
  'cv_path', a.cv_id, 'cv_filename', (select original_filename from media where id = a.cv_id),
  'bid_price', a.bid_price, 'bid_service', a.bid_service,
  'bid_service_title', (select title from listings s where s.id = a.bid_service and s.deleted_at is null
    and (s.enabled or s.user_id = ${viewer})),
  'bid_delivery', a.bid_delivery, 'bid_order', case when a.status = 'accepted' and a.bid_price is not null then ${orderIdOf('a')} end,
  'status', a.status, 'answer', a.answer, 'answeredAt', a.answered_at,
  'position', ${POSITION}, 'full', json(case when ${IS_FULL} then 'true' else 'false' end), 'place', json(${placeJson}))`

/** SQL: a user's application to the listing of the outer query; null without one or if it is withdrawn. */
export const applicationOf = (userId: number) => sql<string | null>`(select ${json(userId)} from applications a
  join listings l on l.id = a.listing_id
  where a.listing_id = listings.id and a.user_id = ${userId} and a.status <> 'withdrawn')`

/** SQL: applications as JSON in column `json`, as `viewer` may see them. `where` uses `a` (application) and `l` (listing). */
export const applicationRows = (viewer: number, where: ReturnType<typeof sql>, limit: number, order: 'newest' | 'oldest' = 'newest') =>
  sql`select ${json(viewer)} as json from applications a join listings l on l.id = a.listing_id
    where ${where} order by ${sql.raw(order === 'newest' ? 'a.created_at desc, a.id desc' : 'a.created_at, a.id')} limit ${limit}`
