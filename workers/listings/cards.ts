import { sql } from 'drizzle-orm'
import { profiles } from '../auth/tables.ts'
import type { Media } from '../uploads/media.schema.ts'
import type { ListType, Poster, Service, ServiceCard } from './services.schema.ts'
import { listings } from './tables.ts'

// Written out: drizzle drops the table names where a query has one table, and the inner one would compare with itself.
const mediaJson = sql.raw(
  `json_object('id', m.id, 'kind', m.kind, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder, 'poster', m.poster)`,
)
// A video is shown on a card by its poster, which is a picture like any other.
const picture = sql<string | null>`(
  select json_object('id', coalesce(m.poster, m.id), 'kind', 'image', 'width', m.width, 'height', m.height, 'placeholder', m.placeholder)
  from listing_media lm join media m on m.id = lm.media_id
  where lm.listing_id = listings.id and (m.kind = 'image' or m.poster is not null) order by lm.position limit 1)`
const allMedia = sql<string>`(
  select json_group_array(json(one)) from (
    select ${mediaJson} as one from listing_media lm join media m on m.id = lm.media_id
    where lm.listing_id = listings.id order by lm.position))`

/** What a card needs, in one statement: listings joined with profiles. */
export const cardColumns = {
  id: listings.id,
  listType: sql<ListType>`${listings.listType}`,
  lang: listings.lang,
  category: listings.category,
  title: listings.title,
  descriptionPreview: listings.descriptionPreview,
  price: listings.priceUsd,
  hourly: listings.hourly,
  enabled: listings.enabled,
  createdAt: listings.createdAt,
  picture,
  userId: listings.userId,
  name: profiles.name,
  posterTitle: profiles.title,
  image: profiles.image,
  country: sql<string | null>`case when json_valid(${profiles.geoip}) then json_extract(${profiles.geoip}, '$.country') end`,
}

/** What a listing's page needs besides. */
export const serviceColumns = {
  ...cardColumns,
  subCategory: listings.subCategory,
  account: listings.account,
  description: listings.description,
  options: listings.options,
  media: allMedia,
  updatedAt: listings.updatedAt,
}

interface CardRow extends Omit<ServiceCard, 'picture' | 'poster' | 'rating'> {
  picture: string | null
  userId: number
  name: string
  posterTitle: string
  image: string | null
  country: string | null
}

type ServiceRow = CardRow & Pick<Service, 'subCategory' | 'account' | 'description' | 'updatedAt'> & { options: string; media: string }

/** A row of cardColumns as the wire has it. Ratings come with the reviews. */
export function toCard({ userId, name, posterTitle, image, country, picture, ...row }: CardRow): ServiceCard {
  const poster: Poster = { userId, name, title: posterTitle, image, country }
  return { ...row, picture: picture === null ? null : (JSON.parse(picture) as Media), poster, rating: null }
}

/** A row of serviceColumns as the wire has it. */
export function toService({ subCategory, account, description, options, media, updatedAt, ...row }: ServiceRow): Service {
  return {
    ...toCard(row),
    subCategory,
    account,
    description,
    options: JSON.parse(options) as Service['options'],
    media: JSON.parse(media) as Media[],
    updatedAt,
  }
}
