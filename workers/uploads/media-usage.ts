import { sql } from 'drizzle-orm'

/** SQL: the statuses of orders that were cancelled or rejected. What was prepared for them is never delivered. */
export const REFUNDED = sql.raw('(2, 3)')

/**
 * SQL condition: a row of `media` is in use. It may be used by a listing (pictures or description), a profile, a video (as its poster), a
 * quote, an application, evidence, a message, a stored save of a creator's page, a post, an NFT, or a delivery that may reach its buyer. A
 * message that the room refused uses its files for a day. The sweep deletes unused files after a day, so every table that refers to files
 * must be listed here. The table names are written out because drizzle omits them in queries on one table, and the subqueries would then
 * compare a column with itself.
 */
export const isInUse = sql<number>`(
  exists (select 1 from listing_media where listing_media.media_id = media.id)
  or exists (select 1 from profiles where profiles.user_id = media.user_id and media.id in (profiles.image, profiles.video_id))
  or exists (select 1 from media as videos where videos.poster = media.id)
  or exists (select 1 from listings where listings.user_id = media.user_id and instr(listings.description, media.id) > 0)
  or exists (select 1 from applications where applications.cv_id = media.id)
  or exists (select 1 from delivery_files f join delivery_steps s on s.id = f.step_id join orders o on o.id = s.order_id
    where f.media_id = media.id and o.status not in ${REFUNDED})
  or exists (select 1 from evidence_files f join evidence e on e.id = f.evidence_id where f.media_id = media.id)
  or exists (select 1 from message_files f where f.media_id = media.id and f.removed_at is null
    and (f.seq is not null or f.claimed_at > unixepoch() - 86400))
  or exists (select 1 from folio_media f where f.media_id = media.id)
  or exists (select 1 from post_media f where f.media_id = media.id)
  or exists (select 1 from nft_files f where f.media_id = media.id)
  or exists (select 1 from quotes where quotes.seller_id = media.user_id and instr(quotes.terms, media.id) > 0)
)`
