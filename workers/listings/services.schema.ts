import {
  array,
  boolean,
  check,
  type InferInput,
  type InferOutput,
  integer,
  maxEntries,
  maxLength,
  minEntries,
  minValue,
  nullish,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  safeInteger,
  string,
  transform,
} from 'valibot'
import type { Media } from '../uploads/media.schema.ts'
import { cleanHtml, htmlText } from './richtext.schema.ts'
import { FREELANCE } from './taxonomy.schema.ts'
import { characters, cleanLine, cleanLines, LANGUAGES } from './text.schema.ts'

export const LIST_TYPES = ['services', 'jobs', 'events'] as const
export type ListType = (typeof LIST_TYPES)[number]

/** A plan of a service; `price` in micro-USD (an hour's price when hourly), `delivery` in whole days 1-365. */
export interface ServiceOption {
  price: number
  delivery: number
  description: string
  features: string[]
  hourly: boolean
  revisions: number
}

/** Who offers a listing. */
export interface Poster {
  userId: number
  name: string
  title: string
  image: string | null
  /** ISO 3166 code from the profile, or null. */
  country: string | null
}

/** A service as a card shows it; `price` is its cheapest plan in micro-USD. */
export interface ServiceCard {
  id: number
  listType: ListType
  lang: string
  category: string
  title: string
  descriptionPreview: string
  price: number
  hourly: boolean
  picture: Media | null
  poster: Poster
  /** Mean of 1-5 and how many paid orders it comes from; null without any. */
  rating: { mean: number; count: number } | null
  enabled: boolean
  createdAt: number
}

/** A service whole, as getListing answers it. */
export interface Service extends ServiceCard {
  subCategory: string
  /** The seller's payout wallet. */
  account: string
  /** Sanitised HTML. */
  description: string
  /** Plan title -> plan, in the seller's order. */
  options: Record<string, ServiceOption>
  media: Media[]
  updatedAt: number
}

/** A page of cards, newest first; `next` is the cursor of the following page, null on the last. */
export interface ServicePage {
  services: ServiceCard[]
  next: string | null
}

/** Longest texts (characters) and longest lists. */
export const LIMITS = {
  title: 120,
  descriptionPreview: 300,
  description: 20_000,
  optionTitle: 40,
  optionDescription: 600,
  feature: 80,
  features: 12,
  options: 3,
  media: 12,
  revisions: 99,
  deliveryDays: 365,
} as const

const USD = 1_000_000
export const MIN_PRICE = 5 * USD
/** A million dollars: far below what a number holds exactly, far above what a plan costs. */
export const MAX_PRICE = 1_000_000 * USD

/** A new plan, as the form begins it. */
export const DEFAULT_OPTION: ServiceOption = { price: 20 * USD, delivery: 5, description: '', features: [], hourly: false, revisions: 1 }

/** Decimal dollars with at most six decimals as micro-USD; null for anything else. */
export function parseUsd(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{0,6}))?$/.exec(text.normalize('NFKC').replaceAll(',', '').trim()) ?? []
  return whole === undefined ? null : Number(whole) * USD + Number(part.padEnd(6, '0'))
}

const line = (limit: number) =>
  pipe(
    string(),
    maxLength(limit * 4, 'too_long'),
    transform(cleanLine),
    check((text) => characters(text) <= limit, 'too_long'),
  )
const lines = (limit: number) =>
  pipe(
    string(),
    maxLength(limit * 4, 'too_long'),
    transform(cleanLines),
    check((text) => characters(text) <= limit, 'too_long'),
  )

const optionBody = object({
  price: pipe(number(), safeInteger('whole')),
  delivery: pipe(number(), safeInteger('whole')),
  description: lines(LIMITS.optionDescription),
  features: optional(
    pipe(
      array(line(LIMITS.feature)),
      maxLength(LIMITS.features, 'too_many'),
      transform((list) => list.filter(Boolean)),
    ),
    [],
  ),
  hourly: optional(boolean(), false),
  revisions: optional(
    pipe(
      number(),
      integer('whole'),
      minValue(0, 'too_low'),
      check((count) => count <= LIMITS.revisions, 'too_high'),
    ),
    1,
  ),
})

/**
 * What addService takes as `product`: texts cleaned, HTML sanitised, unknown fields dropped. The form runs it too, before
 * the rules below, so that both say the same about a draft. Messages are the name of the rule.
 */
export const serviceBody = object({
  id: nullish(pipe(number(), safeInteger('whole'), minValue(1, 'too_low'))),
  category: optional(picklist(['', ...FREELANCE.map(({ id }) => id)], 'unknown'), ''),
  subCategory: optional(line(60), ''),
  lang: optional(picklist(LANGUAGES, 'unknown')),
  title: line(LIMITS.title),
  descriptionPreview: lines(LIMITS.descriptionPreview),
  description: pipe(
    string(),
    maxLength(LIMITS.description * 3, 'too_long'),
    transform(cleanHtml),
    check((html) => html.length <= LIMITS.description, 'too_long'),
  ),
  options: pipe(
    record(string(), optionBody),
    minEntries(1, 'too_few'),
    maxEntries(LIMITS.options, 'too_many'),
    check((options) => {
      const titles = Object.keys(options).map(cleanLine)
      return new Set(titles).size === titles.length && titles.every((title) => title !== '' && characters(title) <= LIMITS.optionTitle)
    }, 'titles'),
    transform((options) => Object.fromEntries(Object.entries(options).map(([title, option]) => [cleanLine(title), option]))),
  ),
  media: pipe(
    array(pipe(string(), regex(/^[\w-]{22}$/, 'media_id'))),
    maxLength(LIMITS.media, 'too_many'),
    check((ids) => new Set(ids).size === ids.length, 'twice'),
  ),
  enabled: optional(boolean(), true),
})

/** A draft as it is sent. */
export type ServiceDraft = InferInput<typeof serviceBody>
/** A draft whose shape is right and whose texts are clean. */
export type ServiceProduct = InferOutput<typeof serviceBody>

/** Who publishes: the name of their profile and their payout wallet. */
export interface Seller {
  name: string | null
  wallet: string | null
}

type Rule<T> = readonly [rule: string, field: string, holds: (value: T) => boolean]

const before = [
  ['title_short', 'title', ({ title }) => characters(title) >= 5],
  ['category_missing', 'category', ({ category }) => category !== ''],
  ['profile_required', 'seller', ({ seller }) => Boolean(seller.name)],
  ['wallet_required', 'seller', ({ seller }) => Boolean(seller.wallet)],
  ['preview_short', 'descriptionPreview', ({ descriptionPreview }) => characters(descriptionPreview) >= 10],
  ['description_short', 'description', ({ description }) => characters(cleanLine(htmlText(description))) >= 100],
] as const satisfies Rule<ServiceProduct & { seller: Seller }>[]

const perOption = [
  ['price_low', 'price', ({ price }) => price >= MIN_PRICE],
  ['price_high', 'price', ({ price }) => price <= MAX_PRICE],
  ['delivery_short', 'delivery', ({ delivery }) => delivery >= 1],
  ['delivery_long', 'delivery', ({ delivery }) => delivery <= LIMITS.deliveryDays],
  ['option_description_short', 'description', ({ description }) => characters(description) >= 10],
] as const satisfies Rule<ServiceOption>[]

const after = [['media_missing', 'media', ({ media }) => media.length >= 1]] as const satisfies Rule<ServiceProduct>[]

/** What can be wrong with a service whose shape is right. */
export type ServiceRule = (typeof before)[number][0] | (typeof perOption)[number][0] | (typeof after)[number][0]
export interface Fault {
  /** Path of the field, such as `title` or `options.Basic.price`. */
  field: string
  rule: ServiceRule
}

/** Every rule a service breaks, in the order they are to be told. */
export function serviceRules(product: ServiceProduct, seller: Seller): Fault[] {
  const broken = <T>(rules: readonly Rule<T>[], value: T, path = '') =>
    rules.filter(([, , holds]) => !holds(value)).map(([rule, field]) => ({ field: path + field, rule: rule as ServiceRule }))
  return [
    ...broken(before, { ...product, seller }),
    ...Object.entries(product.options).flatMap(([title, option]) => broken(perOption, option, `options.${title}.`)),
    ...broken(after, product),
  ]
}

/** Body of addService. */
export const addServiceRequest = object({ product: serviceBody })

const listType = pipe(
  string(),
  transform((text) => text.toLowerCase()),
  picklist(LIST_TYPES, 'unknown'),
)
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

/**
 * Query of query. An empty text is none. `cursor` is the `next` of the page before. With a `feed`, which is one's own by the
 * session, everything else but the cursor is left aside.
 */
export const queryRequest = object({
  feed: optional(picklist(FEEDS, 'unknown')),
  type: optional(listType, 'services'),
  text: optional(pipe(string(), maxLength(1000, 'too_long')), ''),
  category: optional(pipe(string(), maxLength(60, 'too_long')), ''),
  userId: optional(listingId),
  enabled: optional(flag),
  local: optional(flag),
  cursor: optional(pipe(string(), regex(/^\d{1,9}\.[1-9]\d{0,9}$/, 'cursor'))),
})

const numericId = pipe(number(), safeInteger('whole'), minValue(1, 'too_low'))

/** Body of toggleService. */
export const toggleRequest = object({ serviceId: numericId, enabled: boolean(), listType: optional(listType, 'services') })

/** Body of deleteListing. */
export const deleteRequest = object({ id: numericId, listType: optional(listType, 'services') })
