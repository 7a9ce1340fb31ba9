import { sql } from 'drizzle-orm'

/**
 * Whether something shows a row of `media`: a listing, in its pictures or its text, a profile, a video it is the poster of, or the
 * terms of a sale; or an application comes with it. What is not claimed is swept a day later, so every table that comes to show
 * files must be named here. Tables are named in words: drizzle leaves their names out where a query has one table, and the inner one
 * would compare with itself.
 */
export const isClaimed = sql<number>`(
  exists (select 1 from listing_media where listing_media.media_id = media.id)
  or exists (select 1 from profiles where profiles.user_id = media.user_id and media.id in (profiles.image, profiles.video_id))
  or exists (select 1 from media as videos where videos.poster = media.id)
  or exists (select 1 from listings where listings.user_id = media.user_id and instr(listings.description, media.id) > 0)
  or exists (select 1 from applications where applications.cv_id = media.id)
  or exists (select 1 from quotes where quotes.seller_id = media.user_id and instr(quotes.terms, media.id) > 0)
)`
