import { sql } from 'drizzle-orm'

/** Whether the event (`l`) has no place left. */
const FULL = sql.raw(`coalesce(json_extract(l.details, '$.maxAttendees') <= (
  select count(*) from applications b where b.listing_id = l.id and b.status = 'accepted'), 0)`)
/** How many wait for a place at the event up to and with this one (`a`), in the order in which they asked; null where nobody stands in a line. */
const POSITION = sql.raw(`case when a.status = 'sent' and json_extract(l.details, '$.maxAttendees') is not null then (
  select count(*) from applications w where w.listing_id = a.listing_id and w.status = 'sent'
    and (w.created_at, w.id) <= (a.created_at, a.id)) end`)

/**
 * An application (`a`) as calls answer it, in JSON, for `viewer`: the present title of a listing is told to others only while it is on
 * offer, that of a bid's service likewise.
 */
const json = (viewer: number) => sql`json_object(
  'id', a.id, 'listingId', a.listing_id, 'listType', l.list_type,
  'title', case when l.user_id = ${viewer} or (l.enabled and l.deleted_at is null) then l.title else a.title end,
  'user_id', a.user_id,
  'name', coalesce(
    (select name from profiles where user_id = a.user_id), (select username from users where id = a.user_id), ''),
  'image', (select image from profiles where user_id = a.user_id),
  'date', a.created_at, 'message', a.message,
  'cv_path', a.cv_id, 'cv_filename', (select original_filename from media where id = a.cv_id),
  'bid_price', a.bid_price, 'bid_service', a.bid_service,
  'bid_service_title', (select title from listings s where s.id = a.bid_service and s.deleted_at is null
    and (s.enabled or s.user_id = ${viewer})),
  'bid_delivery', a.bid_delivery, 'status', a.status, 'answer', a.answer, 'answeredAt', a.answered_at,
  'position', ${POSITION}, 'full', json(case when ${FULL} then 'true' else 'false' end))`

/** The application of a person to the listing of the surrounding query; null without any, and where they withdrew it. */
export const applicationOf = (userId: number) => sql<string | null>`(select ${json(userId)} from applications a
  join listings l on l.id = a.listing_id
  where a.listing_id = listings.id and a.user_id = ${userId} and a.status <> 'withdrawn')`

/** Applications as JSON in column `json`, as `viewer` may see them; `where` speaks of `a` (applications) and `l` (the listing). */
export const applicationRows = (viewer: number, where: ReturnType<typeof sql>, limit: number, order: 'newest' | 'oldest' = 'newest') =>
  sql`select ${json(viewer)} as json from applications a join listings l on l.id = a.listing_id
    where ${where} order by ${sql.raw(order === 'newest' ? 'a.created_at desc, a.id desc' : 'a.created_at, a.id')} limit ${limit}`
