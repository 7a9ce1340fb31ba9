import {
  array,
  boolean,
  check,
  forward,
  type InferInput,
  type InferOutput,
  integer,
  maxEntries,
  maxLength,
  maxValue,
  minEntries,
  minValue,
  number,
  object,
  optional,
  pipe,
  record,
  string,
  transform,
} from 'valibot'
import { whole } from '../shared/numbers.schema.ts'
import { characters, cleanLine } from '../shared/text.schema.ts'
import {
  broken,
  CARD_TEMPLATE,
  CATEGORY,
  commonFields,
  DESCRIPTION,
  type Fault,
  LIMITS,
  line,
  lines,
  MAX_PRICE,
  MIN_PRICE,
  PLACE,
  PROFILE,
  type Rule,
  type Seller,
  TEMPLATE,
  TITLE,
} from './fields.schema.ts'
import type { CardBase, ListingBase } from './listings.schema.ts'
import { isSubCategory } from './taxonomy.schema.ts'

/** A plan of a service; `price` in micro-USD (an hour's price when hourly), `delivery` in whole days 1-365. */
export interface ServiceOption {
  price: number
  delivery: number
  description: string
  features: string[]
  hourly: boolean
  revisions: number
}

/** A service as a card shows it; `price` is its cheapest plan in micro-USD. */
export interface ServiceCard extends CardBase {
  listType: 'services'
  hourly: boolean
}

/** A service whole, as getListing answers it. */
export interface Service extends ServiceCard, ListingBase {
  /** Plan title -> plan, in the seller's order. */
  options: Record<string, ServiceOption>
}

/** A new plan, as the form begins it. */
export const DEFAULT_OPTION: ServiceOption = {
  price: 20_000_000,
  delivery: 5,
  description: '',
  features: [],
  hourly: false,
  revisions: 1,
}

const optionBody = object({
  price: whole,
  delivery: whole,
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
  revisions: optional(pipe(number(), integer('whole'), minValue(0, 'too_low'), maxValue(LIMITS.revisions, 'too_high')), 1),
})

/**
 * What addService takes as `product`: texts cleaned, HTML sanitised, unknown fields dropped. The form runs it too, before
 * the rules below, so that both say the same about a draft. Messages are the name of the rule.
 */
export const serviceBody = pipe(
  object({
    ...commonFields('services'),
    descriptionPreview: lines(LIMITS.descriptionPreview),
    options: pipe(
      record(pipe(string(), maxLength(LIMITS.optionTitle * 4, 'titles')), optionBody),
      minEntries(1, 'too_few'),
      maxEntries(LIMITS.options, 'too_many'),
      check((options) => {
        const titles = Object.keys(options).map(cleanLine)
        return new Set(titles).size === titles.length && titles.every((title) => title !== '' && characters(title) <= LIMITS.optionTitle)
      }, 'titles'),
      transform((options) => Object.fromEntries(Object.entries(options).map(([title, option]) => [cleanLine(title), option]))),
    ),
    /** Done or handed over at a place, which then must be told. */
    local: optional(boolean(), false),
  }),
  forward(
    check(({ category, subCategory }) => isSubCategory('services', category, subCategory), 'unknown'),
    ['subCategory'],
  ),
)

/** A draft as it is sent. */
export type ServiceDraft = InferInput<typeof serviceBody>
/** A draft whose shape is right and whose texts are clean. */
export type ServiceProduct = InferOutput<typeof serviceBody>

type Draft = ServiceProduct & { seller: Seller }

const before = [
  TITLE,
  CATEGORY,
  PROFILE,
  ['wallet_required', 'seller', ({ seller }) => Boolean(seller.wallet)],
  ['preview_short', 'descriptionPreview', ({ descriptionPreview }) => characters(descriptionPreview) >= 10],
  CARD_TEMPLATE,
  TEMPLATE,
  DESCRIPTION,
] as const satisfies Rule<Draft>[]

const perOption = [
  ['price_low', 'price', ({ price }) => price >= MIN_PRICE],
  ['price_high', 'price', ({ price }) => price <= MAX_PRICE],
  ['delivery_short', 'delivery', ({ delivery }) => delivery >= 1],
  ['delivery_long', 'delivery', ({ delivery }) => delivery <= LIMITS.deliveryDays],
  ['option_description_short', 'description', ({ description }) => characters(description) >= 10],
] as const satisfies Rule<ServiceOption>[]

const after = [['media_missing', 'media', ({ media }) => media.length >= 1], PLACE] as const satisfies Rule<Draft>[]

/** What can be wrong with a service whose shape is right. */
export type ServiceRule = (typeof before)[number][0] | (typeof perOption)[number][0] | (typeof after)[number][0]

/** Every rule a service breaks, in the order they are to be told. */
export function serviceRules(product: ServiceProduct, seller: Seller): Fault<ServiceRule>[] {
  const draft = { ...product, seller }
  return [
    ...broken(before, draft),
    ...Object.entries(product.options).flatMap(([title, option]) => broken(perOption, option, `options.${title}.`)),
    ...broken(after, draft),
  ]
}

/** Body of addService. */
export const addServiceRequest = object({ product: serviceBody })
