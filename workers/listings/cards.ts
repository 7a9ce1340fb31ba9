import { eq, sql } from 'drizzle-orm'
import { number, parse, pipe, toMaxValue, toMinValue } from 'valibot'
import type { Database } from '../shared/db.ts'
import { shownImage, shownTitle } from '../shared/hidden-tables.ts'
import { TIMES } from '../shared/numbers.schema.ts'
import { profileCountry, profiles } from '../shared/tables.ts'
import type { Media } from '../uploads/media.schema.ts'
import { applicationOf } from './application-rows.ts'
import type { Application } from './applications.schema.ts'
import type { CardBase, ListingBase, Poster } from './base.schema.ts'
import type { City } from './cities.schema.ts'
import { eventDays } from './event-time.schema.ts'
import type { EventTerms, Sponsor } from './events.schema.ts'
import type { JobTerms } from './jobs.schema.ts'
import type { ListType } from './list-types.schema.ts'
import type { Listing, ListingCard } from './listings.schema.ts'
import type { Service } from './services.schema.ts'
import { IN_TEXT, listings } from './tables.ts'
import { categoryLabel, kindOfListing, subCategoryLabel } from './taxonomy.schema.ts'
import { toKnownZone } from './time-zones.schema.ts'

/** The JSON of the `details` column of an event. */
export interface StoredEvent extends Omit<EventTerms, 'duration' | 'attendees'> {
  sponsors: Sponsor[]
}

// Raw SQL with table names: drizzle omits them in queries on one table, and the subqueries would compare a column with itself.
const mediaJson = sql.raw(
  `json_object('id', m.id, 'kind', m.kind, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder, 'poster', m.poster)`,
)
// On cards, a video is shown by its poster picture.
const fromCardMedia = sql.raw(`from listing_media lm join media m on m.id = lm.media_id
  where lm.listing_id = listings.id and lm.position < ${IN_TEXT} and (m.kind = 'image' or m.poster is not null)`)
/** JSON of the first picture of the listing `listings`, for its card; null without one. */
export const picture = sql<string | null>`(
  select json_object('id', coalesce(m.poster, m.id), 'kind', 'image', 'width', m.width, 'height', m.height, 'placeholder', m.placeholder)
  ${fromCardMedia} order by lm.position limit 1)`
const pictures = sql<number>`(select count(*) ${fromCardMedia})`
const allMedia = sql<string>`(
  select json_group_array(json(one)) from (
    select ${mediaJson} as one from listing_media lm join media m on m.id = lm.media_id
    where lm.listing_id = listings.id and lm.position < ${sql.raw(String(IN_TEXT))} order by lm.position))`
const attendees = sql<number>`case when listings.list_type = 'events' then (
  select count(*) from applications a where a.listing_id = listings.id and a.status = 'accepted') else 0 end`

/** JSON of the mean rating and the number of the visible reviews; null without any. */
const rating = sql<string | null>`(
  select json_object('mean', round(1.0 * sum(c.stars * c.count) / sum(c.count), 2), 'count', sum(c.count)) from rating_counts c
  where c.rated = 'service' and c.rated_id = listings.id group by c.rated_id having sum(c.count) > 0)`

/** The columns of a card, for a query that joins listings with profiles. */
export const cardColumns = {
  id: listings.id,
  listType: sql<ListType>`${listings.listType}`,
  lang: listings.lang,
  category: listings.category,
  title: listings.title,
  descriptionPreview: listings.descriptionPreview,
  price: listings.priceUsd,
  hourly: listings.hourly,
  details: listings.details,
  placeCountry: listings.country,
  city: listings.city,
  attendees,
  enabled: listings.enabled,
  createdAt: listings.createdAt,
  picture,
  pictures,
  rating,
  userId: listings.userId,
  name: profiles.name,
  posterTitle: shownTitle,
  image: shownImage(),
  country: profileCountry,
}

/** Selects cards. */
export const selectCards = (db: Database) => db.select(cardColumns).from(listings).innerJoin(profiles, eq(profiles.userId, listings.userId))

/** The columns of a listing page. `viewer` is the viewer's user id, 0 for a guest. */
export const listingColumns = (viewer: number) => ({
  ...cardColumns,
  subCategory: listings.subCategory,
  account: listings.account,
  description: listings.description,
  options: listings.options,
  media: allMedia,
  updatedAt: listings.updatedAt,
  hiddenAt: listings.hiddenAt,
  application: applicationOf(viewer),
  waiting: sql<number | null>`case when ${listings.userId} = ${viewer} and listings.list_type <> 'services' then (
    select count(*) from applications a where a.listing_id = listings.id and a.status = 'sent') end`,
})

export interface CardRow extends Omit<CardBase, 'categoryLabel' | 'place' | 'picture' | 'poster' | 'rating'> {
  listType: ListType
  hourly: boolean
  details: string
  placeCountry: string | null
  city: string | null
  attendees: number
  picture: string | null
  rating: string | null
  userId: number
  name: string
  posterTitle: string
  image: string | null
  country: string | null
}

interface ListingRow extends CardRow, Pick<ListingBase, 'subCategory' | 'account' | 'description' | 'updatedAt'> {
  options: string
  media: string
  application: string | null
  waiting: number | null
  hiddenAt: number | null
}

/** Clamps a stored time to the range that every calendar can show. */
const clampTime = (seconds: number) => parse(pipe(number(), toMinValue(TIMES.first), toMaxValue(TIMES.last)), seconds)

/** Converts a row of cardColumns to a card; throws if the row is invalid. `isAdmitted` shows the hidden location of an event. */
export function toCard(row: CardRow, isAdmitted = false): ListingCard {
  const {
    userId,
    name,
    posterTitle,
    image,
    country,
    picture,
    rating,
    placeCountry,
    city,
    details,
    attendees: attendeeCount,
    listType,
    hourly,
    ...rest
  } = row
  const poster: Poster = { userId, name, title: posterTitle, image, country }
  const card: CardBase = {
    ...rest,
    categoryLabel: categoryLabel(listType, row.category),
    place: placeCountry && city ? { country: placeCountry, city: JSON.parse(city) as City } : null,
    picture: picture === null ? null : (JSON.parse(picture) as Media),
    poster,
    rating: rating === null ? null : (JSON.parse(rating) as CardBase['rating']),
  }
  if (listType === 'services') return { ...card, listType, hourly }
  if (listType === 'jobs') return { ...card, listType, job: JSON.parse(details) as JobTerms }
  const { sponsors: _, ...stored } = JSON.parse(details) as StoredEvent
  // Older rows may contain times and zones that would be refused today and that pages cannot show.
  const event = {
    ...stored,
    event_date: clampTime(stored.event_date),
    end_date: clampTime(stored.end_date),
    timeZone: toKnownZone(stored.timeZone),
  }
  const location = event.hide_location && !isAdmitted ? null : event.location
  const duration = eventDays(event.event_date, event.end_date)
  return { ...card, listType, event: { ...event, duration, attendees: attendeeCount, location } }
}

/**
 * Whether an applicant sees a hidden location: after the admission or, at a paid event, once the host has accepted the order. Until then
 * the buyer can cancel it for a full refund, so the location would be free.
 */
const isAdmitted = (application: Application | null): boolean =>
  application?.status === 'accepted' && (application.place === null || application.place.isOrderAccepted)

/** Converts a row of listingColumns to a listing, for the viewer it was read for. */
export function toListing(row: ListingRow, viewer: number): Listing {
  const { subCategory, account, description, options, media, updatedAt, hiddenAt, application: applicationJson, waiting, ...cardRow } = row
  const application = applicationJson === null ? null : (JSON.parse(applicationJson) as Application)
  const card = toCard(cardRow, row.userId === viewer || isAdmitted(application))
  const base: ListingBase = {
    type: kindOfListing(row.listType, row.category),
    subCategory,
    subCategoryLabel: subCategoryLabel(row.listType, row.category, subCategory),
    account,
    description,
    media: JSON.parse(media) as Media[],
    updatedAt,
    hidden: hiddenAt !== null,
  }
  if (card.listType === 'services') return { ...card, ...base, options: JSON.parse(options) as Service['options'] }
  if (card.listType === 'jobs') return { ...card, ...base, application, waiting }
  return { ...card, ...base, application, waiting, sponsors: (JSON.parse(row.details) as StoredEvent).sponsors }
}
