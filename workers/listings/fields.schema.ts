import { array, boolean, check, maxLength, nullish, object, optional, picklist, pipe, string, transform, union } from 'valibot'
import { isCountry } from '../shared/countries.schema.ts'
import { mediaId } from '../shared/ids.schema.ts'
import { numericId } from '../shared/numbers.schema.ts'
import { characters, cleanLine } from '../shared/text.schema.ts'
import { singleLineText } from '../shared/text-fields.schema.ts'
import type { ListType } from './list-types.schema.ts'
import { cleanHtml, htmlText, picturesOf } from './richtext.schema.ts'
import { categoryIds } from './taxonomy.schema.ts'
import { holdsPrompt } from './templates.schema.ts'
import { LANGUAGES } from './text.schema.ts'

/** Fields, limits and rules that drafts of services, jobs and events have in common. */

/** Maximum lengths of texts (characters) and lists, and maximums of numbers. */
export const LIMITS = {
  title: 120,
  descriptionPreview: 300,
  description: 20_000,
  media: 12,
  // plans of a service
  optionTitle: 40,
  optionDescription: 600,
  feature: 80,
  features: 12,
  options: 3,
  revisions: 99,
  deliveryDays: 365,
  // jobs
  weeks: 260,
  // events
  location: 300,
  sponsors: 12,
  sponsorName: 80,
  attendees: 100_000,
  eventDays: 366,
  /** How many years ahead an event may start. */
  eventYears: 10,
  // applications
  message: 4000,
} as const

const countryCode = pipe(string(), maxLength(2, 'unknown'), check(isCountry, 'unknown'))

/**
 * Fields of every draft. A location is given as codes (`country: 'JP', city: 1850147`) or in the form of the API's answers
 * (`{ code, … }`, `{ cityId, … }`). A city is a GeoNames id.
 */
export const commonFields = (listType: ListType) => ({
  id: nullish(numericId),
  category: optional(picklist(['', ...categoryIds(listType)], 'unknown'), ''),
  subCategory: optional(singleLineText(60), ''),
  lang: optional(picklist(LANGUAGES, 'unknown')),
  title: singleLineText(LIMITS.title),
  description: pipe(
    string(),
    maxLength(LIMITS.description * 3, 'too_long'),
    transform(cleanHtml),
    check((html) => html.length <= LIMITS.description, 'too_long'),
    check((html) => picturesOf(html).length <= LIMITS.media, 'too_many'),
  ),
  country: nullish(
    union(
      [
        countryCode,
        pipe(
          object({ code: countryCode }),
          transform(({ code }) => code),
        ),
      ],
      'unknown',
    ),
    null,
  ),
  city: nullish(
    union(
      [
        numericId,
        pipe(
          object({ cityId: numericId }),
          transform(({ cityId }) => cityId),
        ),
      ],
      'unknown',
    ),
    null,
  ),
  media: pipe(
    array(mediaId),
    maxLength(LIMITS.media, 'too_many'),
    check((ids) => new Set(ids).size === ids.length, 'twice'),
  ),
  enabled: optional(boolean(), true),
})

/** The member who posts the listing: profile name and payout wallet. */
export interface Seller {
  name: string | null
  wallet: string | null
}

/** A rule: its name, the field to report it at, and its check. */
export type Rule<T, Name extends string = string> = readonly [rule: Name, field: string, holds: (value: T) => boolean]

/** A broken rule. `field` is the path of the field, such as `title` or `options.Basic.price`. */
export interface Fault<Name extends string = string> {
  field: string
  rule: Name
}

/** Finds the rules that a value breaks, in the order of the rules. */
export const findFaults = <T, Name extends string>(rules: readonly Rule<T, Name>[], value: T, path = ''): Fault<Name>[] =>
  rules.filter(([, , holds]) => !holds(value)).map(([rule, field]) => ({ field: path + field, rule }))

/** The location of a draft: ISO country code and GeoNames id of the city. */
export interface DraftPlace {
  local: boolean
  country: string | null
  city: number | null
}

// Rules that several types share.
export const TITLE = ['title_short', 'title', ({ title }: { title: string }) => characters(title) >= 5] as const
export const CATEGORY = ['category_missing', 'category', ({ category }: { category: string }) => category !== ''] as const
export const PROFILE = ['profile_required', 'seller', ({ seller }: { seller: Seller }) => Boolean(seller.name)] as const
export const CARD_TEMPLATE = [
  'template_text',
  'descriptionPreview',
  ({ descriptionPreview }: { descriptionPreview: string }) => !holdsPrompt(descriptionPreview),
] as const
/** Comes before the length rule, because that rule counts the prompts of a template as text. */
export const TEMPLATE = [
  'template_text',
  'description',
  ({ description }: { description: string }) => !holdsPrompt(htmlText(description)),
] as const
export const DESCRIPTION = [
  'description_short',
  'description',
  ({ description }: { description: string }) => characters(cleanLine(htmlText(description))) >= 100,
] as const
export const PLACE = [
  'place_missing',
  'place',
  ({ local, country, city }: DraftPlace) => !local || (country !== null && city !== null),
] as const
