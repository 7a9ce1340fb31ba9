import { boolean, maxLength, object, optional, picklist, pipe, regex, string, transform } from 'valibot'
import { numericId } from '../shared/numbers.schema.ts'
import type { City } from './cities.schema.ts'
import type { Event, EventCard } from './events.schema.ts'
import { JOB_TYPES, type Job, type JobCard } from './jobs.schema.ts'
import { LIST_TYPES } from './list-types.schema.ts'
import { CURRENCIES, type Currency, PERIODS } from './money.schema.ts'
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
  /** The name of a creator, who has a page; null for others. */
  creator: string | null
}

/** Up to this number, the hits of a search are counted: counting more would take most of its time. */
export const MAX_TOTAL = 100
/** How many people the first page of a search contains. */
export const MAX_PEOPLE = 24
/** How many of the newest hits are sorted by price, rating or date, which takes less time than ranking. */
export const MAX_SORTED = 300
/** How many of the newest hits are counted by city. */
export const MAX_COUNTED = 1000

/** A page of cards. `next` is the cursor of the next page, null on the last. The other fields are those of a search for a text. */
export interface ListingPage {
  services: ListingCard[]
  /** People whose name, username, title, description or creator page has the words, at most {@link MAX_PEOPLE}; only on the first page. */
  creators?: Creator[]
  next: string | null
  /** How many listings have all words, at most {@link MAX_TOTAL}. */
  total?: number
  /** The text that was searched instead, because nothing has the words of the request; null if the text was searched as it is. */
  corrected?: string | null
  /** A text that may be meant. It differs from the request by mistakes of one letter. */
  proposal?: string | null
  /** Whether listings with only some of the words follow, because few have all. */
  isPartial?: boolean
}

/** The orders of listings. `best` is the ranking of a search; without a text, the newest come first, and events that end soonest. */
export const SORTS = ['best', 'newest', 'price', 'priceDown', 'rating', 'soonest'] as const
export type Sort = (typeof SORTS)[number]

const lowerCase = pipe(
  string(),
  maxLength(20, 'unknown'),
  transform((text) => text.toLowerCase()),
)
export const listType = pipe(lowerCase, picklist(LIST_TYPES, 'unknown'))
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
/** Days. */
const days = pipe(string(), regex(/^[1-9]\d{0,3}$/, 'days'), transform(Number))
/** UTC seconds. */
const time = pipe(string(), regex(/^\d{1,11}$/, 'time'), transform(Number))
const language = pipe(string(), regex(/^[a-z]{2,3}$/, 'language'))
/** An ISO code of a country, a GeoNames id of a city, or a name. */
const place = optional(pipe(string(), maxLength(100, 'too_long')), '')

/** The fields of the call `query` that say which listings are found and how they are sorted. A saved search keeps them. */
export const searchEntries = {
  /** `all` finds a few suggestions of every type, without pages. */
  type: optional(pipe(lowerCase, picklist([...LIST_TYPES, 'all'], 'unknown')), 'services'),
  /** An empty text finds all listings; with the type `all` it finds none. */
  text: optional(pipe(string(), maxLength(1000, 'too_long')), ''),
  category: short,
  subCategory: short,
  local: optional(flag),
  country: place,
  city: place,
  minPrice: optional(price),
  maxPrice: optional(price),
  /** Services that a plan delivers within this number of days. */
  delivery: optional(days),
  /** The lowest mean rating. */
  rating: optional(pipe(string(), regex(/^[1-5]$/, 'rating'), transform(Number))),
  lang: optional(language),
  /** Listings that are not older than this number of days. */
  within: optional(days),
  /** The contract of jobs. */
  contract: optional(picklist(JOB_TYPES, 'unknown')),
  /** The lowest salary of jobs, in the smallest unit of `currency` for each `period`. */
  minSalary: optional(price),
  currency: optional(picklist(Object.keys(CURRENCIES) as Currency[], 'unknown')),
  period: optional(picklist(PERIODS, 'unknown')),
  /** Events that take place between these times. */
  from: optional(time),
  to: optional(time),
  sort: optional(picklist(SORTS, 'unknown'), 'best'),
}

/** Query of the call `query`. With a `feed`, all other fields except the cursor are ignored. */
export const queryRequest = pipe(
  object({
    feed: optional(picklist(FEEDS, 'unknown')),
    ...searchEntries,
    /** An alias of `subCategory`. */
    subcategory: short,
    userId: optional(listingId),
    enabled: optional(flag),
    /** The languages that the reader reads, separated by commas: a search ranks their listings higher, and in a category they come first. */
    languages: optional(
      pipe(
        string(),
        maxLength(40, 'too_long'),
        regex(/^[a-z]{2,3}(,[a-z]{2,3})*$/, 'language'),
        transform((codes) => codes.split(',')),
      ),
    ),
    /** The `next` of the previous page. */
    cursor: optional(pipe(string(), regex(/^\d{1,10}\.[1-9]\d{0,9}$/, 'cursor'))),
  }),
  transform(({ subcategory, ...request }) => ({ ...request, subCategory: request.subCategory || subcategory })),
)

/** The answer of queryPlaces: cities with the number of local listings found there, the largest number first. Degrees north and east. */
export interface Places {
  cities: (City & { country: string; latitude: number; longitude: number; count: number })[]
}

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
