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
import { multiLineText, singleLineText } from '../shared/text-fields.schema.ts'
import { MAX_PRICE, MIN_PRICE } from '../shared/usd.schema.ts'
import type { CardBase, ListingBase } from './base.schema.ts'
import {
  CARD_TEMPLATE,
  CATEGORY,
  commonFields,
  DESCRIPTION,
  type Fault,
  findFaults,
  LIMITS,
  PLACE,
  PROFILE,
  type Rule,
  type Seller,
  TEMPLATE,
  TITLE,
} from './fields.schema.ts'
import { isSubCategory } from './taxonomy.schema.ts'

/** A plan of a service. `price` is in micro-USD (per hour if hourly), `delivery` in days (1 to 365). */
export interface ServiceOption {
  price: number
  delivery: number
  description: string
  features: string[]
  hourly: boolean
  revisions: number
}

/** A service on a card. `price` is that of the cheapest plan, in micro-USD. */
export interface ServiceCard extends CardBase {
  listType: 'services'
  hourly: boolean
}

/** A complete service, as getListing returns it. */
export interface Service extends ServiceCard, ListingBase {
  /** Plan title -> plan, in the sequence that the seller chose. */
  options: Record<string, ServiceOption>
}

/** The initial values of a new plan in the form. */
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
  description: multiLineText(LIMITS.optionDescription),
  features: optional(
    pipe(
      array(singleLineText(LIMITS.feature)),
      maxLength(LIMITS.features, 'too_many'),
      transform((list) => list.filter(Boolean)),
    ),
    [],
  ),
  hourly: optional(boolean(), false),
  revisions: optional(pipe(number(), integer('whole'), minValue(0, 'too_low'), maxValue(LIMITS.revisions, 'too_high')), 1),
})

/**
 * The `product` of addService. Cleans texts, sanitizes HTML and drops unknown fields. The form runs this schema too, before the
 * rules below, so that form and server report the same errors. Messages are rule names.
 */
export const serviceBody = pipe(
  object({
    ...commonFields('services'),
    descriptionPreview: multiLineText(LIMITS.descriptionPreview),
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
    /** Whether the work is done or handed over at a location; then country and city are required. */
    local: optional(boolean(), false),
  }),
  forward(
    check(({ category, subCategory }) => isSubCategory('services', category, subCategory), 'unknown'),
    ['subCategory'],
  ),
)

/** A draft as sent by the client. */
export type ServiceDraft = InferInput<typeof serviceBody>
/** A well-formed draft with cleaned texts. */
export type ServiceProduct = InferOutput<typeof serviceBody>

type Draft = ServiceProduct & { seller: Seller }

const rulesBeforePlans = [
  TITLE,
  CATEGORY,
  PROFILE,
  ['wallet_required', 'seller', ({ seller }) => Boolean(seller.wallet)],
  ['preview_short', 'descriptionPreview', ({ descriptionPreview }) => characters(descriptionPreview) >= 10],
  CARD_TEMPLATE,
  TEMPLATE,
  DESCRIPTION,
] as const satisfies Rule<Draft>[]

const planRules = [
  ['price_low', 'price', ({ price }) => price >= MIN_PRICE],
  ['price_high', 'price', ({ price }) => price <= MAX_PRICE],
  ['delivery_short', 'delivery', ({ delivery }) => delivery >= 1],
  ['delivery_long', 'delivery', ({ delivery }) => delivery <= LIMITS.deliveryDays],
  ['option_description_short', 'description', ({ description }) => characters(description) >= 10],
] as const satisfies Rule<ServiceOption>[]

const rulesAfterPlans = [['media_missing', 'media', ({ media }) => media.length >= 1], PLACE] as const satisfies Rule<Draft>[]

/** The rules that a well-formed service can break. */
export type ServiceRule = (typeof rulesBeforePlans)[number][0] | (typeof planRules)[number][0] | (typeof rulesAfterPlans)[number][0]

/** The rules that a service breaks, in the order in which they are reported. */
export function serviceRules(product: ServiceProduct, seller: Seller): Fault<ServiceRule>[] {
  const draft = { ...product, seller }
  return [
    ...findFaults(rulesBeforePlans, draft),
    ...Object.entries(product.options).flatMap(([title, option]) => findFaults(planRules, option, `options.${title}.`)),
    ...findFaults(rulesAfterPlans, draft),
  ]
}

/** Body of addService. */
export const addServiceRequest = object({ product: serviceBody })
