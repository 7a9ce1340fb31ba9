import { sql } from 'drizzle-orm'

/** An application (`a`) as the wire has it, in JSON, for `viewer`: a bid's service is named to others only while it is on offer. */
const json = (viewer: number) => sql`json_object(
  'id', a.id, 'listingId', a.listing_id, 'listType', l.list_type, 'title', l.title, 'user_id', a.user_id,
  'name', coalesce((select name from profiles where user_id = a.user_id), ''),
  'image', (select image from profiles where user_id = a.user_id),
  'date', a.created_at, 'message', a.message,
  'cv_path', a.cv_id, 'cv_filename', (select original_filename from media where id = a.cv_id),
  'bid_price', a.bid_price, 'bid_service', a.bid_service,
  'bid_service_title', (select title from listings s where s.id = a.bid_service and s.deleted_at is null
    and (s.enabled or s.user_id = ${viewer})),
  'bid_delivery', a.bid_delivery, 'status', a.status, 'answer', a.answer, 'answeredAt', a.answered_at)`

/** The application of a person to the listing of the surrounding query; null without any, and where they withdrew it. */
export const applicationOf = (userId: number) => sql<string | null>`(select ${json(userId)} from applications a
  join listings l on l.id = a.listing_id
  where a.listing_id = listings.id and a.user_id = ${userId} and a.status <> 'withdrawn')`

/** Applications as JSON in column `json`, as `viewer` may see them; `where` speaks of `a` (applications) and `l` (the listing). */
export const applicationRows = (viewer: number, where: ReturnType<typeof sql>, limit: number) => sql`select ${json(viewer)} as json
  from applications a join listings l on l.id = a.listing_id
  where ${where} order by a.created_at desc, a.id desc limit ${limit}`
