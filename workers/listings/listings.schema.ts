import { boolean, maxLength, object, optional, picklist, pipe, regex, string, transform } from 'valibot'
import { numericId } from '../shared/numbers.schema.ts'
import type { Media } from '../uploads/media.schema.ts'
import type { Application } from './applications.schema.ts'
import type { City } from './cities.schema.ts'
import type { Event, EventCard } from './events.schema.ts'
import { LIST_TYPES } from './fields.schema.ts'
import type { Job, JobCard } from './jobs.schema.ts'
import type { Service, ServiceCard } from './services.schema.ts'
import type { Label, ListKind } from './taxonomy.schema.ts'

/** Who offers a listing. */
export interface Poster {
  userId: number
  name: string
  title: string
  image: string | null
  /** ISO 3166 code from the profile, or null. */
  country: string | null
}

/** Where something local takes place: an ISO 3166 code, and a city of it. */
export interface Place {
  country: string
  city: City
}

/** What a card of any kind shows. */
export interface CardBase {
  id: number
  lang: string
  category: string
  /** What the category is called, so that no page has to carry the taxonomy to show a card. */
  categoryLabel: Label
  title: string
  descriptionPreview: string
  /** Micro-USD. */
  price: number
  /** Null for what is done online. */
  place: Place | null
  picture: Media | null
  /** How many there are, posters of videos among them. */
  pictures: number
  poster: Poster
  /** Mean of 1-5 and how many paid orders it comes from; null without any. */
  rating: { mean: number; count: number } | null
  enabled: boolean
  createdAt: number
}

/** What a page of any kind shows besides its card. */
export interface ListingBase {
  /** What it was posted as. */
  type: ListKind
  subCategory: string
  subCategoryLabel: Label | null
  /** The seller's payout wallet; '' where a job or free event was posted without one. */
  account: string
  /** Sanitised HTML. */
  description: string
  media: Media[]
  updatedAt: number
}

/** What can be applied to. */
export interface Answerable {
  /** The application of the one who asks, null without any. */
  application: Application | null
  /** How many applications wait for an answer; null to everybody but the owner. */
  waiting: number | null
}

export type ListingCard = ServiceCard | JobCard | EventCard
/** What getListing answers for each kind. */
export interface Listings {
  services: Service
  jobs: Job
  events: Event
}
export type Listing = Listings[keyof Listings]

/** Somebody a search names. */
export interface Creator {
  user_id: number
  title: string
  name: string
  /** A media id. */
  image: string | null
}

/**
 * A page of cards; `next` is the cursor of the following page, null on the last. `creators` are those who offer something on it and
 * whose name is what was searched for.
 */
export interface ListingPage {
  services: ListingCard[]
  creators?: Creator[]
  next: string | null
}

const lowerCase = pipe(
  string(),
  maxLength(20, 'unknown'),
  transform((text) => text.toLowerCase()),
)
const listType = pipe(lowerCase, picklist(LIST_TYPES, 'unknown'))
const listingId = pipe(string(), regex(/^[1-9]\d{0,9}$/, 'id'), transform(Number))
const flag = pipe(
  picklist(['true', 'false', '1', '0'], 'flag'),
  transform((text) => text === 'true' || text === '1'),
)

/** Query of getListing. */
export const listingRequest = object({ listType: optional(listType, 'services'), id: listingId })

/** Listings in another order than a tab's: the newest of every kind, what is ordered most now, those of the people one follows. */
export const FEEDS = ['news', 'trending', 'following'] as const
export type Feed = (typeof FEEDS)[number]

const short = optional(pipe(string(), maxLength(60, 'too_long')), '')
const price = pipe(string(), regex(/^\d{1,15}$/, 'price'), transform(Number))
/** A code, an id or a name. */
const place = optional(pipe(string(), maxLength(100, 'too_long')), '')

/**
 * Query of query. An empty text is none. Of type `all` a text finds a few of every kind, in no pages. `cursor` is the `next` of the
 * page before. With a `feed`, which is one's own by the session, everything else but the cursor is left aside. `country` is an ISO
 * code or a name, `city` a GeoNames id or a name, `subcategory` another name of `subCategory`; prices in micro-USD.
 */
export const queryRequest = pipe(
  object({
    feed: optional(picklist(FEEDS, 'unknown')),
    type: optional(pipe(lowerCase, picklist([...LIST_TYPES, 'all'], 'unknown')), 'services'),
    text: optional(pipe(string(), maxLength(1000, 'too_long')), ''),
    category: short,
    subCategory: short,
    subcategory: short,
    userId: optional(listingId),
    enabled: optional(flag),
    local: optional(flag),
    country: place,
    city: place,
    minPrice: optional(price),
    maxPrice: optional(price),
    cursor: optional(pipe(string(), regex(/^\d{1,10}\.[1-9]\d{0,9}$/, 'cursor'))),
  }),
  transform(({ subcategory, ...request }) => ({ ...request, subCategory: request.subCategory || subcategory })),
)

/** Query of related. */
export const relatedRequest = object({ id: listingId })

/** Services beside one: others of its seller, and those of other people in its category, in its sub-category first; newest first. */
export interface Related {
  seller: ServiceCard[]
  related: ServiceCard[]
}

/** Body of toggleService. */
export const toggleRequest = object({ serviceId: numericId, enabled: boolean(), listType: optional(listType, 'services') })

/** Body of deleteListing. */
export const deleteRequest = object({ id: numericId, listType: optional(listType, 'services') })
