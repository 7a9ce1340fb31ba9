import { boolean, maxLength, object, optional, picklist, pipe, regex, string, transform } from 'valibot'
import { numericId } from '../shared/numbers.schema.ts'
import type { Event, EventCard } from './events.schema.ts'
import type { Job, JobCard } from './jobs.schema.ts'
import { LIST_TYPES } from './list-types.schema.ts'
import type { Service, ServiceCard } from './services.schema.ts'

export type ListingCard = ServiceCard | JobCard | EventCard
/** The answer of getListing for each type. */
export interface Listings {
  services: Service
  jobs: Job
  events: Event
}
export type Listing = Listings[keyof Listings]

/** A user whose name matches a search. */
export interface Creator {
  user_id: number
  title: string
  name: string
  /** A media id. */
  image: string | null
}

/**
 * A page of cards. `next` is the cursor of the next page, null on the last. `creators` are the owners of these listings whose name matches
 * the search text.
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

/** Feeds: the newest listings, those with the most buyers in the last seven days, and the newest of followed users. */
const FEEDS = ['news', 'trending', 'following'] as const
export type Feed = (typeof FEEDS)[number]

const short = optional(pipe(string(), maxLength(60, 'too_long')), '')
/** Micro-USD. */
const price = pipe(string(), regex(/^\d{1,15}$/, 'price'), transform(Number))
/** An ISO code of a country, a GeoNames id of a city, or a name. */
const place = optional(pipe(string(), maxLength(100, 'too_long')), '')

/** Query of the call `query`. With a `feed`, all other fields except the cursor are ignored. */
export const queryRequest = pipe(
  object({
    feed: optional(picklist(FEEDS, 'unknown')),
    /** `all` finds a few suggestions of every type, without pages. */
    type: optional(pipe(lowerCase, picklist([...LIST_TYPES, 'all'], 'unknown')), 'services'),
    /** An empty text finds all listings; with the type `all` it finds none. */
    text: optional(pipe(string(), maxLength(1000, 'too_long')), ''),
    category: short,
    subCategory: short,
    /** An alias of `subCategory`. */
    subcategory: short,
    userId: optional(listingId),
    enabled: optional(flag),
    local: optional(flag),
    country: place,
    city: place,
    minPrice: optional(price),
    maxPrice: optional(price),
    /** The `next` of the previous page. */
    cursor: optional(pipe(string(), regex(/^\d{1,10}\.[1-9]\d{0,9}$/, 'cursor'))),
  }),
  transform(({ subcategory, ...request }) => ({ ...request, subCategory: request.subCategory || subcategory })),
)

/** Query of related. */
export const relatedRequest = object({ id: listingId })

/** Other services of the same seller, and services of other sellers in the category (same subcategory first); the newest first. */
export interface Related {
  seller: ServiceCard[]
  related: ServiceCard[]
}

/** Body of toggleService. */
export const toggleRequest = object({ serviceId: numericId, enabled: boolean(), listType: optional(listType, 'services') })

/** Body of deleteListing. */
export const deleteRequest = object({ id: numericId, listType: optional(listType, 'services') })
