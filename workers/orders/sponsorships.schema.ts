import {
  array,
  check,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  union,
} from 'valibot'
import { email } from '../auth/credentials.schema.ts'
import { categoryIds } from '../listings/taxonomy.schema.ts'
import { COUNTRIES } from '../shared/countries.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { LOCALE_CODES } from '../shared/locales.schema.ts'
import { multiLineText, singleLineText } from '../shared/text-fields.schema.ts'

/** Whom a sponsor wants to reach. `any` stands for everybody. */
export const GENDERS = ['any', 'women', 'men'] as const
/** Ages in years. Requests to address minors are not taken. */
export const AGES = { from: 18, to: 99 } as const
/** Bounds in characters, and the number of interests. */
export const SPONSORSHIP_LIMITS = { company: 100, message: 1000, interests: 10 } as const
/** What people can be interested in: the categories of services. */
const INTERESTS = categoryIds('services')

const age = pipe(number(), integer(), minValue(AGES.from), maxValue(AGES.to))

/** Body of addSponsorship. An empty location or the language `any` means everywhere, and every language. */
export const addSponsorshipRequest = pipe(
  object({
    contact: email,
    company: pipe(singleLineText(SPONSORSHIP_LIMITS.company), minLength(1, 'too_short')),
    ageFrom: age,
    ageTo: age,
    gender: picklist(GENDERS),
    interests: pipe(array(picklist(INTERESTS)), maxLength(SPONSORSHIP_LIMITS.interests)),
    location: optional(union([literal(''), picklist(COUNTRIES)]), ''),
    language: picklist(['any', ...LOCALE_CODES] as const),
    message: optional(multiLineText(SPONSORSHIP_LIMITS.message), ''),
  }),
  check(({ ageFrom, ageTo }) => ageFrom <= ageTo, 'ages'),
)

/** A request of somebody who wants to sponsor, as it is stored. */
export interface SponsorshipRequest {
  contact: string
  company: string
  ageFrom: number
  ageTo: number
  gender: (typeof GENDERS)[number]
  interests: string[]
  location: string
  language: string
  message: string
}

/** The open requests, oldest first, at most a hundred. `at` is in UTC seconds. */
export interface SponsorshipList {
  requests: (SponsorshipRequest & { id: string; at: number })[]
}

/** Body of closeSponsorship. */
export const closeSponsorshipRequest = object({ id: opaqueId })
